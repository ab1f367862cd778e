// Package load sends requests to servers of MCP as fast as those answer, checks
// the answers, and says what it cost.
package load

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// The versions of MCP that are spoken: the newest of each lifecycle.
const (
	Legacy = "2025-11-25"
	Modern = "2026-07-28"
)

// The methods that are called.
const (
	CallTool   = "tools/call"
	ListTools  = "tools/list"
	Read       = "resources/read"
	Initialize = "initialize"
)

// Every number that is sent has ten digits, so that no request is longer than
// another.
const (
	firstNumber = 1_000_000_000
	digits      = 10
	decimal     = 10
	guest       = "guest-"
)

// Call is a kind of request.
type Call struct {
	Protocol string
	Method   string
	// Target is the name of the tool, or the URI of the resource.
	Target string
	// Encoding is the Accept-Encoding; empty for none.
	Encoding string
}

// params are the params of every method.
type params struct {
	Meta            *meta         `json:"_meta,omitempty"`
	ProtocolVersion string        `json:"protocolVersion,omitempty"`
	Capabilities    *capabilities `json:"capabilities,omitempty"`
	ClientInfo      *client       `json:"clientInfo,omitempty"`
	Name            string        `json:"name,omitempty"`
	URI             string        `json:"uri,omitempty"`
	Arguments       *arguments    `json:"arguments,omitempty"`
}

type arguments struct {
	Name string `json:"name"`
}

// meta is what requests of the newer lifecycle say of themselves.
type meta struct {
	Version      string       `json:"io.modelcontextprotocol/protocolVersion"`
	Client       client       `json:"io.modelcontextprotocol/clientInfo"`
	Capabilities capabilities `json:"io.modelcontextprotocol/clientCapabilities"`
}

type client struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// capabilities are those of a host that shows views.
type capabilities struct {
	Extensions map[string]any `json:"extensions"`
}

func ofHost() capabilities {
	return capabilities{Extensions: map[string]any{
		"io.modelcontextprotocol/ui": map[string]any{"mimeTypes": []string{"text/html;profile=mcp-app"}},
	}}
}

// Body is the message of a call, with the first number as its id.
func (c Call) Body() ([]byte, error) {
	of := client{Name: "bench", Version: Version}
	var p params
	switch c.Method {
	case CallTool:
		p.Name, p.Arguments = c.Target, &arguments{guest + strconv.Itoa(firstNumber)}
	case Read:
		p.URI = c.Target
	case Initialize:
		can := ofHost()
		p.ProtocolVersion, p.Capabilities, p.ClientInfo = c.Protocol, &can, &of
	}
	if c.Protocol == Modern {
		p.Meta = &meta{Version: c.Protocol, Client: of, Capabilities: ofHost()}
	}
	body, err := json.Marshal(struct {
		Version string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Method  string `json:"method"`
		Params  params `json:"params"`
	}{"2.0", firstNumber, c.Method, p})
	if err != nil {
		return nil, fmt.Errorf("writing a request: %w", err)
	}
	return body, nil
}

// Version is that of the client.
const Version = "1.0.0"

// A Field is a header.
type Field struct{ Name, Value string }

// Header are the headers of a call in a session, which may be empty.
func (c Call) Header(session string) []Field {
	header := []Field{{"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"}}
	if c.Method != Initialize {
		header = append(header, Field{"Mcp-Protocol-Version", c.Protocol})
	}
	if c.Encoding != "" {
		header = append(header, Field{"Accept-Encoding", c.Encoding})
	}
	if c.Protocol != Modern {
		if session != "" {
			header = append(header, Field{"Mcp-Session-Id", session})
		}
		return header
	}
	header = append(header, Field{"Mcp-Method", c.Method})
	if c.Target != "" {
		header = append(header, Field{"Mcp-Name", c.Target})
	}
	return header
}

// A Request is a call as bytes for a connection. It is sent again and again, under
// another number each time.
type Request struct {
	bytes  []byte
	places []int // where its number stands
}

// Request writes a call for a server.
func (c Call) Request(host, path, session string) (*Request, error) {
	body, err := c.Body()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "POST %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: bench/%s\r\n", path, host, Version)
	for _, f := range c.Header(session) {
		fmt.Fprintf(&out, "%s: %s\r\n", f.Name, f.Value)
	}
	fmt.Fprintf(&out, "Content-Length: %d\r\n\r\n", len(body))
	from := out.Len()
	out.Write(body)
	r := &Request{bytes: out.Bytes()}
	number := []byte(strconv.Itoa(firstNumber))
	for {
		at := bytes.Index(r.bytes[from:], number)
		if at < 0 {
			return r, nil
		}
		r.places = append(r.places, from+at)
		from += at + len(number)
	}
}

// number gives the request a number.
func (r *Request) number(n int64) {
	var text [digits]byte
	strconv.AppendInt(text[:0], n, decimal)
	for _, at := range r.places {
		copy(r.bytes[at:], text[:])
	}
}

// Marked is a call whose answer can be taken apart: at its number and at the name
// in its arguments, which are unlike anything else.
func (c Call) Marked() (body []byte, number, name string, err error) {
	body, err = c.Body()
	if err != nil {
		return nil, "", "", err
	}
	const marked, named = "7316548290", "8462095173"
	first := strconv.Itoa(firstNumber)
	at := bytes.Index(body, []byte(first))
	body = slices.Concat(body[:at], []byte(marked), bytes.ReplaceAll(body[at+digits:], []byte(guest+first), []byte(guest+named)))
	return body, marked, guest + named, nil
}

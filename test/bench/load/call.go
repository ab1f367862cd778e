// Package load sends requests to MCP servers as fast as they answer, checks the answers, and measures their
// cost.
package load

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// The versions of MCP that are used: the newest of each lifecycle.
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

// Every number in requests has ten digits, so that all requests have the same length.
const (
	firstNumber = 1_000_000_000
	digits      = 10
	decimal     = 10
	namePrefix  = "guest-"
)

// Call is a kind of request.
type Call struct {
	Protocol string
	Method   string
	// Target is the name of the tool, or the URI of the resource.
	Target string
	// Encoding is the Accept-Encoding; empty for none.
	Encoding string
	// Tokens are access tokens, with which requests are sent in turn; nil for none.
	Tokens []string
}

// params has the parameters of all methods.
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

// meta is the metadata that requests of the newer lifecycle contain.
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

// Body returns the message of a call, with firstNumber as its id.
func (c Call) Body() ([]byte, error) {
	of := client{Name: "bench", Version: Version}
	var p params
	switch c.Method {
	case CallTool:
		p.Name, p.Arguments = c.Target, &arguments{namePrefix + strconv.Itoa(firstNumber)}
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

// Version is the client's version.
const Version = "1.0.0"

// A Field is a header.
type Field struct{ Name, Value string }

// Header returns the headers of a call in a session, which may be empty.
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

// requests encodes a call for a server, once with each token.
func (c Call) requests(host, path, session string) ([]*Request, error) {
	tokens := c.Tokens
	if tokens == nil {
		tokens = []string{""}
	}
	all := make([]*Request, 0, len(tokens))
	for _, token := range tokens {
		r, err := c.request(host, path, session, token)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// A Request is an encoded call, which can be sent many times, each time with another number.
type Request struct {
	bytes  []byte
	places []int // the offsets of its number
}

// Request encodes a call for a server, without a token.
func (c Call) Request(host, path, session string) (*Request, error) {
	return c.request(host, path, session, "")
}

func (c Call) request(host, path, session, token string) (*Request, error) {
	body, err := c.Body()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "POST %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: bench/%s\r\n", path, host, Version)
	for _, f := range c.Header(session) {
		fmt.Fprintf(&out, "%s: %s\r\n", f.Name, f.Value)
	}
	if token != "" {
		fmt.Fprintf(&out, "Authorization: Bearer %s\r\n", token)
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

// number sets the number of the request.
func (r *Request) number(n int64) {
	var text [digits]byte
	strconv.AppendInt(text[:0], n, decimal)
	for _, at := range r.places {
		copy(r.bytes[at:], text[:])
	}
}

// MarkedBody returns the message of a call with a unique id and a unique name in its arguments, so that both can be found
// in the answer.
func (c Call) MarkedBody() (body []byte, number, name string, err error) {
	body, err = c.Body()
	if err != nil {
		return nil, "", "", err
	}
	const marked, named = "7316548290", "8462095173"
	first := strconv.Itoa(firstNumber)
	at := bytes.Index(body, []byte(first))
	body = slices.Concat(body[:at], []byte(marked), bytes.ReplaceAll(body[at+digits:], []byte(namePrefix+first), []byte(namePrefix+named)))
	return body, marked, namePrefix + named, nil
}

package attachtest

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
)

// Lifecycle is how a client and a server come to know each other.
type Lifecycle string

const (
	// Modern requests describe their client themselves (MCP 2026-07-28).
	Modern Lifecycle = "modern"
	// Legacy clients begin with initialize, and refer to that with their session.
	Legacy Lifecycle = "legacy"
	// Sessionless clients are of the older lifecycle, and say nothing of themselves.
	Sessionless Lifecycle = "sessionless"
)

// Conversation is what a client says to a server, one request after the other.
type Conversation struct {
	// Name says who talks, and in which lifecycle.
	Name      string
	Lifecycle Lifecycle
	Requests  []Request
	// Replies are what the client answers to the questions that it is asked in between,
	// by their methods: the members of an answer beside its id, as "result":{}.
	Replies map[string]string
}

// Request is one request over HTTP. What stands in it for what only the server knows,
// [Peer.Ask] fills in.
type Request struct {
	// Name says what is asked for, and what is odd about it.
	Name   string
	Header http.Header
	Body   string
}

const (
	// view stands in a body for the URI of a view, state for the requestState of the
	// last answer.
	view  = "ui://VIEW"
	state = "REQUEST-STATE"
	// session stands in a header for the id that initialize was answered with.
	session = "SESSION"

	modernVersion = "2026-07-28"
	jsonType      = "application/json"
	eventType     = "text/event-stream"

	versionHeader = "Mcp-Protocol-Version"
	sessionHeader = "Mcp-Session-Id"
	methodHeader  = "Mcp-Method"
	nameHeader    = "Mcp-Name"
)

// BodyOf is a conversation of one request with a body that may be anything, and the
// headers that fit it as far as it can be read.
func BodyOf(l Lifecycle, body string) Conversation {
	c := Conversation{Lifecycle: l, Replies: replies[0].by}
	version := usual(l)
	if l == Legacy {
		c.begin(clients[0], version)
	}
	c.Requests = append(c.Requests, Request{Name: "body", Header: headerOf(l, version, body), Body: body})
	return c
}

// begin begins a session.
func (c *Conversation) begin(as client, version string) {
	params := withMeta(`{"protocolVersion":"`+version+`"`+as.members(`"capabilities"`, `"clientInfo"`)+`}`, as.meta)
	header := headerOf(Sessionless, "", "")
	c.Requests = append(
		c.Requests,
		Request{Name: "initialize", Header: header.Clone(), Body: `{"jsonrpc":"2.0","id":0,"method":"initialize","params":` + params + `}`},
		Request{Name: "notifications/initialized", Header: headerOf(Legacy, version, ""), Body: `{"jsonrpc":"2.0","method":"notifications/initialized"}`},
	)
}

// headerOf is the header of a request as it should be.
func headerOf(l Lifecycle, version, body string) http.Header {
	header := http.Header{"Content-Type": {jsonType}, "Accept": {jsonType + ", " + eventType}}
	if version != "" {
		header.Set(versionHeader, version)
	}
	switch l {
	case Legacy:
		header.Set(sessionHeader, session)
	case Modern:
		repeat(header, body)
	case Sessionless:
	}
	return header
}

// repeat writes the headers that repeat a body (MCP 2026-07-28, "Standard request
// headers").
func repeat(header http.Header, body string) {
	var message struct {
		Method json.RawMessage            `json:"method"`
		Params map[string]json.RawMessage `json:"params"`
	}
	if json.Unmarshal([]byte(body), &message) != nil && len(message.Method) == 0 {
		return
	}
	method := textOf(message.Method)
	header.Set(methodHeader, headerValue(method))
	member := map[string]string{"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}[method]
	if name := textOf(message.Params[member]); name != "" {
		header.Set(nameHeader, headerValue(name))
	}
	var arguments struct {
		Region json.RawMessage `json:"region"`
		Inner  struct {
			N json.RawMessage `json:"n"`
		} `json:"inner"`
	}
	if json.Unmarshal(message.Params["arguments"], &arguments) != nil {
		return
	}
	for name, value := range map[string]json.RawMessage{"Mcp-Param-Region": arguments.Region, "Mcp-Param-Number": arguments.Inner.N} {
		switch text := textOf(value); {
		case text != "":
			header.Set(name, headerValue(text))
		case len(value) > 0 && string(value) != "null" && value[0] != '"':
			header.Set(name, string(value))
		}
	}
}

func textOf(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) != nil {
		return ""
	}
	return text
}

// headerValue is a text as a header has it, in base64 where it must be.
func headerValue(text string) string {
	if strings.TrimSpace(text) == text && !strings.HasPrefix(text, "=?") && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
		return text
	}
	return inBase64(text)
}

const base64Begin, base64End = "=?base64?", "?="

func inBase64(text string) string {
	return base64Begin + base64.StdEncoding.EncodeToString([]byte(text)) + base64End
}

// decoded is what a header says.
func decoded(value string) string {
	text, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(strings.TrimPrefix(value, base64Begin), base64End))
	if err != nil || !strings.HasPrefix(value, base64Begin) {
		return value
	}
	return string(text)
}

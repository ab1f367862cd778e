package hostile_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
)

// puppet is an MCP server that says exactly what a test wants, right or wrong.
type puppet struct {
	// initialize is the result of initialize; empty is a plain one.
	initialize string
	// results are those of other methods, whole.
	results map[string]string
	// refusals are errors in place of results.
	refusals map[string]string
	// resources are results of resources/read, by URI.
	resources map[string]string
	// answer may answer a request by itself; false leaves it to the others.
	answer func(w http.ResponseWriter, r *http.Request, m request) bool

	mu    sync.Mutex
	asked map[string]int
}

// count is how often a method was asked for.
func (p *puppet) count(method string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked[method]
}

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		URI       string          `json:"uri"`
		Version   string          `json:"protocolVersion"`
		Meta      json.RawMessage `json:"_meta"`
	} `json:"params"`
}

func (p *puppet) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var m request
	body, err := io.ReadAll(r.Body)
	if r.Method != http.MethodPost || err != nil || json.Unmarshal(body, &m) != nil {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	if m.ID == nil || m.Method == "" {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	p.mu.Lock()
	if p.asked == nil {
		p.asked = map[string]int{}
	}
	p.asked[m.Method]++
	p.mu.Unlock()
	if p.answer != nil && p.answer(w, r, m) {
		return
	}
	w.Header().Set("Content-Type", "application/json")
	switch result, refusal := p.say(m); {
	case result != "":
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result)
	case refusal != "":
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":%s}`, m.ID, refusal)
	}
}

func (p *puppet) say(m request) (result, refusal string) {
	if refusal = p.refusals[m.Method]; refusal != "" {
		return "", refusal
	}
	switch m.Method {
	case "initialize":
		if p.initialize != "" {
			return p.initialize, ""
		}
		return `{"protocolVersion":"` + m.Params.Version + `","capabilities":{"tools":{},"resources":{},"prompts":{}},` +
			`"serverInfo":{"name":"puppet","version":"1"}}`, ""
	case "resources/read":
		if result = p.resources[m.Params.URI]; result != "" {
			return result, ""
		}
	case "tools/call":
		if result = p.results["tools/call "+m.Params.Name]; result != "" {
			return result, ""
		}
		return `{"content":[{"type":"text","text":"called ` + m.Params.Name + `"}]}`, ""
	default:
		if result = p.results[m.Method]; result != "" {
			return result, ""
		}
	}
	return "", `{"code":-32601,"message":"no such thing"}`
}

// serve runs the puppet and returns its endpoint.
func (p *puppet) serve(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(p)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

// withView is a puppet with one tool, "tool", whose view is a document. Meta is
// the _meta of the content, "null" for none.
func withView(document, meta string) *puppet {
	return &puppet{
		results: map[string]string{
			"tools/list":      `{"tools":[{"name":"tool","inputSchema":{"type":"object"},"_meta":{"ui":{"resourceUri":"ui://p/v"}}}]}`,
			"resources/list":  `{"resources":[]}`,
			"tools/call tool": `{"content":[{"type":"text","text":"done"},` + embedded(document) + `]}`,
		},
		resources: map[string]string{
			"ui://p/v": `{"contents":[{"uri":"ui://p/v","mimeType":"text/html;profile=mcp-app","text":` + quoted(document) + `,"_meta":` + meta + `}]}`,
		},
	}
}

// embedded is a view inside a result, for legacy MCP-UI hosts.
func embedded(document string) string {
	return `{"type":"resource","resource":{"uri":"ui://p/v","mimeType":"text/html","text":` + quoted(document) + `}}`
}

func quoted(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		return strconv.Quote(text)
	}
	return string(data)
}

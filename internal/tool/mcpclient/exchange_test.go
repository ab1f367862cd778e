package mcpclient_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

// In 2026-07-28 each message says in its header what it is. The SDK's server
// refuses what doesn't; a server of ours notes what came.
func TestHeadersThatMirrorAMessage(t *testing.T) {
	t.Parallel()
	server := mcp.NewServer(&mcp.Implementation{Name: "clock", Version: "1"}, nil)
	schema := `{"type":"object","properties":{
		"city":{"type":"string","x-mcp-header":"City"},"n":{"type":"integer","x-mcp-header":"N"},
		"deep":{"type":"object","properties":{"on":{"type":"boolean","x-mcp-header":"On"}}},"plain":{"type":"string"}}}`
	server.AddTool(&mcp.Tool{Name: "weather", InputSchema: json.RawMessage(schema)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "fair"}}}, nil
		})
	addTools(server)
	var mu sync.Mutex
	var calls []http.Header
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true})
	endpoint := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Method") == "" {
			t.Errorf("a message without Mcp-Method: %v", r.Header)
		}
		if r.Header.Get("Mcp-Method") == "tools/call" {
			mu.Lock()
			calls = append(calls, r.Header.Clone())
			mu.Unlock()
		}
		handler.ServeHTTP(w, r)
	}))
	client := dial(t, endpoint, "claude", nil)
	arguments := json.RawMessage(`{"city":"Zürich","n":7,"deep":{"on":true},"plain":"p","null":null}`)
	// The tool was never listed: the server says what is missing, and the call
	// is sent again.
	for range 2 {
		if result, err := client.Call(t.Context(), "weather", arguments, nil); err != nil || !strings.Contains(string(result), "fair") {
			t.Fatalf("%s, %v", result, err)
		}
	}
	everyList(t, client)
	mu.Lock()
	defer mu.Unlock()
	want := []string{"weather", "7", "true", "=?base64?WsO8cmljaA==?="}
	for i, header := range calls[:3] {
		got := []string{header.Get("Mcp-Name"), header.Get("Mcp-Param-N"), header.Get("Mcp-Param-On"), header.Get("Mcp-Param-City")}
		if diff := cmp.Diff(want, got); i > 0 && diff != "" || i == 0 && got[1] != "" {
			t.Errorf("call %d (-want +got):\n%s", i, diff)
		}
	}
	if len(calls) < 3 || calls[3].Get("Mcp-Name") != "count" {
		t.Errorf("%d calls were sent", len(calls))
	}
}

// In a session of an older protocol nothing is repeated in headers: what a
// message says may be nobody's business but the server's.
func TestSessionsMirrorNothing(t *testing.T) {
	t.Parallel()
	server := mcp.NewServer(&mcp.Implementation{Name: "clock", Version: "1"}, nil)
	addTools(server)
	schema := json.RawMessage(`{"type":"object","properties":{"city":{"type":"string","x-mcp-header":"City"}}}`)
	server.AddTool(&mcp.Tool{Name: "weather", InputSchema: schema},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{}, nil
		})
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	var called atomic.Bool
	endpoint := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		session := r.Header.Get("Mcp-Session-Id") != ""
		for name := range r.Header {
			if session && strings.HasPrefix(name, "Mcp-") && name != "Mcp-Session-Id" && name != "Mcp-Protocol-Version" {
				t.Errorf("%s: %q", name, r.Header.Get(name))
			}
		}
		called.Store(called.Load() || session && r.Method == http.MethodPost)
		handler.ServeHTTP(w, r)
	}))
	client := dial(t, endpoint, "vscode", nil)
	everyList(t, client)
	if _, err := client.Call(t.Context(), "weather", json.RawMessage(`{"city":"Bern"}`), nil); err != nil {
		t.Fatal(err)
	}
	if !called.Load() {
		t.Error("there was no session")
	}
}

// A name that no header can carry is written in Base64.
func TestNamesThatNoHeaderCarries(t *testing.T) {
	t.Parallel()
	names := make(chan string, 1)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m line
		if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
			t.Error(err)
		}
		switch m.Method {
		case "server/discover":
			reply(w, m.ID, `{"supportedVersions":["2026-07-28"],"capabilities":{},"resultType":"complete"}`)
		case "tools/call":
			names <- r.Header.Get("Mcp-Name")
			reply(w, m.ID, `{}`)
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	t.Cleanup(web.Close)
	client := dial(t, web.URL, "claude", nil)
	for name, want := range map[string]string{"a b": "a b", "é": "=?base64?w6k=?=", "x\r\nY: 1": "=?base64?eA0KWTogMQ==?=", " x": "=?base64?IHg=?="} {
		if _, err := client.Call(t.Context(), name, nil, nil); err != nil {
			t.Fatal(err)
		}
		if got := <-names; got != want {
			t.Errorf("%q is sent as %q, want %q", name, got, want)
		}
	}
}

// A call that nobody waits for any more is cancelled at the server, also where
// the server has not begun its answer.
func TestCancelledOverHTTP(t *testing.T) {
	t.Parallel()
	for _, begun := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		cancelled := make(chan string, 1)
		s := &script{}
		s.on = func(w http.ResponseWriter, r *http.Request, _ json.RawMessage, method string, params json.RawMessage) bool {
			switch method {
			case "tools/call":
				if begun {
					eventsf(w, ": wait\n\n")
				}
				cancel()
				<-r.Context().Done()
				return true
			case "notifications/cancelled":
				cancelled <- string(params)
			}
			return false
		}
		client := dial(t, serve(t, s), "vscode", nil)
		if _, err := client.Call(ctx, "tool", nil, nil); code(err) != "cancelled" {
			t.Errorf("error = %v", err)
		}
		select {
		case got := <-cancelled:
			if !strings.Contains(got, `"requestId":100`) {
				t.Errorf("the notice is %s", got)
			}
		case <-time.After(long):
			t.Errorf("begun = %v: no notice came", begun)
		}
	}
}

// Progress is in order, of the right call, and never comes after the answer.
func TestProgressOfManyCalls(t *testing.T) {
	t.Parallel()
	s := &script{}
	s.on = func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, params json.RawMessage) bool {
		if method != "tools/call" {
			return false
		}
		var call struct {
			Name string `json:"name"`
			Meta struct {
				Token json.RawMessage `json:"progressToken"`
			} `json:"_meta"`
		}
		if err := json.Unmarshal(params, &call); err != nil {
			t.Error(err)
		}
		say := func(token, rest string) {
			eventsf(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":%s,%s}}\n\n", token, rest)
		}
		say(`"somebody else's"`, `"progress":1`)
		say("7", `"progress":1`)
		say(string(call.Meta.Token), `"progress":"much"`)
		for i := range 100 {
			say(string(call.Meta.Token), fmt.Sprintf(`"progress":%d,"message":%q`, i, call.Name))
		}
		eventsf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}\n\n", id)
		return true
	}
	l := newLines()
	client := dialWith(t.Context(), t, mcpclient.Server{ID: "x", Endpoint: serve(t, s)}, "vscode", mcpclient.Options{
		Recorder: l, Notified: func(_ string, params json.RawMessage) { l.add(string(params)) },
	})
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			name := fmt.Sprint("tool", i)
			returned, last := false, -1.0
			_, err := client.Call(t.Context(), name, nil, func(p mcpclient.Progress) {
				if returned || p.Message != name || p.Progress != last+1 {
					t.Errorf("%s after %v: %+v", name, last, p)
				}
				last = p.Progress
			})
			returned = true
			if err != nil || last != 99 {
				t.Errorf("%s: %v, the last progress is %v", name, err, last)
			}
		})
	}
	all.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.texts) != 3*8 {
		t.Errorf("%d notifications were told to all, want those that are nobody's: %q", len(l.texts), l.texts)
	}
}

// A listener that is slow holds up nobody but itself.
func TestSlowListener(t *testing.T) {
	t.Parallel()
	endpoint, _ := sdkTools(t)
	client := dial(t, endpoint, "vscode", nil)
	entered, leave := make(chan struct{}), make(chan struct{})
	returned := make(chan error)
	var once sync.Once
	go func() {
		_, err := client.Call(t.Context(), "count", nil, func(mcpclient.Progress) {
			once.Do(func() { close(entered) })
			<-leave
		})
		returned <- err
	}()
	<-entered
	everyList(t, client)
	close(leave)
	if err := <-returned; err != nil {
		t.Error(err)
	}
}

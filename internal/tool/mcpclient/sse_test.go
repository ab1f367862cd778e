package mcpclient_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

// older is a server of protocol 2024-11-05, written by hand.
type older struct {
	// address is what the endpoint event says; empty is the right thing.
	address string
	// before is written to the stream ahead of it.
	before string
	// on answers a method by writing events; false leaves it to the proper answer.
	on func(events io.Writer, id json.RawMessage, method string) bool
	// status is what messages are answered with; zero is 202.
	status int

	mu      sync.Mutex
	stream  http.ResponseWriter
	methods []string
	header  []http.Header
	left    chan struct{}
}

func (o *older) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	o.header = append(o.header, r.Header.Clone())
	o.mu.Unlock()
	switch {
	case r.Method == http.MethodGet && r.URL.Path == "/sse":
		w.Header().Set("Content-Type", "text/event-stream")
		address := o.address
		if address == "" {
			address = "/messages?session=1"
		}
		o.mu.Lock()
		_, _ = fmt.Fprintf(w, "%sevent: endpoint\r\ndata: %s\r\n\r\n", o.before, address)
		_ = http.NewResponseController(w).Flush()
		o.stream = w
		o.mu.Unlock()
		select {
		case <-r.Context().Done():
		case <-o.left:
		}
		o.mu.Lock()
		o.stream = nil
		o.mu.Unlock()
	case r.Method == http.MethodPost && r.URL.Path == "/messages":
		o.take(w, r)
	default:
		http.Error(w, "Cannot "+r.Method, http.StatusNotFound)
	}
}

func (o *older) take(w http.ResponseWriter, r *http.Request) {
	var m line
	body, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(body, &m) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.methods = append(o.methods, m.Method+string(m.Params))
	if o.status != 0 && m.Method == "tools/call" {
		w.WriteHeader(o.status)
		return
	}
	w.WriteHeader(http.StatusAccepted)
	if o.stream == nil {
		return
	}
	switch {
	case o.on != nil && o.on(o.stream, m.ID, m.Method):
	case len(m.ID) == 0 || m.Method == "":
	case m.Method == "initialize":
		_, _ = fmt.Fprintf(o.stream, "event: message\ndata: {\"jsonrpc\":\"2.0\",\ndata: \"id\":%s,\"result\":%s}\n\n", m.ID,
			`{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"older","version":"1"}}`)
	default:
		_, _ = fmt.Fprintf(o.stream, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"did\":%q}}\n\n", m.ID, m.Method)
	}
	_ = http.NewResponseController(o.stream).Flush()
}

func (o *older) has(prefix string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, method := range o.methods {
		if strings.HasPrefix(method, prefix) {
			return true
		}
	}
	return false
}

func serveOlder(t *testing.T, o *older) string {
	t.Helper()
	o.left = make(chan struct{})
	return serve(t, o) + "/sse"
}

func TestOlderServer(t *testing.T) {
	t.Parallel()
	for _, transport := range []mcpclient.Transport{mcpclient.Auto, mcpclient.SSE} {
		for _, id := range []string{"claude", "vscode"} {
			t.Run(string(transport)+id, func(t *testing.T) {
				t.Parallel()
				o := &older{before: ": hello\n\nretry: 10\nid: 1\n\n", on: func(events io.Writer, id json.RawMessage, method string) bool {
					if method == "tools/call" {
						_, _ = fmt.Fprintf(events, "event: odd\ndata: 1\n\ndata: nonsense\n\n"+
							"data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n"+
							"data: {\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}\n\n"+
							"data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"ok\":true}}\n\n", id)
					}
					return method == "tools/call"
				}}
				l := newLines()
				server := mcpclient.Server{ID: "old", Endpoint: serveOlder(t, o), Transport: transport, Header: http.Header{"X-Key": {"secret-value"}}}
				client := dialWith(t.Context(), t, server, id, mcpclient.Options{
					Recorder: l, Notified: func(method string, _ json.RawMessage) { l.add("notified " + method) },
				})
				info := client.Info()
				if info.Transport != "sse" || info.Protocol != "2024-11-05" || info.Name != "older" || string(info.Capabilities) != `{"tools":{}}` {
					t.Errorf("info = %+v", info)
				}
				if result, err := client.Call(t.Context(), "tool", nil, nil); err != nil || string(result) != `{"ok":true}` {
					t.Errorf("%s, %v", result, err)
				}
				l.await(t, "notified notifications/tools/list_changed")
				l.awaitMessage(t, "the answer to ping", func(m mcpclient.Message) bool {
					return m.Direction == mcpclient.Sent && m.Method == "ping" && m.Kind == mcpclient.Response
				})
				l.awaitMessage(t, "the nonsense", func(m mcpclient.Message) bool {
					return m.Kind == mcpclient.Noise && string(m.Body) == `{"text":"nonsense"}`
				})
				o.mu.Lock()
				defer o.mu.Unlock()
				for _, header := range o.header {
					if header.Get("X-Key") != "secret-value" {
						t.Errorf("a request without its header: %v", header)
					}
				}
			})
		}
	}
}

// The SDK's server of that protocol.
func TestOlderServerOfTheSDK(t *testing.T) {
	t.Parallel()
	server := mcp.NewServer(&mcp.Implementation{Name: "clock", Version: "1"}, nil)
	addTools(server)
	endpoint := serve(t, mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return server }, nil))
	client := dialWith(t.Context(), t, mcpclient.Server{ID: "old", Endpoint: endpoint}, "claude", mcpclient.Options{})
	if got := client.Info().Transport; got != "sse" {
		t.Errorf("transport = %q", got)
	}
	everyList(t, client)
}

func TestOlderServersThatAreWrong(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("a message went elsewhere: %s", r.URL)
	}))
	t.Cleanup(elsewhere.Close)
	for _, tt := range []struct {
		name, code, text string
		server           *older
		status           http.HandlerFunc
	}{
		{name: "elsewhere", code: "endpoint_elsewhere", text: "not on the same server", server: &older{address: elsewhere.URL + "/messages"}},
		{name: "another scheme", code: "endpoint_elsewhere", server: &older{address: "https://127.0.0.1/messages"}},
		{name: "a file", code: "endpoint_elsewhere", server: &older{address: "file:///etc/passwd"}},
		{name: "a giant", code: "result_too_large", server: &older{before: "data: " + strings.Repeat("x", 65<<20)}},
		{name: "no address", code: "server_unreachable", text: "no address", server: &older{before: strings.Repeat("data: 1\n\n", 200)}},
		{name: "a page", code: "server_answer_malformed", text: "text/html", status: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
		}},
		{name: "an error", code: "server_status", text: "500", status: func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusInternalServerError)
		}},
		{name: "the end", code: "server_unreachable", text: "ended before", status: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, ": nothing\n\n")
		}},
		{name: "silence", code: "server_timeout", status: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var endpoint string
			if tt.status != nil {
				web := httptest.NewServer(tt.status)
				t.Cleanup(web.Close)
				endpoint = web.URL
			} else {
				endpoint = serveOlder(t, tt.server)
			}
			patience := long
			if tt.name == "silence" {
				patience = 100 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			_, err := mcpclient.Dial(ctx, mcpclient.Server{ID: "old", Endpoint: endpoint, Transport: mcpclient.SSE}, profile(t, "vscode"), mcpclient.Options{})
			if code(err) != tt.code || !strings.Contains(err.Error(), tt.text) {
				t.Errorf("error = %v (%s), want %s with %q", err, code(err), tt.code, tt.text)
			}
		})
	}
}

// A stream that is cut off ends the connection, with the requests that wait.
func TestOlderServerThatEnds(t *testing.T) {
	t.Parallel()
	l := newLines()
	o := &older{}
	o.on = func(_ io.Writer, _ json.RawMessage, method string) bool {
		if method == "tools/call" {
			close(o.left)
		}
		return method == "tools/call"
	}
	client := dialWith(t.Context(), t, mcpclient.Server{ID: "old", Endpoint: serveOlder(t, o)}, "vscode", mcpclient.Options{Changed: l.state})
	if _, err := client.Call(t.Context(), "tool", nil, nil); code(err) != "server_gone" {
		t.Errorf("the call: %v", err)
	}
	if end := l.await(t, "ended "); !strings.HasPrefix(end, "ended server_gone") {
		t.Errorf("it ended with %s", end)
	}
}

func TestOlderServerCancelsAndRefuses(t *testing.T) {
	t.Parallel()
	l := newLines()
	o := &older{on: func(_ io.Writer, _ json.RawMessage, method string) bool {
		l.add("asked for " + method)
		return method == "tools/call"
	}}
	client := dialWith(t.Context(), t, mcpclient.Server{ID: "old", Endpoint: serveOlder(t, o)}, "vscode", mcpclient.Options{Recorder: l})
	ctx, expire := newExpiring(t)
	failed := make(chan error, 1)
	go func() {
		_, err := client.Call(ctx, "tool", nil, nil)
		failed <- err
	}()
	l.await(t, "asked for tools/call")
	expire()
	if err := <-failed; code(err) != "server_timeout" {
		t.Errorf("error = %v", err)
	}
	l.until(t, "the notice", func() bool {
		l.add("")
		return o.has(`notifications/cancelled{"reason":"the request timed out","requestId":100}`)
	})

	o = &older{status: http.StatusBadGateway}
	client = dialWith(t.Context(), t, mcpclient.Server{ID: "old", Endpoint: serveOlder(t, o)}, "vscode", mcpclient.Options{})
	if _, err := client.Call(t.Context(), "tool", nil, nil); code(err) != "server_status" || !strings.Contains(err.Error(), "502") {
		t.Errorf("error = %v", err)
	}
	if _, err := client.Read(t.Context(), "ui://x"); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// What is no server of either kind is told as it answers to the newer one.
func TestNeitherTransport(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotAcceptable, http.StatusUnsupportedMediaType} {
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		for _, transport := range []mcpclient.Transport{mcpclient.Auto, mcpclient.Streamable, mcpclient.SSE} {
			server := mcpclient.Server{ID: "x", Endpoint: web.URL + "/mcp?key=secret", Transport: transport}
			_, err := mcpclient.Dial(t.Context(), server, profile(t, "vscode"), mcpclient.Options{})
			if code(err) != "server_status" || !strings.Contains(err.Error(), strconv.Itoa(status)) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%d over %q: %v (%s)", status, transport, err, code(err))
			}
		}
		web.Close()
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: no session"}}`, http.StatusBadRequest)
	}))
	t.Cleanup(web.Close)
	_, err := mcpclient.Dial(t.Context(), mcpclient.Server{ID: "x", Endpoint: web.URL}, profile(t, "vscode"), mcpclient.Options{})
	if code(err) != "server_status" || !strings.Contains(err.Error(), "no session") {
		t.Errorf("error = %v", err)
	}
	_, err = mcpclient.Dial(t.Context(), mcpclient.Server{ID: "x", Endpoint: "http://127.0.0.1:1", Transport: "smoke"}, profile(t, "vscode"), mcpclient.Options{})
	if code(err) != "transport_unknown" {
		t.Errorf("error = %v", err)
	}
}

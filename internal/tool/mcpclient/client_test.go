package mcpclient_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/ui"
)

func profile(t *testing.T, id string) *hosts.Profile {
	t.Helper()
	p, ok := hosts.Get(id)
	if !ok {
		t.Fatalf("no profile %q", id)
	}
	return p
}

// inBothLifecycles serves over Streamable HTTP, one handler per lifecycle; the
// options are those of the one without sessions.
func inBothLifecycles(server *mcp.Server, options *mcp.StreamableHTTPOptions) http.Handler {
	get := func(*http.Request) *mcp.Server { return server }
	stateful, stateless := mcp.NewStreamableHTTPHandler(get, nil), mcp.NewStreamableHTTPHandler(get, options)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Protocol-Version") >= "2026-07-28" {
			stateless.ServeHTTP(w, r)
			return
		}
		stateful.ServeHTTP(w, r)
	})
}

// sdkServer is an MCP server made with the SDK, in both lifecycles.
func sdkServer(t *testing.T) (endpoint string, s *seen) {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: "clock", Title: "Clock", Version: "1.2.3"}, nil)
	server.AddTool(&mcp.Tool{
		Name: "now", InputSchema: json.RawMessage(`{"type":"object"}`),
		Meta: mcp.Meta{"ui": map[string]any{"resourceUri": "ui://clock/now"}},
	}, func(_ context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{
			Meta:    mcp.Meta{"oriel/viewData": map[string]any{"echo": request.Params.Arguments}},
			Content: []mcp.Content{&mcp.TextContent{Text: "noon"}},
		}, nil
	})
	server.AddTool(&mcp.Tool{Name: "hang", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
	server.AddResource(&mcp.Resource{URI: "ui://clock/now", Name: "now", MIMEType: "text/html;profile=mcp-app"},
		func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{
				URI: "ui://clock/now", MIMEType: "text/html;profile=mcp-app", Text: "<!doctype html>",
			}}}, nil
		})
	handler := inBothLifecycles(server, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true, PropagateRequestCancellation: true})
	s = &seen{}
	return serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.add(r)
		handler.ServeHTTP(w, r)
	})), s
}

// seen keeps what a server received.
type seen struct {
	mu       sync.Mutex
	versions []string
	bodies   []string
}

func (s *seen) add(r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.versions = append(s.versions, r.Header.Get("Mcp-Protocol-Version"))
	s.bodies = append(s.bodies, string(body))
}

func (s *seen) all() (versions, bodies []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.versions...), append([]string(nil), s.bodies...)
}

type log struct {
	mu       sync.Mutex
	messages []mcpclient.Message
}

func (l *log) Record(m mcpclient.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.messages = append(l.messages, m)
}

func (l *log) all() []mcpclient.Message {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]mcpclient.Message(nil), l.messages...)
}

func dial(t *testing.T, endpoint, profileID string, recorder mcpclient.Recorder) *mcpclient.Client {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), long)
	defer cancel() // a session outlives the context it was opened with
	return dialWith(ctx, t, mcpclient.Server{ID: "clock", Endpoint: endpoint}, profileID, mcpclient.Options{Recorder: recorder})
}

func dialWith(ctx context.Context, t *testing.T, server mcpclient.Server, profileID string, options mcpclient.Options) *mcpclient.Client {
	t.Helper()
	client, err := mcpclient.Dial(ctx, server, profile(t, profileID), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func TestClientAsEachHost(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		profile, protocol, name string
		ui                      bool
	}{
		{"claude", "2026-07-28", "claude-ai", true},
		{"chatgpt", "2026-07-28", "openai-mcp", true},
		{"vscode", "2025-11-25", "Visual Studio Code", true},
		{"mcp-ui", "2025-06-18", "mcp-ui-host", false},
		{"text", "2025-11-25", "text-only-host", false},
	} {
		t.Run(tt.profile, func(t *testing.T) {
			t.Parallel()
			endpoint, s := sdkServer(t)
			client := dial(t, endpoint, tt.profile, nil)
			want := mcpclient.Info{
				Name: "clock", Title: "Clock", Version: "1.2.3", Protocol: tt.protocol, Transport: "http",
				Capabilities: json.RawMessage(`{"logging":{},"resources":{"listChanged":true},"tools":{"listChanged":true}}`),
			}
			if diff := cmp.Diff(want, client.Info()); diff != "" {
				t.Errorf("info (-want +got):\n%s", diff)
			}
			tools, err := client.Tools(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(tools) != 2 || !strings.Contains(string(tools[1]), `"_meta":{"ui":{"resourceUri":"ui://clock/now"}}`) {
				t.Errorf("tools = %s", tools)
			}
			result, err := client.Call(t.Context(), "now", json.RawMessage(`{"n":12345678901234567890}`), nil)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(result), `12345678901234567890`) || !strings.Contains(string(result), `"oriel/viewData"`) {
				t.Errorf("result = %s", result)
			}
			read, err := client.Read(t.Context(), "ui://clock/now")
			if err != nil || !strings.Contains(string(read), "doctype") {
				t.Errorf("read = %s, %v", read, err)
			}
			resources, err := client.Resources(t.Context())
			if err != nil || len(resources) != 1 {
				t.Errorf("resources = %s, %v", resources, err)
			}
			versions, bodies := s.all()
			if got := versions[len(versions)-1]; got != tt.protocol {
				t.Errorf("the last request has the protocol header %q, want %q", got, tt.protocol)
			}
			if !strings.Contains(bodies[0], `"name":"`+tt.name+`"`) {
				t.Errorf("the first message does not name the client: %s", bodies[0])
			}
			if got := strings.Contains(bodies[0], "io.modelcontextprotocol/ui"); got != tt.ui {
				t.Errorf("UI advertised = %v, want %v: %s", got, tt.ui, bodies[0])
			}
		})
	}
}

func TestMessagesAreRecordedAndPaired(t *testing.T) {
	t.Parallel()
	endpoint, _ := sdkServer(t)
	l := &log{}
	client := dial(t, endpoint, "vscode", l)
	if _, err := client.Call(t.Context(), "now", nil, nil); err != nil {
		t.Fatal(err)
	}
	_, err := client.Call(t.Context(), "nothing", nil, nil)
	var rpc *mcpclient.RPCError
	if !errors.As(err, &rpc) || rpc.Code != -32602 {
		t.Fatalf("an unknown tool gave %v, want an RPC error -32602", err)
	}
	type row struct {
		Direction mcpclient.Direction
		Kind      mcpclient.Kind
		Method    string
	}
	var got []row
	requests := map[string]bool{}
	for _, m := range l.all() {
		got = append(got, row{m.Direction, m.Kind, m.Method})
		if m.Server != "clock" || m.Profile != "vscode" || m.Time.IsZero() {
			t.Errorf("message without its place: %+v", m)
		}
		switch {
		case m.Kind == mcpclient.Request:
			requests[m.ID] = true
		case m.Direction == mcpclient.Received && (!requests[m.ID] || m.Duration <= 0):
			t.Errorf("response without its request or duration: %+v", m)
		}
	}
	want := []row{
		{mcpclient.Sent, mcpclient.Request, "initialize"},
		{mcpclient.Received, mcpclient.Response, "initialize"},
		{mcpclient.Sent, mcpclient.Notification, "notifications/initialized"},
		{mcpclient.Sent, mcpclient.Request, "tools/call"},
		{mcpclient.Received, mcpclient.Response, "tools/call"},
		{mcpclient.Sent, mcpclient.Request, "tools/call"},
		{mcpclient.Received, mcpclient.Failure, "tools/call"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}

func code(err error) string {
	if known, ok := errors.AsType[*ui.Error](err); ok {
		return known.Code
	}
	return ""
}

func TestServerThatHangs(t *testing.T) {
	t.Parallel()
	endpoint, _ := sdkServer(t)
	client := dial(t, endpoint, "claude", nil)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := client.Call(ctx, "hang", nil, nil); code(err) != "server_timeout" {
		t.Errorf("error = %v, want server_timeout", err)
	}
	if _, err := client.Call(t.Context(), "now", nil, nil); err != nil {
		t.Errorf("the session is unusable after a time-out: %v", err)
	}
}

func TestDialThatCannot(t *testing.T) {
	t.Parallel()
	hanging := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then does the server notice that the client has gone
		<-r.Context().Done()
	}))
	t.Cleanup(hanging.Close)
	elsewhere := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(elsewhere.Close)
	redirecting := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	t.Cleanup(redirecting.Close)
	garbage := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, "{{{")
	}))
	t.Cleanup(garbage.Close)
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<!doctype html>")
	}))
	t.Cleanup(page.Close)
	for _, tt := range []struct{ name, endpoint, code, text string }{
		{"hangs", hanging.URL, "server_timeout", ""},
		{"nobody there", "http://" + programtest.FreeAddress(t), "server_unreachable", "refused"},
		{"redirects away", redirecting.URL, "server_redirects", "redirects to another one"},
		{"garbage", garbage.URL, "", ""},
		{"a page", page.URL, "server_answer_malformed", "answers with text/html, which is no MCP"},
		{"no URL", "::", "endpoint_invalid", ""},
		{"a file", "file:///etc/passwd", "endpoint_invalid", ""},
		{"a script", "javascript:alert(1)", "endpoint_invalid", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			timeout := long
			if tt.name == "hangs" {
				timeout = 300 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), timeout)
			defer cancel()
			_, err := mcpclient.Dial(ctx, mcpclient.Server{ID: "x", Endpoint: tt.endpoint}, profile(t, "vscode"), mcpclient.Options{})
			if err == nil || tt.code != "" && code(err) != tt.code || !strings.Contains(err.Error(), tt.text) {
				t.Errorf("error = %v (%s), want %s with %q", err, code(err), tt.code, tt.text)
			}
		})
	}
}

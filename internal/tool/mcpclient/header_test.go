package mcpclient_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

const token = "sesame-opens-the-hill"

func TestHeadersGoWithEveryRequest(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	seenMethods := map[string]bool{}
	s := &script{session: "one"}
	s.on = func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, _ json.RawMessage) bool {
		if method == "tools/call" { // a server that sends the secret back
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"bad token %s"}}`, id, token)
		}
		return method == "tools/call"
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		seenMethods[r.Method] = true
		mu.Unlock()
		if r.Header.Get("Authorization") != "Bearer "+token || r.Host != "app.example" || len(r.Header.Values("X-Two")) != 2 {
			t.Errorf("%s without its headers: %v %s", r.Method, r.Header, r.Host)
		}
		if r.URL.Path == "/" {
			http.Redirect(w, r, "/mcp", http.StatusTemporaryRedirect)
			return
		}
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	l := newLines()
	server := mcpclient.Server{ID: "x", Endpoint: web.URL, Header: http.Header{
		"authorization": {"Bearer " + token}, "Host": {"app.example"}, "X-Two": {"a", "b"},
	}}
	client := dialWith(t.Context(), t, server, "vscode", mcpclient.Options{Recorder: l})
	_, err := client.Call(t.Context(), "tool", nil, nil)
	if err == nil || strings.Contains(err.Error(), token) || !strings.Contains(err.Error(), "bad token") {
		t.Errorf("error = %v", err)
	}
	if err := client.Close(); err != nil {
		t.Error(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if !seenMethods["POST"] || !seenMethods["DELETE"] {
		t.Errorf("methods = %v", seenMethods)
	}
	for _, m := range l.all() {
		if strings.Contains(string(m.Body), token) || strings.Contains(m.Note, token) {
			t.Errorf("the secret is recorded: %s", m.Body)
		}
	}
}

// A redirect to another server is not followed, and takes no header along.
func TestHeadersStay(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("a request went elsewhere: %v", r.Header)
	}))
	t.Cleanup(elsewhere.Close)
	web := httptest.NewServer(http.RedirectHandler(elsewhere.URL+"/?"+token, http.StatusTemporaryRedirect))
	t.Cleanup(web.Close)
	for _, transport := range []mcpclient.Transport{mcpclient.Auto, mcpclient.Streamable, mcpclient.SSE} {
		server := mcpclient.Server{ID: "x", Endpoint: web.URL, Transport: transport, Header: http.Header{"Authorization": {"Bearer " + token}}}
		_, err := mcpclient.Dial(t.Context(), server, profile(t, "claude"), mcpclient.Options{})
		if code(err) != "server_redirects" || !strings.Contains(err.Error(), "use it in place of") || strings.Contains(err.Error(), token) {
			t.Errorf("%q: %v (%s)", transport, err, code(err))
		}
	}
}

func TestHeadersThatCannotBeSent(t *testing.T) {
	t.Parallel()
	for _, header := range []http.Header{
		{"X Y": {"1"}},
		{"": {"1"}},
		{"X:": {"1"}},
		{"X\r\nY": {"1"}},
		{"X": {token + "\r\nY: 1"}},
		{"X": {token + "\x00"}},
		{"Content-Length": {"1"}},
		{"mcp-session-id": {"1"}},
		{"Transfer-Encoding": {"chunked"}},
	} {
		_, err := mcpclient.Dial(t.Context(), mcpclient.Server{ID: "x", Endpoint: "http://127.0.0.1:1", Header: header}, profile(t, "vscode"), mcpclient.Options{})
		if code(err) != "header_invalid" || strings.Contains(err.Error(), token) {
			t.Errorf("%q: %v (%s)", header, err, code(err))
		}
	}
}

func TestRefusedEntry(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, challenge, body string
		status                int
		given                 string
		want                  []string
	}{
		{
			name: "bearer", status: 401,
			challenge: `Bearer error="invalid_token", resource_metadata="https://auth.example/.well-known/oauth-protected-resource"`,
			want:      []string{"401 Unauthorized", "Bearer", "https://auth.example/.well-known/oauth-protected-resource", "invalid_token", "--header"},
		},
		{name: "nothing said", status: 401, want: []string{"401 Unauthorized", "--header"}},
		{name: "wrong", status: 403, body: "no\x1b[31m entry for " + token, given: "Bearer " + token, want: []string{"403 Forbidden", "no [31m entry", "have not expired"}},
		{name: "hostile", status: 401, challenge: "<script>" + strings.Repeat("x", 10_000), want: []string{"401"}},
		{name: "hostile address", status: 401, challenge: `Bearer resource_metadata="javascript:alert(1)"`, want: []string{"401", "Bearer"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if tt.challenge != "" {
					w.Header().Set("WWW-Authenticate", tt.challenge)
				}
				w.Header().Set("Content-Type", "text/plain")
				w.WriteHeader(tt.status)
				_, _ = w.Write([]byte(tt.body))
			}))
			t.Cleanup(web.Close)
			for _, transport := range []mcpclient.Transport{mcpclient.Auto, mcpclient.SSE} {
				for _, id := range []string{"claude", "vscode"} {
					server := mcpclient.Server{ID: "x", Endpoint: web.URL, Transport: transport, Header: http.Header{}}
					if tt.given != "" {
						server.Header.Set("Authorization", tt.given)
					}
					_, err := mcpclient.Dial(t.Context(), server, profile(t, id), mcpclient.Options{})
					if code(err) != "auth_required" {
						t.Fatalf("error = %v (%s)", err, code(err))
					}
					text := err.Error()
					for _, want := range tt.want {
						if !strings.Contains(text, want) {
							t.Errorf("%q lacks %q", text, want)
						}
					}
					if strings.Contains(text, token) || strings.ContainsAny(text, "<\x1b") || strings.Contains(text, "javascript") || len(text) > 1000 {
						t.Errorf("the error is not harmless: %q", text)
					}
				}
			}
		})
	}
}

// Credentials that expire in the middle of a session.
func TestRefusedEntryLater(t *testing.T) {
	t.Parallel()
	s := &script{}
	s.on = func(w http.ResponseWriter, _ *http.Request, _ json.RawMessage, method string, _ json.RawMessage) bool {
		if method == "tools/call" {
			w.WriteHeader(http.StatusUnauthorized)
		}
		return method == "tools/call"
	}
	client := dial(t, serve(t, s), "vscode", nil)
	if _, err := client.Call(t.Context(), "tool", nil, nil); code(err) != "auth_required" {
		t.Errorf("error = %v", err)
	}
	if _, err := client.Read(t.Context(), "ui://x"); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// A server that takes no more than some bytes a message answers HTTP status
// 413; nothing else suffers from that.
func TestMessageThatTheServerFindsTooLarge(t *testing.T) {
	t.Parallel()
	const most = 4 << 10
	inner := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server {
		server := mcp.NewServer(&mcp.Implementation{Name: "small", Version: "1"}, nil)
		server.AddTool(&mcp.Tool{Name: "tool", InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return &mcp.CallToolResult{}, nil
			})
		return server
	}, nil)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > most {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	client, err := mcpclient.Dial(t.Context(), mcpclient.Server{ID: "small", Endpoint: server.URL}, profile(t, "vscode"), mcpclient.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	large := json.RawMessage(`{"text":"` + strings.Repeat("x", 2*most) + `"}`)
	if _, err := client.Call(t.Context(), "tool", large, nil); code(err) != "request_too_large" || !strings.Contains(err.Error(), "small") {
		t.Errorf("got %v", err)
	}
	if _, err := client.Call(t.Context(), "tool", nil, nil); err != nil {
		t.Errorf("the next call: %v", err)
	}
}

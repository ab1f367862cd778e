package mcpclient_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/secrets"
)

// signedIn is an authorizer whose token is refreshed when it is refused.
type signedIn struct {
	mu                sync.Mutex
	round             int
	refused, rejected int
}

func (s *signedIn) token() string { return fmt.Sprintf("secret-token-%d", s.round) }

func (s *signedIn) Token(context.Context) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token()
}

func (s *signedIn) Refused(_ context.Context, request string, status int, header http.Header, token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused++
	if status == http.StatusUnauthorized && token == s.token() {
		s.round++
	}
	return status == http.StatusUnauthorized && strings.HasPrefix(request, "POST http://") && header.Get("WWW-Authenticate") != ""
}

func (s *signedIn) Rejected(_ string, _ int, _ http.Header, token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if token == s.token() {
		s.rejected++
	}
}

func (s *signedIn) Mask() *secrets.Mask {
	return secrets.New("secret-token-0", "secret-token-1", "secret-token-2")
}

// A token goes with each request, one that is refreshed is tried at once, and none is in what is
// recorded or said, though the server says it.
func TestTokens(t *testing.T) {
	t.Parallel()
	for _, protocol := range []string{"2026-07-28", "2025-11-25"} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			good := "Bearer secret-token-1"
			server := mcp.NewServer(&mcp.Implementation{Name: "clock", Version: "1"}, nil)
			server.AddTool(&mcp.Tool{Name: "leak", InputSchema: json.RawMessage(`{"type":"object"}`)},
				func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
					return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "you have secret-token-1"}}}, nil
				})
			handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: protocol == "2026-07-28"})
			endpoint := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				wants := good
				mu.Unlock()
				switch got := r.Header.Get("Authorization"); {
				case wants == "more":
					w.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="secret-token-1"`)
					w.WriteHeader(http.StatusForbidden)
				case got != wants:
					w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
					http.Error(w, "not "+got, http.StatusUnauthorized)
				default:
					handler.ServeHTTP(w, r)
				}
			}))
			as := *profile(t, "claude")
			as.Protocols.Value = []string{protocol}
			auth := &signedIn{}
			var recorded strings.Builder
			client, err := mcpclient.Dial(t.Context(), mcpclient.Server{ID: "clock", Endpoint: endpoint, Auth: auth}, &as, mcpclient.Options{
				Recorder: mcpclient.RecorderFunc(func(m mcpclient.Message) {
					mu.Lock()
					defer mu.Unlock()
					fmt.Fprintf(&recorded, "%s %s\n", m.Body, m.Note)
				}),
			})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = client.Close() }()
			result, err := client.Call(t.Context(), "leak", nil, nil)
			if err != nil || !strings.Contains(string(result), "secret-token-1") { // the view gets what the server sends
				t.Fatalf("%s, %v", result, err)
			}
			for _, wants := range []string{"nothing is good enough", "more"} {
				mu.Lock()
				good = wants
				mu.Unlock()
				_, err = client.Call(t.Context(), "leak", nil, nil)
				if codeOf(err) != "auth_required" || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "Sign in, under") {
					t.Errorf("%s: %v", wants, err)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			if text := recorded.String(); strings.Contains(text, "secret-token") || !strings.Contains(text, "you have [redacted]") {
				t.Errorf("recorded: %s", text)
			}
			auth.mu.Lock()
			defer auth.mu.Unlock()
			if auth.refused < 3 || auth.rejected < 1 {
				t.Errorf("%d refusals, %d after a refresh", auth.refused, auth.rejected)
			}
		})
	}
}

// A header of one's own takes the place of the token.
func TestOwnHeaderWins(t *testing.T) {
	t.Parallel()
	server := mcp.NewServer(&mcp.Implementation{Name: "clock", Version: "1"}, nil)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	endpoint := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Authorization"); got != "Basic of one's own" {
			t.Errorf("Authorization is %q", got)
		}
		handler.ServeHTTP(w, r)
	}))
	client, err := mcpclient.Dial(t.Context(), mcpclient.Server{
		ID: "clock", Endpoint: endpoint, Auth: &signedIn{}, Header: http.Header{"Authorization": {"Basic of one's own"}},
	}, profile(t, "claude"), mcpclient.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Close(); err != nil {
		t.Error(err)
	}
}

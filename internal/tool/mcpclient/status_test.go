package mcpclient_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

// refusing answers calls of tools in the way that their name says, and a call
// of "wait" only when released is closed.
func refusing(t *testing.T, answer func(w http.ResponseWriter, id json.RawMessage)) (s *script, waiting, released chan struct{}) {
	t.Helper()
	s = &script{session: "one"}
	waiting, released = make(chan struct{}), make(chan struct{})
	s.on = func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, params json.RawMessage) bool {
		switch {
		case method != "tools/call":
			return false
		case strings.Contains(string(params), `"wait"`):
			close(waiting)
			<-released
			return false
		default:
			answer(w, id)
			return true
		}
	}
	return s, waiting, released
}

// A status refuses one message: what it says is passed on, and neither the
// session nor another call suffers.
func TestStatusOfOneCall(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name       string
		status     int
		kind, body string
		code       string
		want       []string
		wantNot    string
	}{
		{"plain text", 400, "text/plain; charset=utf-8", "bad\x1b[31m argument " + token, "server_status", []string{"400 Bad Request", "bad [31m argument [redacted]"}, token},
		{"error without an id", 400, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no such session"}}`, "server_status", []string{"400", `"no such session"`}, ""},
		{"error as OAuth has it", 400, "application/json", `{"error":"invalid","error_description":"what is wrong"}`, "server_status", []string{`"what is wrong"`}, ""},
		{"error in a word", 415, "application/json", `{"error":"type"}`, "server_status", []string{"415", `"type"`}, ""},
		{"page", 405, "text/html", "<html>x</html>", "server_status", []string{"405"}, "html"},
		{"too many", 429, "text/plain", "slow down", "server_status", []string{"429", "slow down", "Wait a little"}, ""},
		{"crash", 500, "text/plain", "oops", "server_status", []string{"500", "oops", "own log"}, ""},
		{"gateway", 502, "", "", "server_status", []string{"502 Bad Gateway"}, "says"},
		{"not up", 503, "text/html", "<html>", "server_status", []string{"503 Service Unavailable"}, "html"},
		{"unknown status", 599, "", "", "server_status", []string{"status 599 at"}, ""},
		{"long", 400, "text/plain", strings.Repeat("long ", 4000), "server_status", []string{"400"}, "long"},
		{"no change", 304, "", "", "server_status", []string{"304"}, ""},
		{"text/html", 200, "text/html; charset=utf-8", "<html>", "server_answer_malformed", []string{"answers with text/html, which is no MCP"}, ""},
		{"nothing", 202, "", "", "server_answer_malformed", []string{"202 Accepted"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, waiting, released := refusing(t, func(w http.ResponseWriter, _ json.RawMessage) {
				w.Header()["Content-Type"] = nil
				if tt.kind != "" {
					w.Header().Set("Content-Type", tt.kind)
				}
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.body)
			})
			server := mcpclient.Server{ID: "x", Endpoint: serve(t, s), Header: http.Header{"Authorization": {"Bearer " + token}}}
			client := dialWith(t.Context(), t, server, "vscode", mcpclient.Options{})
			other := make(chan error, 1)
			go func() {
				_, err := client.Call(t.Context(), "wait", nil, nil)
				other <- err
			}()
			<-waiting
			_, err := client.Call(t.Context(), "tool", nil, nil)
			if code(err) != tt.code {
				t.Fatalf("error = %v (%s)", err, code(err))
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q lacks %q", err, want)
				}
			}
			if tt.wantNot != "" && strings.Contains(err.Error(), tt.wantNot) || strings.ContainsRune(err.Error(), '\x1b') {
				t.Errorf("%q has what it should not", err)
			}
			close(released)
			if err := <-other; err != nil {
				t.Errorf("the call at the same time: %v", err)
			}
			if _, err := client.Read(t.Context(), "ui://x"); err != nil {
				t.Errorf("afterwards: %v", err)
			}
			if n := s.count("initialize"); n != 1 {
				t.Errorf("%d sessions were opened", n)
			}
		})
	}
}

// An error that names the request is the server's own, whatever the status.
func TestErrorBesideAStatus(t *testing.T) {
	t.Parallel()
	for _, status := range []int{400, 410, 429, 500, 503} {
		s, _, _ := refusing(t, func(w http.ResponseWriter, id json.RawMessage) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"inside"}}`, id)
		})
		client := dial(t, serve(t, s), "vscode", nil)
		_, err := client.Call(t.Context(), "tool", nil, nil)
		if refused, ok := errors.AsType[*mcpclient.RPCError](err); !ok || refused.Code != -32603 || refused.Message != "inside" {
			t.Errorf("%d: %v", status, err)
		}
		if _, err := client.Read(t.Context(), "ui://x"); err != nil {
			t.Errorf("%d, afterwards: %v", status, err)
		}
	}
}

// A server that begins to say why and never ends doesn't hold the call up.
func TestRefusalWithoutEnd(t *testing.T) {
	t.Parallel()
	s, _, released := refusing(t, nil)
	client := dial(t, serve(t, s), "vscode", nil)
	t.Cleanup(func() { close(released) })
	s.mu.Lock()
	s.on = func(w http.ResponseWriter, _ *http.Request, _ json.RawMessage, method string, _ json.RawMessage) bool {
		if method == "tools/call" {
			w.WriteHeader(http.StatusBadRequest)
			_ = http.NewResponseController(w).Flush()
			<-released
		}
		return method == "tools/call"
	}
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(t.Context(), long)
	defer cancel()
	if _, err := client.Call(ctx, "tool", nil, nil); code(err) != "server_status" {
		t.Errorf("error = %v (%s)", err, code(err))
	}
}

// People are told the reason and not who called whom.
func TestInnermostReasons(t *testing.T) {
	t.Parallel()
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if connection, _, err := http.NewResponseController(w).Hijack(); err == nil {
			_ = connection.Close()
		}
	})
	plain, secure := httptest.NewServer(handler), httptest.NewUnstartedServer(handler)
	secure.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	secure.StartTLS()
	t.Cleanup(plain.Close)
	t.Cleanup(secure.Close)
	found := httptest.NewServer(http.RedirectHandler("/other?key="+token, http.StatusFound))
	t.Cleanup(found.Close)
	for _, tt := range []struct{ name, endpoint, code, want string }{
		{"refused", "http://127.0.0.1:1/mcp", "server_unreachable", "at http://127.0.0.1:1/mcp: connection refused."},
		{"cut off", plain.URL, "server_unreachable", ": it ended the connection instead of answering."},
		{"certificate", secure.URL, "server_unreachable", ": x509: certificate signed by unknown authority."},
		{"no TLS", strings.Replace(plain.URL, "http:", "https:", 1), "server_unreachable", ""},
		{"redirect that drops the message", found.URL, "server_redirects", "302 Found"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := mcpclient.Dial(t.Context(), mcpclient.Server{ID: "x", Endpoint: tt.endpoint}, profile(t, "vscode"), mcpclient.Options{})
			if code(err) != tt.code || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error = %v (%s)", err, code(err))
			}
			for _, chain := range []string{"Post", "dial tcp", "sending", "over HTTP", "calling", "rejected", token} {
				if strings.Contains(fmt.Sprint(err), chain) {
					t.Errorf("%q tells %q", err, chain)
				}
			}
		})
	}
}

// What is masked stays JSON, however the server writes the secret.
func TestMaskedJSON(t *testing.T) {
	t.Parallel()
	const key = `a<b&"c"/def987654`
	s := &script{}
	s.on = func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, _ json.RawMessage) bool {
		if method == "tools/call" {
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-1,"message":"bad","data":{"tenant":12345678,"key":"a<b&\"c\"\/def987654","q":"k3y-in-query"}}}`, id)
		}
		return method == "tools/call"
	}
	l := &log{}
	server := mcpclient.Server{ID: "x", Endpoint: serve(t, s) + "/?key=k3y-in-query", Header: http.Header{"X-Tenant": {"12345678"}, "X-Key": {key}}}
	client := dialWith(t.Context(), t, server, "vscode", mcpclient.Options{Recorder: l})
	_, err := client.Call(t.Context(), "tool", nil, nil)
	refused, ok := errors.AsType[*mcpclient.RPCError](err)
	if want := `{"tenant":"[redacted]","key":"[redacted]","q":"[redacted]"}`; !ok || string(refused.Data) != want {
		t.Errorf("error = %#v, want the data %s", err, want)
	}
	for _, m := range l.all() {
		if !json.Valid(m.Body) || strings.Contains(string(m.Body), "12345678") || strings.Contains(string(m.Body), "987654") {
			t.Errorf("recorded: %s", m.Body)
		}
	}
}

func TestSecretsOfAServer(t *testing.T) {
	t.Parallel()
	server := mcpclient.Server{
		Endpoint: "https://me:pass%2Fword@example.com/mcp?key=a%20b&flag",
		Header:   http.Header{"Authorization": {"Bearer abc"}, "Accept-Language": {"en-GB"}},
	}
	got := strings.Join(server.Secrets(), "|")
	if want := "abc|Bearer abc|pass/word|me|me:pass%2Fword|a%20b|a b"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := (mcpclient.Server{}).Secrets(); len(got) > 0 {
		t.Errorf("of nothing: %q", got)
	}
}

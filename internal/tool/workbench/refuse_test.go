package workbench_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

// refusing is what a fake answers to one host that introduces itself.
type refusing struct {
	host   string
	status atomic.Int64 // zero is a refusal in the words of JSON-RPC
	asked  atomic.Int64
}

func (r *refusing) admit(w http.ResponseWriter, id json.RawMessage, client string) bool {
	if client != r.host {
		return true
	}
	r.asked.Add(1)
	if status := int(r.status.Load()); status != 0 {
		w.Header().Set("WWW-Authenticate", "Bearer")
		w.WriteHeader(status)
		return false
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"go away"}}`, id)
	return false
}

// A host that is refused is the only one that has to know. Credentials that were
// rejected are not sent again before somebody restarts the server.
func TestOneHostIsRefused(t *testing.T) {
	t.Parallel()
	refused := &refusing{host: profile(t, "claude").ClientInfo.Value.Name}
	refused.status.Store(http.StatusUnauthorized)
	f := newFake()
	f.admit = refused.admit
	b := start(t, benchOptions(mcpclient.Server{ID: "s", Endpoint: f.serve(t)}, time.Millisecond))
	events := b.listen(t)
	events.next("the start", isStatus("ready"))
	refusal := func(code string) {
		t.Helper()
		for _, stream := range []bool{false, true} {
			body := map[string]any{"server": "s", "profile": "claude", "tool": "t", "caller": "host", "stream": stream}
			if answer, status := b.post(t, "/api/call", body); status != http.StatusBadGateway || at(answer, "error.code") != code {
				t.Errorf("as Claude: %d %v", status, answer)
			}
		}
		if got := b.serverOf(t)["status"]; got != "ready" {
			t.Errorf("the server is %v", got)
		}
	}
	refusal("auth_required")
	events.next("what is told of Claude", isLog("s, as Claude: The server s refuses entry"))
	asked := refused.asked.Load()
	for range 5 {
		if answer, status := b.callAs(t, "generic", "t", "host"); status != http.StatusOK {
			t.Errorf("as the generic host: %d %v", status, answer)
		}
	}
	refusal("auth_required")
	if again := refused.asked.Load(); again != asked {
		t.Errorf("it was asked %d times with rejected credentials, and then %d", asked, again)
	}

	refused.status.Store(0)
	if _, status := b.post(t, "/api/restart", map[string]any{"server": "s"}); status != http.StatusOK {
		t.Errorf("restart: %d", status)
	}
	events.next("the new start", isStatus("ready"))
	for range 3 {
		refusal("server_refused")
		b.callAs(t, "generic", "t", "host")
	}
	if refused.asked.Load() == asked {
		t.Error("it was not asked after the restart")
	}
}

// A wrong address is told at once, and not knocked at.
func TestWrongAddress(t *testing.T) {
	t.Parallel()
	elsewhere := newFake().serve(t)
	for _, tt := range []struct {
		name   string
		answer http.HandlerFunc
	}{
		{"nothing here", http.NotFound},
		{"too many", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) }},
		{"a redirect elsewhere", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere, http.StatusTemporaryRedirect)
		}},
		{"a page", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = fmt.Fprint(w, "<p>hello")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var requests atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				requests.Add(1)
				tt.answer(w, r)
			}))
			t.Cleanup(server.Close)
			b := start(t, benchOptions(mcpclient.Server{ID: "s", Endpoint: server.URL}, time.Hour))
			first := b.listen(t).next("how it is", func(e map[string]any) bool { return e["type"] == "server" })
			if reason, _ := first["reason"].(string); first["status"] != "failed" || reason == "" {
				t.Errorf("%v", first)
			}
			if n := requests.Load(); n > 6 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// What a server answers, however bad, is no end of the connection.
func TestBadAnswerIsNoEnd(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.call = func(w http.ResponseWriter, name string, _ json.RawMessage) string {
		status, err := strconv.Atoi(name)
		if err != nil {
			return `{"content":[]}`
		}
		w.WriteHeader(status)
		return ""
	}
	b := start(t, benchOptions(mcpclient.Server{ID: "s", Endpoint: f.serve(t)}, time.Hour))
	b.listen(t).next("the start", isStatus("ready"))
	for _, name := range []string{"413", "429", "500", "503"} {
		if answer, status := b.callAs(t, "generic", name, "host"); status < http.StatusBadRequest || at(answer, "error.code") == nil {
			t.Errorf("%s: %d %v", name, status, answer)
		}
		if got := b.serverOf(t); got["status"] != "ready" {
			t.Errorf("after %s: %v %v", name, got["status"], got["reason"])
		}
	}
	if _, status := b.callAs(t, "generic", "t", "host"); status != http.StatusOK || len(f.clients()) != 1 {
		t.Errorf("%d in session %d", status, len(f.clients()))
	}
}

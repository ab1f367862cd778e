package mcpclient_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

// giant answers tool calls with 1 GiB of something.
func giant(w http.ResponseWriter, id json.RawMessage, what string) {
	chunk := strings.Repeat("x", 1<<20)
	switch what {
	case "body":
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"x":"`, id)
	case "event":
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "data: ")
	case "many lines":
		w.Header().Set("Content-Type", "text/event-stream")
		chunk = strings.Repeat("data: "+strings.Repeat("x", 1000)+"\n", 1000)
	case "refusal":
		w.WriteHeader(http.StatusBadRequest)
	case "header":
		w.Header().Set("X-Giant", strings.Repeat("x", 16<<20))
		return
	}
	for range 1024 {
		if _, err := io.WriteString(w, chunk); err != nil {
			return
		}
	}
}

// Whatever a server sends 1 GiB of, it is refused and not kept.
func TestLargeAnswers(t *testing.T) { //nolint:paralleltest // it measures what the whole process allocates
	const most = raceFactor * 200 << 20
	for _, tt := range []struct{ what, code string }{
		{"body", "result_too_large"},
		{"event", "result_too_large"},
		{"many lines", "result_too_large"},
		{"refusal", "server_status"},
		{"header", "server_unreachable"},
	} {
		s := &script{}
		s.on = func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, _ json.RawMessage) bool {
			if method == "tools/call" {
				giant(w, id, tt.what)
			}
			return method == "tools/call"
		}
		client := dial(t, serve(t, s), "vscode", nil)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		peak, stop := watchHeap()
		_, err := client.Call(t.Context(), "tool", nil, nil)
		stop()
		runtime.ReadMemStats(&after)
		if code(err) != tt.code {
			t.Errorf("%s: %v (%s), want %s", tt.what, err, code(err), tt.code)
		}
		if used := *peak - min(*peak, before.HeapAlloc); used > most {
			t.Errorf("%s: the heap grew by %d MiB", tt.what, used>>20)
		}
		t.Logf("%s: %d MiB allocated in all", tt.what, (after.TotalAlloc-before.TotalAlloc)>>20)
		if _, err := client.Read(t.Context(), "ui://x"); err != nil {
			t.Errorf("%s: afterwards: %v", tt.what, err)
		}
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	}
}

// watchHeap notes the largest heap until it is stopped.
func watchHeap() (peak *uint64, stop func()) {
	var largest uint64
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			var now runtime.MemStats
			runtime.ReadMemStats(&now)
			largest = max(largest, now.HeapAlloc)
			select {
			case <-end:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	return &largest, func() {
		close(end)
		<-ended
	}
}

// Lists with millions of entries, or of members, stay small.
func TestLargeLists(t *testing.T) {
	t.Parallel()
	for name, result := range map[string]string{
		"entries": `{"tools":[` + strings.Repeat("0,", 1<<20) + `0]}`,
		"deep":    `{"tools":[` + strings.Repeat("[", 900) + strings.Repeat("]", 900) + `],"nextCursor":` + strings.Repeat("[", 900) + strings.Repeat("]", 900) + `}`,
	} {
		if _, err := dial(t, serve(t, scripted("tools/list", result)), "vscode", nil).Tools(t.Context()); code(err) != "server_answer_malformed" {
			t.Errorf("%s: %v (%s)", name, err, code(err))
		}
	}
}

// What a server says of itself is bounded, too.
func TestIntroductionsThatAreWrong(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, result, code string }{
		{"a giant", `{"protocolVersion":"2025-11-25","capabilities":{"experimental":{"x":"` + strings.Repeat("x", 5<<20) + `"}},"serverInfo":{"name":"x","version":"1"}}`, "result_too_large"},
		{"another version", `{"protocolVersion":"1999-01-01","capabilities":{},"serverInfo":{"name":"x","version":"1"}}`, "server_unreachable"},
		{"another type", `{"protocolVersion":1,"capabilities":[],"serverInfo":7}`, "server_unreachable"},
		{"nothing", `null`, "server_unreachable"},
		{"deep", strings.Repeat("[", 5000) + strings.Repeat("]", 5000), "server_answer_malformed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := scripted("initialize", tt.result)
			for _, id := range []string{"claude", "vscode"} {
				ctx, cancel := context.WithTimeout(t.Context(), long)
				_, err := mcpclient.Dial(ctx, mcpclient.Server{ID: "x", Endpoint: serve(t, s)}, profile(t, id), mcpclient.Options{})
				cancel()
				if code(err) != tt.code {
					t.Errorf("as %s: %v (%s), want %s", id, err, code(err), tt.code)
				}
			}
		})
	}
}

// Answers over HTTP that are late, double, or somebody else's.
func TestAnswersThatNobodyWaitsFor(t *testing.T) {
	t.Parallel()
	s := &stream{}
	s.on = func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, _ json.RawMessage) bool {
		if method == "tools/call" {
			eventsf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":4711,\"result\":{}}\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"result\":{\"ok\":true}}\n\n", id)
			<-time.After(10 * time.Millisecond)
		}
		return method == "tools/call"
	}
	s.get = func(w http.ResponseWriter, r *http.Request, _ int) {
		eventsf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n")
		<-r.Context().Done()
	}
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	l := newLines()
	client := dialWith(t.Context(), t, mcpclient.Server{ID: "x", Endpoint: web.URL}, "vscode", mcpclient.Options{Recorder: l})
	l.awaitMessage(t, "the second answer to initialize", func(m mcpclient.Message) bool {
		return m.ID == "1" && m.Method == "" && strings.Contains(m.Note, "late, or twice")
	})
	if result, err := client.Call(t.Context(), "tool", nil, nil); err != nil || string(result) != `{"ok":true}` {
		t.Errorf("%s, %v", result, err)
	}
	l.awaitMessage(t, "the stranger", func(m mcpclient.Message) bool { return m.ID == "4711" && strings.Contains(m.Note, "no request") })
	l.awaitMessage(t, "the id as text", func(m mcpclient.Message) bool { return strings.Contains(m.Note, "another type") })
}

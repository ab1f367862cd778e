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

// sdkTools is a server with addTools, over Streamable HTTP in both lifecycles.
func sdkTools(t *testing.T) (string, *mcp.Server) {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: "clock", Version: "1"}, nil)
	addTools(server)
	handler := inBothLifecycles(server, &mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true})
	return serve(t, handler), server
}

// What a server says of itself reaches us in both lifecycles, and so does
// progress.
func TestServerThatSpeaksUnasked(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"claude", "chatgpt", "vscode", "mcp-ui"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			endpoint, server := sdkTools(t)
			l := newLines()
			client := dialWith(t.Context(), t, mcpclient.Server{ID: "clock", Endpoint: endpoint}, id, mcpclient.Options{
				Recorder: l, Notified: func(method string, _ json.RawMessage) { l.add("notified " + method) },
			})
			everyList(t, client)
			if client.Info().Protocol >= "2026-07-28" {
				l.await(t, "notified notifications/subscriptions/acknowledged")
			} else {
				// The stream is opened beside us; say it until it is heard.
				ctx, stop := context.WithCancel(t.Context())
				defer stop()
				go func() {
					for i := 0; ctx.Err() == nil; i++ {
						server.AddPrompt(&mcp.Prompt{Name: fmt.Sprint("p", i)}, nil)
						time.Sleep(20 * time.Millisecond)
					}
				}()
				l.await(t, "notified notifications/prompts/list_changed")
			}
			if _, err := client.Call(t.Context(), "grow", nil, nil); err != nil {
				t.Fatal(err)
			}
			l.await(t, "notified notifications/tools/list_changed")
			l.awaitMessage(t, "its record", func(m mcpclient.Message) bool {
				return m.Kind == mcpclient.Notification && m.Method == "notifications/tools/list_changed" && m.Direction == mcpclient.Received
			})
			l.mu.Lock()
			defer l.mu.Unlock()
			for _, text := range l.texts {
				if strings.Contains(text, "progress") {
					t.Errorf("progress of ours was told to all: %s", text)
				}
			}
		})
	}
}

// stream is a script with a GET stream.
type stream struct {
	script

	get func(w http.ResponseWriter, r *http.Request, attempt int)

	mu       sync.Mutex
	attempts int
}

func (s *stream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		s.script.ServeHTTP(w, r)
		return
	}
	s.mu.Lock()
	s.attempts++
	attempt := s.attempts
	s.mu.Unlock()
	s.get(w, r, attempt)
}

func (s *stream) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.attempts
}

func eventsf(w http.ResponseWriter, format string, arguments ...any) {
	w.Header().Set("Content-Type", "text/event-stream")
	_, _ = fmt.Fprintf(w, format, arguments...)
	_ = http.NewResponseController(w).Flush()
}

// A stream that is cut off is asked for again from where it ended; nonsense in
// it does no harm, and the server's requests are answered.
func TestStreamThatIsCutOff(t *testing.T) {
	t.Parallel()
	l := newLines()
	s := &stream{script: script{session: "one"}}
	s.get = func(w http.ResponseWriter, r *http.Request, attempt int) {
		if r.Header.Get("Mcp-Session-Id") != "one" || r.Header.Get("Mcp-Protocol-Version") != "2025-11-25" || r.Header.Get("Accept") != "text/event-stream" {
			t.Errorf("header = %v", r.Header)
		}
		switch attempt {
		case 1:
			eventsf(w, "id: seven\nretry: 10\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/one\"}\n\ndata: nonsense\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"cut")
		case 2:
			w.WriteHeader(http.StatusBadGateway)
		default:
			if got := r.Header.Get("Last-Event-ID"); got != "seven" {
				t.Errorf("Last-Event-Id = %q", got)
			}
			eventsf(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/two\"}\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"roots/list\"}\n\n")
			<-r.Context().Done()
		}
	}
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	client := dialWith(t.Context(), t, mcpclient.Server{ID: "x", Endpoint: web.URL}, "vscode", mcpclient.Options{
		Recorder: l, Notified: func(method string, _ json.RawMessage) { l.add(method) },
	})
	l.await(t, "notifications/one")
	l.await(t, "notifications/two")
	l.awaitMessage(t, "the nonsense", func(m mcpclient.Message) bool { return m.Kind == mcpclient.Noise })
	l.awaitMessage(t, "our answer", func(m mcpclient.Message) bool { return m.Direction == mcpclient.Sent && m.Method == "roots/list" })
	if _, err := client.Read(t.Context(), "ui://x"); err != nil {
		t.Errorf("requests beside the stream: %v", err)
	}
}

// Servers without such a stream are not asked twice.
func TestServersWithoutAStream(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusMethodNotAllowed, http.StatusNotFound, http.StatusBadRequest, http.StatusOK, http.StatusForbidden} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			t.Parallel()
			asked := make(chan struct{}, 10)
			s := &stream{}
			s.get = func(w http.ResponseWriter, _ *http.Request, _ int) {
				w.WriteHeader(status)
				asked <- struct{}{}
			}
			web := httptest.NewServer(s)
			t.Cleanup(web.Close)
			client := dialWith(t.Context(), t, mcpclient.Server{ID: "x", Endpoint: web.URL}, "vscode", mcpclient.Options{})
			<-asked
			if _, err := client.Call(t.Context(), "tool", nil, nil); err != nil {
				t.Error(err)
			}
			select {
			case <-asked:
				t.Error("it was asked again")
			case <-time.After(1500 * time.Millisecond): // longer than the first pause
			}
		})
	}
}

// A giant event on the stream ends neither the session nor our memory, and the
// stream ends with the session.
func TestGiantEventOnTheStream(t *testing.T) {
	t.Parallel()
	l := newLines()
	ended := make(chan struct{})
	s := &stream{}
	s.get = func(w http.ResponseWriter, r *http.Request, attempt int) {
		eventsf(w, "data: ")
		if attempt > 1 {
			<-r.Context().Done()
			close(ended)
			return
		}
		chunk := strings.Repeat("x", 1<<20)
		for range 1024 {
			if _, err := io.WriteString(w, chunk); err != nil {
				return
			}
		}
	}
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	client := dialWith(t.Context(), t, mcpclient.Server{ID: "x", Endpoint: web.URL}, "vscode", mcpclient.Options{Recorder: l})
	l.awaitMessage(t, "a record of it", func(m mcpclient.Message) bool { return strings.Contains(m.Note, "larger than 64 MiB") })
	if _, err := client.Call(t.Context(), "tool", nil, nil); err != nil {
		t.Error(err)
	}
	l.until(t, "the second attempt", func() bool { l.add(""); return s.count() == 2 })
	if err := client.Close(); err != nil {
		t.Error(err)
	}
	select {
	case <-ended:
	case <-time.After(long):
		t.Error("the stream outlives its session")
	}
}

// A response that is cut off is resumed where its events have ids.
func TestResponseThatIsResumed(t *testing.T) {
	t.Parallel()
	s := &stream{script: script{session: "one"}}
	ids := make(chan json.RawMessage, 1)
	s.on = func(w http.ResponseWriter, _ *http.Request, id json.RawMessage, method string, _ json.RawMessage) bool {
		if method == "tools/call" {
			ids <- id
			eventsf(w, "id: here\nretry: 10\ndata:\n\n")
		}
		return method == "tools/call"
	}
	s.get = func(w http.ResponseWriter, r *http.Request, _ int) {
		if r.Header.Get("Last-Event-ID") != "here" {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		eventsf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"ok\":true}}\n\n", <-ids)
	}
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	client := dialWith(t.Context(), t, mcpclient.Server{ID: "x", Endpoint: web.URL}, "vscode", mcpclient.Options{})
	if result, err := client.Call(t.Context(), "tool", nil, nil); err != nil || string(result) != `{"ok":true}` {
		t.Errorf("%s, %v", result, err)
	}
}

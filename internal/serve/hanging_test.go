package serve_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/serve"
)

// hangs is a tool that never looks at its context.
type hangs struct {
	begun   atomic.Int32
	started chan struct{} // has an entry for each
	release chan struct{} // closed lets them end
	ended   chan error    // what telling the client of the end has given
}

func hanging() (*oriel.App, *hangs) {
	h := &hangs{started: make(chan struct{}, 100), release: make(chan struct{}), ended: make(chan error, 100)}
	app := everything(quiet())
	oriel.AddTool(app, oriel.Tool{Name: "hang"}, func(ctx context.Context, in text) (oriel.Result[text], error) {
		h.begun.Add(1)
		r := oriel.RequestFrom(ctx)
		if in.Text != "" {
			if err := r.Progress(ctx, 1, 2, in.Text); err != nil {
				return oriel.Result[text]{}, err
			}
		}
		h.started <- struct{}{}
		<-h.release
		r.ClientLog.ErrorContext(ctx, "too late")
		h.ended <- r.Progress(ctx, 2, 2, "too late")
		return oriel.Result[text]{Text: "too late"}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "wait"}, func(ctx context.Context, _ text) (oriel.Result[text], error) {
		h.begun.Add(1)
		h.started <- struct{}{}
		<-ctx.Done()
		return oriel.Result[text]{}, ctx.Err()
	})
	return app, h
}

// reachable is a server that has a client.
type reachable interface{ Client() *http.Client }

// do sends a request to a server and reads the whole answer.
func do(t testing.TB, server reachable, r *http.Request) answer {
	t.Helper()
	a, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Body.Close() }()
	body, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{a.StatusCode, a.Header, string(body)}
}

const shortly = 100 * time.Millisecond

// A handler that runs on past its deadline keeps nobody waiting, and what it says
// afterwards goes nowhere. Its place among the calls is free when it ends.
func TestHangingHandlers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		params  string
		headers []string
		kind    string
		status  int
	}{
		"older, JSON":   {`{"name":"hang"}`, nil, jsonType, 200},
		"older, events": {`{"name":"hang","arguments":{"text":"a"},"_meta":{"progressToken":1}}`, nil, "text/event-stream", 200},
		"newer, JSON":   {`{"name":"hang",` + modernMeta + `}`, modernHeaders("tools/call", "hang"), jsonType, 200},
		"newer, events only": {
			`{"name":"hang",` + modernMeta + `}`, append(modernHeaders("tools/call", "hang"), "Accept", "text/event-stream"),
			"text/event-stream", 200,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				app, hangs := hanging()
				s := newServer(t, app, serve.Options{CallTimeout: shortly, MaxCalls: 1})
				server := overPipes(t, s.Handler())
				r := newRequest(t, http.MethodPost, server.URL, message("1", "tools/call", test.params), test.headers...)
				a, err := server.Client().Do(r)
				if err != nil {
					t.Fatal(err)
				}
				body := make([]byte, 0, 2000)
				for !strings.Contains(string(body), "deadline_exceeded") {
					part := make([]byte, 1000)
					n, readErr := a.Body.Read(part)
					if body = append(body, part[:n]...); readErr != nil {
						break
					}
				}
				if a.StatusCode != test.status || a.Header.Get("Content-Type") != test.kind || codeIn(string(body)) != "deadline_exceeded" || !a.Close {
					t.Errorf("%d %v %s", a.StatusCode, a.Header, body)
				}
				full := newRequest(t, http.MethodPost, server.URL, message("2", "tools/call", `{"name":"echo"}`))
				if a := do(t, server, full); a.status != http.StatusServiceUnavailable || a.code() != "server_busy" || a.header.Get("Retry-After") == "" {
					t.Errorf("while it hangs another call gets %d %s", a.status, a.body)
				}
				if running := s.Running(); len(running) != 1 || running[0] != "tools/call hang" {
					t.Errorf("while it hangs, %q run", running)
				}
				close(hangs.release)
				if err = wait(t, hangs.ended, "the end"); err == nil && strings.Contains(test.params, "progressToken") {
					t.Error("a notification is sent after the deadline")
				}
				rest, err := io.ReadAll(a.Body)
				if err != nil || strings.Contains(string(body)+string(rest), "too late") {
					t.Errorf("after the answer comes %q, %v", rest, err)
				}
				if err := a.Body.Close(); err != nil {
					t.Error(err)
				}
				synctest.Wait() // its place is free
				if running := s.Running(); len(running) > 0 {
					t.Errorf("afterwards, %q run", running)
				}
				again := do(t, server, newRequest(t, http.MethodPost, server.URL, message("3", "tools/call", `{"name":"echo","arguments":{"text":"hi"}}`)))
				if again.status != http.StatusOK || !strings.Contains(again.body, `"hi"`) {
					t.Errorf("afterwards: %d %s", again.status, again.body)
				}
			})
		})
	}
}

// A handler that looks at its context says itself that its time is over.
func TestDeadlineOfAttentiveHandlers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		app, _ := hanging()
		h := newServer(t, app, serve.Options{CallTimeout: time.Millisecond}).Handler()
		if a := post(t, h, message("1", "tools/call", `{"name":"wait"}`)); a.status != http.StatusOK || a.code() != "deadline_exceeded" {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}

// That the connection ends, cancels a request of the newer lifecycle, and no other.
func TestClientsThatGo(t *testing.T) {
	t.Parallel()
	for _, version := range []string{modern, legacy} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			app, hangs := hanging()
			over := make(chan error, 1)
			oriel.AddTool(app, oriel.Tool{Name: "watch"}, func(ctx context.Context, _ text) (oriel.Result[text], error) {
				hangs.started <- struct{}{}
				select {
				case <-ctx.Done():
				case <-hangs.release:
				}
				over <- ctx.Err()
				return oriel.Result[text]{}, nil
			})
			server := serving(t, app.Handler())
			body, headers := modernMessage("1", "tools/call", `"name":"watch"`), modernHeaders("tools/call", "watch")
			if version == legacy {
				body, headers = message("1", "tools/call", `{"name":"watch"}`), nil
			}
			ctx, cancel := context.WithCancel(t.Context())
			r := newRequest(t, http.MethodPost, server.URL, body, headers...).WithContext(ctx)
			gone := make(chan struct{})
			go func() {
				defer close(gone)
				if a, err := server.Client().Do(r); err == nil {
					_ = a.Body.Close()
				}
			}()
			wait(t, hangs.started, "the call")
			cancel()
			wait(t, gone, "the end of the request")
			if version == legacy {
				server.CloseClientConnections()
				close(hangs.release)
			}
			if err := wait(t, over, "the end of the call"); (err != nil) != (version == modern) {
				t.Errorf("its context says %v", err)
			}
		})
	}
}

// A panic is answered, in whatever form the answer has by then.
func TestPanics(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	a := post(t, h, message("1", "tools/call", `{"name":"progress","arguments":{"text":"panic"}}`))
	if a.status != http.StatusOK || a.code() != "internal" || strings.Contains(a.body, "while telling") {
		t.Errorf("%d %s", a.status, a.body)
	}
	a = post(t, h, message("1", "tools/call", `{"name":"progress","arguments":{"text":"panic"},"_meta":{"progressToken":"t"}}`))
	if a.header.Get("Content-Type") != "text/event-stream" || strings.Count(a.body, `"progressToken":"t"`) != 3 || a.code() != "internal" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// A client that does not read what it is sent keeps the answer of nobody else's call.
func TestLateBesideSlowReader(t *testing.T) {
	t.Parallel()
	app, hangs := hanging()
	oriel.AddTool(app, oriel.Tool{Name: "flood"}, func(ctx context.Context, _ text) (oriel.Result[text], error) {
		return oriel.Result[text]{}, oriel.RequestFrom(ctx).Progress(ctx, 1, 2, strings.Repeat("x", 1<<20))
	})
	server := overPipes(t, newServer(t, app, serve.Options{CallTimeout: shortly, WriteTimeout: 10 * soon}).Handler())
	server.Client().Timeout = soon
	body := message("1", "tools/call", `{"name":"flood","_meta":{"progressToken":1}}`)
	slow := dialed(t, server, fmt.Sprintf("POST / HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: %d\n\n%s", len(body), body))
	if _, err := slow.Read(make([]byte, 1)); err != nil { // the writing of the rest has begun, and does not end
		t.Fatal(err)
	}
	a := do(t, server, newRequest(t, http.MethodPost, server.URL, message("2", "tools/call", `{"name":"hang"}`)))
	if a.code() != "deadline_exceeded" {
		t.Errorf("%d %s", a.status, a.body)
	}
	close(hangs.release)
}

// Over HTTP/2 the answer for a handler that hangs comes whole, and its stream ends
// before the handler does. Other requests of the connection go on.
func TestHangingOverHTTP2(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		app, hangs := hanging()
		h := newServer(t, app, serve.Options{CallTimeout: shortly, WriteTimeout: 5 * shortly}).Handler()
		server := startOverPipes(t, &httptest.Server{Config: &http.Server{Handler: h}, EnableHTTP2: true}) //nolint:gosec // no timeouts
		t.Cleanup(func() { close(hangs.release) })
		a, err := server.Client().Do(newRequest(t, http.MethodPost, server.URL, message("1", "tools/call", `{"name":"hang"}`)))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = a.Body.Close() }()
		body, err := io.ReadAll(a.Body) // ends with the stream, if not by its end then by its deadline
		if a.ProtoMajor != 2 || a.StatusCode != http.StatusOK || codeIn(string(body)) != "deadline_exceeded" {
			t.Errorf("%s %d %s, %v", a.Proto, a.StatusCode, body, err)
		}
		if b := do(t, server, newRequest(t, http.MethodPost, server.URL, message("2", "ping", "{}"))); b.status != http.StatusOK {
			t.Errorf("the next request of the connection gets %d %s", b.status, b.body)
		}
		select {
		case told := <-hangs.ended:
			t.Error("the handler has ended", told)
		default:
		}
	})
}

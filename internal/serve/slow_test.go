package serve_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/serve"
)

// A body that trickles in takes no place among the calls, and is waited for no
// longer than it may take, also where nobody wants to have it.
func TestSlowBodies(t *testing.T) {
	t.Parallel()
	const headers = "Host: localhost\nAccept: application/json, text/event-stream\n"
	const asJSON = headers + "Content-Type: application/json\n"
	for name, test := range map[string]struct {
		request string
		status  int
		code    string
	}{
		"with a length":     {"POST / HTTP/1.1\n" + asJSON + "Content-Length: 100\n\n{", 400, "request_unreadable"},
		"in chunks":         {"POST / HTTP/1.1\n" + asJSON + "Transfer-Encoding: chunked\n\n1\n{\n", 400, "request_unreadable"},
		"not even begun":    {"POST / HTTP/1.1\n" + asJSON + "Content-Length: 100\n\n", 400, "request_unreadable"},
		"of another type":   {"POST / HTTP/1.1\n" + headers + "Content-Length: 100\n\n{", 415, "content_type_unsupported"},
		"of a preflight":    {"OPTIONS / HTTP/1.1\n" + headers + "Content-Length: 100\n\n{", 204, ""},
		"of a stream":       {"GET / HTTP/1.1\n" + headers + "Mcp-Session-Id: SESSION\nContent-Length: 100\n\n{", 400, "body_unexpected"},
		"of a foreign page": {"POST / HTTP/1.1\n" + asJSON + "Origin: http://evil.example\nContent-Length: 100\n\n{", 403, "origin_not_allowed"},
		"of a PUT":          {"PUT / HTTP/1.1\n" + headers + "Transfer-Encoding: chunked\n\n", 405, "method_not_allowed"},
		"that is expected":  {"POST / HTTP/1.1\n" + asJSON + "Expect: 100-continue\nContent-Length: 100\n\n", 100, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				server := overPipes(t, newServer(t, everything(quiet()), serve.Options{BodyTimeout: shortly, MaxCalls: 1, MaxStreams: 1}).Handler())
				session := begin(t, server.Config.Handler)
				r := dial(t, server, strings.ReplaceAll(test.request, "SESSION", session))
				if test.status == http.StatusContinue {
					if a, err := http.ReadResponse(r, nil); err != nil || a.StatusCode != http.StatusContinue {
						t.Fatal(a, err)
					}
					test.status, test.code = 400, "request_unreadable"
				}
				if a := do(t, server, newRequest(t, http.MethodPost, server.URL, message("1", "ping", "{}"))); a.status != http.StatusOK {
					t.Errorf("meanwhile a call gets %d %s", a.status, a.body)
				}
				a, err := http.ReadResponse(r, nil)
				if err != nil {
					t.Fatalf("no answer: %v", err)
				}
				body, err := io.ReadAll(a.Body)
				if err != nil || a.StatusCode != test.status || test.code != "" && codeIn(string(body)) != test.code {
					t.Errorf("%d %s %v", a.StatusCode, body, err)
				}
				if err := a.Body.Close(); err != nil {
					t.Error(err)
				}
				if rest, err := io.ReadAll(r); err != nil || len(rest) > 0 { // the connection ends
					t.Errorf("afterwards comes %q, %v", rest, err)
				}
			})
		})
	}
}

// zeros is a body of that many bytes.
type zeros struct {
	left int
	read atomic.Int64 // the client may go on reading when it has the answer
}

func (z *zeros) Read(p []byte) (int, error) {
	n := min(len(p), z.left)
	if n == 0 {
		return 0, io.EOF
	}
	clear(p[:n])
	z.left -= n
	z.read.Add(int64(n))
	return n, nil
}

// A body that is far too large is refused before it is in memory.
func TestHugeBodies(t *testing.T) { //nolint:paralleltest // it looks at the memory
	const huge, most = 100 << 20, 1 << 20
	server := serving(t, newServer(t, everything(quiet()), serve.Options{MaxBodyBytes: most}).Handler())
	for _, length := range []int64{huge, -1} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		body := &zeros{left: huge}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, io.NopCloser(body))
		if err != nil {
			t.Fatal(err)
		}
		r.ContentLength = length
		r.Header.Set("Content-Type", jsonType)
		a, err := server.Client().Do(r)
		if err == nil { // otherwise the server was quicker than the client's writing
			if a.StatusCode != http.StatusRequestEntityTooLarge {
				t.Errorf("length %d: %d", length, a.StatusCode)
			}
			if err := a.Body.Close(); err != nil {
				t.Error(err)
			}
		}
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 10*most {
			t.Errorf("length %d: %d bytes of memory for a body of at most %d", length, grown, most)
		}
		if read := body.read.Load(); read > huge/2 {
			t.Errorf("length %d: %d bytes are read", length, read)
		}
	}
	h := newServer(t, everything(quiet()), serve.Options{MaxBodyBytes: most}).Handler()
	for size, code := range map[int]string{most: "", most + 1: "request_too_large"} {
		body := message("1", "ping", "{}")
		body += strings.Repeat(" ", size-len(body))
		if a := post(t, h, body); a.code() != code || (a.status == http.StatusRequestEntityTooLarge) != (code != "") {
			t.Errorf("%d bytes: %d %s", size, a.status, a.body)
		}
	}
}

// A client that asks and never reads is left after a while, whatever it asked for.
func TestSlowReaders(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		app := everything(quiet())
		told := make(chan error, 100)
		big := strings.Repeat("x", 1<<20)
		oriel.AddTool(app, oriel.Tool{Name: "big"}, func(context.Context, text) (oriel.Result[text], error) {
			return oriel.Result[text]{Text: big}, nil
		})
		oriel.AddTool(app, oriel.Tool{Name: "chatty"}, func(ctx context.Context, _ text) (oriel.Result[text], error) {
			r := oriel.RequestFrom(ctx)
			for i := 0; ; i++ {
				err := r.Progress(ctx, float64(i), 0, big)
				if told <- err; err != nil {
					return oriel.Result[text]{Text: big}, err
				}
			}
		})
		ended := make(chan struct{}, 100)
		h := newServer(t, app, serve.Options{WriteTimeout: shortly}).Handler()
		server := overPipes(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h.ServeHTTP(w, r)
			ended <- struct{}{}
		}))
		for _, params := range []string{`{"name":"big"}`, `{"name":"chatty","_meta":{"progressToken":1}}`} {
			body := message("1", "tools/call", params)
			r := dial(t, server, fmt.Sprintf("POST / HTTP/1.1\nHost: localhost\nContent-Type: application/json\nAccept-Encoding: identity\nContent-Length: %d\n\n%s", len(body), body))
			wait(t, ended, "the end of "+params)
			if strings.Contains(params, "chatty") {
				close(told)
				var last error
				for last = range told {
					continue
				}
				if last == nil {
					t.Error("telling does not fail")
				}
			}
			got, _ := io.Copy(io.Discard, r) // the connection is cut
			if got >= int64(len(big)) {
				t.Errorf("%s: all %d bytes have come", params, got)
			}
		}
	})
}

// asking is a call of a tool without arguments as it goes over a connection.
func asking(tool, accept string) string {
	body := message("1", "tools/call", `{"name":"`+tool+`"}`)
	if accept == "a batch" {
		body, accept = "["+body+"]", jsonType
	}
	return fmt.Sprintf("POST / HTTP/1.1\nHost: localhost\nContent-Type: application/json\nAccept: %s\nAccept-Encoding: identity\nContent-Length: %d\n\n%s", accept, len(body), body)
}

// largeText is how many bytes the tool "large" returns.
const largeText = 1 << 20

// large is an app with that tool.
func large() *oriel.App {
	app := everything(quiet())
	big := strings.Repeat("x", largeText)
	oriel.AddTool(app, oriel.Tool{Name: "large"}, func(context.Context, text) (oriel.Result[text], error) {
		return oriel.Result[text]{Text: big}, nil
	})
	return app
}

// neglect calls the tool "large", and reads no more than the beginning of its answer.
func neglect(t *testing.T, server *httptest.Server, accept string) {
	t.Helper()
	if line, err := dial(t, server, asking("large", accept)).ReadString('\n'); err != nil || !strings.Contains(line, "200") {
		t.Fatalf("the answer begins with %q, %v", line, err)
	}
}

// ping returns the status that a ping gets.
func ping(t *testing.T, server *httptest.Server) int {
	t.Helper()
	return do(t, server, newRequest(t, http.MethodPost, server.URL, message("1", "ping", "{}"))).status
}

// A client that does not read its answer takes no place among the calls.
func TestPlacesOfSlowReaders(t *testing.T) {
	t.Parallel()
	for _, accept := range []string{jsonType, "text/event-stream", "a batch"} {
		t.Run(accept, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				server := overPipes(t, newServer(t, large(), serve.Options{MaxCalls: 1, WriteTimeout: 10 * soon}).Handler())
				for range 3 {
					neglect(t, server, accept)
					if status := ping(t, server); status != http.StatusOK {
						t.Errorf("meanwhile a ping gets %d", status)
					}
				}
			})
		})
	}
}

// A client that does not read the notifications of its call soon loses the place of the call.
func TestPlacesOfCallsThatNotify(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		app, failed := everything(quiet()), make(chan error)
		oriel.AddTool(app, oriel.Tool{Name: "chatty"}, func(ctx context.Context, _ text) (oriel.Result[text], error) {
			for {
				if err := oriel.RequestFrom(ctx).Progress(ctx, 1, 2, "on the way"); err != nil {
					failed <- err
					return oriel.Result[text]{}, err
				}
			}
		})
		server := overPipes(t, newServer(t, app, serve.Options{MaxCalls: 1, WriteTimeout: 10 * soon, StallTimeout: shortly}).Handler())
		began := time.Now()
		body := message("1", "tools/call", `{"name":"chatty","_meta":{"progressToken":1}}`)
		dial(t, server, fmt.Sprintf("POST / HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: %d\n\n%s", len(body), body))
		if err := wait(t, failed, "the end of the call"); err == nil {
			t.Error("the notification is sent")
		}
		if took := time.Since(began); took != shortly {
			t.Errorf("it takes %v, want %v", took, shortly)
		}
		synctest.Wait()
		if status := ping(t, server); status != http.StatusOK {
			t.Errorf("then a ping gets %d", status)
		}
	})
}

// What answers take that nobody reads is bounded: one for which there is no room keeps
// its place among the calls, and its client has less time.
func TestMemoryOfSlowReaders(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		options := serve.Options{MaxCalls: 1, WriteTimeout: 10 * soon, StallTimeout: 10 * soon, MaxMemory: 2 * largeText, MaxBodyBytes: largeText / 4}
		server := overPipes(t, newServer(t, large(), options).Handler())
		for i, want := range []int{http.StatusOK, http.StatusServiceUnavailable} {
			neglect(t, server, jsonType)
			if status := ping(t, server); status != want {
				t.Errorf("beside %d answers that wait, a ping gets %d", i+1, status)
			}
		}

		options.StallTimeout = shortly
		server = overPipes(t, newServer(t, large(), options).Handler())
		for range 5 {
			neglect(t, server, jsonType)
			time.Sleep(2 * shortly)
			if status := ping(t, server); status != http.StatusOK {
				t.Errorf("a slow client is not left: a ping gets %d", status)
			}
		}
	})
}

// A client has its answer only when there is room for its next call.
func TestSequentialCalls(t *testing.T) {
	t.Parallel()
	calls := few(10_000)
	server := serving(t, newServer(t, everything(quiet()), serve.Options{MaxCalls: 1}).Handler())
	clients := []*http.Client{{Transport: &http.Transport{}}, {Transport: &http.Transport{}}}
	for _, client := range clients {
		t.Cleanup(client.CloseIdleConnections)
	}
	body, headers := modernMessage("1", "tools/call", `"name":"echo"`), modernHeaders("tools/call", "echo")
	for i := range calls {
		a := do(t, elsewhere{clients[i%len(clients)]}, newRequest(t, http.MethodPost, server.URL, body, headers...))
		if a.status != http.StatusOK {
			t.Fatalf("call %d: %d %s", i, a.status, a.body)
		}
	}
}

// A session's stream that nobody reads ends, too.
func TestSlowStreams(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		app := everything(quiet())
		s := newServer(t, app, serve.Options{WriteTimeout: shortly, MaxStreams: 1})
		server := overPipes(t, s.Handler())
		uri := "note://all/" + strings.Repeat("x", 4000)
		body := modernMessage("1", "subscriptions/listen", `"notifications":{"resourceSubscriptions":["`+uri+`"]}`)
		r := dial(t, server, fmt.Sprintf("POST / HTTP/1.1\nHost: localhost\nContent-Type: application/json\nAccept: text/event-stream\n"+
			"Mcp-Protocol-Version: %s\nMcp-Method: subscriptions/listen\nContent-Length: %d\n\n%s", modern, len(body), body))
		if _, err := r.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		session := begin(t, server.Config.Handler)
		app.ResourceUpdated(uri)
		time.Sleep(2 * shortly)
		if other := open(t, server, "Mcp-Session-Id", session); other.status != http.StatusOK {
			t.Errorf("it stays open: another one gets %d", other.status)
		}
	})
}

// The timeouts of the http.Server that an app is mounted in are not those of calls.
func TestTimeoutsOfTheServer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		app := everything(quiet())
		oriel.AddTool(app, oriel.Tool{Name: "slow"}, func(ctx context.Context, _ text) (oriel.Result[text], error) {
			time.Sleep(2 * shortly)
			return oriel.Result[text]{Text: "done"}, ctx.Err()
		})
		h := newServer(t, app, serve.Options{}).Handler()
		server := startOverPipes(t, &httptest.Server{Config: &http.Server{Handler: h, ReadTimeout: shortly, WriteTimeout: shortly}})
		for _, headers := range [][]string{nil, modernHeaders("tools/call", "slow")} {
			params := `{"name":"slow"}`
			if headers != nil {
				params = `{"name":"slow",` + modernMeta + `}`
			}
			a := do(t, server, newRequest(t, http.MethodPost, server.URL, message("1", "tools/call", params), headers...))
			if a.status != http.StatusOK || !strings.Contains(a.body, `"done"`) {
				t.Errorf("%v: %d %s", headers, a.status, a.body)
			}
		}
	})
}

package serve_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/orielapps/oriel/internal/serve"
)

// unfinished is a body that does not end before it is told to.
type unfinished struct {
	left    int           // how much comes before
	reached chan struct{} // closed when all that has come
	end     chan struct{}
}

func (u *unfinished) Read(p []byte) (int, error) {
	n := min(len(p), u.left)
	if n == 0 {
		close(u.reached)
		<-u.end
		return 0, io.ErrUnexpectedEOF
	}
	for i := range n {
		p[i] = ' '
	}
	u.left -= n
	return n, nil
}

// sendUnfinished sends a request with such a body, and later its answer to answers.
func sendUnfinished(t *testing.T, h http.Handler, length int64, body *unfinished, answers chan<- answer) *unfinished {
	t.Helper()
	r := newRequest(t, http.MethodPost, "http://app.example/mcp", "")
	r.Body, r.ContentLength = io.NopCloser(body), length
	go func() {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		answers <- answer{w.Code, w.Header(), w.Body.String()}
	}()
	return body
}

// padded is a message with so much space behind it that it has a length.
func padded(message string, length int) string {
	return message + strings.Repeat(" ", length-len(message))
}

// Bodies together take no more memory than they may, small ones have some of their own,
// and all of it is given back.
func TestMemoryOfUnfinishedBodies(t *testing.T) {
	t.Parallel()
	const each, most = 1 << 20, 8 << 20
	for _, length := range []int64{each, -1} {
		h := newServer(t, everything(quiet()), serve.Options{MaxBodyBytes: each, MaxMemory: most}).Handler()
		end, answers := make(chan struct{}), make(chan answer)
		send := func() *unfinished {
			return sendUnfinished(t, h, length, &unfinished{each - 100_000, make(chan struct{}), end}, answers)
		}
		const many = 6 // that need all but a quarter
		for range many {
			wait(t, send().reached, "the end of what comes")
		}
		for range 2 {
			send()
			if a := wait(t, answers, "a refusal"); a.status != http.StatusServiceUnavailable || a.code() != "server_full" ||
				a.header.Get("Retry-After") == "" || a.header.Get("Connection") != "close" {
				t.Errorf("one too many gets %d %v %s", a.status, a.header, a.body)
			}
		}
		if a := post(t, h, padded(message("1", "ping", "{}"), 60_000)); a.status != http.StatusOK {
			t.Errorf("meanwhile, a small one gets %d %s", a.status, a.body)
		}
		close(end)
		for range many {
			if a := wait(t, answers, "an answer"); a.code() != "request_unreadable" {
				t.Errorf("one without an end gets %d %s", a.status, a.body)
			}
		}
		for range 10 {
			if a := post(t, h, padded(message("1", "ping", "{}"), each)); a.status != http.StatusOK {
				t.Fatalf("afterwards, a large one gets %d %s", a.status, a.body)
			}
		}
	}
}

// However little MaxMemory is, there is room for some of the largest bodies at the same time.
func TestLeastMemoryOfBodies(t *testing.T) {
	t.Parallel()
	const each, many = 1 << 20, 2
	h := newServer(t, everything(quiet()), serve.Options{MaxBodyBytes: each, MaxMemory: 1}).Handler()
	end, answers := make(chan struct{}), make(chan answer)
	for range many {
		wait(t, sendUnfinished(t, h, each, &unfinished{each - 1, make(chan struct{}), end}, answers).reached, "the end of what comes")
	}
	if a := post(t, h, padded(message("1", "ping", "{}"), each)); a.status != http.StatusOK {
		t.Errorf("beside %d that arrive, one gets %d %s", many, a.status, a.body)
	}
	close(end)
	for range many {
		wait(t, answers, "an answer")
	}
}

// Requests whose bodies have hardly begun to arrive take none of the memory, and short bodies
// need none of it.
func TestMemoryOfBodiesThatDoNotArrive(t *testing.T) {
	t.Parallel()
	const most, declared, arrived = 1 << 20, 16 << 10, 4000
	h := newServer(t, everything(quiet()), serve.Options{MaxBodyBytes: most / 8, MaxMemory: most}).Handler()
	end, answers := make(chan struct{}), make(chan answer)
	send := func(left int) *unfinished {
		return sendUnfinished(t, h, declared, &unfinished{left, make(chan struct{}), end}, answers)
	}
	begun := 0
	for _, left := range []int{0, arrived} {
		for range 2 * most / declared {
			begun++
			wait(t, send(left).reached, "the end of what comes")
		}
	}
	if a := post(t, h, padded(message("1", "ping", "{}"), 2*declared)); a.status != http.StatusOK {
		t.Errorf("meanwhile, a body of %d bytes gets %d %s", 2*declared, a.status, a.body)
	}
	for range most/declared - 1 { // these take all but the last part
		begun++
		wait(t, send(arrived+1000).reached, "the end of what comes")
	}
	if a := post(t, h, padded(message("1", "ping", "{}"), 2*declared)); a.code() != "server_full" {
		t.Errorf("when no memory is left, a body of %d bytes gets %d %s", 2*declared, a.status, a.body)
	}
	if a := post(t, h, padded(message("1", "ping", "{}"), arrived)); a.status != http.StatusOK {
		t.Errorf("when no memory is left, a body of %d bytes gets %d %s", arrived, a.status, a.body)
	}
	close(end)
	for range begun {
		if a := wait(t, answers, "an answer"); a.code() != "request_unreadable" {
			t.Errorf("one without an end gets %d %s", a.status, a.body)
		}
	}
}

// What a body takes is given back before its answer is received, and where the answer is
// a stream that lasts.
func TestMemoryOfAnsweredBodies(t *testing.T) {
	t.Parallel()
	const each, most = 1 << 20, 8 << 20
	for name, test := range map[string]struct{ body, headers string }{
		"a call":                  {message("1", "tools/call", `{"name":"large"}`), ""},
		"a call that gets events": {message("1", "tools/call", `{"name":"large"}`), "Accept: text/event-stream\n"},
		"a batch":                 {"[" + message("1", "tools/call", `{"name":"large"}`) + "]", ""},
		"a stream": {
			modernMessage("1", "subscriptions/listen", `"notifications":{"toolsListChanged":true}`),
			"Accept: text/event-stream\nMcp-Protocol-Version: " + modern + "\nMcp-Method: subscriptions/listen\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				server := overPipes(t, newServer(t, large(), serve.Options{MaxBodyBytes: each, MaxMemory: most, WriteTimeout: 10 * soon, StallTimeout: 10 * soon}).Handler())
				for i := range 12 {
					body := padded(test.body, each)
					r := dial(t, server, fmt.Sprintf("POST / HTTP/1.1\nHost: localhost\nContent-Type: application/json\nAccept-Encoding: identity\n%sContent-Length: %d\n\n%s",
						test.headers, len(body), body))
					if line, err := r.ReadString('\n'); err != nil || !strings.Contains(line, "200") {
						t.Fatalf("the answer to number %d begins with %q, %v", i, line, err)
					}
				}
			})
		})
	}
}

// A body that stops arriving is not waited for as long as one that goes on.
func TestStalledBodies(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server := overPipes(t, newServer(t, everything(quiet()), serve.Options{BodyTimeout: 10 * soon, StallTimeout: shortly}).Handler())
		for _, rest := range []string{
			"Content-Length: 100\n\n", "Content-Length: 100\n\n{", "Transfer-Encoding: chunked\n\n", "Content-Length: 20000\n\n" + strings.Repeat(" ", 18_000),
			"Content-Length: 1000000\n\n" + strings.Repeat(" ", 100_000), "Transfer-Encoding: chunked\n\nF4240\n" + strings.Repeat(" ", 100_000),
		} {
			began := time.Now()
			r := dial(t, server, "POST / HTTP/1.1\nHost: localhost\nContent-Type: application/json\n"+rest)
			a, err := http.ReadResponse(r, nil)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(a.Body)
			if err != nil || a.StatusCode != http.StatusBadRequest || codeIn(string(body)) != "request_unreadable" {
				t.Errorf("%d %s %v", a.StatusCode, body, err)
			}
			if took := time.Since(began); took != shortly {
				t.Errorf("after %.50q it waits for %v, want %v", rest, took, shortly)
			}
			if err := a.Body.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

package serve_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/serve"
)

// launch starts a program that the test ends.
func launch(t *testing.T, path string) *programtest.Program {
	t.Helper()
	program, err := programtest.Launch(context.WithoutCancel(t.Context()), t.TempDir(), path, "-http", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// pause is what callers make after a connection that has ended: there are only so many
// ports for new ones.
const pause = 20 * time.Millisecond

// A program that is told to end waits for the first request of a connection for half a
// second, and for no connection longer than 5 s. On a busy machine, clients may need longer.
const (
	prompt    = 400 * time.Millisecond
	accepting = 2 * time.Second
)

// caller calls a tool again and again, until it is told to come again, or nobody
// listens any more.
type caller struct {
	client   *http.Client
	told     *atomic.Pointer[time.Time] // when the program was told to end
	answered map[string]bool
	dropped  map[string]error // calls over new connections that got no answer
	cut      int              // calls over connections that had been used, and were ended
	late     int              // calls over new connections that came too late
	refused  int              // 503 with Retry-After, or no connection
}

func (c *caller) run(ctx context.Context, url, name string, calls *atomic.Int64) {
	for i := 0; c.refused == 0; i++ {
		id := name + "-" + strconv.Itoa(i)
		reused, began := false, time.Now()
		traced := httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) { reused = i.Reused }})
		body := message("1", "tools/call", `{"name":"print","arguments":{"text":"`+id+`"}}`)
		r, err := http.NewRequestWithContext(traced, http.MethodPost, url, bytes.NewBufferString(body))
		if err != nil {
			c.dropped[id] = err
			return
		}
		r.GetBody = nil // net/http must not send it again
		r.Header.Set("Content-Type", jsonType)
		a, err := c.client.Do(r)
		switch {
		case errors.Is(err, syscall.ECONNREFUSED):
			c.refused++
			continue
		case errors.Is(err, syscall.EADDRNOTAVAIL): // nothing was sent: this machine has no port left
			time.Sleep(pause)
			continue
		case err != nil && reused:
			c.cut++ // a server may end a connection that is idle; it must not have executed the call
			continue
		case err != nil && c.tooLate(began):
			c.late++ // as above
			continue
		case err != nil:
			c.dropped[id] = err
			return
		}
		text, err := io.ReadAll(a.Body)
		_ = a.Body.Close()
		switch {
		case err != nil:
			c.dropped[id] = err
		case a.StatusCode == http.StatusOK && strings.Contains(string(text), `"`+id+`"`):
			c.answered[id] = true
			calls.Add(1)
			if a.Close {
				time.Sleep(pause)
			}
		case a.StatusCode == http.StatusServiceUnavailable && a.Header.Get("Retry-After") != "" && codeIn(string(text)) == "server_closing":
			c.refused++
		default:
			c.dropped[id] = fmt.Errorf("%d %s", a.StatusCode, text)
			return
		}
	}
}

// tooLate reports whether the program may have stopped waiting for a call that began then.
func (c *caller) tooLate(began time.Time) bool {
	told := c.told.Load()
	return told != nil && (time.Since(began) > prompt || time.Since(*told) > accepting)
}

// A program that is told to end while clients call it over connections that they keep,
// and over new ones, loses no call that it has executed, and resets no new connection.
func TestLargeTerminationOfKeptConnections(t *testing.T) {
	t.Parallel()
	const callers, before = 100, 3000
	rounds := few(10)
	path := programtest.Build(t, checkout, "./internal/serve/testdata/slow")
	total, cut, late := 0, 0, 0
	for range rounds {
		program := launch(t, path)
		var calls atomic.Int64
		var told atomic.Pointer[time.Time]
		var group sync.WaitGroup
		all := make([]*caller, callers)
		for i := range all {
			all[i] = &caller{
				client:   &http.Client{Transport: &http.Transport{DisableKeepAlives: i%4 == 0}, Timeout: soon},
				told:     &told,
				answered: map[string]bool{}, dropped: map[string]error{},
			}
			group.Go(func() { all[i].run(t.Context(), program.URL, strconv.Itoa(i), &calls) })
		}
		for end := time.Now().Add(soon); calls.Load() < int64(before) && time.Now().Before(end); {
			time.Sleep(pause)
		}
		now := time.Now()
		told.Store(&now)
		code, err := program.Terminate(soon)
		if err != nil || code != 0 {
			t.Errorf("it exits with %d, %v", code, err)
		}
		group.Wait()
		answered, executed := map[string]bool{}, 0
		for _, c := range all {
			for id, err := range c.dropped {
				t.Errorf("call %s: %v", id, err)
			}
			cut, late = cut+c.cut, late+c.late
			for id := range c.answered {
				answered[id] = true
			}
			c.client.CloseIdleConnections()
		}
		for line := range strings.Lines(program.Output()) {
			id, found := strings.CutPrefix(strings.TrimSpace(line), "executed ")
			if !found {
				continue
			}
			if executed++; !answered[id] {
				t.Errorf("call %s was executed, and its answer is lost", id)
			}
		}
		if executed < before || executed != len(answered) {
			t.Errorf("%d calls are answered of %d that were executed", len(answered), executed)
		}
		total += executed
	}
	t.Logf("%d calls; %d came when their connection had been ended, %d too late", total, cut, late)
}

// A server that is about to end has each answer end its connection; later it begins
// nothing more, and still takes what belongs to the calls that run.
func TestDraining(t *testing.T) {
	t.Parallel()
	app, hangs := hanging()
	s := newServer(t, app, serve.Options{})
	h := s.Handler()
	server := serving(t, h)
	session := begin(t, h)
	headers := []string{"Mcp-Session-Id", session}
	answers := make(chan answer, 1)
	go func() {
		answers <- do(t, server, newRequest(t, http.MethodPost, server.URL, message("7", "tools/call", `{"name":"wait"}`), headers...))
	}()
	wait(t, hangs.started, "the call")
	if names := s.Running(); len(names) != 1 || names[0] != "tools/call wait" {
		t.Errorf("%q run", names)
	}
	ping, note := message("1", "ping", "{}"), `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	if a := post(t, h, ping); a.header.Get("Connection") != "" {
		t.Errorf("before, the answer has %v", a.header)
	}
	s.Drain()
	for _, body := range []string{ping, note, "[" + ping + "]", "{"} {
		if a := post(t, h, body); a.header.Get("Connection") != "close" || a.code() == "server_closing" {
			t.Errorf("draining, %s gets %d %v %s", body, a.status, a.header, a.body)
		}
	}
	s.Refuse()
	listen := modernMessage("1", "subscriptions/listen", `"notifications":{"toolsListChanged":true}`)
	for name, a := range map[string]answer{
		"a call":        post(t, h, ping, headers...),
		"a batch":       post(t, h, "["+ping+"]"),
		"a stream":      send(t, h, http.MethodGet, "", headers...),
		"a newer one's": post(t, h, listen, modernHeaders("subscriptions/listen", "")...),
	} {
		if a.status != http.StatusServiceUnavailable || a.code() != "server_closing" || a.header.Get("Retry-After") == "" || a.header.Get("Connection") != "close" {
			t.Errorf("%s gets %d %v %s", name, a.status, a.header, a.body)
		}
	}
	cancel := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`
	if a := post(t, h, cancel, headers...); a.status != http.StatusAccepted {
		t.Errorf("a cancellation gets %d %s", a.status, a.body)
	}
	wait(t, answers, "the end of what is cancelled")
}

// openQuestion is a call whose program has asked a question, and been told to end since.
type openQuestion struct {
	program *programtest.Program
	client  *http.Client
	session []string // headers
	id      string   // of the question
	rest    *bufio.Reader
	code    chan int // that the program exits with
}

// askAndTerminate calls a tool that asks, and tells the program to end. It returns when the
// program waits.
func askAndTerminate(t *testing.T) *openQuestion {
	t.Helper()
	program := launch(t, programtest.Build(t, checkout, "./internal/serve/testdata/slow"))
	x := &openQuestion{program: program, client: &http.Client{Transport: &http.Transport{}, Timeout: soon}, code: make(chan int, 1)}
	t.Cleanup(x.client.CloseIdleConnections)
	t.Cleanup(func() {
		if t.Failed() {
			_ = program.Stop() // it may have ended
		}
	})
	begun := x.post(t, initializing(legacy))
	x.session = []string{"Mcp-Session-Id", begun.header.Get("Mcp-Session-Id")}
	a, err := x.client.Do(newRequest(t, http.MethodPost, program.URL, message("1", "tools/call", `{"name":"ask","arguments":{"text":""}}`), x.session...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Body.Close() })
	x.rest = bufio.NewReader(a.Body)
	for x.id == "" {
		line, err := x.rest.ReadString('\n')
		if err != nil {
			t.Fatalf("it does not ask: %q, %v", line, err)
		}
		var question struct {
			ID string `json:"id"`
		}
		if data, found := strings.CutPrefix(line, "data: "); found && json.Unmarshal([]byte(data), &question) == nil {
			x.id = question.ID
		}
	}
	x.terminate(t)
	for end := time.Now().Add(soon); !strings.Contains(program.Output(), "waiting for 1 calls"); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it does not say that it waits:\n%s", program.Output())
		}
	}
	return x
}

func (x *openQuestion) post(t *testing.T, body string) answer {
	t.Helper()
	return do(t, elsewhere{x.client}, newRequest(t, http.MethodPost, x.program.URL, body, x.session...))
}

func (x *openQuestion) terminate(t *testing.T) {
	t.Helper()
	go func() {
		code, err := x.program.Terminate(soon)
		if err != nil {
			t.Error(err)
		}
		select {
		case x.code <- code:
		default: // it has been told before
		}
	}()
}

// end returns the end of the call's answer.
func (x *openQuestion) end(t *testing.T) string {
	t.Helper()
	rest, err := io.ReadAll(x.rest)
	if err != nil {
		t.Errorf("the answer ends with %v", err)
	}
	return string(rest)
}

// A program that is told to end while a question is open takes the answer, which comes over
// another connection, and refuses new calls.
func TestQuestionAtTermination(t *testing.T) {
	t.Parallel()
	x := askAndTerminate(t)
	for end := time.Now().Add(soon); ; { // it may serve for a moment
		a := x.post(t, message("2", "ping", "{}"))
		if a.status == http.StatusServiceUnavailable && a.code() == "server_closing" && a.header.Get("Retry-After") != "" {
			break
		}
		if a.status != http.StatusOK || time.Now().After(end) {
			t.Fatalf("a new call gets %d %s", a.status, a.body)
		}
	}
	if a := x.post(t, `{"jsonrpc":"2.0","id":"`+x.id+`","result":{"action":"accept","content":{"text":"certainly"}}}`); a.status != http.StatusAccepted {
		t.Errorf("the answer to the question gets %d %s", a.status, a.body)
	}
	if rest := x.end(t); !strings.Contains(rest, "certainly") {
		t.Errorf("the call is answered with %q", rest)
	}
	if code := wait(t, x.code, "the end"); code != 0 {
		t.Errorf("it exits with %d:\n%s", code, x.program.Output())
	}
}

// again is in the log of a program that was told again to end, and not of one that has waited long enough.
const again = `reason="interrupted again"`

// Told again to end, a program answers the calls that heed their context with an error.
func TestCallsAtSecondSignal(t *testing.T) {
	t.Parallel()
	x := askAndTerminate(t)
	x.terminate(t)
	if rest := x.end(t); codeIn(strings.TrimSpace(rest)) != "cancelled" {
		t.Errorf("the call is answered with %q", rest)
	}
	if code := wait(t, x.code, "the end"); code != 1 {
		t.Errorf("it exits with %d", code)
	}
	if said := x.program.Output(); !strings.Contains(said, again) || !strings.Contains(said, "tools/call ask") {
		t.Errorf("it does not say why, and what it interrupts:\n%s", said)
	}
}

// Told again to end, a program ends although calls still run, and says which.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	path := programtest.Build(t, checkout, "./internal/serve/testdata/slow")
	program := launch(t, path)
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	ended := make(chan error, 1)
	r := newRequest(t, http.MethodPost, program.URL, message("1", "tools/call", `{"name":"hang","arguments":{"text":""}}`))
	sent := make(chan struct{})
	r = r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { close(sent) }}))
	go func() {
		a, err := transport.RoundTrip(r)
		if err == nil {
			_ = a.Body.Close()
		}
		ended <- err
	}()
	wait(t, sent, "the call")
	codes := make(chan int, 2)
	terminate := func() {
		code, err := program.Terminate(soon)
		if err != nil {
			t.Error(err)
		}
		codes <- code
	}
	go terminate()
	for end := time.Now().Add(soon); !strings.Contains(program.Output(), "waiting for 1 calls"); {
		if time.Now().After(end) {
			t.Fatalf("it does not say what it waits for:\n%s", program.Output())
		}
		time.Sleep(time.Millisecond)
	}
	select {
	case code := <-codes:
		t.Errorf("it does not wait: it exits with %d", code)
	default:
	}
	go terminate()
	for range 2 {
		if code := wait(t, codes, "the end"); code != 1 {
			t.Errorf("it exits with %d", code)
		}
	}
	if err := wait(t, ended, "the call's end"); err == nil {
		t.Error("the call that hangs is answered")
	}
	if said := program.Output(); !strings.Contains(said, again) || !strings.Contains(said, "tools/call hang") {
		t.Errorf("it does not say why, and what is cut off:\n%s", said)
	}
}

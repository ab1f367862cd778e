package serve_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/serve"
)

// a pipe is the client's end of a server over pipes.
type pipe struct {
	in    *io.PipeWriter
	out   *io.PipeReader
	lines chan string // closed at the end
	ended chan error
}

// connect serves over pipes.
func connect(t *testing.T, s *serve.Server) *pipe {
	t.Helper()
	return connectIn(t, context.WithoutCancel(t.Context()), s)
}

func connectIn(t *testing.T, ctx context.Context, s *serve.Server) *pipe { //nolint:revive // the test comes first
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	p := &pipe{in: fromClient, out: toClient, lines: make(chan string, 2000), ended: make(chan error, 1)}
	go func() { p.ended <- s.Stdio(ctx, toServer, fromServer) }()
	go func() {
		defer close(p.lines)
		for lines := bufio.NewReader(toClient); ; {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			p.lines <- strings.TrimSuffix(line, "\n")
		}
	}()
	t.Cleanup(func() {
		_ = fromClient.Close()
		_ = toClient.Close()
	})
	return p
}

func (p *pipe) send(t *testing.T, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(p.in, line+"\n"); err != nil {
			t.Fatal(err)
		}
	}
}

func (p *pipe) next(t *testing.T) string {
	t.Helper()
	return wait(t, p.lines, "a line")
}

// finish ends the input and returns what comes until the server has ended.
func (p *pipe) finish(t *testing.T) (rest []string) {
	t.Helper()
	if err := p.in.Close(); err != nil {
		t.Fatal(err)
	}
	for line := range p.lines {
		rest = append(rest, line)
	}
	if err := wait(t, p.ended, "the end"); err != nil {
		t.Error(err)
	}
	return rest
}

// What is no request is answered with an error, or not at all, and the next line
// is served.
func TestLines(t *testing.T) {
	t.Parallel()
	s := newServer(t, everything(quiet()), serve.Options{MaxBodyBytes: 1 << 20})
	ping := message("1", "ping", "{}")
	for _, test := range []struct{ line, code string }{
		{"{", "request_not_json"},
		{`{"jsonrpc":"2.0","id"`, "request_not_json"},
		{"\x00\x01\x02\xff\xfe", "request_not_json"},
		{"\xef\xbb\xbf" + ping, "request_not_json"},
		{"Content-Length: 20", "request_not_json"},
		{ping + ping, "request_not_json"},
		{strings.Repeat("[", 100_000), "request_too_deep"},
		{message("1", "tools/call", `{"name":"`+strings.Repeat("x", 10<<20)+`"}`), "request_too_large"},
		{strings.Repeat("\x00", 10<<20), "request_too_large"},
		{"1", "request_invalid"},
		{"null", "request_invalid"},
		{"[]", "request_invalid"},
		{"[[]]", "request_invalid"},
		{"{}", "request_invalid"},
		{`{"jsonrpc":"2.0","id":null,"method":"ping"}`, "request_invalid"},
		{`{"jsonrpc":"2.0","id":1,"method":7}`, "request_invalid"},
		{`{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`, "params_invalid"},
		{`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1,"a":2}}`, "params_invalid"},
		{message("1", "x", "{}"), "unknown_method"},
		{message("1", "server/discover", "{}"), "meta_missing"},
		{message("1", "subscriptions/listen", "{}"), "meta_missing"},
		{strings.Replace(modernMessage("1", "tools/list", ""), modern, "2099-01-01", 1), "protocol_version_unsupported"},
		{strings.Replace(modernMessage("1", "tools/list", ""), modern, legacy, 1), "protocol_version_unsupported"},
		{modernMessage("1", "initialize", `"protocolVersion":"2026-07-28"`), "unknown_method"},
		{"[" + ping + "]", "batch_not_supported"},
		{"[" + ping + ",1]", "request_invalid"},
		{ping + "\r", ""},
		{" \t" + ping, ""},
		// Nobody waits for an answer to these.
		{`{"jsonrpc":"2.0","id":1,"result":{},"error":{}}`, "-"},
		{`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}`, "-"},
		{`{"jsonrpc":"2.0","error":{"code":-32700}}`, "-"},
		{`{"jsonrpc":"2.0","id":"oriel.a.b.c.d","result":{}}`, "-"},
		{`{"id":7,"error":"x"}`, "-"},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled"}`, "-"},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}}`, "-"},
		{`{"jsonrpc":"2.0","method":"notifications/initialized","params":{"a":1,"a":2}}`, "-"},
		{`{"jsonrpc":"2.0","method":"x"}`, "-"},
		{"", "-"},
		{" \t\r", "-"},
	} {
		p := connect(t, s)
		p.send(t, test.line, message(`"next"`, "ping", "{}"))
		var codes []string // requests are worked on at the same time
		for _, line := range p.finish(t) {
			code := codeIn(line)
			if line == `{"jsonrpc":"2.0","id":"next","result":{}}` {
				code = "next"
			}
			if codes = append(codes, code); len(line) > 2000 {
				t.Errorf("%.100q: a line of %d bytes", test.line, len(line))
			}
		}
		slices.Sort(codes)
		want := []string{"next"}
		if test.code != "-" {
			want = []string{test.code, "next"}
			slices.Sort(want)
		}
		if !slices.Equal(codes, want) {
			t.Errorf("%.100q: %q", test.line, codes)
		}
	}
}

// A program that sends back what it gets would never end, were errors answered
// with errors.
func TestEchoingClient(t *testing.T) {
	t.Parallel()
	p := connect(t, newServer(t, everything(quiet()), serve.Options{}))
	p.send(t, "garbage")
	for range 3 {
		select {
		case line := <-p.lines:
			p.send(t, line)
		case <-time.After(shortly):
		}
	}
	p.send(t, message("1", "ping", "{}"))
	if got := p.next(t); !strings.Contains(got, `"result":{}`) {
		t.Errorf("it goes on with %s", got)
	}
	p.finish(t)
}

// The end of the input in the middle of a line, or while calls run: what can be
// read is served, and what was asked is answered.
func TestEndOfInput(t *testing.T) {
	t.Parallel()
	app, hangs := hanging()
	s := newServer(t, app, serve.Options{})
	ping := message("1", "ping", "{}")
	for text, want := range map[string]string{
		ping:                 `{"jsonrpc":"2.0","id":1,"result":{}}`,
		ping[:len(ping)-1]:   "request_not_json",
		`{`:                  "request_not_json",
		ping + "\n" + `{"js`: "request_not_json",
	} {
		p := connect(t, s)
		if _, err := io.WriteString(p.in, text); err != nil {
			t.Fatal(err)
		}
		if rest := p.finish(t); !strings.Contains(strings.Join(rest, "\n"), want) {
			t.Errorf("%q: %s", text, rest)
		}
	}
	p := connect(t, s)
	p.send(t, message("1", "tools/call", `{"name":"hang"}`), modernMessage("2", "subscriptions/listen", `"notifications":{"toolsListChanged":true}`))
	wait(t, hangs.started, "the call")
	if got := p.next(t); !strings.Contains(got, "acknowledged") {
		t.Errorf("listening begins with %s", got)
	}
	if err := p.in.Close(); err != nil {
		t.Fatal(err)
	}
	if got := p.next(t); !strings.Contains(got, `"id":2`) { // nothing more can change for it
		t.Errorf("listening ends with %s", got)
	}
	close(hangs.release)
	if rest := p.finish(t); len(rest) != 2 || !strings.Contains(rest[1], `"id":1`) {
		t.Errorf("the call ends with %s", rest)
	}
}

// A server that is told to end lets what it has accepted end, and begins nothing
// more.
func TestEndOfContext(t *testing.T) {
	t.Parallel()
	app, hangs := hanging()
	s := newServer(t, app, serve.Options{})
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	defer cancel()
	p := connectIn(t, ctx, s)
	p.send(t, initializing(legacy), message("1", "tools/call", `{"name":"hang"}`))
	p.next(t)
	wait(t, hangs.started, "the call")
	cancel()
	for _, err := io.WriteString(p.in, message("2", "ping", "{}")+"\n"); err == nil; { // until it is not read any more
		_, err = io.WriteString(p.in, message("2", "ping", "{}")+"\n")
	}
	close(hangs.release)
	last := ""
	for line := range p.lines {
		last = line
	}
	if !strings.Contains(last, `"id":1`) || !strings.Contains(last, "too late") {
		t.Errorf("the last line is %s", last)
	}
	if err := wait(t, p.ended, "the end"); err != nil {
		t.Error(err)
	}
}

// Where the output can't be written any more, the server ends, also if nobody
// closes its input.
func TestClosedOutput(t *testing.T) {
	t.Parallel()
	app, hangs := hanging()
	p := connect(t, newServer(t, app, serve.Options{}))
	p.send(t, message("1", "tools/call", `{"name":"wait"}`))
	wait(t, hangs.started, "the call")
	if err := p.out.CloseWithError(errors.New("no more room")); err != nil {
		t.Fatal(err)
	}
	p.send(t, message("2", "ping", "{}"))
	if err := wait(t, p.ended, "the end"); err == nil || !strings.Contains(err.Error(), "no more room") {
		t.Errorf("it ends with %v", err)
	}
}

// An id that is in use is refused, and free again afterwards. A cancelled call has
// no answer, whatever it does.
func TestIDsOverPipes(t *testing.T) {
	t.Parallel()
	app, hangs := hanging()
	p := connect(t, newServer(t, app, serve.Options{}))
	cancel := func(id string) string {
		return `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`
	}
	p.send(t, message("1", "tools/call", `{"name":"wait"}`))
	wait(t, hangs.started, "the call")
	p.send(t, message("1", "ping", "{}"), message(`"1"`, "ping", "{}"))
	if a, b := p.next(t), p.next(t); codeIn(a) != "id_in_use" || b != `{"jsonrpc":"2.0","id":"1","result":{}}` {
		t.Errorf("the id again: %s and %s", a, b)
	}
	p.send(t, cancel(`"1"`), cancel("2"), cancel("1"), cancel("1"), message("3", "tools/call", `{"name":"hang","arguments":{"text":"a"},"_meta":{"progressToken":7}}`))
	if got := p.next(t); !strings.Contains(got, "notifications/progress") {
		t.Errorf("a call tells %s", got)
	}
	wait(t, hangs.started, "the other call")
	p.send(t, cancel("3"), message("4", "ping", "{}"))
	if got := p.next(t); got != `{"jsonrpc":"2.0","id":4,"result":{}}` {
		t.Errorf("after the cancellation comes %s", got)
	}
	close(hangs.release)
	if err := wait(t, hangs.ended, "the other call"); err == nil {
		t.Error("a cancelled call can tell more")
	}
	if rest := p.finish(t); rest != nil {
		t.Errorf("at the end comes %s", rest)
	}
}

// A handler that hangs is answered for, and says nothing afterwards.
func TestHangingOverPipes(t *testing.T) {
	t.Parallel()
	app, hangs := hanging()
	p := connect(t, newServer(t, app, serve.Options{CallTimeout: shortly}))
	p.send(t, message("1", "tools/call", `{"name":"hang","arguments":{"text":"a"},"_meta":{"progressToken":7}}`))
	if a, b := p.next(t), p.next(t); !strings.Contains(a, "progress") || codeIn(b) != "deadline_exceeded" {
		t.Errorf("it gets %s and %s", a, b)
	}
	close(hangs.release)
	if err := wait(t, hangs.ended, "the call"); err == nil {
		t.Error("it can tell more")
	}
	if rest := p.finish(t); rest != nil {
		t.Errorf("at the end comes %s", rest)
	}
}

// Many calls at once: each has its answer; more than there may be are refused.
func TestManyCallsOverPipes(t *testing.T) {
	t.Parallel()
	const most, calls = 500, 600
	app, hangs := hanging()
	hangs.started = make(chan struct{}, calls)
	p := connect(t, newServer(t, app, serve.Options{}))
	var group sync.WaitGroup
	group.Go(func() {
		for i := range calls {
			p.send(t, message(strconv.Itoa(i), "tools/call", `{"name":"wait"}`))
		}
	})
	for range calls - most {
		if got := p.next(t); codeIn(got) != "server_busy" {
			t.Errorf("one too many gets %s", got)
		}
	}
	group.Wait()
	for range most {
		wait(t, hangs.started, "a call")
	}
	_ = p.out.Close() // nobody wants the answers
	p.send(t, message("-1", "x", "[]"))
	if err := wait(t, p.ended, "the end"); err != nil {
		t.Error(err)
	}

	p = connect(t, newServer(t, everything(quiet()), serve.Options{}))
	group.Go(func() {
		for i := range calls {
			p.send(t, message(strconv.Itoa(i), "tools/call", `{"name":"echo","arguments":{"text":"text `+strconv.Itoa(i)+`"}}`))
		}
	})
	for range calls {
		var m struct {
			ID     int `json:"id"`
			Result struct {
				Data text `json:"structuredContent"`
			} `json:"result"`
		}
		line := p.next(t)
		if err := json.Unmarshal([]byte(line), &m); err != nil || codeIn(line) != "server_busy" && m.Result.Data.Text != "text "+strconv.Itoa(m.ID) {
			t.Errorf("%v %s", err, line)
		}
	}
	group.Wait()
	p.finish(t)
}

// Questions over pipes: the right answer, refusals, and answers that are none.
func TestQuestionsOverPipes(t *testing.T) {
	t.Parallel()
	p := connect(t, newServer(t, everything(quiet()), serve.Options{Key: []byte("k")}))
	question := func() string {
		t.Helper()
		p.send(t, message("9", "tools/call", `{"name":"confirm"}`))
		line := p.next(t)
		id := regexp.MustCompile(`"id":"([^"]+)"`).FindStringSubmatch(line)
		if id == nil || !strings.Contains(line, "elicitation/create") {
			t.Fatalf("the question is %s", line)
		}
		return id[1]
	}
	p.send(t, message("8", "tools/call", `{"name":"confirm"}`))
	if got := p.next(t); codeIn(got) != "capability_missing" {
		t.Errorf("before initialize: %s", got)
	}
	p.send(t, initializing(legacy))
	p.next(t)
	id := question()
	p.send(t, reply(id+"x", accept), reply("7", accept), reply(id, accept), reply(id, accept))
	if got := p.next(t); !strings.Contains(got, "confirmed: yes") {
		t.Errorf("the call ends with %s", got)
	}
	p.send(t, reply(question(), `"error":{"code":-1,"message":"no\u0000"}`))
	if got := p.next(t); codeIn(got) != "ask_refused" || strings.Contains(got, "u0000") {
		t.Errorf("refused, it ends with %s", got)
	}
	id = question()
	p.send(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}`)
	if got := p.next(t); !strings.Contains(got, "notifications/cancelled") || !strings.Contains(got, id) {
		t.Errorf("cancelled, the question ends with %s", got)
	}
	p.send(t, modernMessage("10", "tools/call", `"name":"confirm"`))
	if got := p.next(t); !strings.Contains(got, "input_required") {
		t.Errorf("in the newer lifecycle: %s", got)
	}
	question() // whose answer can't come any more
	if rest := p.finish(t); len(rest) != 2 || codeIn(rest[1]) != "client_gone" {
		t.Errorf("at the end comes %s", rest)
	}
}

// Batches over pipes, of the one version that has them.
func TestBatchesOverPipes(t *testing.T) {
	t.Parallel()
	p := connect(t, newServer(t, everything(quiet()), serve.Options{}))
	p.send(t, initializing("2025-03-26"))
	p.next(t)
	p.send(t, "["+message("1", "ping", "{}")+`,{"jsonrpc":"2.0","method":"notifications/initialized"},`+message("2", "ping", "{}")+"]")
	both := p.next(t) + p.next(t)
	if !strings.Contains(both, `"id":1,"result":{}`) || !strings.Contains(both, `"id":2,"result":{}`) {
		t.Errorf("both get %s", both)
	}
	if rest := p.finish(t); rest != nil {
		t.Errorf("at the end comes %s", rest)
	}
}

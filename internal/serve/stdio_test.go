package serve_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

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
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, newServer(t, everything(quiet()), serve.Options{}))
		p.send(t, "garbage")
		for range 3 {
			synctest.Wait()
			select {
			case line := <-p.lines:
				p.send(t, line)
			default:
			}
		}
		p.send(t, message("1", "ping", "{}"))
		if got := p.next(t); !strings.Contains(got, `"result":{}`) {
			t.Errorf("it goes on with %s", got)
		}
		p.finish(t)
	})
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
	var rest []string // pings that were accepted end beside the call, in any order
	for line := range p.lines {
		rest = append(rest, line)
	}
	if !slices.ContainsFunc(rest, func(line string) bool { return strings.Contains(line, `"id":1`) && strings.Contains(line, "too late") }) {
		t.Errorf("the call is not answered: %s", rest)
	}
	if err := wait(t, p.ended, "the end"); err != nil {
		t.Error(err)
	}
}

// A server that is told a second time to end does not wait for calls, and says which it
// cuts off.
func TestHurryOverPipes(t *testing.T) {
	t.Parallel()
	app, hangs := hanging()
	var said strings.Builder
	hurry := make(chan struct{})
	s := newServer(t, app, serve.Options{Hurry: hurry, Logger: slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelError}))})
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	defer cancel()
	p := connectIn(t, ctx, s)
	p.send(t, message("1", "tools/call", `{"name":"hang"}`))
	wait(t, hangs.started, "the call")
	cancel()
	close(hurry)
	if err := wait(t, p.ended, "the end"); err == nil || !strings.Contains(err.Error(), "1 calls") {
		t.Errorf("it ends with %v", err)
	}
	if !strings.Contains(said.String(), "method=tools/call name=hang") {
		t.Errorf("it says %q", said.String())
	}
	close(hangs.release)
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

// A session over pipes has a stream from its beginning, so it may have many subscriptions.
func TestSubscriptionsOverPipes(t *testing.T) {
	t.Parallel()
	app := everything(quiet())
	p := connect(t, newServer(t, app, serve.Options{}))
	p.send(t, initializing(legacy))
	p.next(t)
	for i := range 20 { // 20 KB, which is more than a session without a stream may have
		p.send(t, message(strconv.Itoa(i), "resources/subscribe", fmt.Sprintf(`{"uri":"note://%01000d"}`, i)))
		if got := p.next(t); codeIn(got) != "" {
			t.Fatalf("subscription %d: %s", i, got)
		}
	}
	p.finish(t)
}

package oriel

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"unicode/utf8"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

func echo() *App {
	app := New("echo", "1.0.0")
	type text struct {
		Text string `json:"text"`
	}
	AddTool(app, Tool{Name: "echo"}, func(_ context.Context, in text) (Result[text], error) {
		return Result[text]{Data: in, Text: in.Text}, nil
	})
	return app
}

func noEnvironment(string) string { return "" }

// exit runs an app as Main does, and returns the exit code.
func exit(ctx context.Context, app *App, args []string, getenv func(string) string, in io.ReadCloser, stderr io.Writer) int {
	return app.report(app.run(ctx, args, getenv, in, nopWriter{io.Discard}, stderr), stderr)
}

func TestMainRefuses(t *testing.T) {
	t.Parallel()
	busy, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = busy.Close() })
	faulty := New("faulty", "")
	for name, test := range map[string]struct {
		app    *App
		args   []string
		port   string
		code   int
		stderr string
	}{
		"unknown flag":    {echo(), []string{"-tls"}, "", exitUsage, "-tls"},
		"stray argument":  {echo(), []string{"serve"}, "", exitUsage, "no other arguments"},
		"both transports": {echo(), []string{"-stdio", "-http", ":1"}, "", exitUsage, "-http ADDR or -stdio"},
		"busy port":       {echo(), []string{"-http", busy.Addr().String()}, "", exitFailed, "another program has it"},
		"port alone":      {echo(), []string{"-http", "8080"}, "", exitFailed, "give a host and a port"},
		"busy PORT":       {echo(), nil, portOf(busy), exitFailed, "another program has it"},
		"broken PORT":     {echo(), nil, "eighty", exitFailed, "listening on 127.0.0.1:eighty"},
		"faulty app":      {faulty, nil, "", exitFailed, "The app has no version"},
		"help":            {echo(), []string{"-h"}, "", 0, "-stdio"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var stderr strings.Builder
			getenv := func(name string) string { return map[string]string{"PORT": test.port}[name] }
			code := exit(t.Context(), test.app, test.args, getenv, http.NoBody, &stderr)
			if code != test.code || !strings.Contains(stderr.String(), test.stderr) {
				t.Errorf("got %d and %q, want %d and %q", code, stderr.String(), test.code, test.stderr)
			}
		})
	}
}

// Asked for its types, an app writes them and nothing else happens: the flags are
// not its own, and the address could not be listened on.
func TestMainWritesTypes(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "types.ts")
	ask := func(app *App, file string) (code int, stderr string) {
		var said strings.Builder
		getenv := func(name string) string { return map[string]string{"PORT": "eighty", "ORIEL_TYPES": file}[name] }
		code = exit(t.Context(), app, []string{"serve", "--flag-of-its-own"}, getenv, http.NoBody, &said)
		return code, said.String()
	}
	app, want := echo(), echo()
	nothing := func(context.Context, struct{}) (Result[struct{}], error) { return Result[struct{}]{}, nil }
	AddTool(app, Tool{Name: "show", View: AddView(app, "page", ui.HTML("<script>"+StateTool+"</script>"))}, nothing)
	AddTool(want, Tool{Name: "show"}, nothing)
	AddFiles(app, FileOptions{})
	if len(app.Methods().ListTools(hosts.Client{})) != len(want.Methods().ListTools(hosts.Client{}))+2 {
		t.Error("there are other tools than those of the runtime")
	}
	if code, stderr := ask(app, file); code != 0 || stderr != "" {
		t.Fatalf("it exits with %d and says %q", code, stderr)
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want.TypeScript() {
		t.Errorf("%v; the types are not those of the tools alone:\n%s", err, got)
	}
	if code, stderr := ask(New("faulty", ""), file); code != exitFailed || !strings.Contains(stderr, "The app has no version") {
		t.Errorf("a faulty app exits with %d and says %q", code, stderr)
	}
	if code, stderr := ask(echo(), filepath.Join(t.TempDir(), "missing", "types.ts")); code != exitFailed || !strings.Contains(stderr, "ORIEL_TYPES") {
		t.Errorf("where nothing can be written, it exits with %d and says %q", code, stderr)
	}
}

func portOf(l net.Listener) string {
	_, port, _ := strings.Cut(l.Addr().String(), ":")
	return port
}

type nopWriter struct{ io.Writer }

func (nopWriter) Close() error { return nil }

func TestMainServesOnLoopback(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- echo().run(ctx, nil, func(name string) string {
			if name == "PORT" {
				return "0"
			}
			return ""
		}, http.NoBody, nopWriter{io.Discard}, w)
	}()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		_, _ = io.Copy(io.Discard, r)
	}()
	t.Cleanup(func() {
		_ = w.Close()
		<-drained
	})
	endpoint := regexp.MustCompile(`http://127\.0\.0\.1:\d+/mcp`).FindString(line)
	if endpoint == "" {
		t.Fatalf("no loopback endpoint in %q", line)
	}
	call(t, endpoint)
	long, err := http.NewRequestWithContext(t.Context(), http.MethodGet, endpoint, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	long.Header.Set("Long", strings.Repeat("x", 100_000))
	answer, err := http.DefaultClient.Do(long)
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil || answer.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("100,000 bytes of headers get %d, %v", answer.StatusCode, err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("interrupted, it returns %v", err)
	}
}

type withoutIssuer struct{}

func (withoutIssuer) TokenVerifier() (TokenVerifier, error) {
	return nil, &Error{Code: "issuer_missing", Message: "No issuer is configured.", Fix: "Set ORIEL_ISSUER."}
}

// A program that can't check tokens does not listen.
func TestRunWithoutIssuer(t *testing.T) {
	t.Parallel()
	app := NewWith("trips", "1.0.0", Options{Auth: withoutIssuer{}})
	err := app.run(t.Context(), []string{"-http", "127.0.0.1:0"}, noEnvironment, http.NoBody, nopWriter{io.Discard}, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "Set ORIEL_ISSUER.") {
		t.Errorf("it returns %v", err)
	}
}

// aTokenVerifier accepts nothing.
type aTokenVerifier struct{}

func (aTokenVerifier) TokenVerifier() (TokenVerifier, error) { return aTokenVerifier{}, nil }
func (aTokenVerifier) Issuers() []string                     { return nil }
func (aTokenVerifier) Audience() string                      { return "" }

func (aTokenVerifier) VerifyToken(context.Context, string, string) (User, error) {
	return User{}, &Error{Code: "token_invalid", Message: "No."}
}

// A program that can't know for whom tokens are issued does not listen.
func TestRunWithoutAudience(t *testing.T) {
	t.Parallel()
	app := NewWith("trips", "1.0.0", Options{Auth: aTokenVerifier{}})
	err := app.run(t.Context(), []string{"-http", ":0"}, noEnvironment, http.NoBody, nopWriter{io.Discard}, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "-public-url") {
		t.Errorf("it returns %v", err)
	}
}

func TestMainLetsCallsEnd(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	started, end := make(chan struct{}), make(chan struct{})
	app := New("slow", "1.0.0")
	type text struct {
		Text string `json:"text"`
	}
	AddTool(app, Tool{Name: "echo"}, func(context.Context, text) (Result[struct{}], error) {
		close(started)
		<-end
		return Result[struct{}]{Text: "hi"}, nil
	})
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- app.run(ctx, []string{"-http", "127.0.0.1:0"}, noEnvironment, http.NoBody, nopWriter{io.Discard}, w)
		_ = w.Close()
	}()
	said := bufio.NewReader(r)
	line, err := said.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		<-started
		cancel()
		for {
			next, err := said.ReadString('\n')
			if err != nil {
				t.Errorf("it does not say that it waits: %v", err)
				break
			}
			if strings.Contains(next, "waiting for 1 calls") {
				break
			}
		}
		select {
		case err := <-done:
			t.Errorf("it does not wait, and returns %v", err)
			done <- err
		default:
		}
		close(end)
		_, _ = io.Copy(io.Discard, r)
	}()
	endpoint := regexp.MustCompile(`http://127\.0\.0\.1:\d+/mcp`).FindString(line)
	call(t, endpoint)
	if err := <-done; err != nil {
		t.Errorf("interrupted, it returns %v", err)
	}
}

// An interrupt hurries a program that ends already, whatever has ended it.
func TestSignals(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		signals int
		over    bool // before the first of them
		hurries bool
	}{
		"one": {1, false, false}, "two": {2, false, true}, "one after the end": {1, true, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, end := context.WithCancel(t.Context())
			defer end()
			if test.over {
				end()
			}
			signals, returned, hurried := make(chan os.Signal), make(chan struct{}), make(chan struct{})
			go heed(ctx, signals, returned, end, func() { close(hurried) })
			for range test.signals {
				signals <- os.Interrupt
				synctest.Wait()
			}
			hurries := false
			select {
			case <-hurried:
				hurries = true
			default:
			}
			if hurries != test.hurries || ctx.Err() == nil {
				t.Errorf("%s: it hurries: %t, it ends: %t", name, hurries, ctx.Err() != nil)
			}
			close(returned)
		})
	}
}

// A program that has been interrupted tells load balancers so.
func TestHealth(t *testing.T) {
	t.Parallel()
	app := echo()
	routes := app.Routes()
	for _, want := range []int{http.StatusOK, http.StatusServiceUnavailable} {
		w := httptest.NewRecorder()
		routes.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/healthz", http.NoBody))
		if w.Code != want {
			t.Errorf("its health is %d, want %d", w.Code, want)
		}
		app.ending.Store(true)
	}
}

// What is no message is answered, the rest is served, and what was asked
// before the input ended gets its answer.
func TestPipesBadInput(t *testing.T) {
	t.Parallel()
	const handshake = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
		`"clientInfo":{"name":"x","version":"1"}}}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	ask := func(text string) string {
		return `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"` + text + `"}}}` + "\n"
	}
	for name, test := range map[string]struct{ line, want string }{
		"nothing wrong":  {"", `"text":"hi"`},
		"not JSON":       {"{\n", `"code":-32700`},
		"garbage":        {"\x00\xff\xfe\n", `"code":-32700`},
		"half a message": {`{"jsonrpc":"2.0","id"` + "\n", `"code":-32700`},
		"no message":     {`{"a":1}` + "\n", `request_invalid`},
		"empty batch":    {"[]\n", `request_invalid`},
		"text":           {`"hello"` + "\n", `request_invalid`},
		"empty line":     {"\n\n", `"text":"hi"`},
		"huge":           {ask(strings.Repeat("x", 10<<20)), "request_too_large"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			err := echo().run(t.Context(), []string{"-stdio"}, noEnvironment, io.NopCloser(strings.NewReader(handshake+test.line+ask("hi"))), nopWriter{&out}, io.Discard)
			if err != nil || !strings.Contains(out.String(), `"text":"hi"`) || !strings.Contains(out.String(), test.want) {
				t.Errorf("it returns %v and answers %.2000s", err, out.String())
			}
		})
	}
}

// call calls the tool echo, as a client that says nothing of itself.
func call(t *testing.T, endpoint string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, endpoint,
		strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if err != nil || response.StatusCode != http.StatusOK || !strings.Contains(string(body), `"text":"hi"`) {
		t.Errorf("the call gets %s %s %v", response.Status, body, err)
	}
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		``:   "Done.",
		`{}`: "Done.",
		`{"dayLength":"9h","moon_phase":"full","up":true,"none":null,"n":1e3}`: "Day length: 9h\nMoon phase: full\nUp: yes\nNone: none\nN: 1e3",
		`{"b":{"x":1},"a":[{"y":2},3]}`:                                        "B:\n  X: 1\nA:\n  -\n    Y: 2\n  - 3",
		`{"broken":`:                                                           "Done.",
	} {
		if got := describe([]byte(data)); got != want {
			t.Errorf("%s: got %q, want %q", data, got, want)
		}
	}
	// One long member leaves room for the others.
	if text := describe([]byte(`{"report":"` + strings.Repeat("ä", 8500) + `","total":42}`)); !strings.HasSuffix(text, "…\nTotal: 42") || !utf8.ValidString(text) {
		t.Errorf("after a long member: %.100q", text[len(text)-100:])
	}
	long := describe([]byte(`{"a":"` + strings.Repeat("x", 100_000) + `","b":[` + strings.Repeat(`"yyyyyyyyyyyyyyyyyyy",`, 1000) + `1]}`))
	if len(long) > 9000 || !strings.HasSuffix(long, "…") {
		t.Errorf("a long text is not cut: %d", len(long))
	}
}

// A view that has been read before the public address is known has its domain
// afterwards.
func TestAddressAfterReading(t *testing.T) {
	t.Parallel()
	app := NewWith("late", "1.0.0", Options{Logger: silent})
	view := AddViewWith(app, "page", ui.HTML("<p>"), ui.Metadata{Domain: "late.example.com"})
	claude := hosts.Client{Introduced: true, Name: "claude-ai", UIMIMETypes: []string{hosts.ViewMIMEType}}
	domain := func() any {
		d, err := app.Methods().ReadResource(t.Context(), hosts.Peer{Client: claude}, view.URI())
		if err != nil {
			t.Fatal(err)
		}
		standard, _ := d.Meta["ui"].(map[string]any)
		return standard["domain"]
	}
	before, edition := domain(), methods{app}.Edition()
	app.setURL("https://late.example.com/mcp")
	if after := domain(); after == nil || after == before {
		t.Errorf("the domain was %v and is %v", before, after)
	}
	if (methods{app}).Edition() == edition {
		t.Error("lists that name the old domain are kept")
	}
}

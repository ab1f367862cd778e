package serve_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/serve"
	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/ui"
)

// a stream is an open answer of events.
type stream struct {
	status int
	header http.Header
	events chan string // closed at the end
	close  func()
}

// open opens the stream of notifications of a session.
func open(t testing.TB, server *httptest.Server, headers ...string) *stream {
	t.Helper()
	return begun(t, server, newRequest(t, http.MethodGet, server.URL, "", headers...))
}

// begun sends a request that is answered with a stream.
func begun(t testing.TB, server reachable, r *http.Request) *stream {
	t.Helper()
	ctx, cancel := context.WithCancel(r.Context())
	a, err := server.Client().Do(r.WithContext(ctx))
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	s := &stream{status: a.StatusCode, header: a.Header, events: make(chan string, 1000)}
	read := make(chan struct{})
	go func() {
		defer close(read)
		defer close(s.events)
		lines := bufio.NewReader(a.Body)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			if data, ok := strings.CutPrefix(line, "data: "); ok {
				s.events <- strings.TrimSpace(data)
			}
		}
	}()
	s.close = sync.OnceFunc(func() {
		cancel()
		_ = a.Body.Close()
		<-read
	})
	t.Cleanup(s.close)
	return s
}

// next is the next event; empty at the end.
func (s *stream) next(t testing.TB) string {
	t.Helper()
	return wait(t, s.events, "an event")
}

func TestStreams(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	session := begin(t, h)
	for name, test := range map[string]struct {
		headers []string
		body    string
		status  int
		code    string
	}{
		"without a session":   {nil, "", 405, "method_not_allowed"},
		"newer lifecycle":     {[]string{"Mcp-Protocol-Version", modern, "Mcp-Session-Id", session}, "", 405, "method_not_allowed"},
		"unknown version":     {[]string{"Mcp-Protocol-Version", "2025-01-01", "Mcp-Session-Id", session}, "", 400, "protocol_version_unsupported"},
		"no events":           {[]string{"Accept", jsonType, "Mcp-Session-Id", session}, "", 406, "not_acceptable"},
		"with a body":         {[]string{"Mcp-Session-Id", session}, "{}", 400, "body_unexpected"},
		"a page of elsewhere": {[]string{"Mcp-Session-Id", session, "Origin", "https://evil.example"}, "", 403, "origin_not_allowed"},
	} {
		if a := send(t, h, http.MethodGet, test.body, test.headers...); a.status != test.status || a.code() != test.code {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
}

// Nothing is kept to be sent again: a stream begins where it is opened, whatever
// event the client has seen last.
func TestLastEventID(t *testing.T) {
	t.Parallel()
	app := everything(quiet())
	server := serving(t, app.Handler())
	s := open(t, server, "Mcp-Session-Id", begin(t, app.Handler()), "Last-Event-ID", strings.Repeat("9", 10_000))
	if s.status != http.StatusOK || s.header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%d %v", s.status, s.header)
	}
	app.RemovePrompts("greet")
	if got := s.next(t); got != `{"jsonrpc":"2.0","method":"notifications/prompts/list_changed","params":{}}` {
		t.Errorf("the first event is %s", got)
	}
}

// There are no more streams than there may be, in whichever lifecycle, and a place
// that is left is taken again.
func TestStreamLimit(t *testing.T) {
	t.Parallel()
	server := serving(t, newServer(t, everything(quiet()), serve.Options{MaxStreams: 2}).Handler())
	session := func() []string { return []string{"Mcp-Session-Id", begin(t, server.Config.Handler)} }
	listen := func() *http.Request {
		return newRequest(t, http.MethodPost, server.URL, modernMessage("1", "subscriptions/listen", `"notifications":{"toolsListChanged":true}`),
			modernHeaders("subscriptions/listen", "")...)
	}
	first := open(t, server, session()...)
	second := begun(t, server, listen())
	if got := second.next(t); !strings.Contains(got, "acknowledged") {
		t.Fatalf("the second begins with %s", got)
	}
	for _, r := range []*http.Request{newRequest(t, http.MethodGet, server.URL, "", session()...), listen()} {
		a := do(t, server, r)
		if a.status != http.StatusServiceUnavailable || a.code() != "server_busy" || a.header.Get("Retry-After") == "" {
			t.Errorf("the third gets %d %s", a.status, a.body)
		}
	}
	if a := do(t, server, newRequest(t, http.MethodPost, server.URL, message("1", "ping", "{}"))); a.status != http.StatusOK {
		t.Errorf("meanwhile a call gets %d %s", a.status, a.body)
	}
	first.close()
	for end := time.Now().Add(soon); ; {
		third := open(t, server, session()...)
		if third.status == http.StatusOK {
			return
		}
		third.close()
		if time.Now().After(end) {
			t.Fatal("its place stays taken")
		}
	}
}

// A session has one stream: a second one takes the place of the first.
func TestSecondStreamOfASession(t *testing.T) {
	t.Parallel()
	app := everything(quiet())
	server := serving(t, app.Handler())
	session := begin(t, app.Handler())
	first := open(t, server, "Mcp-Session-Id", session)
	second := open(t, server, "Mcp-Session-Id", session)
	if got := first.next(t); got != "" {
		t.Errorf("the first hears %s", got)
	}
	app.RemovePrompts("greet")
	if got := second.next(t); !strings.Contains(got, "prompts/list_changed") {
		t.Errorf("the second hears %s", got)
	}
}

// Streams come and go while the app changes: nobody waits for anybody.
func TestStreamsComeAndGo(t *testing.T) {
	t.Parallel()
	app := everything(quiet())
	h := app.Handler()
	const rounds = 300
	var group sync.WaitGroup
	done := make(chan struct{})
	for i := range 4 {
		group.Go(func() {
			for range rounds {
				ctx, cancel := context.WithCancel(t.Context())
				r := newRequest(t, http.MethodGet, "http://app.example/", "", "Mcp-Session-Id", begin(t, h)).WithContext(ctx)
				time.AfterFunc(time.Duration(i)*50*time.Microsecond, cancel)
				h.ServeHTTP(httptest.NewRecorder(), r)
			}
		})
		group.Go(func() {
			for n := range rounds {
				app.ResourceUpdated(fmt.Sprintf("note://%d", n))
				app.RemoveTools("none")
			}
		})
	}
	go func() {
		group.Wait()
		close(done)
	}()
	wait(t, done, "the end: two locks are taken in different orders")
}

// Closing the app ends its streams, and calls go on.
func TestClose(t *testing.T) {
	t.Parallel()
	app, hangs := hanging()
	server := serving(t, app.Handler())
	s := open(t, server, "Mcp-Session-Id", begin(t, app.Handler()))
	listening := begun(t, server, newRequest(t, http.MethodPost, server.URL,
		modernMessage(`"x"`, "subscriptions/listen", `"notifications":{"toolsListChanged":true,"resourceSubscriptions":["note://one"]}`), modernHeaders("subscriptions/listen", "")...))
	if got := listening.next(t); !strings.Contains(got, "acknowledged") {
		t.Fatalf("it begins with %s", got)
	}
	call := make(chan answer, 1)
	go func() {
		call <- do(t, server, newRequest(t, http.MethodPost, server.URL, message("1", "tools/call", `{"name":"hang"}`)))
	}()
	wait(t, hangs.started, "the call")
	app.Close()
	app.Close()
	if got := s.next(t); got != "" {
		t.Errorf("the stream of the session ends with %s", got)
	}
	if got := listening.next(t); !strings.Contains(got, `"id":"x"`) || !strings.Contains(got, `"result"`) || listening.next(t) != "" {
		t.Errorf("the other one ends with %s", got)
	}
	close(hangs.release)
	if a := wait(t, call, "the answer"); a.status != http.StatusOK || !strings.Contains(a.body, "too late") {
		t.Errorf("the call gets %d %s", a.status, a.body)
	}
}

// Nobody subscribes to more than a server can keep for everybody.
func TestTooManySubscriptions(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	session := begin(t, h)
	uris := func(count, length int) string {
		all := make([]string, count)
		for i := range all {
			all[i] = fmt.Sprintf(`"note://%0*d"`, length-len("note://"), i)
		}
		return strings.Join(all, ",")
	}
	for many, code := range map[string]string{
		uris(1001, 20): "too_many_subscriptions", uris(1, ui.MaxURI+1): "uri_too_long", uris(300, 1000): "too_many_subscriptions",
		`7`: "params_invalid", `null`: "params_invalid", `{}`: "params_invalid", `""`: "params_invalid",
	} {
		a := post(t, h, modernMessage("1", "subscriptions/listen", `"notifications":{"resourceSubscriptions":[`+many+`]}`), modernHeaders("subscriptions/listen", "")...)
		if a.status != http.StatusBadRequest || a.code() != code || len(a.body) > 1000 {
			t.Errorf("%.50s: %d %.500s", many, a.status, a.body)
		}
	}
	refused := 0
	for i := range 1002 {
		a := post(t, h, message("1", "resources/subscribe", fmt.Sprintf(`{"uri":"%d:"}`, i)), "Mcp-Session-Id", session)
		if a.code() == "too_many_subscriptions" {
			refused++
		}
	}
	if refused != 2 {
		t.Errorf("%d of 1,002 are refused", refused)
	}
	if a := post(t, h, message("1", "resources/subscribe", `{"uri":"`+strings.Repeat("x", ui.MaxURI+1)+`"}`), "Mcp-Session-Id", begin(t, h)); a.code() != "uri_too_long" {
		t.Errorf("a long one: %s", a.body)
	}
}

// Of more changes than the store keeps, a stream at another replica is told of all
// that it wants to hear.
func TestBurstAtAnotherReplica(t *testing.T) {
	t.Parallel()
	options := quiet()
	options.Key, options.Store = "a key that both replicas have", &state.Memory{}
	here, there := everything(options), everything(options)
	server := serving(t, here.Handler())
	_ = there.Handler() // which is what tells other replicas
	session := begin(t, server.Config.Handler)
	subscribe := message("2", "resources/subscribe", `{"uri":"note://one"}`)
	if a := do(t, server, newRequest(t, http.MethodPost, server.URL, subscribe, "Mcp-Session-Id", session)); a.status != http.StatusOK {
		t.Fatalf("subscribing: %d %s", a.status, a.body)
	}
	stream := open(t, server, "Mcp-Session-Id", session)
	for range 2 { // of which the first finds no numbers in the store
		there.ResourceUpdated("note://one")
		for i := range 1000 {
			there.ResourceUpdated(fmt.Sprintf("note://%d", i))
		}
		for told := false; !told; {
			got := stream.next(t)
			if got == "" {
				t.Fatal("the stream has ended")
			}
			told = strings.Contains(got, `"note://one"`)
		}
	}
}

package workbench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/secrets"
	"github.com/orielapps/oriel/ui"
)

func TestPace(t *testing.T) {
	t.Parallel()
	exited := &ui.Error{Code: "server_exited"}
	unreachable := &ui.Error{Code: "server_unreachable", Message: "no such host"}
	refused := fmt.Errorf("dialling: %w", syscall.ECONNREFUSED)
	reset := fmt.Errorf("reading: %w", syscall.ECONNRESET)
	notFound := &ui.Error{Code: "server_status", Message: "HTTP status 404 Not Found"}
	gone := &ui.Error{Code: "server_gone"}
	type end struct {
		lasted time.Duration
		opened bool
		err    error
	}
	const s = time.Second
	for _, tt := range []struct {
		name   string
		pace   pace
		ends   []end
		pauses []time.Duration // -1 is stuck
	}{
		{
			"an endpoint that is away",
			pace{},
			[]end{
				{0, false, unreachable},
				{0, false, unreachable},
				{0, false, unreachable},
				{0, false, unreachable},
				{0, false, unreachable},
				{0, false, unreachable},
				{0, false, unreachable},
			},
			[]time.Duration{s, 2 * s, 4 * s, 8 * s, 16 * s, 30 * s, 30 * s},
		},
		{
			"one that starts",
			pace{begun: time.Now()},
			[]end{{0, false, refused}, {0, false, reset}, {0, false, refused}, {5 * s, true, refused}, {0, false, refused}},
			[]time.Duration{knockAgain, 2 * knockAgain, 4 * knockAgain, s, 2 * s},
		},
		{
			"one that starts for long",
			pace{begun: time.Now()},
			[]end{
				{0, false, refused},
				{0, false, refused},
				{0, false, refused},
				{0, false, refused},
				{0, false, refused},
				{0, false, refused},
			},
			[]time.Duration{knockAgain, 2 * knockAgain, 4 * knockAgain, 8 * knockAgain, longestKnock, longestKnock},
		},
		{
			"one that has started for too long",
			pace{begun: time.Now().Add(-startPatience)},
			[]end{{0, false, refused}, {0, false, refused}},
			[]time.Duration{s, 2 * s},
		},
		{
			"a wrong address",
			pace{begun: time.Now()},
			[]end{{0, false, notFound}, {0, false, notFound}, {0, false, refused}},
			[]time.Duration{s, 2 * s, 4 * s},
		},
		{
			"a name that leads nowhere",
			pace{begun: time.Now()},
			[]end{{0, false, unreachable}, {0, false, unreachable}},
			[]time.Duration{s, 2 * s},
		},
		{
			"one that does not answer",
			pace{begun: time.Now()},
			[]end{{0, false, &ui.Error{Code: "server_timeout"}}},
			[]time.Duration{s},
		},
		{
			"a good connection",
			pace{},
			[]end{{0, false, unreachable}, {0, false, unreachable}, {11 * s, true, unreachable}},
			[]time.Duration{s, 2 * s, s},
		},
		{
			"a program that keeps exiting",
			pace{program: true},
			[]end{
				{s, true, exited}, {s, true, exited}, {s, false, exited}, {s, true, exited}, {s, true, exited},
			},
			[]time.Duration{s, 2 * s, 4 * s, 8 * s, -1},
		},
		{
			"a program that ends the connection each time",
			pace{program: true},
			[]end{{s, false, gone}, {s, true, gone}, {s, false, exited}, {s, true, exited}, {s, true, gone}},
			[]time.Duration{s, 2 * s, 4 * s, 8 * s, -1},
		},
		{
			"one that runs for a while in between",
			pace{program: true},
			[]end{
				{s, true, exited},
				{s, true, exited},
				{s, true, exited},
				{s, true, exited},
				{10 * s, true, exited},
				{s, true, exited},
				{s, true, exited},
			},
			[]time.Duration{s, 2 * s, 4 * s, 8 * s, s, 2 * s, 4 * s},
		},
		{
			"one that can't be started",
			pace{program: true},
			[]end{
				{0, false, errors.New("x")}, {0, false, errors.New("x")}, {0, false, errors.New("x")}, {0, false, errors.New("x")}, {0, false, errors.New("x")},
			},
			[]time.Duration{s, 2 * s, 4 * s, 8 * s, 16 * s},
		},
		{"no endpoint", pace{begun: time.Now()}, []end{{0, false, &ui.Error{Code: "endpoint_invalid"}}}, []time.Duration{-1}},
		{"one that wants to know who asks", pace{begun: time.Now()}, []end{{0, false, &ui.Error{Code: "auth_required"}}}, []time.Duration{-1}},
		{"one that refuses", pace{begun: time.Now()}, []end{{0, false, &mcpclient.RPCError{Code: 1}}}, []time.Duration{s}},
	} {
		tt.pace.first = s
		var pauses []time.Duration
		for _, one := range tt.ends {
			next := tt.pace.ended(one.lasted, one.opened, one.err)
			if next.stuck {
				next.pause = -1
			}
			pauses = append(pauses, next.pause)
		}
		if diff := cmp.Diff(tt.pauses, pauses); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		server mcpclient.Server
		want   string
	}{
		{mcpclient.Server{Endpoint: "https://a.example:8443/mcp"}, "https://a.example:8443/mcp"},
		{mcpclient.Server{Endpoint: "https://me:secret@a.example/mcp?key=secret#secret"}, "https://a.example/mcp"},
		{mcpclient.Server{Endpoint: "https://me:secret@a.example/%zz?key=secret"}, "a.example/%zz"},
		{mcpclient.Server{Endpoint: "https://a.example/mcp?"}, "https://a.example/mcp"},
		{mcpclient.Server{}, ""},
		{mcpclient.Server{Command: []string{"npx", "-y", "server", "--port=3", "a b", ""}}, "npx -y server --port=3 'a b' ''"},
		{
			mcpclient.Server{Command: []string{"npx", "--max-tokens", "4096", "--tokenizer=fast", "AUTHOR=me", "--authors", "x"}},
			"npx --max-tokens 4096 --tokenizer=fast AUTHOR=me --authors x",
		},
		{
			mcpclient.Server{Command: []string{"token-server", "--token", "s", "--api-key=s", "GITHUB_TOKEN=s", "-e", "PASSWORD=s", "--auth"}},
			"token-server --token [redacted] --api-key=[redacted] GITHUB_TOKEN=[redacted] -e PASSWORD=[redacted] --auth",
		},
	} {
		if got := addressOf(tt.server); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.server, got, tt.want)
		}
	}
}

func TestSecretsAreKnown(t *testing.T) {
	t.Parallel()
	r := newRedactor("the-workbench's-token", secretsOf([]mcpclient.Server{
		{
			Endpoint: "https://me:pass%40word@a.example/mcp?key=quer%2Fykey&n=1",
			Header:   http.Header{"X-Key": {`Custom he"ader`}, "Accept": {"text/event-stream"}, "X-Short": {"abc"}},
		},
		{Command: []string{"x"}, Env: []string{
			"PATH=/usr/bin", "MY_TOKEN=env-secret", "TOKEN=", "nothing", "AUTHOR=enabled", "SHELL_TOKEN=inherited",
		}},
	}, []string{"PATH=/usr/bin", "SHELL_TOKEN=inherited", "MY_TOKEN=another"})...)
	for text, want := range map[string]string{
		`Post "https://me:***@a.example/mcp?key=quer%2Fykey&n=1": refused`: `Post "https://me:***@a.example/mcp?key=[redacted]&n=1": refused`,
		"at https://me:pass%40word@a.example/mcp?key=quer%2Fykey&n=1: x":   "at https://[redacted]@a.example/mcp?key=[redacted]&n=1: x",
		"pass@word quer/ykey env-secret":                                   "[redacted] [redacted] [redacted]",
		`he"ader`:                                                          "[redacted]",
		"text/event-stream abc /usr/bin":                                   "text/event-stream abc /usr/bin",
		"enabled inherited":                                                "enabled inherited",
		"It wants Bearer credentials.":                                     "It wants Bearer credentials.",
		"a bearer internationalization":                                    "a bearer internationalization",
		"Bearer abc-123":                                                   "Bearer abc-123",
		"authorization: bearer abcdefghijklmnop1, and":                     "authorization: bearer [redacted], and",
	} {
		if got := r.clean(text); got != want {
			t.Errorf("%s became %s, want %s", text, got, want)
		}
	}
	if got := r.cleanJSON([]byte(`{"echo":"Custom he\u0022ader"}`)); got != `{"echo":"[redacted]"}` {
		t.Errorf("an escaped secret: %s", got)
	}
	if got := newRedactor("the-token", secretsOf(nil, nil)...).clean("as it is"); got != "as it is" {
		t.Errorf("without secrets: %s", got)
	}
}

func TestHead(t *testing.T) {
	t.Parallel()
	r := newRedactor("the-token")
	for _, tt := range []struct {
		text  string
		limit int
		want  string
	}{
		{"short", 5, "short"},
		{"longer", 5, "longe…"},
		{"éé", 3, "é…"},
		{"xx the-token", 6, "xx [re…"},
		{"", 5, ""},
	} {
		if got := r.head(tt.text, tt.limit); got != tt.want {
			t.Errorf("%q to %d: %q, want %q", tt.text, tt.limit, got, tt.want)
		}
	}
}

func TestSameFailure(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"read tcp 127.0.0.1:1->127.0.0.1:80: reset", "read tcp 127.0.0.1:2->127.0.0.1:80: reset", true},
		{"read tcp [::1]:1->[::1]:80: reset", "read tcp [::1]:2->[::1]:80: reset", true},
		{"dial tcp 127.0.0.1:80: refused", "dial tcp 127.0.0.1:80: no route", false},
		{"", "x", false},
	} {
		if sameFailure(tt.a, tt.b) != tt.same {
			t.Errorf("%q and %q: %v", tt.a, tt.b, !tt.same)
		}
	}
}

func TestPatience(t *testing.T) {
	t.Parallel()
	const limit = time.Minute
	for _, tt := range []struct {
		name  string
		every time.Duration // between two signs of progress; zero is none
		ends  time.Duration
		words string
	}{
		{"no progress", 0, limit, "did not answer"},
		{"progress that is too late", limit + time.Second, limit, "did not answer"},
		{"progress without an end", 50 * time.Second, 10 * limit, "told of progress"},
	} {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			ctx, p := newPatience(t.Context(), limit)
			defer p.end()
			for tt.every > 0 && ctx.Err() == nil {
				select {
				case <-time.After(tt.every):
					p.renew()
				case <-ctx.Done():
				}
			}
			<-ctx.Done()
			if took := time.Since(begun); took != tt.ends || !errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
				t.Errorf("%s: ended after %v with %v, want %v", tt.name, took, context.Cause(ctx), tt.ends)
			}
			if err := p.over("s", "t"); codeOf(err) != "server_timeout" || !strings.Contains(err.Error(), tt.words) {
				t.Errorf("%s: %v", tt.name, err)
			}
		})
	}
}

// A page that doesn't read loses events, and is told how many; nobody waits for
// it.
func TestSlowPage(t *testing.T) {
	t.Parallel()
	h := newHub(newRedactor("the-token"))
	slow, before := h.join()
	if len(before) != 0 {
		t.Errorf("there is a past already: %q", before)
	}
	for range queueLength + 7 {
		h.publish(warning("x"))
	}
	got := h.waiting(slow)
	if len(got) != queueLength+1 || !strings.Contains(string(got[queueLength]), "7 events were left out") {
		t.Errorf("%d lines, the last is %s", len(got), got[len(got)-1])
	}
	h.publish(warning("later"))
	if got := h.waiting(slow); len(got) != 1 || !strings.Contains(string(got[0]), "later") {
		t.Errorf("after the loss: %q", got)
	}
}

// What programs print and what is said to servers don't drive each other out of
// what a later page gets, which is in its order.
func TestHistory(t *testing.T) {
	t.Parallel()
	h := newHub(newRedactor("the-token"))
	h.publish(warning("first"))
	const many = 3*historyLength + 7
	for i := range many {
		h.publish(printedEvent{Type: "stderr", Text: strconv.Itoa(i)})
	}
	h.publish(warning("last"))
	_, before := h.join()
	var texts []string
	for _, data := range before {
		var e printedEvent
		if err := json.Unmarshal(data, &e); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, e.Text)
	}
	want := []string{"first"}
	for i := many - historyLength; i < many; i++ {
		want = append(want, strconv.Itoa(i))
	}
	if diff := cmp.Diff(append(want, "last"), texts); diff != "" {
		t.Error(diff)
	}
}

// Whatever can't be written as JSON, the stream does not end without a word.
func TestStreamHasALastLine(t *testing.T) {
	t.Parallel()
	broken := outcome{Result: []byte(`{"a":`)}
	for _, tt := range []struct {
		name   string
		begun  bool
		status int
		last   string
	}{
		{"before the first line", false, http.StatusInternalServerError, `"code":"internal"`},
		{"after some progress", true, http.StatusOK, `"code":"internal"`},
	} {
		w := &Workbench{log: slog.New(slog.DiscardHandler), events: newHub(newRedactor("the-token"))}
		recorded := httptest.NewRecorder()
		stream := &streamWriter{response: deadlines{recorded}, control: http.NewResponseController(deadlines{recorded})}
		if tt.begun {
			if err := stream.write([]byte("{}\n")); err != nil {
				t.Fatal(err)
			}
		}
		w.endStream(stream, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/call", http.NoBody), broken, nil)
		lines := bytes.Split(bytes.TrimSpace(recorded.Body.Bytes()), []byte("\n"))
		if last := string(lines[len(lines)-1]); recorded.Code != tt.status || !strings.Contains(last, tt.last) {
			t.Errorf("%s: %d %s", tt.name, recorded.Code, last)
		}
	}
}

// deadlines is a recorder that knows deadlines.
type deadlines struct{ *httptest.ResponseRecorder }

func (deadlines) SetWriteDeadline(time.Time) error { return nil }

// What is looked for first is quicker than the patterns, and finds all that they would.
func TestLargePatternsMissNothing(t *testing.T) {
	t.Parallel()
	r := newRedactor("own-token")
	pieces := []string{
		`"`, `\"`, `:`, ` `, "\n", `,`, `{`, `}`, `x`, "Authorization", "proxy-authorization", "Set-Cookie", "x-api-key", "apiKey", "access_token",
		"refreshToken", "ID-TOKEN", "sessionToken", "client_secret", "password", "progressToken", "Bearer", "0123456789abcdef.x",
		`"Cookie"`, `\"api-key\"`, " : ", "\t:", `"value"`, `\"value\"`,
	}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same texts each time
	hidden := 0
	for range 100_000 {
		var b strings.Builder
		for range 5 + random.IntN(12) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		text := b.String()
		want := r.bearer.ReplaceAllStringFunc(text, hideBearer)
		want = r.member.ReplaceAllString(want, `${1}"`+secrets.Marker+`"`)
		want = r.inner.ReplaceAllString(want, "${1}"+secrets.Marker)
		if got := r.patterns(text); got != want {
			t.Fatalf("%q became %q, want %q", text, got, want)
		}
		if want != text {
			hidden++
		}
	}
	if hidden < 500 {
		t.Errorf("%d texts had a secret", hidden)
	}
}

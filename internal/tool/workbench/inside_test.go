package workbench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/secrets"
)

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

func TestCallTimeout(t *testing.T) {
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
		{"progress without an end", 50 * time.Second, 10 * limit, "reported progress"},
	} {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			ctx, p := newCallTimeout(t.Context(), limit)
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
			if err := p.expired("s", "t"); codeOf(err) != "server_timeout" || !strings.Contains(err.Error(), tt.words) {
				t.Errorf("%s: %v", tt.name, err)
			}
		})
	}
}

// Of many changes at once, a few events tell, and one comes after the last.
func TestManyChanges(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHub(newRedactor("the-token"))
		page, _ := h.join()
		one := &connection{server: &server{events: h}, profile: hosts.Generic(), changes: map[string]*change{}}
		for i := range 200 {
			time.Sleep(time.Millisecond)
			one.notified("notifications/tools/list_changed", nil)
			if i == 0 && len(h.waiting(page)) != 1 {
				t.Error("the first is not told at once")
			}
		}
		if told := len(h.waiting(page)); told != 1 {
			t.Errorf("%d more events of 200 changes within 200 ms", told)
		}
		time.Sleep(changeGap)
		if told := len(h.waiting(page)); told != 1 {
			t.Errorf("%d events after the last change", told)
		}
		time.Sleep(time.Hour)
		if told := len(h.waiting(page)); told != 0 {
			t.Errorf("%d events without a change", told)
		}
	})
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

func TestOpeningURLExpires(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &Workbench{log: slog.New(slog.DiscardHandler)}
		for wait, valid := range map[time.Duration]bool{openingLife: true, openingLife + time.Second: false} {
			_, code, _ := strings.Cut(w.OpeningURL(), "open=")
			time.Sleep(wait)
			if w.takeCode(code) != valid {
				t.Errorf("after %v it is valid: %t", wait, !valid)
			}
		}
	})
}

package serve_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/serve"
	"github.com/orielapps/oriel/state"
)

// asked is a call that has asked its client something.
type asked struct {
	server *httptest.Server
	stream *stream
	id     string // that of the question
	user   []string
}

// ask begins a call that asks.
func ask(t *testing.T, server *httptest.Server) asked {
	t.Helper()
	session := begin(t, server.Config.Handler)
	headers := []string{"Mcp-Session-Id", session, "X-User", "ann"}
	s := begun(t, server, newRequest(t, http.MethodPost, server.URL, message("9", "tools/call", `{"name":"confirm"}`), headers...))
	question := s.next(t)
	id := regexp.MustCompile(`"id":"([^"]+)"`).FindStringSubmatch(question)
	if id == nil || !strings.Contains(question, "elicitation/create") {
		t.Fatalf("the question is %s", question)
	}
	return asked{server, s, id[1], headers}
}

func (a *asked) post(t *testing.T, body string, headers ...string) answer {
	t.Helper()
	return do(t, a.server, newRequest(t, http.MethodPost, a.server.URL, body, headers...))
}

func reply(id, rest string) string {
	return `{"jsonrpc":"2.0","id":"` + strings.ReplaceAll(id, "\x00", `\u0000`) + `",` + rest + `}`
}

const accept = `"result":{"action":"accept","content":{"text":"yes"}}`

// Only the right answer of the right user counts, once.
func TestAnswers(t *testing.T) {
	t.Parallel()
	server := serving(t, signedIn(everything(quiet()).Handler()))
	other := everything(quiet()).Handler() // of another process, with another key
	a := ask(t, server)
	parts := strings.Split(a.id, ".")
	for name, test := range map[string]struct {
		id, user string
		handler  http.Handler
	}{
		"of another user":      {a.id, "eve", nil},
		"of nobody":            {a.id, "", nil},
		"cut":                  {a.id[:len(a.id)-1], "ann", nil},
		"longer":               {a.id + "A", "ann", nil},
		"in capitals":          {strings.ToUpper(a.id), "ann", nil},
		"of another replica":   {strings.Replace(a.id, parts[1], "AAAAAAAA", 1), "ann", nil},
		"of another time":      {strings.Replace(a.id, "."+parts[3]+".", ".zzzzzz.", 1), "ann", nil},
		"of another question":  {strings.Replace(a.id, parts[2], "AAAAAAAAAAAAAAAA", 1), "ann", nil},
		"with another tag":     {"x" + a.id, "ann", nil},
		"with a part too many": {a.id + ".x", "ann", nil},
		"void":                 {"", "ann", nil},
		"NUL":                  {"oriel\x00" + a.id[5:], "ann", nil},
		"at another app":       {a.id, "ann", signedIn(other)},
	} {
		headers := []string{"X-User", test.user}
		var got answer
		if test.handler != nil {
			got = post(t, test.handler, reply(test.id, accept), headers...)
		} else {
			got = a.post(t, reply(test.id, accept), headers...)
		}
		if got.status != http.StatusBadRequest || got.code() != "answer_unexpected" {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
	for i := range 3 { // twice, and once more
		if got := a.post(t, reply(a.id, accept), "X-User", "ann"); got.status != http.StatusAccepted {
			t.Errorf("answer %d: %d %s", i, got.status, got.body)
		}
	}
	if got := a.stream.next(t); !strings.Contains(got, "confirmed: yes") || !strings.Contains(got, `"id":9`) {
		t.Errorf("the call ends with %s", got)
	}
	if got := a.post(t, reply(a.id, accept), "X-User", "ann"); got.status != http.StatusAccepted {
		t.Errorf("too late: %d %s", got.status, got.body)
	}
}

// What a client answers, as anything but what it should be.
func TestBadContentsOfAnswers(t *testing.T) {
	t.Parallel()
	server := serving(t, signedIn(everything(quiet()).Handler()))
	for rest, code := range map[string]string{
		`"result":{"action":"accept","content":{"text":7}}`:    "answer_invalid",
		`"result":{"action":"accept","content":{"other":"x"}}`: "answer_invalid",
		`"result":{"action":"accept","content":[]}`:            "answer_invalid",
		`"result":{"action":"accept","content":null}`:          "",
		`"result":{"action":"accept"}`:                         "",
		`"result":{"action":"decline"}`:                        "declined",
		`"result":{"action":"cancel"}`:                         "dismissed",
		`"result":{"action":"x"}`:                              "answer_invalid",
		`"result":{"action":7}`:                                "answer_invalid",
		`"result":{}`:                                          "answer_invalid",
		`"result":null`:                                        "answer_invalid",
		`"result":7`:                                           "answer_invalid",
		`"result":"` + strings.Repeat("x", 3<<20) + `"`:        "answer_invalid",
		`"result":{"action":"accept","content":{"text":"` + strings.Repeat("\\u0000", 500_000) + `"}}`: "",
		`"error":{"code":-1,"message":"no"}`:                                             "ask_refused",
		`"error":{"code":-1,"message":"` + strings.Repeat("x\\n\\u0000", 100_000) + `"}`: "ask_refused",
		`"error":{"code":"x","message":7}`:                                               "ask_refused",
		`"error":7`:                                                                      "ask_refused",
		`"error":null`:                                                                   "ask_refused",
	} {
		a := ask(t, server)
		if got := a.post(t, reply(a.id, rest), "X-User", "ann"); got.status != http.StatusAccepted {
			t.Errorf("%.100s: %d %s", rest, got.status, got.body)
		}
		got := a.stream.next(t)
		if codeIn(got) != code || code != "" && len(got) > 2000 {
			t.Errorf("%.100s: the call ends with %.500s", rest, got)
		}
	}
}

// Who is asked and cancels the call is not waited for; an answer comes too late.
func TestCancelledQuestions(t *testing.T) {
	t.Parallel()
	server := serving(t, signedIn(everything(quiet()).Handler()))
	a := ask(t, server)
	a.post(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}`, a.user...)
	if got := a.stream.next(t); !strings.Contains(got, "notifications/cancelled") || !strings.Contains(got, a.id) {
		t.Errorf("the question ends with %s", got)
	}
	if got := a.stream.next(t); got != "" {
		t.Errorf("who has cancelled a call gets %s", got)
	}
	if got := a.post(t, reply(a.id, accept), a.user...); got.status != http.StatusAccepted {
		t.Errorf("too late: %d %s", got.status, got.body)
	}
}

// Questions that nobody answers end with the call, and those that are asked after
// it go nowhere.
func TestQuestionsInVain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		app, hangs := hanging()
		asked := make(chan error, 1)
		oriel.AddTool(app, oriel.Tool{Name: "late"}, func(ctx context.Context, _ text) (oriel.Result[text], error) {
			<-hangs.release
			_, err := oriel.Ask[text](context.WithoutCancel(ctx), oriel.Question{Message: "Sure?"})
			asked <- err
			return oriel.Result[text]{}, err
		})
		server := overPipes(t, newServer(t, app, serve.Options{CallTimeout: shortly, Key: []byte("k")}).Handler())
		session := begin(t, server.Config.Handler)
		a := do(t, server, newRequest(t, http.MethodPost, server.URL, message("1", "tools/call", `{"name":"confirm"}`), "Mcp-Session-Id", session))
		if a.code() != "ask_timeout" {
			t.Errorf("nobody answers: %s", a.body)
		}
		s := begun(t, server, newRequest(t, http.MethodPost, server.URL, message("2", "tools/call", `{"name":"late"}`), "Mcp-Session-Id", session, "Accept", "text/event-stream"))
		if got := s.next(t); codeIn(got) != "deadline_exceeded" {
			t.Errorf("it ends with %s", got)
		}
		close(hangs.release)
		if err := wait(t, asked, "the question"); err == nil {
			t.Error("it has an answer")
		}
		if got := s.next(t); got != "" {
			t.Errorf("after the answer comes %s", got)
		}
	})
}

// An answer reaches the replica that has asked, and one that is too large to be
// handed over ends the question at once.
func TestAnswersAtAnotherReplica(t *testing.T) {
	t.Parallel()
	options := quiet()
	options.Key, options.Store = "a key that both replicas have", &state.Memory{}
	one, other := serving(t, signedIn(everything(options).Handler())), serving(t, signedIn(everything(options).Handler()))
	for name, test := range map[string]struct {
		answer, code string
		status       int
	}{
		"small": {accept, "", http.StatusAccepted},
		"large": {`"result":{"action":"accept","content":{"text":"` + strings.Repeat("x", 2<<20) + `"}}`, "ask_refused", http.StatusRequestEntityTooLarge},
	} {
		a := ask(t, one)
		if got := do(t, other, newRequest(t, http.MethodPost, other.URL, reply(a.id, test.answer), a.user...)); got.status != test.status {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
		if got := a.stream.next(t); codeIn(got) != test.code {
			t.Errorf("%s: the call ends with %.300s", name, got)
		}
	}
}

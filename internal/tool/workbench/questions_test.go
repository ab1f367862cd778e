package workbench_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/tool/answers"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

type guest struct {
	Name  string `json:"name"`
	Seats int    `json:"seats" min:"1"`
}

// asks is an app with a tool per question.
func asks(t *testing.T) string {
	t.Helper()
	app := oriel.NewWith("asks", "1.0.0", oriel.Options{Key: "a key for the tests", Logger: slog.New(slog.DiscardHandler)})
	say := func(text string, err error) (oriel.Result[struct{}], error) {
		if errors.Is(err, oriel.ErrDeclined) {
			return oriel.Result[struct{}]{Text: "declined"}, nil
		}
		if errors.Is(err, oriel.ErrDismissed) {
			return oriel.Result[struct{}]{Text: "cancelled"}, nil
		}
		return oriel.Result[struct{}]{Text: text}, err
	}
	oriel.AddTool(app, oriel.Tool{Name: "form", Description: "Asks with a form"}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		g, err := oriel.Ask[guest](ctx, oriel.Question{Message: "Who is coming?"})
		return say(g.Name, err)
	})
	oriel.AddTool(app, oriel.Tool{Name: "page", Description: "Asks with a page"}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		_, err := oriel.Ask[struct{}](ctx, oriel.Question{Message: "Sign in", URL: "https://example.com/in"})
		return say("visited", err)
	})
	oriel.AddTool(app, oriel.Tool{Name: "model", Description: "Asks the model"}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		said, err := oriel.Sample(ctx, oriel.SampleRequest{Messages: []oriel.Message{oriel.UserText("Capital?")}})
		return say(said.Text, err)
	})
	oriel.AddTool(app, oriel.Tool{Name: "folders", Description: "Asks for folders"}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		roots, err := oriel.Roots(ctx)
		if err != nil || len(roots) == 0 {
			return say("none", err)
		}
		return say(roots[0].URI, nil)
	})
	type greeting struct {
		Style string `json:"style,omitempty"`
	}
	oriel.AddPrompt(app, oriel.Prompt{Name: "greeting", Description: "Greets", Complete: suggest}, func(ctx context.Context, in greeting) ([]oriel.Message, error) {
		g, err := oriel.Ask[guest](ctx, oriel.Question{Message: "Who is coming?"})
		return []oriel.Message{oriel.UserText(in.Style + g.Name)}, err
	})
	oriel.AddTemplate(app, oriel.Template{URITemplate: "book://{title}", Name: "book", Complete: suggest},
		func(ctx context.Context, _ map[string]string) (oriel.Contents, error) {
			g, err := oriel.Ask[guest](ctx, oriel.Question{Message: "Who is coming?"})
			return oriel.Contents{Text: g.Name}, err
		})
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app.Handler())
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	return server.URL + "/mcp"
}

func suggest(_ context.Context, name, typed string, known map[string]string) ([]string, error) {
	return []string{name + "=" + typed, known["other"]}, nil
}

// lifecycles are profiles of either.
var lifecycles = map[string]string{"2025-11-25": "vscode", "2026-07-28": "generic"}

// stream is the answer to a request under way.
type stream struct {
	t     *testing.T
	lines *bufio.Scanner
	body  io.Closer
}

func (b *bench) stream(t *testing.T, path, body string) *stream {
	t.Helper()
	response := b.open(t, http.MethodPost, path, body, nil)
	s := &stream{t, bufio.NewScanner(response.Body), response.Body}
	t.Cleanup(func() { _ = response.Body.Close() })
	return s
}

func (s *stream) next() map[string]any {
	s.t.Helper()
	if !s.lines.Scan() {
		s.t.Fatalf("the stream has ended: %v", s.lines.Err())
	}
	var line map[string]any
	if err := json.Unmarshal(s.lines.Bytes(), &line); err != nil {
		s.t.Fatalf("%v in %.300s", err, s.lines.Bytes())
	}
	return line
}

// question returns the next question, and its id.
func (s *stream) question(state string) (q map[string]any, id string) {
	s.t.Helper()
	line := s.next()
	q, _ = line["question"].(map[string]any)
	if q["state"] != state {
		s.t.Fatalf("not %s: %v", state, line)
	}
	id, _ = q["id"].(string)
	return q, id
}

// text returns the text of the result.
func (s *stream) text() string {
	s.t.Helper()
	return resultTextOf(s.next())
}

func resultTextOf(line map[string]any) string {
	list := at(line, "result.content")
	if messages, ok := at(line, "result.messages").([]any); ok {
		list = []any{at(messages[0], "content")}
	}
	if contents, ok := at(line, "result.contents").([]any); ok {
		list = contents
	}
	blocks, ok := list.([]any)
	if !ok || len(blocks) == 0 {
		return fmt.Sprint(line)
	}
	text, _ := at(blocks[0], "text").(string)
	return text
}

func callOf(tool, profile string) string {
	return `{"server":"s","profile":"` + profile + `","tool":"` + tool + `","caller":"host","stream":true}`
}

// answer posts an answer; it must have the status.
func (b *bench) answer(t *testing.T, id, result string, status int) map[string]any {
	t.Helper()
	got, code := b.post(t, "/api/answer", map[string]any{"question": id, "result": json.RawMessage(result)})
	if code != status {
		t.Fatalf("status %d: %v", code, got)
	}
	return got
}

// Each kind of question, in each request that can have one, is answered by the page.
func TestQuestionsByHand(t *testing.T) {
	t.Parallel()
	endpoint := asks(t)
	const accepted = `{"action":"accept","content":{"name":"Ada","seats":2}}`
	for lifecycle, profile := range lifecycles {
		b := start(t, workbench.Options{Servers: []mcpclient.Server{{ID: "s", Endpoint: endpoint}}})
		for name, test := range map[string]struct{ path, body, answer, want string }{
			"form":      {"/api/call", callOf("form", profile), accepted, "Ada"},
			"declined":  {"/api/call", callOf("form", profile), `{"action":"decline"}`, "declined"},
			"cancelled": {"/api/call", callOf("form", profile), `{"action":"cancel"}`, "cancelled"},
			"refused":   {"/api/call", callOf("form", profile), `null`, "cancelled"},
			"page":      {"/api/call", callOf("page", profile), `{"action":"accept"}`, "visited"},
			"model": {
				"/api/call", callOf("model", profile),
				`{"role":"assistant","model":"me","content":{"type":"text","text":"Paris."}}`, "Paris.",
			},
			"folders":  {"/api/call", callOf("folders", profile), `{"roots":[{"uri":"file:///home/ada"}]}`, "file:///home/ada"},
			"prompt":   {"/api/prompt", `{"server":"s","profile":"` + profile + `","name":"greeting","stream":true}`, accepted, "Ada"},
			"resource": {"/api/resource", `{"server":"s","profile":"` + profile + `","uri":"book://x","stream":true}`, accepted, "Ada"},
		} {
			t.Run(lifecycle+" "+name, func(t *testing.T) {
				t.Parallel()
				s := b.stream(t, test.path, test.body)
				_, id := s.question("open")
				b.answer(t, id, test.answer, http.StatusOK)
				if got := s.text(); got != test.want {
					t.Errorf("got %s", got)
				}
				if code := at(b.answer(t, id, test.answer, http.StatusNotFound), "error.code"); code != "question_over" {
					t.Errorf("a second answer: %v", code)
				}
			})
		}
	}
}

// An answer that does not fit is refused, unless it is meant so; the question stays open.
func TestAnswersThatDontFit(t *testing.T) {
	t.Parallel()
	b := start(t, workbench.Options{Servers: []mcpclient.Server{{ID: "s", Endpoint: asks(t)}}})
	s := b.stream(t, "/api/call", callOf("form", "vscode"))
	q, id := s.question("open")
	if at(q, "params.message") != "Who is coming?" || q["mode"] != "form" {
		t.Errorf("the question is %v", q)
	}
	for _, bad := range []string{`{"action":"accept","content":{"name":7}}`, `{"action":"accept"}`, `{"action":"fax"}`, `[]`, `7`} {
		if code := at(b.answer(t, id, bad, http.StatusBadRequest), "error.code"); code != "answer_invalid" {
			t.Errorf("%s: %v", bad, code)
		}
	}
	got, code := b.post(t, "/api/answer", map[string]any{"question": id, "anyway": true, "result": json.RawMessage(`{"action":"accept","content":{"name":7}}`)})
	if code != http.StatusOK {
		t.Errorf("%v", got)
	}
	if text := s.text(); !strings.Contains(text, "doesn't fit") {
		t.Errorf("the server got %q", text)
	}
}

// Questions don't run out of time, and end with the call.
func TestQuestionOutlastsTheTimeout(t *testing.T) {
	t.Parallel()
	const timeout = 2 * time.Second // long enough to connect
	for _, profile := range lifecycles {
		b := start(t, workbench.Options{Servers: []mcpclient.Server{{ID: "s", Endpoint: asks(t)}}, Timeout: timeout})
		b.tools(t, profile) // connected, the time is for the call alone
		s := b.stream(t, "/api/call", callOf("form", profile))
		_, id := s.question("open")
		time.Sleep(timeout + timeout/4) // longer than the call may take
		b.answer(t, id, `{"action":"accept","content":{"name":"Ada","seats":1}}`, http.StatusOK)
		if got := s.text(); got != "Ada" {
			t.Errorf("as %s: %s", profile, got)
		}
		stopped := b.stream(t, "/api/call", callOf("form", profile))
		_, id = stopped.question("open")
		_ = stopped.body.Close() // the page stops the call
		eventually(t, "the question is over", func() bool {
			got, _ := b.post(t, "/api/answer", map[string]any{"question": id, "result": json.RawMessage(`7`)})
			return at(got, "error.code") == "question_over"
		})
	}
}

// Where nobody looks, forms and pages are declined, and all else is refused.
func TestQuestionsThatNobodySees(t *testing.T) {
	t.Parallel()
	b := start(t, workbench.Options{Servers: []mcpclient.Server{{ID: "s", Endpoint: asks(t)}}})
	for lifecycle, profile := range lifecycles {
		for tool, want := range map[string]string{"form": "declined", "page": "declined", "model": "nobody looks at this request", "folders": "nobody looks at this request"} {
			got, _ := b.post(t, "/api/call", map[string]any{"server": "s", "profile": profile, "tool": tool, "caller": "host"})
			text := fmt.Sprint(got)
			if !strings.Contains(text, want) {
				t.Errorf("%s %s: %s", lifecycle, tool, text)
			}
			if failed := at(got, "error.code"); lifecycle == "2026-07-28" && failed != nil && failed != "question_unanswered" {
				t.Errorf("%s: %v", tool, failed)
			}
		}
	}
}

func TestQuestionsByScript(t *testing.T) {
	t.Parallel()
	script, err := answers.Parse("a.json", []byte(`{"answers":[
		{"tool":"form","message":"Who","accept":{"name":"Ada","seats":2},"times":4},
		{"tool":"greeting","accept":{"name":"Bob","seats":2}},
		{"tool":"form","accept":{"name":"Eve","seats":0}},
		{"tool":"page","accept":{}},
		{"text":"Paris."},
		{"roots":["file:///home/ada"]}
	]}`))
	if err != nil {
		t.Fatal(err)
	}
	b := start(t, workbench.Options{Servers: []mcpclient.Server{{ID: "s", Endpoint: asks(t)}}, Answers: script})
	for lifecycle, profile := range lifecycles {
		for tool, want := range map[string]string{"form": "Ada", "page": "visited", "model": "Paris.", "folders": "file:///home/ada"} {
			s := b.stream(t, "/api/call", callOf(tool, profile))
			s.question("scripted")
			if got := s.text(); got != want {
				t.Errorf("%s %s: %s", lifecycle, tool, got)
			}
			alone, _ := b.post(t, "/api/call", map[string]any{"server": "s", "profile": profile, "tool": tool, "caller": "host"})
			if got := resultTextOf(alone); got != want {
				t.Errorf("%s %s, without a stream: %s", lifecycle, tool, got)
			}
		}
		s := b.stream(t, "/api/prompt", `{"server":"s","profile":"`+profile+`","name":"greeting","stream":true}`)
		s.question("scripted")
		if got := s.text(); got != "Bob" {
			t.Errorf("%s: %s", lifecycle, got)
		}
	}
	// What doesn't fit is asked, and says why.
	s := b.stream(t, "/api/call", callOf("form", "generic"))
	q, id := s.question("open")
	if remark, _ := q["remark"].(string); q["code"] != "answer_unfit" || !strings.Contains(remark, "Answer 3 of a.json does not fit the form") {
		t.Errorf("the question is %v", q)
	}
	b.answer(t, id, `null`, http.StatusOK)
	if got := s.text(); got != "cancelled" {
		t.Error(got)
	}
}

// A host that lacks a feature does not declare it, so the server does not ask.
func TestQuestionsOfHostsThatLackThem(t *testing.T) {
	t.Parallel()
	b := start(t, workbench.Options{Servers: []mcpclient.Server{{ID: "s", Endpoint: asks(t)}}})
	for profile, tools := range map[string][]string{"claude": {"form", "page", "model", "folders"}, "cursor": {"page", "model"}, "goose": {"page"}} {
		for _, tool := range tools {
			// The older lifecycle has a result that says so, the newer one an error.
			s := b.stream(t, "/api/call", callOf(tool, profile))
			line := fmt.Sprint(s.next())
			if !strings.Contains(line, "has not declared that") {
				t.Errorf("%s in %s: %s", tool, profile, line)
			}
		}
	}
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	b := start(t, workbench.Options{Servers: []mcpclient.Server{{ID: "s", Endpoint: asks(t)}}})
	for lifecycle, profile := range lifecycles {
		for _, body := range []map[string]any{{"prompt": "greeting", "name": "style"}, {"template": "book://{title}", "name": "title"}} {
			body["server"], body["profile"], body["value"], body["known"] = "s", profile, "gr", map[string]string{"other": "x"}
			got, code := b.post(t, "/api/complete", body)
			values, _ := got["values"].([]any)
			name, _ := body["name"].(string)
			if code != http.StatusOK || len(values) != 2 || values[0] != name+"=gr" || values[1] != "x" {
				t.Errorf("%s: %v", lifecycle, got)
			}
		}
		got, code := b.post(t, "/api/complete", map[string]any{"server": "s", "profile": profile, "name": "x"})
		if code != http.StatusBadRequest || at(got, "error.code") != "body_invalid" {
			t.Errorf("%v", got)
		}
	}
	plain := startWith(t, newFake())
	got, code := plain.post(t, "/api/complete", map[string]any{"server": "s", "profile": "vscode", "prompt": "p", "name": "x"})
	if values, _ := got["values"].([]any); code != http.StatusOK || values == nil || len(values) != 0 {
		t.Errorf("a server without completion: %v", got)
	}
}

func TestLogLevel(t *testing.T) {
	t.Parallel()
	b := start(t, workbench.Options{Servers: []mcpclient.Server{{ID: "s", Endpoint: asks(t)}}})
	for _, profile := range lifecycles {
		b.tools(t, profile)
	}
	got, code := b.post(t, "/api/loglevel", map[string]any{"server": "s", "level": "debug"})
	if code != http.StatusOK {
		t.Fatalf("%v", got)
	}
	b.post(t, "/api/list", map[string]any{"server": "s", "profile": "generic", "list": "prompts", "caller": "host"})
	b.post(t, "/api/list", map[string]any{"server": "s", "profile": "cursor", "list": "prompts", "caller": "host"}) // a new session
	// Each lifecycle has its own way to say so.
	want := map[string]string{
		"vscode": `"method":"logging/setLevel"`, "cursor": `"method":"logging/setLevel"`, "generic": `"io.modelcontextprotocol/logLevel":"debug"`,
	}
	eventually(t, "the level is told", func() bool {
		response := b.open(t, http.MethodGet, "/api/events", "", nil)
		defer func() { _ = response.Body.Close() }()
		reader := bufio.NewReader(response.Body)
		found := map[string]bool{}
		for range 60 {
			line, err := reader.ReadString('\n')
			for profile, text := range want {
				if strings.Contains(line, text) && strings.Contains(line, `"profile":"`+profile+`"`) {
					found[profile] = true
				}
			}
			if err != nil || len(found) == len(want) || reader.Buffered() == 0 {
				break
			}
		}
		return len(found) == len(want)
	})
	session := b.send(t, http.MethodGet, "/api/session", "", nil)
	if !strings.Contains(session.body, `"logLevel":"debug"`) {
		t.Error("the session does not say so")
	}
	if got, code := b.post(t, "/api/loglevel", map[string]any{"server": "s", "level": "loud"}); code != http.StatusBadRequest || at(got, "error.code") != "log_level_unknown" {
		t.Errorf("%v", got)
	}
}

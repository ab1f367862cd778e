package workbench_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
)

// listen opens the stream of events and returns what the next one of a type is.
func listen(t *testing.T, b *bench) (next func(kind string) map[string]any) {
	t.Helper()
	stream := b.open(t, http.MethodGet, "/api/events", "", nil)
	t.Cleanup(func() { _ = stream.Body.Close() })
	lines := make(chan map[string]any, 1000)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(stream.Body)
		scanner.Buffer(nil, 16<<20)
		for scanner.Scan() {
			var event map[string]any
			if json.Unmarshal(scanner.Bytes(), &event) == nil {
				lines <- event
			}
		}
	}()
	return func(kind string) map[string]any {
		t.Helper()
		for pings := 0; pings < 5; { // a minute
			event := received(t, "an event "+kind, lines)
			switch {
			case event == nil:
				t.Fatalf("the stream ended before an event %s", kind)
			case event["type"] == kind:
				return event
			case event["type"] == "ping":
				pings++
			}
		}
		t.Fatalf("there was no event %s", kind)
		return nil
	}
}

// listIn returns the problems that an answer or an event tells of.
func listIn(told map[string]any) []any {
	problems, _ := told["problems"].([]any)
	return problems
}

// What is behind an error's reference is for all pages, without the workbench's token.
func TestAppErrors(t *testing.T) {
	t.Parallel()
	b := startWith(t, newFake())
	b.Fail("s", devreport.AppError{
		ID: "err-abcdefghij", Name: b.token, Message: "the token is " + b.token, File: "main.go", Line: 3, Excerpt: "> 3 | x",
		Stack: []devreport.StackFrame{{Function: "main.f", File: b.token + "/main.go", Line: 3, InProject: true}},
	})
	event := listen(t, b)("app_error") // a page that comes later
	e, _ := event["error"].(map[string]any)
	if event["server"] != "s" || at(e, "id") != "err-abcdefghij" || at(e, "file") != "main.go" || at(e, "line") != float64(3) ||
		!strings.Contains(fmt.Sprint(e["stack"]), "main.f") || strings.Contains(fmt.Sprint(e), b.token) {
		t.Errorf("the page gets %v", event)
	}
}

func TestDevelopment(t *testing.T) {
	t.Parallel()
	b := startWith(t, newFake())
	next := listen(t, b)
	b.Busy("Building")
	b.Reload("s", "a")
	b.Restyle("s", "b", []devreport.Style{{ID: "1", CSS: "a { }"}})
	b.Restyle("s", "c", nil)
	b.Reload("s", "d")
	b.Report([]devreport.Problem{{Source: "go", File: "main.go", Line: 3, Column: 4, Message: "the token is " + b.token, Excerpt: "  3 | x", Fix: "Mend it."}})
	b.Renew("s")
	b.Renew("nobody")
	for _, want := range []struct{ kind, path, value string }{
		{"busy", "what", "Building"},
		{"reload", "view", "a"},
		{"style", "view", "b"},
		{"reload", "view", "d"},
	} {
		if got := at(next(want.kind), want.path); got != want.value {
			t.Errorf("%s: %s is %v, want %s", want.kind, want.path, got, want.value)
		}
	}
	problem := listIn(next("problems"))
	if len(problem) != 1 || at(problem[0], "line") != float64(3) || at(problem[0], "excerpt") != "  3 | x" ||
		strings.Contains(fmt.Sprint(problem...), b.token) {
		t.Errorf("problems: %v", problem)
	}
	change, _ := next("renew")["change"].(float64)

	// Who comes later is told how things are: also of styles, as of documents.
	later := listen(t, b)
	if got := later("busy"); got["what"] != "Building" {
		t.Errorf("later: %v", got)
	}
	seen := map[any]float64{}
	for range 3 {
		event := later("reload")
		seen[event["view"]], _ = event["change"].(float64)
	}
	if seen["a"] == 0 || seen["b"] == 0 || seen["d"] == 0 || seen["d"] < seen["b"] {
		t.Errorf("later: %v", seen)
	}
	session := b.send(t, http.MethodGet, "/api/session", "", nil)
	var said map[string]any
	if err := json.Unmarshal([]byte(session.body), &said); err != nil {
		t.Fatal(err)
	}
	if got, _ := said["change"].(float64); got < change || said["busy"] != "Building" || len(listIn(said)) != 1 {
		t.Errorf("the session: change %v, want %v; busy %v, problems %v", said["change"], change, said["busy"], said["problems"])
	}
	b.Report(nil)
	b.Busy("")
	if got := next("problems"); len(listIn(got)) != 0 {
		t.Errorf("mended: %v", got)
	}
}

// However much is wrong, pages are told what fits.
func TestManyProblems(t *testing.T) {
	t.Parallel()
	b := startWith(t, newFake())
	next := listen(t, b)
	problems := make([]devreport.Problem, 5000)
	for i := range problems {
		problems[i] = devreport.Problem{Source: "go", Message: strings.Repeat("é\xff", 1<<10), Excerpt: strings.Repeat("x", 1<<10)}
	}
	problems[0].Excerpt = strings.Repeat("é", 1<<20)
	b.Report(problems)
	told := listIn(next("problems"))
	first, _ := at(told[0], "excerpt").(string)
	if len(told) != 100 || len(first) > 17<<10 || !strings.HasSuffix(first, "é…") {
		t.Errorf("%d problems, the first with %d bytes: …%s", len(told), len(first), first[max(0, len(first)-8):])
	}
}

// A server that is another process is greeted anew, at once.
func TestRenewConnectsAnew(t *testing.T) {
	t.Parallel()
	f := newFake()
	b := startWith(t, f)
	eventually(t, "it is greeted", func() bool { return len(f.clients()) == 1 })
	ask := map[string]any{"server": "s", "profile": "claude", "list": "tools", "caller": "host"}
	b.post(t, "/api/list", ask)
	before := len(f.clients())
	b.Renew("s")
	b.post(t, "/api/list", ask)
	eventually(t, "both hosts greet it again", func() bool { return len(f.clients()) == before+2 })
}

// A program is started anew.
func TestRenewRestartsAProgram(t *testing.T) {
	t.Parallel()
	server, starts := program(t, serves)
	b := start(t, workbench.Options{Servers: []mcpclient.Server{server}})
	next := listen(t, b)
	eventually(t, "it runs", func() bool { return len(starts()) == 1 })
	b.Renew(server.ID)
	next("renew")
	eventually(t, "it runs again", func() bool { return len(starts()) == 2 })
}

// develop starts an app under development and its workbench.
func develop(t *testing.T, first workbenchtest.Edition) (*workbenchtest.App, *bench) {
	t.Helper()
	app := workbenchtest.StartApp(t, first)
	return app, start(t, workbench.Options{Servers: []mcpclient.Server{app.Server()}})
}

func TestStandbyAndRestore(t *testing.T) {
	t.Parallel()
	_, b := develop(t, workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "EDITION")})
	ask := func(more map[string]any) map[string]any {
		query := map[string]any{"server": "app", "profile": "claude", "tool": "note", "arguments": map[string]any{}}
		maps.Copy(query, more)
		data, err := json.Marshal(query)
		if err != nil {
			t.Fatal(err)
		}
		line, rest, _ := strings.Cut(b.send(t, http.MethodPost, "/api/view", string(data), nil).body, "\n")
		var answer map[string]any
		if err := json.Unmarshal([]byte(line), &answer); err != nil {
			t.Fatalf("%v in %.200s", err, line)
		}
		answer["rest"] = rest
		return answer
	}
	first := ask(nil)
	if first["dev"] != true || first["rest"] != "" {
		t.Errorf("the document: dev %v, and %q", first["dev"], first["rest"])
	}
	standby, status := b.post(t, "/api/standby", map[string]any{"document": first["document"]})
	if status != http.StatusOK {
		t.Fatalf("standby: %d %v", status, standby)
	}
	next := ask(map[string]any{"standby": standby["document"], "restore": map[string]any{"parts": map[string]any{}}})
	if next["document"] != standby["document"] || !strings.Contains(fmt.Sprint(next["rest"]), "EDITION") {
		t.Errorf("what stood by is not the next: %v", next["document"])
	}
	if refused := ask(map[string]any{"restore": []any{}}); at(refused, "error.code") != "restore_invalid" {
		t.Errorf("a list to bring back: %v", refused["error"])
	}
	if none, got := b.post(t, "/api/standby", map[string]any{"document": "http://x/view/none"}); got != http.StatusNotFound {
		t.Errorf("beside none: %d %v", got, none)
	}
	// One that stands by before there is any document becomes the first.
	early, status := b.post(t, "/api/standby", map[string]any{"server": "app", "profile": "claude"})
	if status != http.StatusOK {
		t.Fatalf("before the first: %d %v", status, early)
	}
	if shown := ask(map[string]any{"standby": early["document"]}); shown["document"] != early["document"] || !strings.Contains(fmt.Sprint(shown["rest"]), "EDITION") {
		t.Errorf("what stood by is not the first: %v", shown["document"])
	}
	for _, unknown := range []map[string]any{{"server": "app", "profile": "none"}, {"server": "none", "profile": "claude"}, {}} {
		if answer, got := b.post(t, "/api/standby", unknown); got == http.StatusOK {
			t.Errorf("%v: %v", unknown, answer)
		}
	}
}

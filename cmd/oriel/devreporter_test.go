package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/connector"
	"github.com/orielapps/oriel/internal/tool/devloop"
	"github.com/orielapps/oriel/internal/tool/devreport"
)

func tellAll(t *testing.T, verbose bool, events ...devloop.Event) (out, err string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	reporter := newDevReporter(&environment{stdout: &stdout, stderr: &stderr}, false, verbose)
	reporter.dir = filepath.Join(reporter.here, "apps", "weather")
	for _, e := range events {
		reporter.handle(e)
	}
	return stdout.String(), stderr.String()
}

func printed(text string) devloop.Event { return devloop.Event{Type: devloop.ServerOutput, Text: text} }

func request(method, name, code string) devloop.Event {
	return printed("time=2026-11-22T13:37:31.056Z level=INFO msg=request method=" + method + " name=" + name +
		" client=claude-ai protocol=2025-03-26 took=4.2159ms code=" + code)
}

func TestDevReporter(t *testing.T) {
	t.Parallel()
	mistake := devreport.Problem{
		Source: devreport.SourceView, View: "day", Code: "syntax_error", File: "views/day/index.ts", Line: 5, Column: 3,
		Message: "Unexpected \";\".", Excerpt: "5 | a;\n  |  ^", Fix: "Correct it.",
	}
	moved := mistake
	moved.Line = 6
	crash := devreport.Problem{Source: devreport.SourceServer, Code: "server_crashed", Message: "The server exited with code 1 before it listened.\n    no database"}
	panicked := devreport.AppError{
		ID: "err-xay57ikrhq", Method: "tools/call", Name: "forecast", Message: "panic: assignment to entry in nil map", File: "main.go", Line: 38,
		Excerpt: "  37 |     var highs map[string]float64\n> 38 |     highs[q.City]++",
		Stack: []devreport.StackFrame{
			{Function: "runtime.mapassign_faststr", File: "/go/src/runtime/map.go", Line: 263},
			{Function: "main.forecast", File: "main.go", Line: 38, InProject: true},
			{Function: "net/http.(*conn).serve", File: "/go/src/net/http/server.go", Line: 2092},
		},
	}
	found := func(p devreport.Problem) devloop.Event {
		return devloop.Event{Type: devloop.ProblemFound, Problem: &p}
	}
	gone := func(p devreport.Problem) devloop.Event {
		return devloop.Event{Type: devloop.ProblemGone, Problem: &p}
	}
	const shown = `error   apps/weather/views/day/index.ts:5:3: Unexpected ";". [syntax_error]
        5 | a;
          |  ^
        Correct it.
`
	for _, test := range []struct {
		name     string
		verbose  bool
		events   []devloop.Event
		out, err string
	}{
		{name: "built", events: []devloop.Event{
			{Type: devloop.ViewBuilt, View: "day", MS: 7.25, Change: devloop.ChangeReload},
			{Type: devloop.ViewBuilt, View: "day", MS: 7, Change: devloop.ChangeStyle},
			{Type: devloop.ViewBuilt, View: "day", MS: 7},
			{Type: devloop.GoBuilding},
			{Type: devloop.GoBuilt, MS: 1234},
			{Type: devloop.ServerReady, MS: 20, Total: 456},
			{Type: devloop.ViewRemoved, View: "day"},
		}, out: "view    day  7.2 ms\nstyle   day  7.0 ms\ngo      built  1.2 s\napp     ready  456 ms\nview    day removed\n"},
		{name: "written", events: []devloop.Event{
			{Type: devloop.ViewsWritten, Files: []string{"views/dist/day.html", "views/oriel.go"}, Gzip: map[string]int{"day": 4120}},
			{Type: devloop.ViewsWritten, Files: []string{"a", "b", "c", "d"}, Gzip: map[string]int{"day": 4120, "ab": 20}},
			{Type: devloop.TypesWritten, Files: []string{"views/oriel.ts"}},
		}, out: "wrote   apps/weather/views/dist/day.html, apps/weather/views/oriel.go  4.1 kB gzipped\n" +
			"wrote   apps/weather/a, apps/weather/b, apps/weather/c, 1 more  ab 20 B, day 4.1 kB gzipped\nwrote   apps/weather/views/oriel.ts\n"},
		{
			name: "test issuer", events: []devloop.Event{{Type: devloop.IssuerUsed, URL: "http://127.0.0.1:4711", Users: []string{"ada", "grace", "alan"}}},
			out: "sign-in  test issuer at http://127.0.0.1:4711, users ada, grace, alan\n",
		},
		{name: "fixed", events: []devloop.Event{found(mistake), gone(mistake)}, err: shown, out: "fixed   apps/weather/views/day/index.ts\n"},
		{name: "moved", events: []devloop.Event{found(mistake), found(moved), gone(mistake)}, err: shown + strings.ReplaceAll(shown, "ts:5:3", "ts:6:3")},
		{
			name: "crashed", events: []devloop.Event{printed("no database"), found(crash), gone(crash)},
			err: "|       no database\nerror   The server exited with code 1 before it listened. [server_crashed]\n", out: "fixed   the server\n",
		},
		{
			name: "requests", events: []devloop.Event{
				request("initialize", `""`, `""`), request("tools/call", "forecast", `""`), request("tools/call", `"a \"b\""`, "tool_error"),
				request("resources/read", "ui://x", "resource_missing"), request("prompts/list", `""`, "unknown_method"),
				printed("weather 1.0.0 listening on http://127.0.0.1:4711/mcp"),
				printed("time=2026-11-22T13:37:31.056Z level=WARN msg=\"no database\""), printed("\x1b[2Jhello"),
			}, out: "call    tools/call forecast  4.2 ms\ncall    tools/call a \"b\"  [tool_error]  4.2 ms\ncall    resources/read ui://x  [resource_missing]  4.2 ms\n",
			err: "|       time=2026-11-22T13:37:31.056Z level=WARN msg=\"no database\"\n|       \uFFFD[2Jhello\n",
		},
		{
			name: "panic", events: []devloop.Event{{Type: devloop.AppFailed, Error: &panicked}},
			err: `error   apps/weather/main.go:38: panic: assignment to entry in nil map [err-xay57ikrhq]
        in tools/call forecast
          37 |     var highs map[string]float64
        > 38 |     highs[q.City]++
        … 1 call elsewhere
        at main.forecast  apps/weather/main.go:38
        … 1 call elsewhere
`,
		},
		{
			name: "a panic in several hosts", events: []devloop.Event{
				{Type: devloop.AppFailed, Error: &devreport.AppError{ID: "err-1", Method: "tools/call", Name: "day", Message: "no table"}},
				{Type: devloop.AppFailed, Error: &devreport.AppError{ID: "err-2", Method: "tools/call", Name: "day", Message: "no table"}},
				{Type: devloop.AppFailed, Error: &devreport.AppError{ID: "err-3", Method: "tools/call", Name: "week", Message: "no table"}},
			},
			err: "error   no table [err-1]\n        in tools/call day\nerror   the same error again [err-2]\nerror   no table [err-3]\n        in tools/call week\n",
		},
		{
			name: "all of a panic", verbose: true, events: []devloop.Event{{Type: devloop.AppFailed, Error: &panicked}},
			err: `error   apps/weather/main.go:38: panic: assignment to entry in nil map [err-xay57ikrhq]
        in tools/call forecast
          37 |     var highs map[string]float64
        > 38 |     highs[q.City]++
        at runtime.mapassign_faststr  /go/src/runtime/map.go:263
        at main.forecast  apps/weather/main.go:38
        at net/http.(*conn).serve  /go/src/net/http/server.go:2092
`,
		},
		{
			name: "masked", events: []devloop.Event{{Type: devloop.AppFailed, Error: &devreport.AppError{
				ID: "err-xay57ikrhq", Method: "resources/read", Name: "ui://x", Message: "no table\x1b[2J\n\tat line 3",
			}}},
			err: "error   no table\uFFFD[2J [err-xay57ikrhq]\n            at line 3\n        in resources/read ui://x\n",
		},
		{
			name: "crash with a place", events: []devloop.Event{found(devreport.Problem{
				Source: devreport.SourceServer, Code: "server_exited", File: "main.go", Line: 38, Excerpt: "> 38 | highs[q.City]++",
				Message: "The server exited with code 2.\n    panic: assignment to entry in nil map", Fix: "Correct it.",
			})},
			err: `error   apps/weather/main.go:38: The server exited with code 2. [server_exited]
            panic: assignment to entry in nil map
        > 38 | highs[q.City]++
        Correct it.
`,
		},
		{
			name: "a stack in the log", events: []devloop.Event{printed(`time=2026-11-22T13:37:31.056Z level=ERROR msg="it broke" stack="goroutine 1\n\tmain.go:1\n2\n3\n4\n5\n6\n7\n8\n" id=7`)},
			err: `|       time=2026-11-22T13:37:31.056Z level=ERROR msg="it broke" id=7
|         stack:
|           goroutine 1
|               main.go:1
|           2
|           3
|           4
|           5
|           … 3 more lines, with --verbose
`,
		},
		{name: "verbose", verbose: true, events: []devloop.Event{
			request("initialize", `""`, `""`), {Type: devloop.ServerStarting, PID: 12}, printed("weather 1.0.0 listening on http://127.0.0.1:4711/mcp"),
		}, out: "call    initialize  4.2 ms\nserver_starting  process 12\n", err: "|       weather 1.0.0 listening on http://127.0.0.1:4711/mcp\n"},
		{
			name: "packages", events: []devloop.Event{{Type: devloop.PackagesInstalling}, {Type: devloop.PackagesInstalled, Packages: 12, MS: 300}, {Type: devloop.Warned, Text: "Old\x1b."}},
			out: "npm     12 packages  300 ms\n", err: "warning  Old\uFFFD.\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			out, err := tellAll(t, test.verbose, test.events...)
			if out != test.out {
				t.Errorf("standard output:\n%s\nwant:\n%s", out, test.out)
			}
			if err != test.err {
				t.Errorf("standard error:\n%s\nwant:\n%s", err, test.err)
			}
		})
	}
}

func TestDevReporterStale(t *testing.T) {
	t.Parallel()
	change := connector.Change{Metadata: []string{"1", "2", "3", "4", "5"}, Views: []string{"day"}}
	var people, tools bytes.Buffer
	newDevReporter(&environment{stdout: &people, stderr: &people}, false, false).stale(change.Advise()[0], change)
	newDevReporter(&environment{stdout: &tools, stderr: &tools}, true, false).stale(change.Advise()[0], change)
	if text := people.String(); !strings.HasPrefix(text, "stale   Claude's stored copy of the app is out of date: 1; 2; 3; 4; 5; 1 more\n        1. Open Settings, Connectors.\n") {
		t.Error(text)
	}
	if text := tools.String(); !strings.Contains(text, `"type":"assistant_stale"`) || !strings.Contains(text, `"views":["day"],"steps":["Open Settings`) {
		t.Error(text)
	}
}

// A log line of somebody else is left as it is.
func TestRequestOf(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "msg=request", "time=1 msg=request method=a", `time=1 msg=request method="a took=1ms`, `time=1 msg=request method=a took=soon`,
		`time=1 msg=request method="a"b took=1ms`, `time=1 msg=request took=1ms`, `time=1 msg="a request" method=a took=1ms`,
	} {
		if e, ok := requestOf(printed(text)); ok {
			t.Errorf("%q is %+v", text, e)
		}
	}
}

// The guide has each event that tools get, and each field of them, and no others.
func TestDevEventsAreDocumented(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile(filepath.Join("..", "..", "docs", "dev.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(guide), "\n## JSON\n")
	section, _, _ = strings.Cut(section, "\n## ")
	events, fields, _ := strings.Cut(section, "\n### Fields\n")
	var types []string
	for _, file := range []string{filepath.Join("..", "..", "internal", "tool", "devloop", "event.go"), "devevent.go"} {
		types = append(types, eventTypes(t, file)...)
	}
	compare(t, "events", rows(events), types)
	compare(t, "fields", rows(fields), slices.Concat(
		jsonNames(reflect.TypeFor[devEvent]()),
		prefixed("problem.", jsonNames(reflect.TypeFor[devreport.Problem]())),
		prefixed("error.", jsonNames(reflect.TypeFor[devreport.AppError]())),
		prefixed("health.", jsonNames(reflect.TypeFor[devHealth]())),
	))
}

func compare(t *testing.T, what string, documented, there []string) {
	t.Helper()
	slices.Sort(documented)
	slices.Sort(there)
	if !slices.Equal(documented, there) {
		t.Errorf("%s: docs/dev.md has\n%q\nthe code has\n%q", what, documented, there)
	}
}

// rows are the names in the first column of a table.
func rows(text string) (names []string) {
	for _, match := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	return names
}

// eventTypes are the values of a file's constants of events.
func eventTypes(t *testing.T, file string) (values []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Type == nil {
			return true
		}
		if kind := types(spec.Type); kind != "EventType" {
			return true
		}
		for _, value := range spec.Values {
			if literal, ok := value.(*ast.BasicLit); ok {
				text, err := strconv.Unquote(literal.Value)
				if err != nil {
					t.Fatal(err)
				}
				values = append(values, text)
			}
		}
		return true
	})
	return values
}

func types(of ast.Expr) string {
	switch e := of.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

func jsonNames(of reflect.Type) (names []string) {
	for field := range of.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous {
			names = append(names, jsonNames(field.Type)...)
		} else {
			names = append(names, name)
		}
	}
	return names
}

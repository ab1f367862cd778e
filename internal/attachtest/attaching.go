package attachtest

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"weak"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/orieltest"
	"github.com/orielapps/oriel/ui"
)

// What the server has answers as before, byte for byte, and the app is there beside it.
func (l *Library[S]) attachLeavesTheServerAsItWas(t *testing.T) {
	t.Helper()
	// Hosts that would show app-only tools to their model have one less.
	for host, wantTools := range map[string]int{"claude": 5, "chatgpt": 5, "mcp-ui": 4, "text": 4} {
		t.Run(host, func(t *testing.T) {
			t.Parallel()
			with := l.Existing()
			if err := l.Attach(with, WithoutForecast(t)); err != nil {
				t.Fatal(err)
			}
			before, after := l.Lines(t, l.Existing(), host), l.Lines(t, with, host)
			for name, ask := range before {
				for _, request := range append(slices.Clone(ownRequests), forecastCall) {
					if strings.Contains(request, "/list") {
						continue
					}
					sameAnswer(t, name, request, ask, after[name])
				}
				for _, list := range serverLists {
					want, got := Listed(t, ask, list.method), Listed(t, after[name], list.method)
					for entry, raw := range want {
						if string(raw) != string(got[entry]) {
							t.Errorf("%s: %s of %s\nbefore %s\nafter  %s", name, list.method, entry, raw, got[entry])
						}
						delete(got, entry)
					}
					// A host without UI gets no views.
					number := map[string]int{"tools": wantTools, "resources": 4, "resourceTemplates": 1, "prompts": 1}[list.member]
					if host == "text" && list.member == "resources" {
						number = 2
					}
					if len(got) != number {
						t.Errorf("%s: %s has of the app %d entries", name, list.method, len(got))
					}
				}
				Contains(t, name, string(after[name](`"prompts/get","params":{"name":"greet","arguments":{"mood":"bad"}}`)), []string{"Be bad", "image/gif"}, "")
				Contains(t, name, string(after[name](`"resources/read","params":{"uri":"sample://day/monday"}`)), []string{"It is monday"}, "")
				Contains(t, name, string(after[name](`"tools/call","params":{"name":"fails","arguments":{}}`)), []string{"No luck today", `"code":"no_luck"`, `"isError":true`}, "")
				Contains(t, name, string(after[name](`"tools/call","params":{"name":"panics","arguments":{}}`)), []string{`"code":"internal"`, `"isError":true`}, "boom")
				Contains(t, name, string(after[name](`"completion/complete","params":{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"mood","value":"b"}}`)), []string{`"values":["bad"]`}, "")
			}
		})
	}
}

func sameAnswer(t *testing.T, way, request string, before, after Line) {
	t.Helper()
	if want, got := before(request), after(request); string(want) != string(got) {
		t.Errorf("%s: %s\nbefore %s\nafter  %s", way, request, want, got)
	}
}

func (l *Library[S]) attachDeclaresTheExtension(t *testing.T) {
	t.Helper()
	with := l.Existing()
	if err := errors.Join(l.Attach(with, WithoutForecast(t)), l.AddView(with, "forecast", ui.HTML(page))); err != nil {
		t.Fatal(err)
	}
	client := ClientOf(t, "claude")
	initialize := func(s *S) string { return send(t, l.Legacy(s), client.Initialize()).Body.String() }
	for name, told := range map[string]string{
		"initialize": initialize(with), "server/discover": string(client.ModernHTTP(t, l.Modern(with))(`"server/discover"`)),
	} {
		Contains(t, name, told, []string{`"io.modelcontextprotocol/ui":{}`, `"example.com/own":{"a":1}`, `"completions":{}`, `"prompts":{`, `"subscribe":true`}, "")
	}
	Contains(t, "a server that nothing was attached to", initialize(l.Existing()), []string{`"example.com/own"`}, "io.modelcontextprotocol/ui")
}

func (l *Library[S]) attachFaults(t *testing.T) {
	t.Helper()
	nothing := func(context.Context, struct{}) (oriel.Result[struct{}], error) { return oriel.Result[struct{}]{}, nil }
	read := func(context.Context) (oriel.Contents, error) { return oriel.Contents{}, nil }
	faults := map[string]AttachFault{
		"tool":     {func(app *oriel.App) { oriel.AddTool(app, oriel.Tool{Name: "raw"}, nothing) }, "tool_name_taken"},
		"resource": {func(app *oriel.App) { oriel.AddResource(app, oriel.Resource{URI: "file:///d", Name: "x"}, read) }, "resource_uri_taken"},
		"prompt": {func(app *oriel.App) {
			oriel.AddPrompt(app, oriel.Prompt{Name: "plan"}, func(context.Context, struct{}) ([]oriel.Message, error) { return nil, nil })
		}, "prompt_name_taken"},
		"fault": {func(app *oriel.App) { oriel.AddTool(app, oriel.Tool{Name: "bad name"}, nothing) }, "tool_name_invalid"},
	}
	maps.Copy(faults, l.Faults)
	for name, fault := range faults {
		app := oriel.NewWith("late", "1", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
		oriel.AddView(app, "page", ui.HTML(page))
		oriel.AddTool(app, oriel.Tool{Name: "fine"}, nothing)
		fault.Declare(app)
		s := l.Existing()
		if err := l.Attach(s, app); CodeOf(err) != fault.Code {
			t.Errorf("%s: %v", name, err)
		}
		before, after := l.Lines(t, l.Existing(), "claude"), l.Lines(t, s, "claude")
		for _, list := range serverLists {
			for way, ask := range before {
				if want, got := Listed(t, ask, list.method), Listed(t, after[way], list.method); len(want) != len(got) {
					t.Errorf("%s leaves something behind in %s: %v", name, list.method, got)
				}
			}
		}
	}
	if err := l.Attach(nil, Sample(t)); CodeOf(err) != "server_missing" {
		t.Error(err)
	}
	if err := l.Attach(l.Existing(), nil); CodeOf(err) != "app_missing" {
		t.Error(err)
	}
}

func (l *Library[S]) newFaults(t *testing.T) {
	t.Helper()
	for name, app := range map[string]*oriel.App{"nil": nil, "faulty": oriel.New("", "")} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: it is taken", name)
				}
			}()
			l.New(app)
		}()
	}
}

// A name that the server takes first stays the server's; one that it takes over, too.
func (l *Library[S]) laterNames(t *testing.T) {
	t.Helper()
	app, s := WithoutForecast(t), l.Existing()
	if err := l.Attach(s, app); err != nil {
		t.Fatal(err)
	}
	oriel.AddTool(app, oriel.Tool{Name: "raw", Description: "the app's"}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "the app's"}, nil
	})
	ask := l.Lines(t, s, "claude")[modernWay]
	Contains(t, "a name of the server", string(ask(`"tools/call","params":{"name":"raw","arguments":{"a":1}}`)), []string{`"structuredContent":[1,2,3]`}, "the app's")
	l.AddTool(s, "blocks", "the server's", nil)
	Contains(t, "a name taken over", string(Listed(t, ask, "tools/list")["blocks"]), []string{"the server's"}, "")
	Contains(t, "a name taken over", string(ask(`"tools/call","params":{"name":"blocks","arguments":{}}`)), []string{"the server's"}, "")
}

// Many servers of one app, as where there is one for each request, can be forgotten.
func (l *Library[S]) serversAreForgotten(t *testing.T) {
	t.Helper()
	app := WithoutForecast(t)
	const rounds = 20
	servers := make([]weak.Pointer[S], 0, 2*rounds)
	for range rounds {
		s := l.Existing()
		if err := l.Attach(s, app); err != nil {
			t.Fatal(err)
		}
		servers = append(servers, weak.Make(s), weak.Make(l.New(app)))
	}
	for range 100 {
		runtime.GC()
		if !slices.ContainsFunc(servers, func(s weak.Pointer[S]) bool { return s.Value() != nil }) {
			return
		}
	}
	t.Error("the app keeps its servers")
}

// Calls, serverLists and changes at once.
func (l *Library[S]) atOnce(t *testing.T) {
	t.Helper()
	app, s := WithoutForecast(t), l.Existing()
	if err := errors.Join(l.Attach(s, app), l.AddView(s, "forecast", ui.HTML(page))); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			name := "extra" + strconv.Itoa(i)
			ask := l.Lines(t, s, "mcp-ui")[[]string{legacyWay, modernWay, directWay}[i%3]]
			for range 10 {
				oriel.AddTool(app, oriel.Tool{Name: name}, func(context.Context, struct{}) (oriel.Result[struct{}], error) {
					return oriel.Result[struct{}]{}, nil
				})
				Contains(t, "list", string(ask(`"tools/list"`)), []string{`"tools":[`}, "")
				Contains(t, "call", string(ask(forecastCall)), []string{"Warm in Lisbon"}, "")
				app.RemoveTools(name)
			}
		})
	}
	all.Wait()
	if err := app.Err(); err != nil {
		t.Error(err)
	}
}

func (l *Library[S]) answersLikeTheAppsOwnHandler(t *testing.T) {
	t.Helper()
	leveled := func(raw json.RawMessage) map[string]any {
		value, err := Value(raw)
		answer, ok := value.(map[string]any)
		if err != nil || !ok {
			t.Errorf("that is no answer: %s, %v", raw, err)
		}
		delete(answer, "id")
		l.Level(answer)
		return answer
	}
	for _, host := range []string{"claude", "chatgpt", "mcp-ui", "text", "generic"} {
		for _, lifecycle := range []orieltest.Lifecycle{orieltest.Modern, orieltest.Legacy} {
			t.Run(host+" "+string(lifecycle), func(t *testing.T) {
				t.Parallel()
				app := Sample(t)
				own := orieltest.ConnectWith(t, app, host, orieltest.Options{Lifecycle: lifecycle})
				theirs := orieltest.ConnectWith(t, app, host, orieltest.Options{Lifecycle: lifecycle, Handler: l.Usual(l.New(app), lifecycle)})
				for _, e := range Exchanges() {
					got := e.Ask(t, theirs)
					if parts := l.Otherwise[e.Params]; parts != nil {
						Contains(t, e.Params, string(got), parts, "")
						continue
					}
					if diff := gocmp.Diff(leveled(e.Ask(t, own)), leveled(got)); diff != "" {
						t.Errorf("%s %s (-own handler +the library's):\n%s", e.Method, e.Params, diff)
					}
				}
			})
		}
	}
}

func (l *Library[S]) olderClientsOfTheStatelessHandler(t *testing.T) {
	t.Helper()
	// The handler forgets who asks, so they get the metadata of all hosts.
	ask := ClientOf(t, "claude").LegacyHTTP(t, l.Stateless(l.New(Sample(t))))
	Contains(t, "forecast", string(Listed(t, ask, "tools/list")["forecast"]), []string{`"resourceUri"`, `"openai/outputTemplate"`, `"securitySchemes":[{`}, "")
}

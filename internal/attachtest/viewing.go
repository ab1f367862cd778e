package attachtest

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// One line gives a tool a view; all else answers as before, byte for byte.
func (l *Library[S]) viewLeavesTheServerAsItWas(t *testing.T) {
	t.Helper()
	for _, host := range []string{"claude", "chatgpt", "mcp-ui", "text"} {
		t.Run(host, func(t *testing.T) {
			t.Parallel()
			with := l.Existing()
			if err := l.AddView(with, "forecast", ui.HTML(page)); err != nil {
				t.Fatal(err)
			}
			before, after := l.Lines(t, l.Existing(), host), l.Lines(t, with, host)
			for name, ask := range before {
				requests := ownRequests
				if host != "mcp-ui" {
					requests = append(slices.Clip(requests), forecastCall)
				}
				for _, request := range requests {
					sameAnswer(t, name, request, ask, after[name])
				}
				checkLists(t, name, ask, after[name], host)
			}
		})
	}
}

// checkLists compares the lists of a server with those that it has with a view.
func checkLists(t *testing.T, name string, before, after Line, host string) {
	t.Helper()
	for _, method := range []string{"tools/list", "resources/list"} {
		want, got := Listed(t, before, method), Listed(t, after, method)
		for entry, raw := range want {
			if entry != "forecast" || host == "text" {
				if string(raw) != string(got[entry]) {
					t.Errorf("%s: %s of %s\nbefore %s\nafter  %s", name, method, entry, raw, got[entry])
				}
			}
			delete(got, entry)
		}
		views := 1
		if method == "tools/list" || host == "text" {
			views = 0
		}
		if len(got) != views {
			t.Errorf("%s: %s has also %v", name, method, got)
		}
	}
}

// What each host gets of the view.
func (l *Library[S]) viewForEachHost(t *testing.T) {
	t.Helper()
	for host, want := range map[string]struct {
		tool, resource, result []string // parts that have to be there
		not                    string   // in the tool and the result
	}{
		"claude":  {[]string{`"resourceUri":"` + l.Views + `forecast/`, `"ui/resourceUri"`}, []string{`profile=mcp-app`, `"connectDomains":["https://api.example"]`}, nil, "openai/"},
		"chatgpt": {[]string{`"openai/outputTemplate":"` + l.Views + `forecast/`, `"openai/widgetAccessible":true`}, []string{`"openai/widgetCSP"`, `"openai/widgetDescription":"The week"`}, nil, "mcpui"},
		"mcp-ui": {
			[]string{`"ui/resourceUri"`},
			[]string{`"mimeType":"text/html"`},
			[]string{
				`"mimeType":"text/html"`, `The weather`, `"toolOutput":{"degrees":21.5}`, `"toolInput":{"city":"Lisbon"}`,
				`"oriel/viewData":[1,2]`, `{"type":"text","text":"Warm in Lisbon"},{"type":"image",`, `"data":"AQ=="`, `"mimeType":"image/png"`, `},{"type":"resource"`,
			},
			"openai/",
		},
		"text": {[]string{`"name":"forecast"`}, nil, nil, "ui://"},
	} {
		t.Run(host, func(t *testing.T) {
			t.Parallel()
			server := l.Existing()
			if err := l.AddViewWith(server, "forecast", ui.HTML(page), ui.Metadata{
				Description: "The week", CSP: &ui.CSP{ConnectDomains: []string{"https://api.example"}},
			}); err != nil {
				t.Fatal(err)
			}
			for name, ask := range l.Lines(t, server, host) {
				tool := string(Listed(t, ask, "tools/list")["forecast"])
				Contains(t, name+", tool", tool, want.tool, want.not)
				Contains(t, name+", result", unescaped(ask(forecastCall)), append(want.result, `"own":"kept"`, `"seen":"forecast"`), want.not)
				resources := Listed(t, ask, "resources/list")
				for uri := range resources {
					if strings.HasPrefix(uri, "ui://") {
						Contains(t, name+", entry", string(resources[uri]), want.resource, "")
						read := unescaped(ask(`"resources/read","params":{"uri":"` + uri + `"}`))
						parts := append(slices.Clone(want.resource), "The weather")
						if name == modernWay || !l.NoLegacyHints {
							parts = append(parts, `"cacheScope":"private"`)
						}
						Contains(t, name+", view", read, parts, "")
						older := unescaped(ask(`"resources/read","params":{"uri":"` + l.Views + `forecast/000000000000"}`))
						Contains(t, name+", older build", older, []string{"The weather"}, "")
					}
				}
				if templates := Listed(t, ask, "resources/templates/list"); len(templates) != 1 {
					t.Errorf("%s: the templates are %v", name, templates)
				}
			}
		})
	}
}

// Two views, a tool's own _meta, and a tool that only views may call.
func (l *Library[S]) severalViews(t *testing.T) {
	t.Helper()
	server := l.Existing()
	for _, tool := range []string{"forecast", "settings", "raw"} {
		if err := l.AddView(server, tool, ui.HTML(page+tool)); err != nil {
			t.Fatal(err)
		}
	}
	ask := l.Lines(t, server, "claude")[directWay]
	tools := Listed(t, ask, "tools/list")
	Contains(t, "forecast", string(tools["forecast"]), []string{l.Views + "forecast/", `"visibility":["model","app"]`}, "")
	Contains(t, "settings", string(tools["settings"]), []string{l.Views + "settings/", `"visibility":["app"]`}, "model")
	Contains(t, "raw", string(tools["raw"]), []string{l.Views + "raw/", `"own":{"k":"v"}`, `"b":1,"a":2`}, "")
	views := 0
	for uri := range Listed(t, ask, "resources/list") {
		if strings.HasPrefix(uri, "ui://") {
			views++
			tool := strings.Split(uri, "/")[3]
			Contains(t, uri, unescaped(ask(`"resources/read","params":{"uri":"`+uri+`"}`)), []string{"The weather</p>" + tool}, "")
		}
	}
	if views != len([]string{"forecast", "settings", "raw"}) {
		t.Errorf("there are %d views", views)
	}
	chatGPT := l.Lines(t, server, "chatgpt")[modernWay]
	Contains(t, "settings", string(Listed(t, chatGPT, "tools/list")["settings"]), []string{`"openai/visibility":"private"`}, "")

	// A host that shows app-only tools to its model is not told of them.
	for _, p := range hosts.All() {
		if p.Lacks(hosts.VisibilityEnforced) {
			if settings := Listed(t, l.Lines(t, server, p.ID)[modernWay], "tools/list")["settings"]; settings != nil {
				t.Errorf("%s gets %s", p.ID, settings)
			}
			break
		}
	}
}

func (l *Library[S]) viewFaults(t *testing.T) {
	t.Helper()
	if err := l.AddView(nil, "forecast", ui.HTML(page)); CodeOf(err) != "server_missing" {
		t.Error(err)
	}
	for name, test := range map[string]struct {
		tool     string
		content  ui.Content
		metadata ui.Metadata
		code     string
	}{
		"no such tool":     {"forcast", ui.HTML(page), ui.Metadata{}, "unknown_tool"},
		"no name":          {"", ui.HTML(page), ui.Metadata{}, "unknown_tool"},
		"no content":       {"forecast", nil, ui.Metadata{}, "view_without_content"},
		"empty":            {"forecast", ui.HTML(" "), ui.Metadata{}, "view_without_content"},
		"no file":          {"forecast", ui.File{FS: fstest.MapFS{}, Path: "x"}, ui.Metadata{}, "view_file_missing"},
		"a broken policy":  {"forecast", ui.HTML(page), ui.Metadata{CSP: &ui.CSP{ConnectDomains: []string{"*; x"}}}, "csp_source_invalid"},
		"unmarshalable":    {"forecast", ui.HTML(page), ui.Metadata{InitialData: func() {}}, "initial_data_invalid"},
		"a tool with view": {"viewed", ui.HTML(page), ui.Metadata{}, "tool_has_view"},
	} {
		server := l.Existing()
		l.AddTool(server, "viewed", "shows", map[string]any{"ui/resourceUri": "ui://own/view"})
		err := l.AddViewWith(server, test.tool, test.content, test.metadata)
		if CodeOf(err) != test.code {
			t.Errorf("%s: %v", name, err)
		}
		for uri := range Listed(t, l.Lines(t, server, "claude")[directWay], "resources/list") {
			if strings.HasPrefix(uri, "ui:") {
				t.Errorf("%s leaves %s behind", name, uri)
			}
		}
	}
	server := l.Existing()
	if err := l.AddView(server, "forecast", ui.HTML(page)); err != nil {
		t.Fatal(err)
	}
	if err := l.AddView(server, "forecast", ui.HTML("other")); CodeOf(err) != "tool_has_view" {
		t.Errorf("a second view of a tool: %v", err)
	}
}

// A tool that goes away, or comes back as another one.
func (l *Library[S]) viewOfAToolThatChanges(t *testing.T) {
	t.Helper()
	server := l.Existing()
	if err := l.AddView(server, "forecast", ui.HTML(page)); err != nil {
		t.Fatal(err)
	}
	ask := l.Lines(t, server, "claude")[modernWay]
	l.RemoveTool(server, "forecast")
	if tool := Listed(t, ask, "tools/list")["forecast"]; tool != nil {
		t.Errorf("it is still there: %s", tool)
	}
	Contains(t, "call", string(ask(forecastCall)), []string{l.UnknownTool}, "")
	l.AddTool(server, "forecast", "another", nil)
	Contains(t, "tool", string(Listed(t, ask, "tools/list")["forecast"]), []string{l.Views + "forecast/"}, "")
}

// oddKinds are the kinds of results that the tool odd gives, by its argument kind: an
// error, nothing, a picture alone, a list as structured content, a text with
// annotations, and a text of 5 MiB.
var oddKinds = []string{"error", "empty", "picture", "list", "annotated", "huge"}

// Results of all sorts come through to a host that gets the view inside them.
func (l *Library[S]) viewInsideOddResults(t *testing.T) {
	t.Helper()
	server := l.Existing()
	l.AddOddTool(server)
	if err := l.AddView(server, "odd", ui.HTML(page)); err != nil {
		t.Fatal(err)
	}
	ask := l.Lines(t, server, "mcp-ui")[legacyWay]
	for _, kind := range oddKinds {
		got := unescaped(ask(`"tools/call","params":{"name":"odd","arguments":{"kind":"` + kind + `"}}`))
		shows := strings.Contains(got, "The weather")
		if shows == (kind == "error") {
			t.Errorf("%s: shows %v: %.2000s", kind, shows, got)
		}
	}
}

package gosdk_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/gosdk"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

const page = "<!doctype html><p>The weather</p>"

// One line gives a tool a view; all else answers as before, byte for byte.
func TestViewLeavesTheServerAsItWas(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"claude", "chatgpt", "mcp-ui", "text"} {
		t.Run(host, func(t *testing.T) {
			t.Parallel()
			with := existing()
			if err := gosdk.AddView(with, "forecast", ui.HTML(page)); err != nil {
				t.Fatal(err)
			}
			before, after := lines(t, existing(), host), lines(t, with, host)
			for name, ask := range before {
				requests := own
				if host != "mcp-ui" {
					requests = append(slices.Clip(requests), called)
				}
				for _, request := range requests {
					want, got := ask(request), after[name](request)
					if string(want) != string(got) {
						t.Errorf("%s: %s\nbefore %s\nafter  %s", name, request, want, got)
					}
				}
				checkLists(t, name, ask, after[name], host)
			}
		})
	}
}

// checkLists compares the lists of a server with those that it has with a view.
func checkLists(t *testing.T, name string, before, after line, host string) {
	t.Helper()
	for _, list := range []struct{ method, member, key string }{
		{"tools/list", "tools", "name"}, {"resources/list", "resources", "uri"},
	} {
		want, got := listed(t, before, list.method, list.member, list.key), listed(t, after, list.method, list.member, list.key)
		for entry, raw := range want {
			if entry != "forecast" || host == "text" {
				if string(raw) != string(got[entry]) {
					t.Errorf("%s: %s of %s\nbefore %s\nafter  %s", name, list.method, entry, raw, got[entry])
				}
			}
			delete(got, entry)
		}
		views := 1
		if list.member == "tools" || host == "text" {
			views = 0
		}
		if len(got) != views {
			t.Errorf("%s: %s has also %v", name, list.method, got)
		}
	}
}

// What each host gets of the view.
func TestViewForEachHost(t *testing.T) {
	t.Parallel()
	server := existing()
	if err := gosdk.AddViewWith(server, "forecast", ui.HTML(page), ui.Metadata{
		Description: "The week", CSP: &ui.CSP{ConnectDomains: []string{"https://api.example"}},
	}); err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]struct {
		tool, resource, result []string // parts that have to be there
		not                    string   // in the tool and the result
	}{
		"claude":  {[]string{`"resourceUri":"ui://weather-station/forecast/`, `"ui/resourceUri"`}, []string{`profile=mcp-app`, `"connectDomains":["https://api.example"]`}, nil, "openai/"},
		"chatgpt": {[]string{`"openai/outputTemplate":"ui://weather-station/forecast/`, `"openai/widgetAccessible":true`}, []string{`"openai/widgetCSP"`, `"openai/widgetDescription":"The week"`}, nil, "mcpui"},
		"mcp-ui": {
			[]string{`"ui/resourceUri"`},
			[]string{`"mimeType":"text/html"`},
			[]string{
				`"mimeType":"text/html"`, `The weather`, `"toolOutput":{"degrees":21.5}`, `"toolInput":{"city":"Lisbon"}`,
				`"oriel/viewData":[1,2]`, `{"type":"text","text":"Warm in Lisbon"},{"type":"image","mimeType":"image/png","data":"AQ=="},{"type":"resource"`,
			},
			"openai/",
		},
		"text": {[]string{`"name":"forecast"`}, nil, nil, "ui://"},
	} {
		t.Run(host, func(t *testing.T) {
			t.Parallel()
			for name, ask := range lines(t, server, host) {
				tool := string(listed(t, ask, "tools/list", "tools", "name")["forecast"])
				contains(t, name+", tool", tool, want.tool, want.not)
				result := string(ask(called))
				contains(t, name+", result", unescaped(t, result), append(want.result, `"own":"kept"`, `"seen":"tools/call"`), want.not)
				resources := listed(t, ask, "resources/list", "resources", "uri")
				for uri := range resources {
					if strings.HasPrefix(uri, "ui://") {
						contains(t, name+", entry", string(resources[uri]), want.resource, "")
						read := unescaped(t, string(ask(`"resources/read","params":{"uri":"`+uri+`"}`)))
						contains(t, name+", view", read, append(want.resource, "The weather", `"cacheScope":"private"`), "")
						older := string(ask(`"resources/read","params":{"uri":"ui://weather-station/forecast/000000000000"}`))
						contains(t, name+", older build", unescaped(t, older), []string{"The weather"}, "")
					}
				}
				if templates := listed(t, ask, "resources/templates/list", "resourceTemplates", "uriTemplate"); len(templates) != 1 {
					t.Errorf("%s: the templates are %v", name, templates)
				}
			}
		})
	}
}

func contains(t *testing.T, what, text string, parts []string, not string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s: there is no %s in %.3000s", what, part, text)
		}
	}
	if not != "" && strings.Contains(text, not) {
		t.Errorf("%s: there is %s in %.3000s", what, not, text)
	}
}

// unescaped writes JSON again without HTML escapes.
func unescaped(t *testing.T, raw string) string {
	t.Helper()
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(raw)
}

// Two views, a tool's own _meta, and a tool that only views may call.
func TestSeveralViews(t *testing.T) {
	t.Parallel()
	server := existing()
	for _, tool := range []string{"forecast", "settings", "raw"} {
		if err := gosdk.AddView(server, tool, ui.HTML(page+tool)); err != nil {
			t.Fatal(err)
		}
	}
	ask := lines(t, server, "claude")["older lifecycle, pipe"]
	tools := listed(t, ask, "tools/list", "tools", "name")
	contains(t, "forecast", string(tools["forecast"]), []string{"ui://weather-station/forecast/", `"visibility":["model","app"]`}, "")
	contains(t, "settings", string(tools["settings"]), []string{"ui://weather-station/settings/", `"visibility":["app"]`}, "model")
	contains(t, "raw", string(tools["raw"]), []string{"ui://weather-station/raw/", `"own":{"k":"v"}`, `"b":1,"a":2`}, "")
	views := 0
	for uri := range listed(t, ask, "resources/list", "resources", "uri") {
		if strings.HasPrefix(uri, "ui://") {
			views++
			tool := strings.Split(uri, "/")[3]
			contains(t, uri, unescaped(t, string(ask(`"resources/read","params":{"uri":"`+uri+`"}`))), []string{"The weather</p>" + tool}, "")
		}
	}
	if views != len([]string{"forecast", "settings", "raw"}) {
		t.Errorf("there are %d views", views)
	}
	chatGPT := lines(t, server, "chatgpt")["newer lifecycle, HTTP"]
	contains(t, "settings", string(listed(t, chatGPT, "tools/list", "tools", "name")["settings"]), []string{`"openai/visibility":"private"`}, "")

	// A host that shows app-only tools to its model is not told of them.
	for _, p := range hosts.All() {
		if p.Lacks(hosts.VisibilityEnforced) {
			if settings := listed(t, lines(t, server, p.ID)["newer lifecycle, HTTP"], "tools/list", "tools", "name")["settings"]; settings != nil {
				t.Errorf("%s is told of %s", p.ID, settings)
			}
			break
		}
	}
}

func TestViewFaults(t *testing.T) {
	t.Parallel()
	if err := gosdk.AddView(nil, "forecast", ui.HTML(page)); codeOf(err) != "server_missing" {
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
		server := existing()
		server.AddTool(&mcp.Tool{Name: "viewed", InputSchema: json.RawMessage(`{"type":"object"}`), Meta: mcp.Meta{"ui/resourceUri": "ui://own/view"}}, nil)
		err := gosdk.AddViewWith(server, test.tool, test.content, test.metadata)
		if codeOf(err) != test.code {
			t.Errorf("%s: %v", name, err)
		}
		for uri := range listed(t, lines(t, server, "claude")["older lifecycle, pipe"], "resources/list", "resources", "uri") {
			if strings.HasPrefix(uri, "ui:") {
				t.Errorf("%s leaves %s behind", name, uri)
			}
		}
	}
	server := existing()
	if err := gosdk.AddView(server, "forecast", ui.HTML(page)); err != nil {
		t.Fatal(err)
	}
	if err := gosdk.AddView(server, "forecast", ui.HTML("other")); codeOf(err) != "tool_has_view" {
		t.Errorf("a second view of a tool: %v", err)
	}
}

func codeOf(err error) string {
	if public, ok := errors.AsType[*ui.Error](err); ok {
		return public.Code
	}
	return fmt.Sprint(err)
}

// Middleware that doesn't let just anybody list is told of, not guessed at.
func TestViewBehindStrictMiddleware(t *testing.T) {
	t.Parallel()
	for name, strict := range map[string]mcp.Middleware{
		"refuses": func(mcp.MethodHandler) mcp.MethodHandler {
			return func(context.Context, string, mcp.Request) (mcp.Result, error) { return nil, errors.New("who are you?") }
		},
		"panics": func(mcp.MethodHandler) mcp.MethodHandler {
			return func(_ context.Context, _ string, req mcp.Request) (mcp.Result, error) {
				panic(req.GetExtra().TokenInfo.UserID)
			}
		},
		"answers nonsense": func(mcp.MethodHandler) mcp.MethodHandler {
			return func(context.Context, string, mcp.Request) (mcp.Result, error) { return &mcp.CallToolResult{}, nil }
		},
	} {
		server := existing()
		server.AddReceivingMiddleware(strict)
		if err := gosdk.AddView(server, "forecast", ui.HTML(page)); codeOf(err) != "server_unreadable" {
			t.Errorf("%s: %v", name, err)
		}
		before := existing()
		if err := gosdk.AddView(before, "forecast", ui.HTML(page)); err != nil {
			t.Error(err)
		}
		before.AddReceivingMiddleware(strict)
	}
}

// A tool that goes away, or comes back as another one.
func TestViewOfAToolThatChanges(t *testing.T) {
	t.Parallel()
	server := existing()
	if err := gosdk.AddView(server, "forecast", ui.HTML(page)); err != nil {
		t.Fatal(err)
	}
	ask := lines(t, server, "claude")["newer lifecycle, HTTP"]
	server.RemoveTools("forecast")
	if tool := listed(t, ask, "tools/list", "tools", "name")["forecast"]; tool != nil {
		t.Errorf("it is still there: %s", tool)
	}
	contains(t, "call", string(ask(called)), []string{"unknown tool"}, "")
	server.AddTool(&mcp.Tool{Name: "forecast", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, nil //nolint:nilnil // as careless handlers do
	})
	contains(t, "tool", string(listed(t, ask, "tools/list", "tools", "name")["forecast"]), []string{"ui://weather-station/forecast/"}, "")
}

// Results of all sorts come through to a host that gets the view inside them.
func TestViewInsideOddResults(t *testing.T) {
	t.Parallel()
	server := existing()
	results := map[string]*mcp.CallToolResult{
		"error":     {IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "no"}}},
		"empty":     {},
		"picture":   {Content: []mcp.Content{&mcp.ImageContent{Data: []byte{1}, MIMEType: "image/png"}}},
		"list":      {StructuredContent: json.RawMessage(`[1]`)},
		"annotated": {Content: []mcp.Content{&mcp.TextContent{Text: "t", Annotations: &mcp.Annotations{Priority: 1}}}},
		"huge":      {Content: []mcp.Content{&mcp.TextContent{Text: strings.Repeat("x", 5<<20)}}},
	}
	server.AddTool(&mcp.Tool{Name: "odd", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in struct {
			Kind string `json:"kind"`
		}
		if err := json.Unmarshal(r.Params.Arguments, &in); err != nil {
			return nil, err
		}
		copied := *results[in.Kind]
		return &copied, nil
	})
	if err := gosdk.AddView(server, "odd", ui.HTML(page)); err != nil {
		t.Fatal(err)
	}
	ask := lines(t, server, "mcp-ui")["older lifecycle, HTTP"]
	for kind := range results {
		got := unescaped(t, string(ask(`"tools/call","params":{"name":"odd","arguments":{"kind":"`+kind+`"}}`)))
		shows := strings.Contains(got, "The weather")
		if shows == (kind == "error") {
			t.Errorf("%s: shows %v: %.2000s", kind, shows, got)
		}
	}
}

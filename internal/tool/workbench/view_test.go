package workbench_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

const mcpApp = "text/html;profile=mcp-app"

// contents is a result of resources/read.
func contents(t testing.TB, items ...map[string]any) string {
	t.Helper()
	data, err := json.Marshal(map[string]any{"contents": items})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// dial fetches an address of the sandbox as a browser does, which finds all
// names below localhost on this machine.
func (b *bench) dial(t testing.TB, address string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "tcp4", b.address)
		},
	}}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(body)}
}

func (b *bench) view(t testing.TB, profile string, more map[string]any) (map[string]any, int) {
	t.Helper()
	body := map[string]any{"server": "s", "profile": profile, "tool": "t"}
	maps.Copy(body, more)
	return b.post(t, "/api/view", body)
}

func TestView(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.resources["ui://s/v"] = contents(t, map[string]any{
		"uri": "ui://s/v", "mimeType": mcpApp, "text": "<!doctype html><head></head><p>view</p>",
		"_meta": map[string]any{"ui": map[string]any{
			"csp": map[string]any{"connectDomains": []string{"https://api.example.com", "https://a;b"}}, "prefersBorder": true,
		}},
	})
	f.listed = `{"uri":"ui://s/v","name":"v","_meta":{"ui":{"prefersBorder":false,"permissions":{"microphone":{},"camera":{}}}}}`
	b := startWith(t, f)
	got, status := b.view(t, "chatgpt", map[string]any{"arguments": map[string]any{}, "globals": map[string]any{"theme": "dark"}})
	if status != 200 {
		t.Fatalf("%d %v", status, got)
	}
	for name, want := range map[string]any{
		"kind": "view", "uri": "ui://s/v", "mimeType": mcpApp, "bytes": float64(39), "source": "The tool names it in _meta.ui.resourceUri.",
		"allow": "microphone", "border": true, "renderData": nil,
		"sandbox": "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox",
	} {
		if got[name] != want {
			t.Errorf("%s is %v, want %v", name, got[name], want)
		}
	}
	text := func(name string) string { s, _ := got[name].(string); return s }
	document := b.dial(t, text("document"))
	if document.status != 200 || !strings.Contains(document.body, "<p>view</p>") || !strings.Contains(document.body, `"globals":{"theme":"dark"}`) {
		t.Errorf("the document: %d %.300s", document.status, document.body)
	}
	policy, _, _ := strings.Cut(document.header.Get("Content-Security-Policy"), "; report-uri ")
	if policy != text("csp") || !strings.Contains(policy, "connect-src 'self' https://cdn.jsdelivr.net https://unpkg.com https://api.example.com;") ||
		!strings.HasSuffix(policy, "frame-ancestors "+text("proxyOrigin")+" "+b.origin) {
		t.Errorf("the policy: %s", policy)
	}
	if got := document.header.Get("Permissions-Policy"); !strings.Contains(got, "microphone=(self)") || !strings.Contains(got, "camera=()") {
		t.Errorf("the permissions: %s", got)
	}
	if proxy := b.dial(t, text("proxy")); proxy.status != 200 || !strings.Contains(proxy.body, `data-page="`+b.origin+`"`) {
		t.Errorf("the proxy: %d %.200s", proxy.status, proxy.body)
	}
	dropped, _ := got["dropped"].([]any)
	if len(dropped) != 2 || at(dropped[0], "value") != "camera" || at(dropped[1], "value") != "https://a;b" {
		t.Errorf("dropped: %v", dropped)
	}
	// The sandbox's hosts have no API, whoever asks.
	for _, origin := range []string{text("proxyOrigin"), text("documentOrigin")} {
		if got := b.dial(t, origin+"/api/session"); got.status != 404 {
			t.Errorf("%s/api/session: %d", origin, got.status)
		}
	}
	if got := b.dial(t, text("proxyOrigin")+strings.TrimPrefix(text("document"), text("documentOrigin"))); got.status != 404 {
		t.Errorf("the document on the proxy's host: %d", got.status)
	}
	if _, status := b.post(t, "/api/release", map[string]any{"document": text("document")}); status != 200 {
		t.Errorf("release: %d", status)
	}
	if got := b.dial(t, text("document")); got.status != 404 {
		t.Errorf("a released document: %d", got.status)
	}
}

func TestViewInPorts(t *testing.T) {
	t.Parallel()
	b := startWith(t, newFake())
	safari := "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15"
	chrome := "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36"
	firefox := "Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0"
	for _, tt := range []struct {
		agent, naming string
		ports         bool
	}{
		{chrome, "", false},
		{firefox, "", false},
		{safari, "", true},
		{safari, "name", false},
		{chrome, "port", true},
	} {
		got := b.send(t, http.MethodPost, "/api/view", `{"server":"s","profile":"claude","tool":"t","naming":"`+tt.naming+`"}`, func(r *http.Request) {
			r.Header.Set("User-Agent", tt.agent)
		})
		var view struct {
			Document       string `json:"document"`
			DocumentOrigin string `json:"documentOrigin"`
		}
		if err := json.Unmarshal([]byte(got.body), &view); err != nil {
			t.Fatalf("%v: %s", err, got.body)
		}
		if ports := strings.HasPrefix(view.DocumentOrigin, "http://127."); ports != tt.ports {
			t.Errorf("%s %q: the view is at %s", tt.agent, tt.naming, view.DocumentOrigin)
		}
		if !tt.ports {
			continue
		}
		response, err := http.Get(view.Document) //nolint:noctx // a test's own server
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Errorf("the document on its port: %d", response.StatusCode)
		}
	}
}

// embedded is a result with a view in it, ui://s/in.
func embedded() map[string]any {
	return map[string]any{"content": []any{
		map[string]any{"type": "text", "text": "x"},
		map[string]any{"type": "resource", "resource": map[string]any{"uri": "file:///x", "mimeType": "text/html", "text": "no view"}},
		map[string]any{"type": "resource", "resource": map[string]any{
			"uri": "ui://s/in", "mimeType": "text/html", "text": "<p>embedded</p>",
			"_meta": map[string]any{"mcpui.dev/ui-initial-render-data": map[string]any{"a": 1}},
		}},
		map[string]any{"type": "resource", "resource": map[string]any{"uri": "ui://s/second", "mimeType": "text/html", "text": "x"}},
	}}
}

func TestWhichView(t *testing.T) {
	t.Parallel()
	const all = `"ui":{"resourceUri":"ui://s/nested"},"ui/resourceUri":"ui://s/flat","openai/outputTemplate":"ui://s/openai"`
	for _, tt := range []struct {
		name, profile, meta string
		result              any
		uri, source         string
		reason, code        string
	}{
		{"the current key", "claude", all, embedded(), "ui://s/nested", "_meta.ui.resourceUri", "", ""},
		{"the flat key", "claude", `"ui/resourceUri":"ui://s/flat","openai/outputTemplate":"ui://s/openai"`, nil, "ui://s/flat", `_meta["ui/resourceUri"]`, "", ""},
		{"ChatGPT's key", "chatgpt", `"ui":{},"openai/outputTemplate":"ui://s/openai"`, nil, "ui://s/openai", `_meta["openai/outputTemplate"]`, "", ""},
		{"a null is none", "claude", `"ui":{"resourceUri":null},"ui/resourceUri":"ui://s/flat"`, nil, "ui://s/flat", `_meta["ui/resourceUri"]`, "", ""},
		{"inside the result", "claude", ``, embedded(), "", "", "not drawn here. Claude doesn't draw views inside results", ""},
		{"inside the result, ChatGPT", "chatgpt", ``, embedded(), "", "", "ChatGPT doesn't draw views inside results", ""},
		{"inside the result, nothing known", "vscode", ``, embedded(), "", "", "It isn't known whether VS Code draws views inside results", ""},
		{"MCP-UI takes the result's first", "mcp-ui", all, embedded(), "ui://s/in", "content[2]", "", ""},
		{"MCP-UI without one", "mcp-ui", all, map[string]any{"content": []any{}}, "", "", "holds no view", ""},
		{"none", "claude", ``, map[string]any{"content": []any{}}, "", "", "has no view", ""},
		{"none, and a result that is none", "claude", ``, 7, "", "", "has no view", ""},
		{"none, and content that is none", "claude", ``, map[string]any{"content": "x"}, "", "", "has no view", ""},
		{"a host without UI", "text", all, nil, "", "", "shows no views", ""},
		{"a web address", "claude", `"ui":{"resourceUri":"https://example.com"}`, nil, "", "", "", "view_uri_invalid"},
		{"a script address", "claude", `"ui":{"resourceUri":"javascript:alert(1)"}`, nil, "", "", "", "view_uri_invalid"},
		{"no text", "claude", `"ui":{"resourceUri":{}}`, nil, "", "", "", "view_uri_invalid"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := newFake()
			f.tools = `{"name":"t","_meta":{` + tt.meta + `}}`
			for _, uri := range []string{"ui://s/nested", "ui://s/flat", "ui://s/openai"} {
				f.resources[uri] = contents(t, map[string]any{"uri": uri, "mimeType": mcpApp, "text": "<p>x</p>"})
			}
			got, _ := startWith(t, f).view(t, tt.profile, map[string]any{"result": tt.result})
			uri, _ := got["uri"].(string)
			source, _ := got["source"].(string)
			reason, _ := got["reason"].(string)
			code, _ := at(got, "error.code").(string)
			if uri != tt.uri || !strings.Contains(source, tt.source) || !strings.Contains(reason, tt.reason) || code != tt.code {
				t.Errorf("got %v", got)
			}
			if tt.reason != "" && got["kind"] != "none" {
				t.Errorf("kind is %v", got["kind"])
			}
		})
	}
}

func TestViewOfATool(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.resources["ui://s/v"] = contents(t, map[string]any{
		"uri": "ui://s/v", "mimeType": mcpApp, "text": "<p>x</p>",
		"_meta": map[string]any{"mcpui.dev/ui-initial-render-data": map[string]any{"a": 1}},
	})
	b := startWith(t, f)
	if got, _ := b.view(t, "claude", nil); got["kind"] != "view" || got["renderData"] != nil {
		t.Errorf("render data for a host that has none: %v", got)
	}
	got, status := b.view(t, "claude", map[string]any{"tool": "unknown"})
	if reason, _ := got["reason"].(string); status != 200 || got["kind"] != "none" || !strings.Contains(reason, "lists no tool") {
		t.Errorf("a tool that isn't listed: %d %v", status, got)
	}
	got, status = b.view(t, "mcp-ui", map[string]any{"tool": "unknown", "result": embedded()})
	if status != 200 || got["uri"] != "ui://s/in" {
		t.Errorf("a tool that isn't listed, with a view in its result: %d %v", status, got)
	}
	if diff := cmp.Diff(map[string]any{"a": float64(1)}, got["renderData"]); diff != "" {
		t.Errorf("render data (-want +got):\n%s", diff)
	}
	if got["documentOrigin"] != "null" || got["sandbox"] != "allow-scripts" {
		t.Errorf("MCP-UI's frame: %v %v", got["documentOrigin"], got["sandbox"])
	}
}

func firstContent(t *testing.T, read string) json.RawMessage {
	t.Helper()
	var result struct {
		Contents []json.RawMessage `json:"contents"`
	}
	if err := json.Unmarshal([]byte(read), &result); err != nil || len(result.Contents) == 0 {
		t.Fatalf("no contents in %.200s: %v", read, err)
	}
	return result.Contents[0]
}

// readView is what a server answers when a view is read.
type readView struct {
	name, profile, read string
	// document is what the view's address is, or begins with; code what
	// there is instead.
	document, code, message string
}

// viewItem is a content of the view that the server has.
func viewItem(kind string, more map[string]any) map[string]any {
	made := map[string]any{"uri": "ui://s/v", "mimeType": kind}
	maps.Copy(made, more)
	return made
}

func viewText(t *testing.T, kind, text string) string {
	t.Helper()
	return contents(t, viewItem(kind, map[string]any{"text": text}))
}

// showDocuments shows each view, and looks for html in those that can be shown.
func showDocuments(t *testing.T, html string, views []readView) {
	t.Helper()
	for _, tt := range views {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := newFake()
			f.resources["ui://s/v"] = tt.read
			b := startWith(t, f)
			var more map[string]any
			if tt.profile == "mcp-ui" { // it takes a view from the result alone
				more = map[string]any{"result": map[string]any{"content": []any{map[string]any{"type": "resource", "resource": firstContent(t, tt.read)}}}}
			}
			got, status := b.view(t, tt.profile, more)
			document, _ := got["document"].(string)
			code, _ := at(got, "error.code").(string)
			message, _ := at(got, "error.message").(string)
			if !strings.HasPrefix(document, tt.document) || (document == "") != (tt.document == "") || code != tt.code || !strings.Contains(message, tt.message) {
				t.Fatalf("%d %.300v", status, got)
			}
			if code != "" && (status < 400 || status > 499) {
				t.Errorf("status %d for %s", status, code)
			}
			if strings.HasPrefix(document, "http://") {
				if served := b.dial(t, document); served.status != 200 || !strings.Contains(served.body, html) {
					t.Errorf("served: %d %.200s", served.status, served.body)
				}
			}
		})
	}
}

func TestViewDocuments(t *testing.T) {
	t.Parallel()
	html := "<p>view</p>"
	blob := base64.StdEncoding.EncodeToString([]byte(html))
	const uriList = "text/uri-list"
	showDocuments(t, html, []readView{
		{"text", "claude", viewText(t, mcpApp, html), "http://", "", ""},
		{"a blob", "claude", contents(t, viewItem(mcpApp, map[string]any{"blob": blob})), "http://", "", ""},
		{"among others", "claude", contents(t, map[string]any{"uri": "ui://s/other", "text": "x"}, viewItem(mcpApp, map[string]any{"text": html})), "http://", "", ""},
		{"quoted, with a space", "claude", viewText(t, `text/html; profile="mcp-app"`, html), "http://", "", ""},
		{"the first draft's type", "claude", viewText(t, "text/html+mcp", html), "http://", "", ""},
		{"ChatGPT's type", "chatgpt", viewText(t, "text/html+skybridge", html), "http://", "", ""},
		{"plain HTML", "mcp-ui", viewText(t, "text/html", html), "http://", "", ""},
		{"an address", "mcp-ui", viewText(t, uriList, "# a comment\r\n\r\nhttps://example.com/page?x=1\r\nhttps://second.example"), "https://example.com/page?x=1", "", ""},

		{"not there", "claude", "", "", "view_not_found", "nothing here by that name"},
		{"no contents", "claude", `{"contents":[]}`, "", "view_not_found", "no content"},
		{"nothing at all", "claude", `{}`, "", "view_not_found", "no content"},
		{"another resource", "claude", contents(t, map[string]any{"uri": "ui://s/other", "mimeType": mcpApp, "text": html}), "", "view_not_found", "ui://s/other"},
		{"twice", "claude", contents(t, viewItem(mcpApp, map[string]any{"text": html}), viewItem(mcpApp, map[string]any{"text": html})), "", "view_content_invalid", "2 contents"},
		{"contents that are none", "claude", `{"contents":"x"}`, "", "view_content_invalid", "right form"},
		{"text that is none", "claude", `{"contents":[{"uri":"ui://s/v","mimeType":"text/html","text":7}]}`, "", "view_content_invalid", "right form"},
		{"neither text nor blob", "claude", contents(t, viewItem(mcpApp, nil)), "", "view_content_invalid", "neither text nor blob"},
		{"empty", "claude", viewText(t, mcpApp, " \n"), "", "view_content_invalid", "empty"},
		{"an empty blob", "claude", contents(t, viewItem(mcpApp, map[string]any{"blob": ""})), "", "view_content_invalid", "empty"},
		{"a blob of line breaks", "claude", contents(t, viewItem(mcpApp, map[string]any{"blob": "Cg0K"})), "", "view_content_invalid", "empty"},
		{"garbage for a blob", "claude", contents(t, viewItem(mcpApp, map[string]any{"blob": "%%%"})), "", "view_content_invalid", "base64"},
		{"a blob cut off", "claude", contents(t, viewItem(mcpApp, map[string]any{"blob": blob[:len(blob)-1]})), "", "view_content_invalid", "base64"},
		{"a blob that is no text", "claude", contents(t, viewItem(mcpApp, map[string]any{"blob": "//79"})), "", "view_content_invalid", "UTF-8"},

		{"no type", "claude", viewText(t, "", html), "", "view_type_unknown", "not the type of a view"},
		{"JSON", "claude", viewText(t, "application/json", "{}"), "", "view_type_unknown", "not the type of a view"},
		{"a type that is none", "claude", viewText(t, "text/html; ;", html), "", "view_type_unknown", "not the type of a view"},
		{"remote DOM", "mcp-ui", viewText(t, "application/vnd.mcp-ui.remote-dom+javascript; framework=react", "x"), "", "view_type_unknown", "remote DOM"},
		{"an address elsewhere", "claude", viewText(t, uriList, "https://example.com"), "", "view_type_unknown", "by its address"},
		{"a script address", "mcp-ui", viewText(t, uriList, "javascript:alert(1)"), "", "view_url_invalid", "can't be shown in a frame"},
		{"a data address", "mcp-ui", viewText(t, uriList, "data:text/html,x"), "", "view_url_invalid", "can't be shown in a frame"},
		{"an unencrypted address", "mcp-ui", viewText(t, uriList, "http://example.com"), "", "view_url_invalid", "can't be shown in a frame"},
		{"the workbench itself", "mcp-ui", viewText(t, uriList, "http://127.0.0.1:4747/"), "", "view_url_invalid", "can't be shown in a frame"},
		{"a list of comments", "mcp-ui", viewText(t, uriList, "# nothing\n#"), "", "view_content_invalid", "no address"},
	})
}

func TestLargeViewDocuments(t *testing.T) {
	t.Parallel()
	showDocuments(t, "", []readView{
		{"17 MB", "claude", viewText(t, mcpApp, strings.Repeat("x", 17<<20)), "", "view_too_large", "16 MiB"},
		{"17 MB in a blob", "claude", contents(t, viewItem(mcpApp, map[string]any{"blob": strings.Repeat("eHh4", 17<<20/3+1)})), "", "view_too_large", "16 MiB"},
		{"40 MB in a blob", "claude", contents(t, viewItem(mcpApp, map[string]any{"blob": strings.Repeat("eHh4", 40<<20/3)})), "", "view_too_large", "16 MiB"},
	})
}

// Views of servers on other machines don't reach the programs on this one.
func TestViewOfAnotherMachine(t *testing.T) {
	t.Parallel()
	f := newFake()
	f.resources["ui://s/v"] = contents(t, map[string]any{
		"uri": "ui://s/v", "mimeType": mcpApp, "text": "<!doctype html><p>view</p>",
		"_meta": map[string]any{"ui": map[string]any{"csp": map[string]any{
			"connectDomains":  []string{"http://127.0.0.1:19001", "https://api.example.com", "ws://localhost:19002"},
			"resourceDomains": []string{"https://cdn.example.com"},
			"frameDomains":    []string{"http://*.localhost:19004"},
		}}},
	})
	here := f.serve(t)
	for endpoint, ours := range map[string]bool{here: true, onOtherMachine(t, here): false} {
		b := start(t, workbench.Options{Servers: []mcpclient.Server{{ID: "s", Endpoint: endpoint}}})
		for _, profile := range []string{"claude", "chatgpt"} {
			got, status := b.view(t, profile, nil)
			policy, _ := got["csp"].(string)
			dropped := fmt.Sprint(got["dropped"])
			if status != http.StatusOK || !strings.Contains(policy, "https://api.example.com") || !strings.Contains(policy, "https://cdn.example.com") {
				t.Fatalf("%s in %s: %d %v", endpoint, profile, status, got)
			}
			for _, source := range []string{"http://127.0.0.1:19001", "ws://localhost:19002", "http://*.localhost:19004"} {
				// Claude has no frames at all.
				if strings.Contains(policy, source) != ours && (!ours || !strings.Contains(source, "*")) {
					t.Errorf("%s in %s: %s in %s", endpoint, profile, source, policy)
				}
				if !ours && !strings.Contains(dropped, source) {
					t.Errorf("%s in %s: no remark about %s: %s", endpoint, profile, source, dropped)
				}
			}
		}
	}
}

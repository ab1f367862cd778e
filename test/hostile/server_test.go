package hostile_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
)

// markup is what would do harm if it were read as anything but text. Each place
// that a server can fill has a mark of its own in it.
func markup(mark string) string {
	return mark + `</style></script></textarea></title>"'><img src=x onerror="pwned=1"><svg onload=pwned=1><script>pwned=1</script>` +
		`<a href="javascript:pwned=1">a</a><style>body{display:none}</style>{{pwned}}${pwned}[m](javascript:pwned)` + "\u202e\x1b[2J"
}

func text(mark string) string { return quoted(markup(mark)) }

// elements is an expression for what such text becomes when it is read as
// markup.
const elements = `[...document.querySelectorAll('img[src="x"], [onerror], [onload], svg[onload], style, a[href^="javascript" i], [href^="javascript" i], [src^="javascript" i]')]
	.map((one) => one.outerHTML).concat([...document.scripts].filter((one) => !one.src.endsWith("/main.js")).map((one) => one.outerHTML))`

func fullOfMarkup() *puppet {
	icons := `[{"src":"javascript:pwned=1","mimeType":` + text("icon") + `},{"src":"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='pwned=1'/>"},{"src":"http://127.0.0.1:9/icon"}]`
	schema := `{"type":"object","title":` + text("schema-title") + `,"description":` + text("schema-description") + `,"properties":{` +
		text("property") + `:{"type":"string","title":` + text("property-title") + `,"description":` + text("property-description") + `,"default":` + text("default") + `,"examples":[` + text("example") + `]},` +
		`"__proto__":{"type":"string","default":"p"},"constructor":{"type":"object","properties":{"prototype":{"type":"string"}}},"toString":{"type":"number"},"hasOwnProperty":{"type":"boolean"},` +
		`"choice":{"type":"string","enum":[` + text("enum") + `,"b"],"enumNames":[` + text("enum-name") + `]},"again":{"$ref":"#"},"any":{"oneOf":[{"const":` + text("const") + `},{"not":{}}]}},` +
		`"required":[` + text("required") + `,{},7]}`
	return &puppet{
		initialize: `{"protocolVersion":"2025-06-18","capabilities":{"tools":{},"resources":{},"prompts":{},"logging":{},` + text("capability") + `:{}},"instructions":` + text("instructions") +
			`,"serverInfo":{"name":` + text("server-name") + `,"title":` + text("server-title") + `,"version":` + text("server-version") + `,"websiteUrl":"javascript:pwned=1","icons":` + icons + `}}`,
		results: map[string]string{
			"tools/list": `{"tools":[{"name":"tool","title":` + text("tool-title") + `,"description":` + text("tool-description") + `,"inputSchema":` + schema + `,"icons":` + icons +
				`,"annotations":{"title":` + text("annotation") + `},"_meta":{"ui":{"resourceUri":` + quoted("ui://p/"+markup("uri")) + `},"openai/toolInvocation/invoking":` + text("invoking") + `,"openai/toolInvocation/invoked":` + text("invoked") + `,` + text("meta") + `:1}},` +
				`{"name":` + text("tool-name") + `,"inputSchema":{"type":"object"}},` +
				`{"name":"__proto__","inputSchema":{"type":"object"}},{"name":"constructor","inputSchema":{"type":["object"]}},{"name":"toString","title":"toString","inputSchema":{}},` +
				`{"name":"odd","title":{},"description":["x"],"inputSchema":7,"annotations":"x","_meta":[],"outputSchema":null,"icons":{}},{"name":7,"inputSchema":{"type":"object"}},{},null,"x",[[]]]}`,
			"resources/list": `{"resources":[{"uri":` + quoted("file:///"+markup("resource-uri")) + `,"name":` + text("resource-name") + `,"title":` + text("resource-title") + `,"description":` + text("resource-description") + `,"mimeType":` + text("resource-type") + `,"size":"x"},` +
				`{"uri":"javascript:pwned=1","name":"__proto__"},{"uri":7,"name":{}},null]}`,
			"resources/templates/list": `{"resourceTemplates":[{"uriTemplate":` + quoted("file:///{x}"+markup("template-uri")) + `,"name":` + text("template-name") + `,"description":` + text("template-description") + `},null,{"uriTemplate":7}]}`,
			"prompts/list":             `{"prompts":[{"name":` + text("prompt-name") + `,"title":` + text("prompt-title") + `,"description":` + text("prompt-description") + `,"arguments":[{"name":` + text("argument") + `,"description":` + text("argument-description") + `,"required":"x"},{"name":"__proto__"},null]},null,{"name":7}]}`,
			"tools/call tool": `{"content":[{"type":"text","text":` + text("result-text") + `},{"type":"image","data":` + text("image-data") + `,"mimeType":"image/svg+xml"},{"type":"image","data":"PHN2ZyBvbmxvYWQ9cHduZWQ9MT4=","mimeType":"text/html"},` +
				`{"type":"audio","data":"","mimeType":` + text("audio-type") + `},{"type":"resource_link","uri":"javascript:pwned=1","name":` + text("link-name") + `,"description":` + text("link-description") + `},` +
				`{"type":"resource","resource":{"uri":` + text("embedded-uri") + `,"mimeType":"text/html","text":` + text("embedded-text") + `}},{"type":` + text("block-type") + `},null,"x",7,{"type":"text","text":{}}],` +
				`"structuredContent":{` + text("structured-key") + `:` + text("structured") + `,"__proto__":{"pwned":1}},"_meta":{` + text("result-meta") + `:{}}}`,
		},
		resources: map[string]string{
			"ui://p/" + markup("uri"): `{"contents":[{"uri":` + quoted("ui://p/"+markup("uri")) + `,"mimeType":` + quoted("text/html;profile=mcp-app;x="+markup("mime")) + `,"text":` + quoted(document()) + `,"_meta":{"ui":{"csp":{"connectDomains":[` + text("csp") + `]},"permissions":{` + text("permission") + `:{}},"prefersBorder":` + text("border") + `}}}]}`,
		},
	}
}

// Every text of a server is shown as text.
func TestMarkupInEveryText(t *testing.T) {
	t.Parallel()
	errors := fullOfMarkup()
	errors.refusals = map[string]string{"tools/call": `{"code":-32000,"message":` + text("error-message") + `,"data":` + text("error-data") + `}`}
	s := open(t, workbenchtest.Start(t,
		mcpclient.Server{ID: "full", Endpoint: fullOfMarkup().serve(t)}, mcpclient.Server{ID: "errors", Endpoint: errors.serve(t)}))
	clean := func(where string) {
		t.Helper()
		if got := eval[[]string](t, s.main, elements); len(got) > 0 {
			t.Errorf("%s: markup came to life: %.300q", where, got)
		}
		s.isUp(t)
	}
	shows := func(marks ...string) {
		t.Helper()
		for _, mark := range marks {
			if err := s.main.WaitFor(t.Context(), `document.body.textContent.includes(`+quoted(mark+"</style>")+`) || [...document.querySelectorAll("input, textarea, option")].some((one) => one.value.includes(`+quoted(mark+"</style>")+`))`); err != nil {
				t.Errorf("%s is not shown: %v", mark, err)
			}
		}
	}
	// Everything that can be unfolded.
	unfold := `(document.querySelectorAll("details:not([open])").forEach((one) => { one.open = true }), true)`

	s.begin(t, "full", "tool", "claude,chatgpt,text")
	await(t, s.main, `document.querySelector('[data-testid="text-answer"]')?.dataset.status === "ready"`)
	for range 3 {
		eval[any](t, s.main, unfold)
	}
	shows("tool-title", "tool-name", "tool-description", "property-title", "property-description", "enum-name", "result-text", "link-name", "structured-key", "server-title", "invoked")
	clean("a tool and its result")
	for _, what := range []string{"resource", "prompt"} {
		eval[any](t, s.main, `([...document.querySelectorAll('[role="tab"], button')].find((one) => one.textContent.trim().toLowerCase().startsWith(`+quoted(what)+`))?.click(), true)`)
		shows(what + "-title")
		eval[any](t, s.main, `(document.querySelector('[data-testid="`+what+`"]')?.click(), true)`)
		eval[any](t, s.main, unfold)
		clean("a " + what)
	}
	eval[any](t, s.main, `(document.querySelectorAll('[data-testid="event"]').forEach((one) => one.click()), true)`)
	eval[any](t, s.main, unfold)
	clean("the timeline")

	s.begin(t, "errors", "tool", "claude,mcp-ui,text")
	shows("error-message")
	clean("an error")
	if n := eval[int](t, s.main, `getComputedStyle(document.body).display === "none" ? 1 : 0`); n != 0 {
		t.Error("a style of the server's hides the page")
	}
	for _, v := range s.Violations() {
		if s.isOurs(v.URL) || v.URL == "" && strings.HasPrefix(v.Directive, "script") {
			t.Errorf("the page's own policy had to help: %s", v)
		}
	}
}

// What a view's metadata asks for beside what it may.
func TestMetadata(t *testing.T) {
	t.Parallel()
	many := make([]string, 10_000)
	for i := range many {
		many[i] = fmt.Sprintf("https://n%d.example", i)
	}
	lists := map[string]any{
		"connectDomains": append([]string{
			"https://a.example; script-src *", "https://a.example, https://b.example", "https://a.example\nscript-src *", "https://a.example\r\nSet-Cookie: x=1", "'unsafe-eval'", "'unsafe-inline'", "'self'", "*",
			"http:", "data:", "blob:", "javascript:", "https://*", "https://\u0430pple.example", "\"x\"", "https://a.example' *", "'none'", "'strict-dynamic'", "https://u:p@a.example", strings.Repeat("x", 5000), "", " ",
		}, many...),
		"resourceDomains": map[string]any{"0": "https://a.example"}, "frameDomains": []any{1, nil, []string{"https://a.example"}, "javascript:x", "https://good.example"}, "baseUriDomains": "https://a.example",
		"__proto__": []string{"https://a.example"}, "script-src": "*",
	}
	meta := asJSON(t, map[string]any{
		"ui": map[string]any{
			"csp": lists, "domain": "127.0.0.1", "permissions": map[string]any{"camera *; geolocation": map[string]any{}, "fullscreen": map[string]any{}, "usb": true, "__proto__": true},
			"sandbox": "allow-top-navigation", "prefersBorder": "<b>",
		},
		"openai/widgetCSP": map[string]any{"connect_domains": []string{"https://late.example; x"}}, "openai/widgetDomain": "http://localhost",
	})
	evil := withView(document(), meta)
	evil.results["resources/list"] = `{"resources":[{"uri":"ui://p/v","name":"v","_meta":` + meta + `}]}`
	s := open(t, workbenchtest.Start(t, mcpclient.Server{ID: "evil", Endpoint: evil.serve(t)}))
	s.run(t, "chatgpt")
	view := eval[struct{ CSP, Sandbox, Allow, Document, Proxy, DocumentOrigin, ProxyOrigin string }](t, s.main, `stage("evil", "chatgpt").then(({csp, sandbox, allow, document, proxy, documentOrigin, proxyOrigin}) => ({CSP: csp, Sandbox: sandbox, Allow: allow, Document: document, Proxy: proxy, DocumentOrigin: documentOrigin, ProxyOrigin: proxyOrigin}))`)
	for _, part := range []string{"a.example", "unsafe-eval", "strict-dynamic", "late.example", " *", "http: ", "javascript:", "\n", "\r", ",", "\"", "pple"} {
		if strings.Contains(view.CSP, part) {
			t.Errorf("the policy has %q: %.600s", part, view.CSP)
		}
	}
	if n := strings.Count(view.CSP, ";"); n > 14 || len(view.CSP) > 20_000 {
		t.Errorf("the policy has %d directives, %d bytes", n+1, len(view.CSP))
	}
	if strings.Contains(view.Sandbox, "navigation") || view.Allow != "" || view.DocumentOrigin == view.ProxyOrigin || strings.Contains(view.DocumentOrigin, "127.0.0.1") {
		t.Errorf("the view got %+v", view)
	}
	for _, want := range []string{"csp.connectDomains https://a.example; script-src *", "permissions.fullscreen", "the timeline has all of them"} {
		await(t, s.main, some(remarks("chatgpt"), want))
	}
	await(t, s.main, some(events, "is left out"))
	s.isUp(t)
}

// failing is a way in which a server can fail a call.
type failing struct {
	do func(w http.ResponseWriter, r *http.Request, id json.RawMessage)
	// shown is what the card says; empty where that may be several things.
	shown string
}

func streams(w http.ResponseWriter) { w.Header().Set("Content-Type", "text/event-stream") }

// giants are ways that take a gigabyte each.
func giants() map[string]failing {
	flood := func(w http.ResponseWriter, chunk string) {
		for range 1 << 30 / len(chunk) {
			if _, err := w.Write([]byte(chunk)); err != nil {
				return
			}
		}
	}
	megabyte := strings.Repeat("x", 1<<20)
	return map[string]failing{
		"a gigabyte": {func(w http.ResponseWriter, _ *http.Request, id json.RawMessage) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"`, id)
			flood(w, megabyte)
		}, "larger than 64 MiB"},
		"a gigabyte of events": {func(w http.ResponseWriter, _ *http.Request, _ json.RawMessage) {
			streams(w) // at that size, each of them may be in order; the call has no end
			flood(w, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\""+megabyte+"\"}}\n\n")
		}, ""},
		"one event of a gigabyte": {func(w http.ResponseWriter, _ *http.Request, _ json.RawMessage) {
			streams(w)
			_, _ = w.Write([]byte("data: "))
			flood(w, megabyte)
		}, "larger than 64 MiB"},
	}
}

func failings() map[string]failing {
	drip := func(w http.ResponseWriter, r *http.Request, drop string) {
		for r.Context().Err() == nil {
			_, _ = w.Write([]byte(drop))
			_ = http.NewResponseController(w).Flush()
			time.Sleep(20 * time.Millisecond)
		}
	}
	return map[string]failing{
		"silence": {func(_ http.ResponseWriter, r *http.Request, _ json.RawMessage) { <-r.Context().Done() }, "within 10s"},
		"slow letters": {func(w http.ResponseWriter, r *http.Request, _ json.RawMessage) {
			w.Header().Set("Content-Type", "application/json")
			drip(w, r, " ")
		}, "within 10s"},
		"endless events": {func(w http.ResponseWriter, r *http.Request, _ json.RawMessage) {
			streams(w)
			drip(w, r, ": nothing\n\n")
		}, "within 10s"},
		"another place": {func(w http.ResponseWriter, r *http.Request, _ json.RawMessage) {
			http.Redirect(w, r, "http://evil.example/", http.StatusTemporaryRedirect)
		}, "redirects to another"},
		"a page": {func(w http.ResponseWriter, _ *http.Request, _ json.RawMessage) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte(markup("page")))
		}, ""},
		"half a result": {func(w http.ResponseWriter, _ *http.Request, id json.RawMessage) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"content":[`, id)
		}, ""},
		"nothing": {func(w http.ResponseWriter, _ *http.Request, _ json.RawMessage) {
			w.Header().Set("Content-Type", "application/json")
		}, ""},
		"a broken connection": {func(w http.ResponseWriter, _ *http.Request, _ json.RawMessage) {
			if c, _, err := http.NewResponseController(w).Hijack(); err == nil {
				_ = c.Close()
			}
		}, ""},
		"deep nesting": {func(w http.ResponseWriter, _ *http.Request, id json.RawMessage) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"content":%s%s}}`, id, strings.Repeat("[", 200_000), strings.Repeat("]", 200_000))
		}, ""},
	}
}

func TestFailingCalls(t *testing.T) {
	t.Parallel()
	fail(t, failings())
}

func TestLargeFailingCalls(t *testing.T) {
	t.Parallel()
	most, stop := watchMemory()
	defer stop()
	fail(t, giants())
	// The three gigabytes are made and read in this process.
	if n := most.Load(); n > 700<<20 {
		t.Errorf("the heap grew to %d MiB", n>>20)
	}
}

// fail has calls fail in all these ways.
func fail(t *testing.T, ways map[string]failing) {
	t.Helper()
	evil := withView(document(), "null")
	evil.answer = func(w http.ResponseWriter, r *http.Request, m request) bool {
		way, known := ways[m.Params.Name]
		if m.Method != "tools/call" || !known {
			return false
		}
		way.do(w, r, m.ID)
		return true
	}
	list := make([]string, 0, len(ways))
	for name := range ways {
		list = append(list, `{"name":`+quoted(name)+`,"inputSchema":{"type":"object"},"_meta":{"ui":{"resourceUri":"ui://p/v"}}}`)
	}
	evil.results["tools/list"] = `{"tools":[` + strings.Join(list, ",") + `]}`
	servers := []mcpclient.Server{{ID: "evil", Endpoint: evil.serve(t)}}
	// A gigabyte takes its time where other tests run.
	patient := open(t, workbenchtest.StartWith(t, workbench.Options{Servers: servers}))
	hasty := open(t, workbenchtest.StartWith(t, workbench.Options{Servers: servers, Timeout: 10 * time.Second}))
	for name, way := range ways {
		s := patient
		if way.shown == "within 10s" || way.shown == "" {
			s = hasty
		}
		s.begin(t, "evil", name, "claude")
		problem := `[data-host="claude"] .problem-box`
		if err := s.main.WaitForText(t.Context(), problem, way.shown); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		await(t, s.main, data("claude")+`.status === "error" && `+data("claude")+`.reason !== ""`)
		await(t, s.main, `document.querySelector('[data-testid="event"][data-kind="error"]')`)
		s.isUp(t)
	}
}

// watchMemory notes the largest heap until stop.
func watchMemory() (most *atomic.Uint64, stop func()) {
	most = &atomic.Uint64{}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				var now runtime.MemStats
				runtime.ReadMemStats(&now)
				most.Store(max(most.Load(), now.HeapAlloc))
			case <-done:
				return
			}
		}
	}()
	return most, func() { close(done); <-ended }
}

// A server with more tools than anybody could look at, and one with more than
// that.
func TestManyTools(t *testing.T) {
	t.Parallel()
	many := func(n int) string {
		var list strings.Builder
		list.WriteString(`{"tools":[{"name":"tool","inputSchema":{"type":"object"}}`)
		for i := range n {
			_, _ = fmt.Fprintf(&list, `,{"name":"t%d","inputSchema":{"type":"object"}}`, i)
		}
		return list.String() + "]}"
	}
	large, huge := withView(document(), "null"), withView(document(), "null")
	large.results["tools/list"], huge.results["tools/list"] = many(20_000), many(100_000)
	s := open(t, workbenchtest.Start(t, mcpclient.Server{ID: "large", Endpoint: large.serve(t)}, mcpclient.Server{ID: "huge", Endpoint: huge.serve(t)}))
	s.begin(t, "large", "tool", "text")
	if err := s.main.WaitForText(t.Context(), `[data-testid="text-answer"]`, "done"); err != nil {
		t.Error(err)
	}
	s.begin(t, "huge", "tool", "text")
	if err := s.main.WaitForText(t.Context(), "main", "has more than 100000 entries"); err != nil {
		t.Error(err)
	}
	s.isUp(t)
}

// A schema's pattern that takes for ever on the schema's own default.
func TestPatternThatNeverEnds(t *testing.T) {
	t.Parallel()
	evil := withView(document(), "null")
	evil.results["tools/list"] = `{"tools":[{"name":"tool","inputSchema":{"type":"object","properties":{"a":{"type":"string","pattern":"^(a+)+$","default":"` +
		strings.Repeat("a", 60) + `!"}}}}]}`
	s := open(t, workbenchtest.Start(t, mcpclient.Server{ID: "evil", Endpoint: evil.serve(t)}))
	s.begin(t, "evil", "tool", "text")
	if err := s.main.WaitForText(t.Context(), "body", "Run"); err != nil {
		t.Error(err)
	}
	await(t, s.main, "true")
}

package sandbox_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/browsertest"
	"github.com/orielapps/oriel/internal/sandbox"
)

// hostPage does what the workbench's page does, as little as that may be: it
// frames the proxy, orders the view and keeps what it hears.
const hostPage = `<!doctype html><title>host</title><script>
const seen = [];
let frame, placed;
const said = (name) => seen.filter((m) => m?.method === "ui/notifications/sandbox-" + name);
const fromView = () => seen.filter((m) => !String(m?.method).startsWith("ui/notifications/sandbox-"));
const send = (message) => frame.contentWindow.postMessage(message, placed.ProxyOrigin);
const order = (changes) => send({jsonrpc: "2.0", method: "ui/notifications/sandbox-resource-ready", params: {
  url: placed.Document, sandbox: placed.Sandbox, allow: placed.Allow, origin: placed.DocumentOrigin, ...changes }});
addEventListener("message", (event) => {
  if (event.origin !== placed.ProxyOrigin || event.source !== frame.contentWindow) { seen.push({stray: event.origin}); return; }
  seen.push(event.data);
  if (event.data?.method === "ui/notifications/sandbox-proxy-ready") order(globalThis.changes);
});
const show = (where) => {
  placed = where;
  frame = document.createElement("iframe");
  frame.setAttribute("sandbox", placed.Sandbox + " allow-same-origin");
  frame.allow = placed.Allow;
  frame.src = placed.Proxy;
  document.body.append(frame);
};
</script><body>`

// bench is a sandbox, a page beside it and a server that nobody should reach.
type bench struct {
	sandbox *sandbox.Sandbox
	page    string
	// elsewhere is the origin of another server, hits how often it was asked.
	elsewhere string
	hits      *atomic.Int64
	// violations are what the browser reported to the sandbox.
	violations chan sandbox.Violation
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{hits: &atomic.Int64{}, violations: make(chan sandbox.Violation, 100)}
	foreign := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { b.hits.Add(1) }))
	t.Cleanup(foreign.Close)
	b.elsewhere = foreign.URL
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if b.sandbox.Owns(r.Host) {
			b.sandbox.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, hostPage)
	}))
	t.Cleanup(server.Close)
	b.page = server.URL
	address, ok := server.Listener.Addr().(*net.TCPAddr)
	if !ok {
		t.Fatal("no TCP address")
	}
	s, err := sandbox.New(sandbox.Options{Page: b.page, Port: address.Port, Violated: func(v sandbox.Violation) { b.violations <- v }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	b.sandbox = s
	return b
}

// stage is a view on a page.
type stage struct {
	*bench

	page, view *browsertest.Frame
}

// show opens a page with one view; before runs on the page ahead of it.
func (b *bench) show(t *testing.T, v sandbox.View, before string) *stage {
	t.Helper()
	placed, err := b.sandbox.Place(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	where, err := json.Marshal(map[string]string{
		"Proxy": placed.Proxy, "ProxyOrigin": placed.ProxyOrigin, "Document": placed.Document, "DocumentOrigin": placed.DocumentOrigin,
		"Sandbox": placed.Sandbox, "Allow": placed.Allow,
	})
	if err != nil {
		t.Fatal(err)
	}
	page := open(t, b.page).Main()
	s := &stage{bench: b, page: page, view: page.Frame("iframe").Frame("iframe")}
	run(t, page, "{"+before+"; show("+string(where)+")}")
	return s
}

func open(t *testing.T, address string) *browsertest.Page {
	t.Helper()
	shared.start.Do(func() {
		shared.browser, shared.err = browsertest.Launch(context.Background(), browsertest.Options{})
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.browser.Open(t, address)
}

func run(t *testing.T, frame *browsertest.Frame, statements string) {
	t.Helper()
	eval[any](t, frame, "(() => "+statements+")()")
}

func eval[T any](t *testing.T, frame *browsertest.Frame, expression string) T {
	t.Helper()
	value, err := browsertest.Eval[T](t.Context(), frame, expression)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func await(t *testing.T, frame *browsertest.Frame, expression string) {
	t.Helper()
	if err := frame.WaitFor(t.Context(), expression); err != nil {
		t.Fatal(err)
	}
}

func page(script string) string {
	return `<!doctype html><html><head><title>View</title></head><body><p>view</p><script>` + script + `</script></body></html>`
}

// shared is the browser of this package's tests: each has pages of its own.
var shared struct {
	start   sync.Once
	browser *browsertest.Browser
	err     error
}

func TestMain(m *testing.M) {
	code := m.Run()
	shared.start.Do(func() {}) // so that it isn't started any more
	if shared.browser != nil {
		_ = shared.browser.Close() // the tests have ended; there is nothing to tell
	}
	os.Exit(code)
}

func TestRelay(t *testing.T) {
	t.Parallel()
	v := view(t, "claude")
	v.HTML = page(`
		const got = [];
		addEventListener("message", (e) => { if (e.source === parent) got.push([e.origin, e.data]) });
		for (const m of [{jsonrpc:"2.0",id:1,method:"ui/initialize",params:{deep:[1,{two:null}]}}, {type:"tool",payload:{toolName:"x"}}, "text", null, [1],
			{method:"ui/notifications/sandbox-proxy-ready"}, {method:"ui/notifications/sandbox-resource-ready",params:{url:"https://example.com"}}])
			parent.postMessage(m, "*");`)
	s := newBench(t).show(t, v, "")
	await(t, s.page, `said("document-loaded").length === 1 && fromView().length === 5`)
	want := `[{"id":1,"jsonrpc":"2.0","method":"ui/initialize","params":{"deep":[1,{"two":null}]}},{"payload":{"toolName":"x"},"type":"tool"},"text",null,[1]]`
	if diff := cmp.Diff(want, asJSON(t, eval[any](t, s.page, "fromView()"))); diff != "" {
		t.Errorf("from the view (-want +got):\n%s", diff)
	}
	run(t, s.page, `{ for (const m of [{jsonrpc:"2.0",id:1,result:{a:[null]}}, {method:"ui/notifications/sandbox-x"}, {type:"ui-message-response"}, "text"]) send(m) }`)
	await(t, s.view, `got.length === 3`)
	proxy := eval[string](t, s.page, "placed.ProxyOrigin")
	want = `[["` + proxy + `",{"id":1,"jsonrpc":"2.0","result":{"a":[null]}}],["` + proxy + `",{"type":"ui-message-response"}],["` + proxy + `","text"]]`
	if diff := cmp.Diff(want, asJSON(t, eval[any](t, s.view, "got"))); diff != "" {
		t.Errorf("to the view (-want +got):\n%s", diff)
	}
	// One proxy, and still the same view: nothing that the view said was obeyed.
	if got := eval[string](t, s.page, `said("proxy-ready").length + " " + said("document-loaded").length + " " + said("refused").length`); got != "1 1 0" {
		t.Errorf("proxies ready, documents loaded, refusals: %s", got)
	}
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestIsolation(t *testing.T) {
	t.Parallel()
	v := view(t, "claude")
	v.HTML = page(`
		const denied = (f) => { try { f(); return false } catch (e) { return e.name === "SecurityError" } };
		localStorage.setItem("kept", "here");
		globalThis.found = {
			parent: denied(() => parent.document), top: denied(() => top.document), topLocation: denied(() => top.location.href),
			frames: denied(() => parent.frames[0] !== window && parent.frames[0].document || top.document),
			stored: localStorage.getItem("kept"), referrer: document.referrer, scripts: document.head.querySelectorAll("script").length,
		};`)
	b := newBench(t)
	s := b.show(t, v, "")
	await(t, s.page, `said("document-loaded").length === 1`)
	want := map[string]any{
		"parent": true, "top": true, "topLocation": true, "frames": true, "stored": "here", "referrer": "", "scripts": float64(0),
	}
	if diff := cmp.Diff(want, eval[map[string]any](t, s.view, "found")); diff != "" {
		t.Errorf("what the view found (-want +got):\n%s", diff)
	}
}

func TestOpaqueOrigin(t *testing.T) {
	t.Parallel()
	v := view(t, "mcp-ui")
	v.HTML = page(`
		addEventListener("message", (e) => { document.querySelector("p").textContent = e.data.text });
		let storage = "open"; try { localStorage } catch (e) { storage = e.name }
		parent.postMessage({ type: "found", origin: self.origin, storage }, "*");`)
	s := newBench(t).show(t, v, "")
	await(t, s.page, `said("document-loaded").length === 1 && fromView().length === 1`)
	if got := asJSON(t, eval[any](t, s.page, "fromView()[0]")); got != `{"origin":"null","storage":"SecurityError","type":"found"}` {
		t.Errorf("the view found %s", got)
	}
	run(t, s.page, `send({text: "hello"})`)
	if err := s.view.WaitForText(t.Context(), "p", "hello"); err != nil {
		t.Error(err)
	}
}

func TestPolicyIsEnforced(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	v := view(t, "claude")
	v.HTML = strings.Replace(page(`
		fetch("`+b.elsewhere+`/fetched").catch(() => {});
		new Image().src = "`+b.elsewhere+`/image";
		try { eval("1") } catch {}`),
		"<head>", `<head><script src="`+b.elsewhere+`/script.js"></script><link rel="stylesheet" href="`+b.elsewhere+`/style.css">`, 1)
	s := b.show(t, v, "")
	await(t, s.page, `fromView().length >= 5`)
	got := eval[[]string](t, s.page, `fromView().map((m) => m.method + " " + m.params.directive + " " + m.params.blocked).sort()`)
	want := []string{
		"oriel/csp-violation connect-src " + b.elsewhere + "/fetched",
		"oriel/csp-violation img-src " + b.elsewhere + "/image",
		"oriel/csp-violation script-src eval",
		"oriel/csp-violation script-src-elem " + b.elsewhere + "/script.js",
		"oriel/csp-violation style-src-elem " + b.elsewhere + "/style.css",
	}
	// Chromium tells of a style sheet once for its preload scanner, too.
	if diff := cmp.Diff(want, slices.Compact(got)); diff != "" {
		t.Errorf("violations (-want +got):\n%s", diff)
	}
	if n := b.hits.Load(); n != 0 {
		t.Errorf("the view reached another server %d times", n)
	}
}

// A view can't take its frame elsewhere, by whatever means.
func TestViewStaysInItsFrame(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, script string
		// stopped is whether it ends the view: its own frame was to go.
		stopped bool
	}{
		{"location", `location.href = "%s/gone?secret"`, true},
		{"link", `const a = document.createElement("a"); a.href = "%s/gone"; document.body.append(a); a.click()`, true},
		{"form", `const f = document.createElement("form"); f.action = "%s/gone"; document.body.append(f); f.submit()`, true},
		{"refresh", `const m = document.createElement("meta"); m.httpEquiv = "refresh"; m.content = "0;url=%s/gone"; document.head.append(m)`, true},
		{"top", `try { top.location.href = "%s/gone" } catch {}`, false},
		{"parent", `try { parent.location.href = "%s/gone" } catch {}`, false},
		{"frame", `const i = document.createElement("iframe"); i.src = "%s/gone"; document.body.append(i)`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			v := view(t, "claude")
			v.HTML = page(`parent.postMessage({ready: 1}, "*"); ` + fmt.Sprintf(tt.script, b.elsewhere) +
				`; setTimeout(() => parent.postMessage({still: 1}, "*"), 300)`)
			s := b.show(t, v, "")
			if tt.stopped {
				await(t, s.page, `said("refused").length === 1`)
				if reason := eval[string](t, s.page, `said("refused")[0].params.reason`); !strings.Contains(reason, b.elsewhere) {
					t.Errorf("the reason is %q, which does not say where the view wanted to go", reason)
				}
			} else {
				await(t, s.page, `fromView().some((m) => m?.still)`)
			}
			await(t, s.page, `new Promise((done) => setTimeout(() => done(true), 500))`)
			if n := b.hits.Load(); n != 0 {
				t.Errorf("the view took its frame to another server")
			}
			if where := eval[string](t, s.page, "location.origin"); where != b.page {
				t.Errorf("the page is at %s now", where)
			}
		})
	}
}

func TestProxyRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, changes, want string }{
		{"a view on the proxy's origin", `{url: placed.Proxy, origin: placed.ProxyOrigin}`, "share an origin"},
		{"a view on the page's origin", `{url: location.origin + "/x", origin: location.origin}`, "share an origin"},
		{"another origin than announced", `{origin: "http://other.localhost"}`, "not on the origin"},
		{"an opaque view with a real origin", `{origin: "null"}`, "does not fit"},
		{"a script address", `{url: "javascript:alert(1)", origin: "null", sandbox: "allow-scripts"}`, "no address"},
		{"no address", `{url: 7}`, "no address"},
		{"no order", `{url: undefined, origin: undefined, sandbox: undefined}`, "no address"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			s := b.show(t, view(t, "claude"), `Object.defineProperty(globalThis, "changes", {get: () => (`+tt.changes+`)})`)
			await(t, s.page, `said("refused").length === 1`)
			if got := eval[string](t, s.page, `said("refused")[0].params.reason`); !strings.Contains(got, tt.want) {
				t.Errorf("the reason is %q, want something of %q", got, tt.want)
			}
			if n := eval[int](t, s.page.Frame("iframe"), `document.querySelectorAll("iframe").length`); n != 0 {
				t.Errorf("the proxy shows %d frames all the same", n)
			}
		})
	}
}

// The proxy does nothing where it isn't framed by the workbench's page.
func TestProxyAlone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	placed, err := b.sandbox.Place(t.Context(), view(t, "claude"))
	if err != nil {
		t.Fatal(err)
	}
	top := open(t, placed.Proxy).Main()
	if err := top.WaitForText(t.Context(), "body", "belongs inside the workbench"); err != nil {
		t.Error(err)
	}
	// Another origin may not frame the proxy, nor the view.
	for _, address := range []string{placed.Proxy, placed.Document} {
		foreign := newBench(t)
		page := open(t, foreign.page)
		run(t, page.Main(), `{ frame = document.createElement("iframe"); frame.src = "`+address+`"; document.body.append(frame) }`)
		await(t, page.Main(), `new Promise((done) => { frame.addEventListener("load", () => done(true)); setTimeout(() => done(true), 1000) })`)
		if text := eval[string](t, page.Frame("iframe"), `document.body.innerText + location.href`); !strings.Contains(text, "chrome-error") {
			t.Errorf("a foreign page frames %s: %s", address, text)
		}
	}
}

func TestFlood(t *testing.T) {
	t.Parallel()
	v := view(t, "claude")
	v.HTML = page(`for (let i = 0; i < 20000; i++) parent.postMessage({i}, "*"); parent.postMessage({last: 1}, "*")`)
	s := newBench(t).show(t, v, "")
	await(t, s.page, `said("overflow").length > 0`)
	if n := eval[int](t, s.page, `fromView().length`); n < 2000 || n > 6000 {
		t.Errorf("%d of 20,000 messages came through at once, want about 2,000", n)
	}
	if n := eval[int](t, s.page, `said("overflow")[0].params.dropped`); n < 10000 {
		t.Errorf("%d messages are reported as dropped", n)
	}
	// After a while it may speak again.
	await(t, s.view, `parent.postMessage({again: 1}, "*") ?? true`)
	await(t, s.page, `fromView().some((m) => m.again)`)

	large := view(t, "claude")
	large.HTML = page(`const big = "x".repeat(24 << 20); for (let i = 0; i < 4; i++) parent.postMessage({big}, "*")`)
	s = newBench(t).show(t, large, "")
	await(t, s.page, `said("overflow").length > 0`)
	if n := eval[int](t, s.page, `fromView().length`); n != 1 {
		t.Errorf("%d of 4 messages of 48 MB came through, want 1", n)
	}
}

// What JSON can't say is no message; it would weigh nothing in the workbench and
// stay in its memory.
func TestMessagesThatAreNoJSON(t *testing.T) {
	t.Parallel()
	for _, message := range []string{
		`new Map([[1, new ArrayBuffer(8 << 20)]])`, `{jsonrpc: "2.0", method: "x", params: {bytes: new Uint8Array(1 << 20)}}`,
		`new Set(Array.from({length: 300000}, (_, i) => i))`, `[new Date()]`, `{n: 1n}`, `new Blob(["x"])`, `/x/`, `new Error("x")`,
	} {
		t.Run(message, func(t *testing.T) {
			t.Parallel()
			v := view(t, "claude")
			v.HTML = page(`parent.postMessage({ok: [1, undefined, null, NaN, {}]}, "*"); parent.postMessage(` + message + `, "*")`)
			s := newBench(t).show(t, v, "")
			await(t, s.page, `said("refused").length === 1`)
			if got := eval[string](t, s.page, `said("refused")[0].params.reason + " " + fromView().length`); got != "The view sent a message that is no JSON. 1" {
				t.Errorf("the reason, and the number of messages that came through: %s", got)
			}
		})
	}
}

// Where one window can write a message and the next can't, or can't read it, the
// view is told off all the same.
func TestDeepMessages(t *testing.T) {
	t.Parallel()
	for _, depth := range []int{1500, 2500, 3500} {
		v := view(t, "claude")
		v.HTML = page(fmt.Sprintf(`let a = []; for (let i = 0; i < %d; i++) a = [a]; let said = "sent";
			try { parent.postMessage({a}, "*") } catch { said = "refused by the browser" }
			parent.postMessage({said}, "*")`, depth))
		s := newBench(t).show(t, v, "")
		await(t, s.page, `said("refused").length === 1 || fromView().some((m) => m.a) || fromView().some((m) => m.said !== "sent")`)
	}
}

// Neighbours can find a view's windows and post to them. Nobody listens, and the
// page is told.
func TestMessagesOfNeighbours(t *testing.T) {
	t.Parallel()
	v := view(t, "claude")
	v.HTML = page(`
		globalThis.got = [];
		addEventListener("message", (e) => got.push([e.source === parent, e.data]));
		const inner = document.createElement("iframe");
		inner.srcdoc = "<script>parent.postMessage({inner: 1}, '*')<" + "/script>";
		document.body.append(inner);`)
	s := newBench(t).show(t, v, "")
	await(t, s.view, `globalThis.got?.length === 1`)
	run(t, s.page, `{
		const neighbour = document.createElement("iframe");
		neighbour.sandbox = "allow-scripts";
		neighbour.srcdoc = "<script>for (const to of [parent.frames[0], parent.frames[0].frames[0]]) for (const m of [{jsonrpc:'2.0',method:'ui/notifications/tool-result',params:{}}, "
			+ "{jsonrpc:'2.0',method:'ui/notifications/sandbox-resource-ready',params:{url:'https://evil.example'}}]) to.postMessage(m, '*')<" + "/script>";
		document.body.append(neighbour);
		send({last: 1});
	}`)
	await(t, s.page, `said("stranger").length === 1 && fromView().filter((m) => m.method === "oriel/stranger").length === 2`)
	if got := asJSON(t, eval[any](t, s.page, `said("stranger")[0].params`)); got != `{"count":2,"origin":"null"}` {
		t.Errorf("the proxy tells of %s", got)
	}
	if got := asJSON(t, eval[any](t, s.view, "got")); got != `[[false,{"inner":1}],[true,{"last":1}]]` {
		t.Errorf("the view heard %s", got)
	}
}

// What a frame inside a view tries, the browser reports to the sandbox.
func TestViolationsInsideAView(t *testing.T) {
	t.Parallel()
	for _, profile := range []string{"claude", "mcp-ui"} {
		b := newBench(t)
		v := view(t, profile)
		v.HTML = page(`
			const inner = document.createElement("iframe");
			inner.srcdoc = "<script>fetch('` + b.elsewhere + `/inner').catch(() => {})<" + "/script>";
			document.body.append(inner);`)
		b.show(t, v, "")
		select {
		case got := <-b.violations:
			want := sandbox.Violation{Server: v.Server, Profile: profile, Directive: "connect-src", Blocked: b.elsewhere + "/inner", Document: "about"}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: the report (-want +got):\n%s", profile, diff)
			}
		case <-time.After(browsertest.Timeout):
			t.Errorf("%s: nothing was reported", profile)
		}
		if n := b.hits.Load(); n != 0 {
			t.Errorf("%s: the frame reached another server", profile)
		}
	}
}

// No directive that browsers know holds for WebRTC.
func TestWebRTC(t *testing.T) {
	t.Parallel()
	script := `let said = "made"; try { new RTCPeerConnection({iceServers: [{urls: "stun:127.0.0.1:9"}]}) } catch (e) { said = e.name }
		parent.postMessage({said}, "*")`
	v := view(t, "claude")
	v.HTML = page(script)
	s := newBench(t).show(t, v, "")
	await(t, s.page, `fromView().length === 2`)
	want := `[{"jsonrpc":"2.0","method":"oriel/csp-violation","params":{"blocked":"stun:127.0.0.1:9","directive":"webrtc","file":"","line":0}},{"said":"NotAllowedError"}]`
	if got := asJSON(t, eval[any](t, s.page, "fromView()")); got != want {
		t.Errorf("the page heard %s", got)
	}
	v = view(t, "chatgpt")
	v.HTML, v.Metadata.Permissions.Microphone = page(script), true
	s = newBench(t).show(t, v, "")
	await(t, s.page, `fromView().some((m) => m.said === "made")`)
}

func TestWindowOpenAI(t *testing.T) {
	t.Parallel()
	v := view(t, "chatgpt")
	v.Globals = json.RawMessage(`{"toolInput":{"city":"Lisbon"},"toolOutput":{"high":21},"theme":"dark","locale":"pt-PT","widgetState":null,"maxHeight":400,"extra":[1]}`)
	v.HTML = page(`
		globalThis.first = JSON.stringify(window.openai);
		globalThis.events = []; globalThis.messages = [];
		addEventListener("openai:set_globals", (e) => events.push([e.detail.globals, openai.theme]));
		addEventListener("openai:tool_response", (e) => events.push(e.detail));
		addEventListener("message", (e) => messages.push(e.data), true);
		globalThis.lang = document.documentElement.lang;`)
	s := newBench(t).show(t, v, "")
	await(t, s.page, `said("document-loaded").length === 1`)
	want := map[string]any{
		"toolInput": map[string]any{"city": "Lisbon"}, "toolOutput": map[string]any{"high": float64(21)}, "toolResponseMetadata": nil,
		"widgetState": nil, "theme": "dark", "displayMode": "inline", "maxHeight": float64(400), "locale": "pt-PT",
		"safeArea":  map[string]any{"insets": map[string]any{"top": float64(0), "right": float64(0), "bottom": float64(0), "left": float64(0)}},
		"view":      map[string]any{"mode": "inline", "params": nil},
		"userAgent": map[string]any{"device": map[string]any{"type": "desktop"}, "capabilities": map[string]any{"hover": true, "touch": false}},
		"extra":     []any{float64(1)},
	}
	if diff := cmp.Diff(want, eval[map[string]any](t, s.view, "JSON.parse(first)")); diff != "" {
		t.Errorf("window.openai while the document loads (-want +got):\n%s", diff)
	}
	if lang := eval[string](t, s.view, "lang"); lang != "pt-PT" {
		t.Errorf("lang is %q", lang)
	}
	wantMethods := []string{
		"callTool", "notifyIntrinsicHeight", "openExternal", "requestClose", "requestDisplayMode", "requestModal",
		"sendFollowUpMessage", "setOpenInAppUrl", "setWidgetState",
	}
	methods := eval[[]string](t, s.view, `Object.keys(openai).filter((name) => typeof openai[name] === "function").sort()`)
	if diff := cmp.Diff(wantMethods, methods); diff != "" {
		t.Errorf("methods (-want +got):\n%s", diff)
	}

	// A call, its answer, and one that is refused.
	run(t, s.view, `{ globalThis.called = openai.callTool("next", {by: 1}).then(JSON.stringify);
		globalThis.refused = openai.requestDisplayMode({mode: "pip"}).catch((e) => e.message);
		openai.setWidgetState({n: 1, drop: undefined}); openai.sendFollowUpMessage({prompt: "hi"}); openai.notifyIntrinsicHeight(321.5) }`)
	await(t, s.page, `fromView().length === 5`)
	wantSent := []any{
		map[string]any{"jsonrpc": "2.0", "id": "openai-1", "method": "openai/callTool", "params": map[string]any{"name": "next", "args": map[string]any{"by": float64(1)}}},
		map[string]any{"jsonrpc": "2.0", "id": "openai-2", "method": "openai/requestDisplayMode", "params": map[string]any{"mode": "pip"}},
		map[string]any{"jsonrpc": "2.0", "id": "openai-3", "method": "openai/setWidgetState", "params": map[string]any{"state": map[string]any{"n": float64(1)}}},
		map[string]any{"jsonrpc": "2.0", "id": "openai-4", "method": "openai/sendFollowUpMessage", "params": map[string]any{"prompt": "hi", "scrollToBottom": true}},
		map[string]any{"jsonrpc": "2.0", "id": "openai-5", "method": "openai/notifyIntrinsicHeight", "params": map[string]any{"height": 321.5}},
	}
	if diff := cmp.Diff(wantSent, eval[[]any](t, s.page, "fromView()")); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	if state := asJSON(t, eval[any](t, s.view, "openai.widgetState")); state != `{"n":1}` {
		t.Errorf("widgetState right after it was set: %s", state)
	}
	run(t, s.page, `{ send({jsonrpc:"2.0",id:"openai-1",result:{structuredContent:{day:2}}});
		send({jsonrpc:"2.0",id:"openai-2",error:{code:-32000,message:"Not in this host."}});
		send({jsonrpc:"2.0",id:"openai-1",result:"twice"}); send({jsonrpc:"2.0",id:"openai-99",result:"never asked"});
		send({jsonrpc:"2.0",method:"openai/setGlobals",params:{globals:{theme:"light",late:true}}});
		send({jsonrpc:"2.0",method:"openai/setGlobals",params:7});
		send({jsonrpc:"2.0",method:"ui/notifications/tool-result",params:{}}) }`)
	if got := eval[string](t, s.view, "called"); got != `{"structuredContent":{"day":2}}` {
		t.Errorf("callTool gave %s", got)
	}
	if got := eval[string](t, s.view, "refused"); got != "Not in this host." {
		t.Errorf("requestDisplayMode failed with %q", got)
	}
	await(t, s.view, `messages.length === 1`)
	if got := asJSON(t, eval[any](t, s.view, "messages")); got != `[{"jsonrpc":"2.0","method":"ui/notifications/tool-result","params":{}}]` {
		t.Errorf("the view saw messages that aren't for it: %s", got)
	}
	wantEvents := `[[{"late":true,"theme":"light"},"light"],{"tool":{"args":{"by":1},"name":"next"}}]`
	if got := asJSON(t, eval[any](t, s.view, `events.sort((a, b) => Array.isArray(b) - Array.isArray(a))`)); got != wantEvents {
		t.Errorf("events %s", got)
	}
	if got := eval[bool](t, s.view, "openai.late"); !got {
		t.Error("a new global is not there")
	}
}

func TestWindowOpenAIOlderShapes(t *testing.T) {
	t.Parallel()
	v := view(t, "chatgpt")
	v.Globals = json.RawMessage(`{}`)
	v.HTML = page(`
		openai.sendFollowUpMessage("hi"); openai.openExternal("https://example.com"); openai.openExternal({href: "https://example.com", redirectUrl: false});
		openai.requestDisplayMode("expanded"); openai.requestModal({params: {a: 1}}); openai.requestClose(); openai.setOpenInAppUrl({href: "https://a.example"});
		openai.notifyIntrinsicHeight(NaN); openai.notifyIntrinsicHeight(-1); openai.notifyIntrinsicHeight("12");
		globalThis.thrown = ""; const loop = {}; loop.loop = loop;
		try { openai.setWidgetState(loop) } catch (e) { globalThis.thrown = e.name }`)
	s := newBench(t).show(t, v, "")
	await(t, s.page, `said("document-loaded").length === 1`)
	want := []string{
		`openai/sendFollowUpMessage {"scrollToBottom":true,"prompt":"hi"}`,
		`openai/openExternal {"href":"https://example.com"}`,
		`openai/openExternal {"href":"https://example.com","redirectUrl":false}`,
		`openai/requestDisplayMode {"mode":"expanded"}`,
		`openai/requestModal {"params":{"a":1}}`,
		`openai/requestClose {}`,
		`openai/setOpenInAppUrl {"href":"https://a.example"}`,
		`openai/notifyIntrinsicHeight {"height":12}`,
	}
	got := eval[[]string](t, s.page, `fromView().map((m) => m.method + " " + JSON.stringify(m.params))`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	if thrown := eval[string](t, s.view, "thrown"); thrown != "TypeError" {
		t.Errorf("state that is no JSON throws %q", thrown)
	}
}

func TestViewByPort(t *testing.T) {
	t.Parallel()
	v := view(t, "chatgpt")
	v.Naming = sandbox.ByPort
	v.HTML = page(`
		const denied = (f) => { try { f(); return false } catch { return true } };
		parent.postMessage({denied: denied(() => parent.document) && denied(() => top.document), origin: self.origin}, "*");`)
	s := newBench(t).show(t, v, "")
	await(t, s.page, `said("document-loaded").length === 1 && fromView().length === 1`)
	if !eval[bool](t, s.page, `fromView()[0].denied && fromView()[0].origin === placed.DocumentOrigin && placed.DocumentOrigin.startsWith("http://127.")`) {
		t.Errorf("the view found %s", asJSON(t, eval[any](t, s.page, "fromView()")))
	}
}

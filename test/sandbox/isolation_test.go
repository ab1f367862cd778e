package sandbox_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/sandbox"
)

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
	if err := top.WaitForText(t.Context(), "body", "only works inside"); err != nil {
		t.Error(err)
	}
	// Another origin may not frame the proxy, nor the view.
	for _, address := range []string{placed.Proxy, placed.Document} {
		foreign := newBench(t)
		page := open(t, foreign.page)
		run(t, page.Main(), `{ frame = document.createElement("iframe"); frame.src = "`+address+`"; document.body.append(frame) }`)
		if err := page.Frame("iframe").WaitFor(t.Context(), `location.href.startsWith("chrome-error")`); err != nil {
			t.Errorf("a foreign page frames %s: %v", address, err)
		}
	}
}

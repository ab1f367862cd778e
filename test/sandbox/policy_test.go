package sandbox_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/sandbox"
	"github.com/orielapps/oriel/test/browsertest"
)

func TestSmokePolicyIsEnforced(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	v := view(t, "vscode")
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

// What a view may do beside what it declares depends on the host.
func TestPolicyOfTheHost(t *testing.T) {
	t.Parallel()
	const tries = `
		const url = (code, type = "text/javascript") => URL.createObjectURL(new Blob([code], {type}));
		const picture = new Image();
		const ran = {};
		try { ran.text = eval("1") === 1 } catch { ran.text = false }
		ran.wasm = await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => true, () => false);
		ran.module = await import(url("export default 1")).then(() => true, () => false);
		ran.data = await import("data:text/javascript,export default 1").then(() => true, () => false);
		ran.worker = await new Promise((done) => {
			const worker = new Worker(url("postMessage(1)"));
			worker.onmessage = () => done(true);
			worker.onerror = () => done(false);
		});
		ran.image = await new Promise((done) => {
			picture.onload = () => done(true);
			picture.onerror = () => done(false);
			picture.src = url("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>", "image/svg+xml");
		});
		parent.postMessage({ran: Object.keys(ran).filter((name) => ran[name]).join(" ")}, "*");`
	for profile, want := range map[string]string{
		"claude": "text wasm module data worker image", "chatgpt": "worker", "vscode": "", "goose": "image", "generic": "",
	} {
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			v := view(t, profile)
			v.HTML = page(`(async () => {` + tries + `})()`)
			s := newBench(t).show(t, v, "")
			await(t, s.page, `fromView().some((m) => m?.ran !== undefined)`)
			if got := eval[string](t, s.page, `fromView().find((m) => m?.ran !== undefined).ran`); got != want {
				t.Errorf("allowed is %q, want %q", got, want)
			}
		})
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

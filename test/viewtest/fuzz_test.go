package viewtest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
	"github.com/orielapps/oriel/view"
)

// scriptOf builds a script below testdata, with the runtime's sources in it.
func scriptOf(t *testing.T, name string) string {
	t.Helper()
	return view.Script(viewpage.Script{Entry: "test/viewtest/testdata/" + name}.Build(t))
}

// hostileSeed is what ORIEL_SEED says, to repeat a run, or a new one.
func hostileSeed(t *testing.T) int {
	t.Helper()
	text := os.Getenv("ORIEL_SEED")
	if text == "" {
		return int(rand.Int32()) //nolint:gosec // messages need no secrecy
	}
	seed, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("ORIEL_SEED: %v", err)
	}
	return seed
}

// TestHostileFrames sends a view in real frames what anybody can post to it: its
// own child, a sibling of another origin, itself, and at last its host. Only the
// host is heard, and nothing that it says breaks the view.
func TestHostileFrames(t *testing.T) {
	t.Parallel()
	seed := hostileSeed(t)
	const count = 500

	serve := func(pages map[string]string) *httptest.Server {
		mux := http.NewServeMux()
		for path, html := range pages {
			mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				_, _ = w.Write([]byte("<!doctype html><meta charset=utf-8><title>hostile</title><link rel=icon href=data:,><body>" + html))
			})
		}
		server := httptest.NewServer(mux)
		t.Cleanup(server.Close)
		return server
	}
	stranger := scriptOf(t, "hostile/stranger.ts")
	elsewhere := serve(map[string]string{"/sibling": stranger, "/child": stranger})
	here := serve(map[string]string{
		"/view": `<iframe id=child src="` + elsewhere.URL + `/child"></iframe>` + scriptOf(t, "hostile/view.ts") + stranger,
		"/{$}": `<iframe id=view sandbox="allow-scripts" src="/view"></iframe>` +
			`<iframe id=sibling src="` + elsewhere.URL + `/sibling"></iframe>` + scriptOf(t, "hostile/host.ts"),
	})

	page := browsertest.Start(t).Open(t, here.URL+"/")
	host, inside := page.Main(), page.Frame("#view")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("ORIEL_SEED=%d repeats it: %v", seed, err)
		}
	}
	do := func(frame *browsertest.Frame, script string) {
		t.Helper()
		_, err := browsertest.Eval[bool](t.Context(), frame, "("+script+", true)")
		must(err)
	}
	look := func() string {
		t.Helper()
		seen, err := browsertest.Eval[string](t.Context(), inside, "peer.look()")
		must(err)
		return seen
	}
	// heard waits until the view has got this many more messages.
	heard := func(send func()) {
		t.Helper()
		before, err := browsertest.Eval[int](t.Context(), inside, "peer.heard")
		must(err)
		send()
		must(inside.WaitFor(t.Context(), fmt.Sprintf("peer.heard >= %d", before+count)))
		// A message's handlers may go on in microtasks and in one more task.
		_, err = browsertest.Eval[bool](t.Context(), inside, "new Promise((done) => setTimeout(done, 0, true))")
		must(err)
	}

	must(host.WaitFor(t.Context(), "kept() !== undefined"))
	calm := look()
	for i, from := range []struct {
		name  string
		frame *browsertest.Frame
		to    string
	}{
		{"its child", inside.Frame("#child"), "parent"},
		{"a sibling of another origin", page.Frame("#sibling"), "parent.frames[0]"},
		{"itself", inside, "window"},
	} {
		heard(func() { do(from.frame, fmt.Sprintf("storm(%s, %d, %d)", from.to, seed+i, count)) })
		if now := look(); now != calm {
			t.Errorf("ORIEL_SEED=%d repeats it: %s changed the view from %s to %s", seed, from.name, calm, now)
		}
	}

	heard(func() { do(host, fmt.Sprintf("storm(%d, %d)", seed, count)) })
	stillThere(t, host, inside, must)
	wrong, err := browsertest.Eval[[]string](t.Context(), inside, "peer.wrong")
	must(err)
	for _, m := range page.Messages() {
		if m.Type == "error" || m.Type == "exception" {
			wrong = append(wrong, m.String())
		}
	}
	if len(wrong) > 0 {
		t.Errorf("ORIEL_SEED=%d repeats it: %s", seed, strings.Join(wrong, "\n"))
	}
}

// stillThere checks that what the host says in earnest arrives, and is answered.
func stillThere(t *testing.T, host, inside *browsertest.Frame, must func(error)) {
	t.Helper()
	say := func(script string) {
		t.Helper()
		_, err := browsertest.Eval[bool](t.Context(), host, "("+script+", true)")
		must(err)
	}
	seen := func(ctx context.Context, expression string) {
		t.Helper()
		must(inside.WaitFor(ctx, expression))
	}
	seen(t.Context(), `peer.ended === ""`)
	say(`post({ jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: { city: "Porto" } } })`)
	say(`post({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { content: [{ type: "text", text: "Rain" }] } })`)
	say(`post({ jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: { theme: "dark", locale: "de-AT" } })`)
	say(`post({ jsonrpc: "2.0", id: "there?", method: "ping" })`)
	say(`post({ jsonrpc: "2.0", id: kept(), result: { content: [{ type: "text", text: "mine" }] } })`)
	must(host.WaitFor(t.Context(), `answered("there?")`))
	seen(t.Context(), `peer.ended === "mine"`)
	seen(t.Context(), `(([, , input, text, theme, locale, , , , , keys]) =>
		input.city === "Porto" && text === "Rain" && theme === "dark" && locale === "de-AT" && keys.length === 0)(JSON.parse(peer.look()))`)
	seen(t.Context(), `document.documentElement.dataset.theme === "dark"`)
}

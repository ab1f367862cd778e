// Package components_test runs the components of the view runtime in Chromium, on
// React 19, React 18 and Preact, each in an opaque origin under the strictest
// policy, in a host that says what a test has it say.
package components_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

// hostPage is a host of MCP Apps that does as its plan says.
const hostPage = `<!doctype html><title>host</title><link rel="icon" href="data:,"><style>body { margin: 0 }</style><body><script>
const plan = %s;
const seen = [];
const frame = document.createElement("iframe");
const say = (method, params) => frame.contentWindow.postMessage({ jsonrpc: "2.0", method, params }, "*");
const context = (change) => say("ui/notifications/host-context-changed", change);
const result = (params) => say("ui/notifications/tool-result", params);
const sent = (method) => seen.filter((message) => message.method === method).map(({ params }) => params);
addEventListener("message", ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  seen.push(data);
  if (data.id == null || !data.method) return;
  const answer = (outcome) => source.postMessage({ jsonrpc: "2.0", id: data.id, ...outcome }, "*");
  const refusal = plan.refuses?.[data.method];
  if (refusal) return answer({ error: { code: -32000, message: refusal } });
  if (data.method === "ui/initialize") {
    if (plan.silent) return;
    const { hostCapabilities = {}, hostContext = {} } = plan;
    return answer({ result: { protocolVersion: "2026-01-26", hostInfo: { name: "host", version: "1" }, hostCapabilities, hostContext } });
  }
  answer({ result: {} });
});
frame.sandbox = "allow-scripts";
frame.style = "border: 0; display: block; width: 100vw; height: 100vh";
frame.src = "/view";
document.body.append(frame);
</script>`

// plan is what the host does, and what the view is told before it runs.
type plan struct {
	// Silent hosts never answer ui/initialize.
	Silent           bool              `json:"silent,omitempty"`
	HostCapabilities map[string]any    `json:"hostCapabilities,omitempty"`
	HostContext      map[string]any    `json:"hostContext,omitempty"`
	Refuses          map[string]string `json:"refuses,omitempty"`
	// View is "plan" in the view.
	View map[string]any `json:"-"`
	// Alone opens the view itself.
	Alone bool `json:"-"`
	// Media are what the browser is said to prefer.
	Media map[string]string `json:"-"`
}

// stage is a view and its host.
type stage struct {
	t          *testing.T
	page       *browsertest.Page
	host, view *browsertest.Frame
}

func TestMain(m *testing.M) { os.Exit(browsertest.OneBrowser(m).Run()) }

// A trial is a test on one library.
type trial struct {
	*testing.T

	on viewpage.Library
}

// open shows a view of testdata.
func (t trial) open(view string, p plan) *stage {
	t.Helper()
	return open(t.T, t.on, view, p)
}

// each runs a test on one library, or on every one where all combinations are asked for.
func each(t *testing.T, test func(t trial)) {
	t.Helper()
	for _, l := range viewpage.LibrariesOf(t.Name()) {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			test(trial{T: t, on: l})
		})
	}
}

// open shows a view of testdata on a library.
func open(t *testing.T, on viewpage.Library, view string, p plan) *stage {
	t.Helper()
	words, err := json.Marshal(p)
	viewpage.Must(t, err)
	if p.View == nil {
		p.View = map[string]any{}
	}
	forView, err := json.Marshal(p.View)
	viewpage.Must(t, err)
	document := fmt.Sprintf("<!doctype html><html lang=en><meta charset=utf-8><title>view</title><link rel=icon href=data:,>"+
		"<body><script>globalThis.plan = %s</script><script>%s</script>", forView, bundle(t, on, view))
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, hostPage, words)
	})
	mux.HandleFunc("/view", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", viewpage.Policy)
		_, _ = fmt.Fprint(w, document)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	address := server.URL
	if p.Alone {
		address += "/view"
	}
	s := &stage{t: t}
	if p.Media == nil {
		s.page = browsertest.Start(t).Open(t, address)
	} else {
		s.page = browsertest.Start(t).Open(t, "about:blank")
		viewpage.Must(t, s.page.Media(t.Context(), p.Media))
		viewpage.Must(t, s.page.Navigate(t.Context(), address))
	}
	s.host, s.view = s.page.Main(), s.page.Main()
	if !p.Alone {
		s.view = s.page.Frame("iframe")
	}
	return s
}

// bundle builds a view of testdata as one script.
func bundle(t *testing.T, on viewpage.Library, view string) string {
	t.Helper()
	alias := on.Packages()
	alias["@oriel/view/react"] = "./view/src/" + on.Entry + "/index.ts"
	alias["framework"] = "./view/src/" + on.Entry + "/library.ts"
	return viewpage.Script{Entry: "test/viewtest/components/testdata/" + view + ".tsx", JSX: on.Entry, Alias: alias}.Build(t)
}

// say runs statements in the host.
func (s *stage) say(expression string) {
	s.t.Helper()
	_, err := browsertest.Eval[any](s.t.Context(), s.host, "(() => { "+expression+" })()")
	viewpage.Must(s.t, err)
}

// do runs statements in the view.
func (s *stage) do(expression string) {
	s.t.Helper()
	_, err := browsertest.Eval[any](s.t.Context(), s.view, "(() => { "+expression+" })()")
	viewpage.Must(s.t, err)
}

// wait waits until an expression is true in a frame.
func (s *stage) wait(f *browsertest.Frame, expression string) {
	s.t.Helper()
	viewpage.Must(s.t, f.WaitFor(s.t.Context(), expression))
}

// shows waits until the element in the view has this text, but for space around it.
func (s *stage) shows(selector, text string) {
	s.t.Helper()
	s.wait(s.view, fmt.Sprintf(`document.querySelector(%q)?.textContent.trim() === %q`, selector, text))
}

// ends waits until the text of #inner in the view ends like this.
func (s *stage) ends(text string) {
	s.t.Helper()
	s.wait(s.view, fmt.Sprintf(`document.querySelector("#inner")?.textContent.trim().endsWith(%q)`, text))
}

// clean fails the test if anything was refused or complained about.
func (s *stage) clean() {
	s.t.Helper()
	viewpage.Clean(s.t, s.page)
}

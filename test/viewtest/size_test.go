package viewtest_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
	"github.com/orielapps/oriel/view"
)

// defaultCSP is the policy of a view that declares none (MCP Apps 2026-01-26).
const defaultCSP = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; media-src 'self' data:; connect-src 'none'"

// hostPage shows each layout in a frame, gives the frame the height that its view
// reports and keeps what it was told. The frames lie on top of each other, so that
// the browser renders all of them.
const hostPage = `<!doctype html><title>host</title><link rel="icon" href="data:,"><style>iframe { position: absolute; left: 0; top: 0; width: 400px; border: 0 }</style>
<script>
const frames = {};
const log = [];
let lastNews = performance.now();
const show = (name, url, sandbox) => {
	const element = document.createElement("iframe");
	element.setAttribute("sandbox", sandbox);
	element.style.height = "150px";
	element.src = url;
	document.body.append(element);
	frames[name] = { element, told: [], changed: 0, errors: [] };
};
addEventListener("message", ({ source, data }) => {
	const frame = Object.values(frames).find(({ element }) => element.contentWindow === source);
	if (!frame) return;
	const post = (message) => source.postMessage({ jsonrpc: "2.0", ...message }, "*");
	if (data.changed) frame.changed++;
	if (data.content) frame.content = data.content;
	if (data.error) frame.errors.push(data.error);
	if (data.method === "ui/initialize") post({ id: data.id, result: {
		protocolVersion: "2026-01-26", hostInfo: { name: "host", version: "1" }, hostCapabilities: {}, hostContext: { displayMode: "inline" } } });
	if (data.method === "ui/notifications/size-changed") {
		const { height } = data.params;
		lastNews = performance.now();
		frame.told.push(height);
		if (!Number.isInteger(height) || height < 0) frame.errors.push("not whole: " + height);
		frame.element.style.height = height + "px";
	}
});
const quiet = () => performance.now() - lastNews > 600;
const say = (message) => { lastNews = performance.now(); for (const { element } of Object.values(frames)) element.contentWindow.postMessage(message, "*"); };
const take = () => Object.fromEntries(Object.entries(frames).map(([name, frame]) => {
	const { told, changed, errors, content } = frame;
	frame.told = [];
	return [name, { told, changed, errors, content }];
}));
</script><body>`

// viewPage is a layout with the runtime as people without a bundler have it.
func viewPage(l layout) string {
	return `<!doctype html><html lang="en"><title>` + l.name + `</title><style>` + l.css + `</style><body>` + l.body +
		view.Script(view.Inline()) + `<script>
const tall = "` + base64.StdEncoding.EncodeToString(viewpage.TallFont()) + `";
const tell = (message) => parent.postMessage(message, "*");
addEventListener("error", (event) => tell({ error: event.message }));
addEventListener("unhandledrejection", (event) => tell({ error: String(event.reason) }));
addEventListener("securitypolicyviolation", (event) => tell({ error: event.violatedDirective }));
addEventListener("message", async ({ data }) => {
	if (data === "change") {
		await (` + l.change + `);
		tell({ changed: true });
	}
	if (data === "measure") {
		const last = Math.max(...[...document.querySelectorAll("p, img")].map((element) => element.getBoundingClientRect().bottom));
		tell({ content: { last, frame: innerHeight } });
	}
});
</script></body></html>`
}

// outcome is what became of a frame since it was last asked for.
type outcome struct {
	Told    []int    `json:"told"`
	Changed int      `json:"changed"`
	Errors  []string `json:"errors"`
	Content *struct {
		// Last is where the lowest element ends, Frame how high the frame is: CSS pixels.
		Last  float64 `json:"last"`
		Frame float64 `json:"frame"`
	} `json:"content"`
}

// site serves the host, and the views with the policies that a host gives them.
func site() http.Handler {
	mux := http.NewServeMux()
	page := func(path, csp, content string) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Content-Security-Policy", strings.ReplaceAll(csp, "ORIGIN", "http://"+r.Host))
			_, _ = fmt.Fprint(w, content)
		})
	}
	page("/{$}", "default-src * 'unsafe-inline' data:", hostPage)
	for _, l := range layouts() {
		csp := defaultCSP
		if l.declares {
			csp += "; font-src ORIGIN"
		}
		page("/"+l.name, csp, viewPage(l))
	}
	mux.HandleFunc("GET /tall.ttf", func(w http.ResponseWriter, r *http.Request) {
		// An opaque origin is another's.
		w.Header().Set("Access-Control-Allow-Origin", "*")
		select {
		case <-time.After(100 * time.Millisecond):
			_, _ = w.Write(viewpage.TallFont())
		case <-r.Context().Done():
		}
	})
	return mux
}

// TestSizesComeToRest holds the automatic size to two messages for each real
// change, in layouts that lead runtimes into loops.
func TestSizesComeToRest(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(site())
	t.Cleanup(server.Close)
	for _, scale := range []string{"1", "1.25", "1.1"} {
		t.Run("scale-"+scale, func(t *testing.T) { t.Parallel(); rest(t, server.URL, scale) })
	}
}

// sandboxes are the flags of the frames: a view has its own origin, or an opaque one.
func sandboxes() map[string]string {
	return map[string]string{"own-origin": "allow-scripts allow-same-origin", "opaque-origin": "allow-scripts"}
}

func rest(t *testing.T, host, scale string) {
	t.Helper()
	browser, err := browsertest.Launch(context.WithoutCancel(t.Context()), browsertest.Options{Flags: []string{"--force-device-scale-factor=" + scale}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := browser.Close(); err != nil {
			t.Error(err)
		}
	})
	page := browser.Open(t, host)
	main := page.Main()
	// The views are of another origin than their host, also where they keep it.
	elsewhere := strings.Replace(host, "127.0.0.1", "localhost", 1)
	for _, l := range layouts() {
		for origin, sandbox := range sandboxes() {
			script := fmt.Sprintf("show(%q, %q, %q)", l.name+", "+origin, elsewhere+"/"+l.name, sandbox)
			if _, err := browsertest.Eval[any](t.Context(), main, script); err != nil {
				t.Fatal(err)
			}
		}
	}
	step := func(message, ready string) map[string]outcome {
		if _, err := browsertest.Eval[any](t.Context(), main, "say("+message+")"); err != nil {
			t.Fatal(err)
		}
		if err := main.WaitFor(t.Context(), "Object.values(frames).every((frame) => "+ready+") && quiet()"); err != nil {
			t.Fatal(err)
		}
		if _, err := browsertest.Eval[any](t.Context(), main, `say("measure")`); err != nil {
			t.Fatal(err)
		}
		if err := main.WaitFor(t.Context(), "quiet()"); err != nil {
			t.Fatal(err)
		}
		outcomes, err := browsertest.Eval[map[string]outcome](t.Context(), main, "take()")
		if err != nil {
			t.Fatal(err)
		}
		return outcomes
	}
	judge(t, "opened", step(`""`, "frame.told.length > 0"))
	judge(t, "changed", step(`"change"`, "frame.changed === 1"))
	judge(t, "changed again", step(`"change"`, "frame.changed === 2"))
	for _, message := range page.Messages() {
		t.Errorf("the console says: %s", message)
	}
	for _, violation := range page.Violations() {
		t.Errorf("against the policy: %s", violation)
	}
}

func judge(t *testing.T, when string, outcomes map[string]outcome) {
	t.Helper()
	for _, l := range layouts() {
		for origin := range sandboxes() {
			got, ok := outcomes[l.name+", "+origin]
			if !ok || got.Content == nil {
				t.Errorf("%s, %s, %s: it did not answer", l.name, origin, when)
				continue
			}
			for _, problem := range got.problems(l) {
				t.Errorf("%s, %s, %s: %s; it is %+v", l.name, origin, when, problem, *got.Content)
			}
		}
	}
}

// problems says what is wrong with what a real change led to.
func (o outcome) problems(l layout) []string {
	problems := slices.Clone(o.Errors)
	if len(o.Told) > 2 {
		problems = append(problems, fmt.Sprintf("%d size messages, want 2 at most: %v", len(o.Told), o.Told))
	}
	if l.fits && o.Content.Last > o.Content.Frame+1 {
		problems = append(problems, fmt.Sprintf("the content does not fit after the messages %v", o.Told))
	}
	return problems
}

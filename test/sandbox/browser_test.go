// Package sandbox_test looks at views inside the sandbox, in Chromium.
package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"sync/atomic"
	"testing"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/sandbox"
	"github.com/orielapps/oriel/test/browsertest"
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
	return browsertest.Start(t).Open(t, address)
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

// view is one as a host shows it, with no document yet.
func view(t *testing.T, profile string) sandbox.View {
	t.Helper()
	host, ok := hosts.Get(profile)
	if !ok {
		t.Fatalf("no profile %q", profile)
	}
	return sandbox.View{Server: "almanac", Profile: host, HTML: page("")}
}

// page is a document that runs a script.
func page(script string) string {
	return `<!doctype html><html><head><title>View</title></head><body><p>view</p><script>` + script + `</script></body></html>`
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestMain(m *testing.M) { os.Exit(browsertest.OneBrowser(m).Run()) }

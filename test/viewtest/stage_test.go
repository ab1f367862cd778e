package viewtest_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

// proxyingHost is a page that is a host of MCP Apps: it gives the frame the height that
// its view reports, and hands tool calls on to the app's endpoint.
const proxyingHost = `<!doctype html><title>host</title><link rel="icon" href="data:,"><body><script>
const seen = [];
const frame = document.createElement("iframe");
addEventListener("message", async ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  seen.push(data);
  const answer = (outcome) => source.postMessage({ jsonrpc: "2.0", id: data.id, ...outcome }, "*");
  switch (data.method) {
    case "ui/initialize":
      return answer({ result: { protocolVersion: "2026-01-26", hostInfo: { name: "host", version: "1" }, ...%s } });
    case "ui/notifications/size-changed":
      frame.style.height = data.params.height + "px";
      return;
    case "tools/call": {
      const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
      const { result, error } = await (await fetch("/mcp", { method: "POST", headers, body: JSON.stringify(data) })).json();
      return answer(error ? { error } : { result });
    }
    case "ui/download-file":
      return answer({ result: {} });
  }
  if (data.method && data.id != null) answer({ error: { code: -32601, message: "Method not found" } });
});
frame.sandbox = "allow-scripts";
frame.style = "border: 0; width: 400px; height: 60px";
frame.src = "/view";
document.body.append(frame);
</script>`

// stage is a view in an opaque origin under the strictest policy, and its host.
type stage struct {
	page       *browsertest.Page
	host, view *browsertest.Frame
}

// newStage shows a view with this body, in a host that says this in its answer to
// ui/initialize.
func newStage(t *testing.T, app *oriel.App, said map[string]any, body string) *stage {
	t.Helper()
	words, err := json.Marshal(said)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, proxyingHost, words)
	})
	document := viewDocument(t, body)
	mux.HandleFunc("/view", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", viewpage.Policy)
		_, _ = fmt.Fprint(w, document)
	})
	// Without a host, and without a policy.
	mux.HandleFunc("/alone", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprint(w, document)
	})
	mux.Handle("/mcp", app.Handler())
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	page := browsertest.Start(t).Open(t, server.URL)
	s := &stage{page: page, host: page.Main(), view: page.Frame("iframe")}
	if _, err := browsertest.Eval[string](t.Context(), s.view, "oriel.connected"); err != nil {
		t.Fatal(err)
	}
	return s
}

// viewDocument is a page with the whole runtime as "oriel".
func viewDocument(t *testing.T, body string) string {
	t.Helper()
	runtime := viewpage.Script{Source: `import * as oriel from "@oriel/view"; Object.assign(globalThis, { oriel });`}
	return "<!doctype html><meta charset=utf-8><title>view</title><link rel=icon href=data:,><body>" + body +
		"<script>" + runtime.Build(t) + "</script>"
}

// quietApp is an app that logs nothing.
func quietApp() *oriel.App {
	return oriel.NewWith("files", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
}

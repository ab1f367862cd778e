package peers_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/sandbox"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

// The script that shakes hands is the last thing in the document, so a view
// that is ready has all of it.
const (
	largeHead = `<!doctype html><html><head><meta charset="utf-8"><title>Large</title></head><body><p id="seen"></p><script type="application/json">"`
	largeTail = `"</script><script>
	const post = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
	addEventListener("message", ({ data }) => {
		if (data.id === 1) post({ method: "ui/notifications/initialized" });
	});
	post({ id: 1, method: "ui/initialize", params: { protocolVersion: "2026-01-26",
		appInfo: { name: "large", version: "1" }, appCapabilities: {} } });
	document.querySelector("#seen").textContent = JSON.parse(document.querySelector("script[type]").textContent).length;
</script></body></html>
`
)

// large returns a document of exactly size bytes.
func large(size int) string {
	return largeHead + strings.Repeat("x", largeData(size)) + largeTail
}

func largeData(size int) int { return size - len(largeHead) - len(largeTail) }

// bridge is how much longer a document is for hosts of legacy MCP-UI.
func bridge() int {
	return len(view.InsertFirst(largeHead+largeTail, view.Script(view.MCPUIBridge()))) - len(largeHead+largeTail)
}

type nothing struct{}

func serveLarge(t *testing.T, blob bool) mcpclient.Server {
	t.Helper()
	app := oriel.NewWith("large", "1.0.0", oriel.Options{Logger: slog.New(slog.DiscardHandler)})
	for name, size := range map[string]int{
		"most":         sandbox.MaxDocument,
		"more":         sandbox.MaxDocument + 1,
		"most-bridged": sandbox.MaxDocument - bridge(),
		"more-bridged": sandbox.MaxDocument - bridge() + 1,
	} {
		document := oriel.AddView(app, name, ui.HTML(large(size)))
		oriel.AddTool(app, oriel.Tool{Name: name, View: document, ReadOnly: true},
			func(context.Context, nothing) (oriel.Result[nothing], error) {
				return oriel.Result[nothing]{Text: "large"}, nil
			})
	}
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	handler := app.Handler()
	if blob {
		handler = asBlob(t, handler)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return mcpclient.Server{ID: "large", Endpoint: server.URL}
}

// asBlob turns the texts of resources, read or embedded in a result, into blobs.
func asBlob(t *testing.T, inner http.Handler) http.Handler {
	t.Helper()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Accept-Encoding")
		recorder := httptest.NewRecorder()
		inner.ServeHTTP(recorder, r)
		body := recorder.Body.Bytes()
		if bytes.Contains(body, []byte("doctype html")) && strings.HasPrefix(recorder.Header().Get("Content-Type"), "application/json") {
			var answer map[string]any
			if err := json.Unmarshal(body, &answer); err != nil {
				t.Error(err)
			}
			if !encodeTexts(answer) {
				t.Errorf("there is no text to send as a blob in %.300s", body)
			}
			var err error
			if body, err = json.Marshal(answer); err != nil {
				t.Error(err)
			}
			recorder.Header().Del("Content-Length")
		}
		maps.Copy(w.Header(), recorder.Header())
		w.WriteHeader(recorder.Code)
		_, _ = w.Write(body)
	})
}

// encodeTexts reports whether there was one.
func encodeTexts(value any) (found bool) {
	switch v := value.(type) {
	case map[string]any:
		if text, ok := v["text"].(string); ok && v["mimeType"] != nil {
			v["blob"] = base64.StdEncoding.EncodeToString([]byte(text))
			delete(v, "text")
			found = true
		}
		for _, member := range v {
			found = encodeTexts(member) || found
		}
	case []any:
		for _, entry := range v {
			found = encodeTexts(entry) || found
		}
	}
	return found
}

func TestLargestView(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	for _, form := range []string{"text", "blob"} {
		address := workbenchtest.Start(t, serveLarge(t, form == "blob"))
		for id, suffix := range map[string]string{"claude": "", "chatgpt": "", "mcp-ui": "-bridged"} {
			t.Run(form+" in "+id, func(t *testing.T) {
				t.Parallel()
				s := open(t, browser, address, call{tool: "most" + suffix}, id)
				s.run()
				s.waitLong(s.status(id) + ` === "ready"`)
				size := sandbox.MaxDocument
				if suffix != "" {
					size -= bridge()
				}
				s.waitFor(s.inside(id), fmt.Sprintf(`document.querySelector("#seen").textContent === "%d"`, largeData(size)))
			})
		}
	}
}

func TestTooLargeView(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	address := workbenchtest.Start(t, serveLarge(t, false))
	for id, suffix := range map[string]string{"claude": "", "chatgpt": "", "mcp-ui": "-bridged"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			s := open(t, browser, address, call{tool: "more" + suffix}, id)
			s.run()
			s.waitLong(s.element(id) + `?.dataset.reason.includes("view_too_large")`)
			if status := eval[string](s, s.main, s.status(id)); status != "error" {
				t.Errorf("the view is %s", status)
			}
			s.waitForText(s.main, s.card(id), "has 16777217 bytes; the limit is 16777216")
		})
	}
}

// waitLong waits for what takes a race detector long: it looks at every byte of
// every copy.
func (s *stage) waitLong(condition string) {
	s.t.Helper()
	const patience = 4
	var err error
	for range patience {
		if err = s.main.WaitFor(s.t.Context(), condition); err == nil {
			return
		}
	}
	s.t.Fatal(err)
}

package hooks_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

// Kinds of host.
const (
	apps    = "MCP Apps"
	chatGPT = "ChatGPT"
	openAI  = "window.openai"
	mcpUI   = "MCP-UI"
	alone   = "no host"
	nobody  = "a frame without a host"
)

// A host is a page that shows a view, as test/interop has them, and does what
// the view's page tells it.
type host struct {
	kind string
	page script
	// inFrame is a script of the host's own in the view's frame.
	inFrame *script
}

func allHosts() []host {
	const inFrame = "test/interop/testdata/hosts/chatgpt.ts"
	official := map[string]string{"ext-apps": "@modelcontextprotocol/ext-apps"}
	object := &script{entry: inFrame, define: map[string]string{"LATE": "0", "APPROVED": "false"}}
	return []host{
		{kind: apps, page: script{entry: "hosts/apps.ts", alias: official, define: map[string]string{"NAME": `"official"`, "LACKS": "[]"}}},
		{
			kind: chatGPT, inFrame: object,
			page: script{entry: "hosts/chatgpt.ts", alias: official, define: map[string]string{
				"NAME": `"chatgpt"`, "LACKS": `["logging", "downloadFile", "sampling"]`,
			}},
		},
		{kind: openAI, page: script{entry: "hosts/openai.ts"}, inFrame: object},
		{kind: mcpUI, page: script{entry: "hosts/mcpui.ts", define: map[string]string{"IDS": `"both"`, "RENDER_DATA": "{}"}}},
	}
}

// adapted is a view's document as a server gives it to this kind of host.
func adapted(t *testing.T, html, kind string) string {
	t.Helper()
	v, err := ui.NewView("hooks", "probe", ui.HTML(html), ui.Metadata{InitialData: map[string]any{"first": 1}})
	if err != nil {
		t.Fatal(err)
	}
	var d ui.Document
	switch kind {
	case mcpUI:
		result, failed := adapter.MCPUI().Result(&ui.ToolResult{}, v, hosts.Generic())
		if failed != nil {
			t.Fatal(failed)
		}
		embedded, ok := result.Content[len(result.Content)-1].(ui.EmbeddedResource)
		if !ok {
			t.Fatalf("the result has no view: %v", result.Content)
		}
		d = embedded.Resource
	case openAI, chatGPT:
		d, err = adapter.ChatGPT().Document(v, nil)
	default:
		d, err = adapter.MCPApps().Document(v, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d.Text
}

// show opens a page in a host, in an opaque origin under the strictest policy, and
// returns the frame that it is in.
func show(t *testing.T, browser *browsertest.Browser, h host, html string) (page *browsertest.Page, inside *browsertest.Frame) {
	t.Helper()
	text := adapted(t, html, h.kind)
	if h.inFrame != nil {
		text = view.InsertFirst(text, view.Script(build(t, *h.inFrame)))
	}
	if h.kind == mcpUI {
		raw, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		h.page.define = maps.Clone(h.page.define)
		h.page.define["DOCUMENT"] = string(raw)
	}
	outside := document("", `<iframe sandbox="allow-scripts" data-view="/view" width=600 height=150></iframe>`, build(t, h.page))
	serve := func(html string, policies ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			for _, policy := range policies {
				w.Header().Set("Content-Security-Policy", policy)
			}
			if _, err := w.Write([]byte(html)); err != nil {
				t.Logf("serving a page: %v", err)
			}
		}
	}
	mux := http.NewServeMux()
	if h.kind == mcpUI {
		mux.HandleFunc("GET /{$}", serve(outside, viewpage.Policy)) // which a srcdoc inherits
	} else {
		mux.HandleFunc("GET /{$}", serve(outside))
	}
	mux.HandleFunc("GET /view", serve(text, viewpage.Policy))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	page = browser.Open(t, server.URL+"/")
	return page, page.Frame("iframe")
}

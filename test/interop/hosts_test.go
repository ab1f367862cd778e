package interop_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"testing"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

const hostsSection = "Our runtime"

// defaultPolicy is what MCP Apps gives a view that asks for nothing (2026-01-26,
// "Content Security Policy").
const defaultPolicy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; media-src 'self' data:; connect-src 'none'"

// Where a view is: in an origin that is nobody's, or in one of its own.
const (
	opaque    = "allow-scripts"
	ownOrigin = "allow-scripts allow-same-origin"
)

func hostPeers() []peer {
	official := map[string]string{"NAME": `"official"`, "LACKS": "[]"}
	chatGPT := map[string]string{"NAME": `"chatgpt"`, "LACKS": `["logging", "downloadFile", "sampling"]`}
	ids := func(which string) map[string]string { return map[string]string{"IDS": fmt.Sprintf("%q", which)} }
	return []peer{
		{name: "`AppBridge` 1.7.5", id: "bridge-1", kind: kindApps, entry: "hosts/bridge.ts", extApps: extApps1, define: official},
		{name: "`AppBridge` 2.0.4", id: "bridge-2", kind: kindApps, entry: "hosts/bridge.ts", extApps: extApps2, define: official},
		{
			name: "`AppBridge` 2.0.4, own origin", id: "bridge-2-origin", kind: kindApps, entry: "hosts/bridge.ts",
			extApps: extApps2, define: official, sandbox: ownOrigin,
		},
		{name: "ChatGPT", id: "both", kind: kindChatGPT, entry: "hosts/both.ts", extApps: extApps2, define: chatGPT, inFrame: chatGPTScript(0, false)},
		{
			name: "ChatGPT, own origin", id: "both-origin", kind: kindChatGPT, entry: "hosts/both.ts", extApps: extApps2,
			define: chatGPT, inFrame: chatGPTScript(0, false), sandbox: ownOrigin,
		},
		{name: "`window.openai` alone", id: "openai", kind: kindOpenAI, entry: "hosts/openai.ts", inFrame: chatGPTScript(0, true)},
		{name: "`window.openai`, late", id: "openai-late", kind: kindOpenAI, entry: "hosts/openai.ts", inFrame: chatGPTScript(300, true)},
		{name: "old draft", id: "old", kind: kindOld, entry: "hosts/old.ts"},
		{name: "MCP-UI, adapted", id: "mcp-ui-both", kind: kindMCPUI, entry: "hosts/mcpui.ts", define: ids("both")},
		{name: "MCP-UI", id: "mcp-ui-top", kind: kindMCPUI, entry: "hosts/mcpui.ts", define: ids("top")},
	}
}

// chatGPTScript is the one that ChatGPT runs in a view's frame before the view.
func chatGPTScript(late int, approved bool) *peer {
	return &peer{entry: "hosts/chatgpt.ts", define: map[string]string{"LATE": strconv.Itoa(late), "APPROVED": strconv.FormatBool(approved)}}
}

// adapted returns a view as a server gives it to this kind of host: its
// document, and what a legacy MCP-UI host finds beside it.
func adapted(t *testing.T, html, kind string, metadata ui.Metadata) (text string, renderData any) {
	t.Helper()
	v, err := ui.NewView("interop", "weather", ui.HTML(html), metadata)
	if err != nil {
		t.Fatal(err)
	}
	var d ui.Document
	switch kind {
	case kindMCPUI:
		result, failed := adapter.MCPUI().Result(&ui.ToolResult{
			Input:    json.RawMessage(`{"city":"Lisbon"}`),
			Data:     json.RawMessage(`{"city":"Lisbon","sky":"clear"}`),
			Text:     "sunny in Lisbon",
			ViewOnly: json.RawMessage(`{"station":7}`),
		}, v, hosts.Generic())
		if failed != nil {
			t.Fatal(failed)
		}
		embedded, ok := result.Content[len(result.Content)-1].(ui.EmbeddedResource)
		if !ok {
			t.Fatalf("the result has no view: %v", result.Content)
		}
		d = embedded.Resource
		renderData = d.Meta["mcpui.dev/ui-initial-render-data"]
	case kindOpenAI, kindChatGPT:
		d, err = adapter.ChatGPT().Document(v, nil)
	default:
		d, err = adapter.MCPApps().Document(v, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d.Text, renderData
}

// serveHost serves the page of a host, with a frame that the view goes into.
func serveHost(t *testing.T, p peer, html string, metadata ui.Metadata) string {
	t.Helper()
	inside, renderData := adapted(t, html, p.kind, metadata)
	if p.inFrame != nil {
		inside = view.InsertFirst(inside, view.Script(bundle(t, *p.inFrame)))
	}
	host := p
	if p.kind == kindMCPUI {
		host.define = map[string]string{"IDS": p.define["IDS"], "DOCUMENT": asJSON(t, inside), "RENDER_DATA": asJSON(t, renderData)}
	}
	script := bundle(t, host)

	mux := http.NewServeMux()
	page := func(policy string, html func(r *http.Request) string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Content-Security-Policy", policy)
			if _, err := w.Write([]byte(html(r))); err != nil {
				t.Logf("serving a page: %v", err)
			}
		}
	}
	hostPolicy := ""
	if p.kind == kindMCPUI {
		hostPolicy = defaultPolicy // which a srcdoc inherits
	}
	mux.HandleFunc("GET /{$}", page(hostPolicy, func(r *http.Request) string {
		sandbox, address := opaque, "/view"
		if p.sandbox == ownOrigin {
			_, port, err := net.SplitHostPort(r.Host)
			if err != nil {
				t.Errorf("the host's address: %v", err)
			}
			sandbox, address = ownOrigin, (&url.URL{Scheme: "http", Host: net.JoinHostPort("localhost", port), Path: "/view"}).String()
		}
		frame := fmt.Sprintf(`<iframe sandbox=%q data-view=%q width=600 height=150></iframe>`, sandbox, address)
		return document(frame, script)
	}))
	mux.HandleFunc("GET /view", page(defaultPolicy, func(*http.Request) string { return inside }))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL + "/"
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// withRecorder is a view's document, with the recorder before it.
func withRecorder(t *testing.T, entry string) string {
	t.Helper()
	return document("", bundle(t, peer{entry: "views/recorder.ts"}), bundle(t, peer{entry: entry}))
}

// checkHost shows a view on our runtime to a host.
func checkHost(t *testing.T, browser *browsertest.Browser, p peer, found *checks, heard *caught) {
	t.Helper()
	page := browser.Open(t, serveHost(t, p, withRecorder(t, "views/oriel.ts"), ui.Metadata{}))
	s := &scene{
		section: hostsSection, host: p, page: page, main: page.Main(), view: page.Frame("iframe"),
		outcomes: expectedOfOurView(), found: found,
	}
	s.play(t, ourFeatures(p, nil))
	sent, err := browsertest.Eval[[]json.RawMessage](t.Context(), s.main, "peer.traffic")
	if err != nil {
		t.Fatal(err)
	}
	if p.kind == kindMCPUI {
		if err := answers(t.Context(), s.main, "peer.seen.faults ?? []", []string{}); err != nil {
			t.Error(err)
		}
	} else {
		heard.add(sort(sent, ourView, other, p.kind == kindOld))
	}
	clean(t, page)
}

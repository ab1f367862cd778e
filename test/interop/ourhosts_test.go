package interop_test

import (
	"encoding/json"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/ui"
)

// ourHosts are the workbench in each protocol.
func ourHosts() []peer {
	return []peer{
		{name: "workbench as Claude", id: "our-claude", kind: kindApps, profile: "claude"},
		{name: "workbench as no known host", id: "our-generic", kind: kindApps, profile: "generic"},
		{name: "workbench as ChatGPT", id: "our-chatgpt", kind: kindChatGPT, profile: "chatgpt"},
		{name: "workbench as MCP-UI", id: "our-mcp-ui", kind: kindMCPUI, profile: "mcp-ui"},
	}
}

// checkOurHost shows a view on our runtime in the workbench.
func checkOurHost(t *testing.T, browser *browsertest.Browser, p peer, found *checks, heard *caught) {
	t.Helper()
	html := withRecorder(t, "views/oriel.ts")
	said, s := showInOurs(t, browser, p, streamed, "weather", html, ui.Metadata{})
	s.section, s.outcomes, s.found = hostsSection, expectedOfOurView(), found
	features := ourFeatures(p, said)
	cancelled := slices.IndexFunc(features, func(f feature) bool { return f.name == cancellation })
	s.play(t, slices.Concat(features[:cancelled], features[cancelled+1:]))
	if s.outcomes[cancellation].of(p) == absent {
		found.note(hostsSection, cancellation, p.name, absent)
	} else {
		// It ends only calls that have no result yet.
		_, broken := showInOurs(t, browser, p, "", "breaks", html, ui.Metadata{})
		broken.section, broken.outcomes, broken.found = s.section, s.outcomes, found
		broken.play(t, []feature{{name: cancellation, shown: `globalThis.peer && peer.seen.cancelled?.includes("the tool broke")`}})
	}
	passed, err := browsertest.Eval[[]json.RawMessage](t.Context(), s.main, "traffic")
	if err != nil {
		t.Fatal(err)
	}
	if p.kind != kindMCPUI {
		heard.add(sort(passed, ourView, ourHost, false))
	}
	clean(t, s.page)
}

// streamed makes the arguments come as a model writes them, which takes its time.
const streamed = "&stream=1"

// showInOurs runs a tool with a view in the workbench; more is for its address.
func showInOurs(t *testing.T, browser *browsertest.Browser, p peer, more, tool, html string, metadata ui.Metadata) (*farewells, *scene) {
	t.Helper()
	app, said := weatherApp(t, html, metadata)
	server := httptest.NewServer(&requestLog{next: app.Handler()})
	t.Cleanup(server.Close)
	page, inside := showAs(t, browser, serveWorkbench(t, server.URL)+"&profiles="+p.profile+more, tool, `{"city":"Lisbon"}`)
	return said, &scene{host: p, page: page, main: page.Main(), view: inside}
}

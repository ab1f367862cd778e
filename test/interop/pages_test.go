package interop_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/ui"
)

// A writtenPage is a page that knows nothing of us, written for what some hosts
// have of their own.
type writtenPage struct {
	title   string
	id      string
	entry   string
	define  map[string]string
	compat  ui.Compat
	natives []string // kinds of host that need no shim for it
	// speaks is the kind of host that the workbench's Automatic card is for it; empty if it is not shown there.
	speaks string
	// outcomes are what is expected of it elsewhere.
	outcomes map[string]outcomes
}

func writtenPages() []writtenPage {
	return []writtenPage{
		{
			title: "Pages for `window.openai`", id: "openai", entry: "pages/openai.ts", compat: ui.CompatOpenAI,
			define: map[string]string{"OLDER": "false"}, natives: []string{kindOpenAI, kindChatGPT}, speaks: kindChatGPT, outcomes: expectedOfOpenAIPages(),
		},
		{
			title: "Pages for an older `window.openai`", id: "openai-older", entry: "pages/openai.ts", compat: ui.CompatOpenAI,
			define: map[string]string{"OLDER": "true"}, natives: []string{kindOpenAI, kindChatGPT}, outcomes: expectedOfOpenAIPages(),
		},
		{title: "Pages for `window.mcpApp`", id: "mcpapp", entry: "pages/mcpapp.ts", compat: ui.CompatMCPApp, speaks: kindApps, outcomes: expectedOfMCPAppPages()},
		{title: "Pages for `window.mcpUI`", id: "mcpui", entry: "pages/mcpui.ts", compat: ui.CompatMCPUI, speaks: kindApps, outcomes: expectedOfMCPUIPages()},
		{
			title: "Pages for UI actions", id: "actions", entry: "pages/actions.ts", compat: ui.CompatUIActions,
			natives: []string{kindMCPUI}, speaks: kindMCPUI, outcomes: expectedOfActionPages(),
		},
	}
}

// hostsOf are the hosts that a page is shown to: those that lack what it was
// written for, one of each.
func hostsOf(w writtenPage) []peer {
	lacking := slices.DeleteFunc(slices.Concat(ourHosts(), hostPeers()), func(p peer) bool {
		twin := p.sandbox == ownOrigin || slices.Contains([]string{"our-generic", "bridge-1", "openai-late"}, p.id)
		return slices.Contains(w.natives, p.kind) || twin || p.profile != "" && w.id == "openai-older"
	})
	if w.speaks == "" {
		return lacking
	}
	return append(lacking, peer{name: "workbench, Automatic", id: automatic, kind: w.speaks, profile: "auto"})
}

// automatic is the workbench's card that shows a page under the protocol that the page speaks, as its server gives it.
const automatic = "our-auto"

// pageFeatures are the rows of the tables of pages.
func pageFeatures(said *farewells) []feature {
	ready := []feature{{name: handshake, shown: "globalThis.peer"}}
	byHand := []feature{
		{name: "tool call by JSON-RPC", act: `callByHand(21)`, gives: number{42}},
		{
			name: "intent", act: `intent("compare")`, told: `peer.seen.message?.content[0].text.startsWith("compare")`,
			ours: ourPart{told: textIn(".talk-user .bubble", "compare")},
		},
	}
	// What none of these APIs has a word for is left out.
	asked := slices.DeleteFunc(slices.Concat(toolFeatures(said), hostFeatures()), func(f feature) bool {
		return !slices.Contains([]string{
			"tool call", "read resource", "message", "link", "refused link", "size change", "display mode", "state", "log",
		}, f.name)
	})
	ends := endFeatures(said)
	for i := range ends {
		if ends[i].name == "teardown" {
			ends[i].ours.also = leftWord
		}
	}
	return slices.Concat(ready, dataFeatures(), byHand, asked, ends)
}

// leftWord waits for the farewell of a page, and for the one that comes after it.
// A page can't wait for the answer, so that the host may let go of the call.
func leftWord(ctx context.Context, s *scene) error {
	return inOrder(
		func() error {
			return s.main.WaitFor(ctx, `traffic.some(({method, params}) => method === "tools/call" && params.name === "farewell")`)
		},
		func() error { return s.view.WaitFor(ctx, "globalThis.peer && !peer.seen.ended && peer.seen.result") },
	)
}

// checkPage shows a page with its shim to a host.
func checkPage(t *testing.T, browser *browsertest.Browser, w writtenPage, p peer, found *checks, heard *caught) {
	t.Helper()
	html := document("", bundle(t, peer{entry: "views/recorder.ts"}), bundle(t, peer{entry: w.entry, define: w.define}))
	metadata := ui.Metadata{Compat: w.compat}
	if p.id == automatic {
		metadata.Compat = 0
	}
	var (
		s    *scene
		said *farewells
		sent = "peer.traffic"
	)
	if p.profile != "" {
		said, s = showInOurs(t, browser, p, "", "weather", html, metadata)
		sent = "traffic"
	} else {
		page := browser.Open(t, serveHost(t, p, html, metadata))
		s = &scene{host: p, page: page, main: page.Main(), view: page.Frame("iframe")}
	}
	s.section, s.outcomes, s.found = w.title, w.outcomes, found
	s.play(t, pageFeatures(said))
	traffic, err := browsertest.Eval[[]json.RawMessage](t.Context(), s.main, sent)
	if err != nil {
		t.Fatal(err)
	}
	if p.kind != kindMCPUI {
		host := other
		if p.profile != "" {
			host = ourHost
		}
		heard.add(sort(traffic, ourView, host, p.kind == kindOld))
	}
	clean(t, s.page)
}

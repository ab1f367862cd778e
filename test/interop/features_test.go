package interop_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/orielapps/oriel/test/browsertest"
)

// cancellation is the feature that ends a tool's call.
const cancellation = "cancelled"

// click is a person's part that is one click.
func click(selector string) func(context.Context, *browsertest.Frame) error {
	return func(ctx context.Context, main *browsertest.Frame) error { return main.Click(ctx, selector) }
}

// dataFeatures are what a view is told.
func dataFeatures() []feature {
	return []feature{
		{name: "tool input", shown: `peer.seen.input?.city === "Lisbon"`},
		{name: "partial input", shown: `"Lisbon".startsWith(peer.seen.partial?.city ?? "none")`},
		{name: "tool result", shown: `peer.seen.result?.sky === "clear"`},
		{name: "result's text", shown: `peer.seen.text === "sunny in Lisbon"`},
		{name: "view-only data", shown: `peer.seen.viewData?.station === 7`},
		{name: cancellation, cause: `cancel("enough")`, shown: `peer.seen.cancelled === "enough"`},
		{
			name: "theme change", cause: `theme("dark")`,
			shown: `peer.seen.theme === "dark" && (!peer.seen.dresses || document.documentElement.dataset.theme === "dark")`,
			ours:  ourPart{person: click(`button[aria-label="Dark theme"]`)},
		},
	}
}

// press is one, wherever the button is: below a high view it may be anywhere.
func press(selector string) func(context.Context, *browsertest.Frame) error {
	button := fmt.Sprintf("document.querySelector(%q)", selector)
	return func(ctx context.Context, main *browsertest.Frame) error {
		return inOrder(
			func() error { return main.WaitFor(ctx, button) },
			func() error { return begin(ctx, main, button+".click()") },
		)
	}
}

// textIn is true when an element of the workbench's page has a text.
func textIn(selector, text string) string {
	return fmt.Sprintf("[...document.querySelectorAll(%q)].some((e) => e.textContent.includes(%q))", selector, text)
}

// toolFeatures are what a view asks its server for. said hears of it in the
// workbench.
func toolFeatures(said *farewells) []feature {
	return []feature{
		{name: "tool call", act: `call(21)`, gives: number{42}},
		{name: "progress", act: `slow()`, gives: []int{1, 2}, gaveInstead: []int{}},
		{
			name: "cancelling a call", act: `stop()`, gives: "enough", told: "peer.seen.stopped",
			ours: ourPart{also: func(ctx context.Context, _ *scene) error { return said.hear(ctx, "stopped") }},
		},
		{name: "live results", act: `live(4)`, gives: number{8}},
		{name: "read resource", act: `read("note://one")`, gives: "a note"},
	}
}

// hostFeatures are what a view asks its host for.
func hostFeatures() []feature {
	return []feature{
		{
			name: "message", act: `message("hello")`,
			told: `peer.seen.message?.role === "user" && peer.seen.message.content[0].text === "hello"`,
			ours: ourPart{told: textIn(".talk-user .bubble", "hello")},
		},
		{
			name: "message with a picture", act: `blocks("look", "iVBORw0KGgo=")`,
			told: `peer.seen.message?.content[0].text === "look" && peer.seen.message.content[1].type === "image"`,
			ours: ourPart{told: textIn(".talk-user .bubble", "look")},
		},
		{
			name: "link", act: `link("https://host.example/open")`, gives: "opened",
			told: `peer.seen.link === "https://host.example/open"`,
			ours: ourPart{gives: whatever, told: `!document.querySelector(".talk-link .button")`, person: click(".talk-link .button:not(.primary)")},
		},
		{
			name: "refused link", act: `link("https://host.example/refuse")`, gives: "refused", gaveInstead: "opened",
			ours: ourPart{person: click(".talk-link .button:not(.primary)")},
		},
		{
			name: "size change", act: `grow(640)`,
			told:  `peer.seen.size?.height >= 640 && peer.seen.size.height < 1000`,
			shown: `innerHeight >= 640`,
			ours:  ourPart{told: viewHeight + " >= 640 && " + viewHeight + " < 1000"},
		},
		{
			name: "state", act: `keep({page: 2})`, gives: map[string]int{"page": 2},
			told: `peer.seen.state?.page === 2`,
			ours: ourPart{told: textIn(".talk-context summary", "State kept by the host")},
		},
		{
			name: "model context", act: `context("picked", {city: "Lisbon"})`,
			told: `peer.seen.context?.content[0].text === "picked" && peer.seen.context.structuredContent.city === "Lisbon"`,
			ours: ourPart{told: textIn(".talk-context summary", "Told the model")},
		},
		{
			name: "log", act: `log("it is slow")`, told: `peer.seen.log?.data === "it is slow"`,
			instead: `peer.seen.printed?.[0] === "it is slow"`,
			ours:    ourPart{told: textIn(".log-lines li", "it is slow")},
		},
		{
			name: "sampling", act: `sample("what is up?")`, gives: map[string]string{"type": "text", "text": "the sky"},
			told: `peer.seen.sampling?.[0].content.text === "what is up?"`,
			ours: ourPart{
				told: `!document.querySelector('[data-testid="sampling"] textarea')`,
				person: func(ctx context.Context, main *browsertest.Frame) error {
					return inOrder(
						func() error { return main.Fill(ctx, `[data-testid="sampling"] textarea`, "the sky") },
						func() error { return main.Click(ctx, `[data-testid="sampling"] .button.primary`) },
					)
				},
			},
		},
		{
			name: "view's own tool", cause: `viewTool(42)`, trace: "peer.seen.halved", shown: "peer.seen.halved", told: `peer.seen.halved?.n === 21`,
			ours: ourPart{
				told:   textIn(`[data-testid="view-tool"]`, "half is 21"),
				person: func(ctx context.Context, main *browsertest.Frame) error { return callViewTool(ctx, main, `{"n": 42}`) },
			},
		},
		{
			name: "open in app", act: `openInApp("https://app.example/7")`, told: `peer.seen.openInApp === "https://app.example/7"`,
			ours: ourPart{told: textIn(".log-lines li", "https://app.example/7")},
		},
		{
			name: "checkout", act: `checkout({id: "cart_7"})`, gives: map[string]string{"id": "order_1", "checkout_session_id": "cart_7"},
			told: `peer.seen.checkout?.id === "cart_7"`,
		},
		{
			name: "modal", act: `modal("Sure?")`, told: `peer.seen.modal?.title === "Sure?"`,
			instead: "peer.seen.asked && !document.querySelector('dialog')", gaveInstead: "done",
		},
		{
			name: "file upload", act: `upload()`, gives: "file_1", gaveInstead: "app_1", told: `peer.seen.upload?.text === "hello"`,
			ours: ourPart{gives: whatever},
		},
		{name: "file link", act: `fileLink()`, gives: "https:", gaveInstead: "data:"},
		{
			name: "file download", act: `download("b.csv", "a,b")`,
			told: `peer.seen.download?.[0].resource.uri === "file:///b.csv"`, instead: `peer.seen.saved === "b.csv"`,
			ours: ourPart{person: press(`[data-testid="download"] .button.primary`)},
		},
		// Last, for in the workbench a large view is before all else.
		{
			name: "display mode", act: `mode("fullscreen")`, gives: "fullscreen", gaveInstead: "inline",
			shown: `peer.seen.displayMode === "fullscreen"`,
			ours:  ourPart{told: cardMode + ` === "fullscreen"`},
		},
	}
}

// endFeatures end the view. said hears of it in the workbench.
func endFeatures(said *farewells) []feature {
	teardown := feature{
		name: "teardown", cause: `teardown()`, trace: "peer.seen.ended",
		told: "peer.seen.farewell?.from && peer.seen.farewell.connected",
		ours: ourPart{
			person: click(`button[aria-label^="Run again in"]`),
			also: func(ctx context.Context, s *scene) error {
				return inOrder(
					func() error { return said.hear(ctx, "farewell") },
					// The next view is there, so the first one went.
					func() error { return s.view.WaitFor(ctx, "globalThis.peer && !peer.seen.ended && peer.seen.result") },
				)
			},
			told: isReady,
		},
	}
	leave := feature{
		name: "close", act: `close()`, told: "peer.seen.close",
		ours: ourPart{ends: true, told: `!document.querySelector('[data-testid="view"]')`},
	}
	if said != nil {
		return []feature{teardown, leave} // the next view closes
	}
	return []feature{leave, teardown}
}

// handshakeOf is the feature that all others depend on.
func handshakeOf(p peer) feature {
	platform := map[string]string{
		kindApps: "mcp-apps", kindOld: "mcp-apps", kindOpenAI: "chatgpt", kindChatGPT: "chatgpt", kindMCPUI: "mcp-ui",
	}[p.kind]
	f := feature{
		name:  handshake,
		shown: fmt.Sprintf(`globalThis.peer && (peer.seen.failed ?? peer.seen.platform) === %q`, platform),
		ours:  ourPart{told: isReady},
	}
	if p.kind != kindOpenAI && p.kind != kindMCPUI {
		f.told = `peer.seen.view?.info.name === "peer" && peer.seen.view.info.version === "0"`
	}
	return f
}

func ourFeatures(p peer, said *farewells) []feature {
	return slices.Concat([]feature{handshakeOf(p)}, dataFeatures(), toolFeatures(said), hostFeatures(), endFeatures(said))
}

package workbench_test

import (
	"strings"
	"testing"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/test/browsertest"
)

const (
	byHand      = `oriel-card [data-testid="by-hand"]`
	byHandText  = `[data-testid="byhand-text"]`
	byHandSays  = `[data-testid="byhand-outcome"]`
	sendByHand  = `[data-testid="byhand-send"]`
	openByHand  = byHand + " > summary"
	partialKind = byHand + ` [data-value="partial"]`
)

// choose sets a surrounding of the view by hand.
func (h hand) choose(name, value string) func() error {
	return func() error { return h.main.Select(h.ctx, byHand+` [data-setting="`+name+`"]`, value) }
}

// set fills in a surrounding of the view, and leaves its field.
func (h hand) set(name, value string) func() error {
	field := byHand + ` [data-setting="` + name + `"]`
	return func() error {
		if err := h.main.Fill(h.ctx, field, value); err != nil {
			return err
		}
		return h.main.WaitFor(h.ctx, `(document.querySelector('`+field+`').dispatchEvent(new Event("change")), true)`)
	}
}

// A person does by hand what a host does: sends partial input, the input, other results,
// cancels, and ends the view.
func TestViewGetsByHandWhatAHostSends(t *testing.T) {
	t.Parallel()
	for _, profile := range []string{"claude", "chatgpt"} {
		p := paint(t, "paint", "&profiles="+profile)
		steps(t,
			p.shows(t, "the result", green),
			p.outside.click(openByHand),
			p.outside.waits(`document.querySelector('`+byHandText+`')?.value.includes("painted")`),
			p.outside.fill(byHandText, `{"content":[{"type":"text","text":"repainted"}]}`),
			p.outside.click(sendByHand),
			p.view.sees("#said", "repainted"),
			p.outside.fill(byHandText, `{"content":`),
			p.outside.click(sendByHand),
			p.outside.sees(byHandSays, "Not JSON"),
			p.outside.click(partialKind),
			p.outside.click(sendByHand),
			p.outside.sees(byHandSays, "Start over"),
			p.outside.click(`[data-testid="byhand-start-over"]`),
			p.shows(t, "a view that got nothing", grey),
			p.outside.fill(byHandText, `{"city":"Fa"}`),
			p.outside.click(sendByHand),
			p.shows(t, "partial input by hand", blue),
			p.view.sees("#said", `{"arguments":{"city":"Fa"}}`),
			p.outside.click(byHand+` [data-value="input"]`),
			p.outside.click(sendByHand),
			p.shows(t, "input by hand", teal),
			p.outside.click(`[data-testid="byhand-cancel"]`),
			p.shows(t, "cancelled by hand", orange),
			p.outside.click(`[data-testid="byhand-teardown"]`),
			p.outside.sees(byHandSays, "The view has ended"),
			p.shows(t, "torn down by hand", purple),
			p.outside.click(`[data-testid="reload-view"]`),
			p.shows(t, "the view after it was reloaded", green),
		)
	}
}

// A person sets a view's surroundings on its card, for all cards, and takes them back.
func TestSurroundingsByHand(t *testing.T) {
	t.Parallel()
	p := paint(t, "paint", "&profiles=claude,cursor")
	inCursor := hand{t.Context(), p.page.Frame(`[data-testid="view"][data-profile="cursor"]`).Frame("iframe")}
	steps(t,
		p.shows(t, "the result", green),
		p.outside.click(openByHand),
		p.outside.choose("theme", "dark"),
		p.view.waits(`window.around.theme === "dark"`),
		p.outside.waits(`document.documentElement.dataset.theme !== "dark"`),
		p.outside.set("locale", "ar-eg"),
		p.view.waits(`window.around.locale === "ar-EG" && document.documentElement.lang === "ar-EG"`),
		p.outside.set("timeZone", "Asia/Tokyo"),
		p.view.waits(`window.around.timeZone === "Asia/Tokyo"`),
		p.outside.set("safeArea", "47,0,34,0"),
		p.view.waits(`window.around.safeAreaInsets.top === 47 && window.around.safeAreaInsets.bottom === 34`),
		p.outside.choose("touch", "1"),
		p.view.waits(`window.around.deviceCapabilities.touch === true`),
		p.outside.choose("platform", "mobile"),
		p.view.waits(`window.around.platform === "mobile"`),
		p.outside.set("toolCallId", "42"),
		p.view.waits(`window.around.toolInfo.id === 42 && window.around.toolInfo.tool.name === "paint"`),
		p.outside.set("device", "390x600"),
		p.view.waits(`innerWidth === 390 && innerHeight === 600 && window.around.containerDimensions.width === 390 && window.around.containerDimensions.maxHeight === 600`),
		p.outside.sees(".card-clipped", "600 of 900 px high"),
		p.outside.set("timeZone", "Mars/Base"),
		p.outside.sees(byHandSays, "a time zone such as Asia/Tokyo"),
		inCursor.waits(`window.around.locale !== "ar-EG"`),
		p.outside.click(`[data-testid="byhand-all"]`),
		inCursor.waits(`window.around.locale === "ar-EG" && innerWidth === 390`),
		p.outside.waits(`(document.querySelector('[data-host="cursor"] [data-testid="by-hand"]').open = true)`),
		p.outside.click(`[data-host="cursor"] [data-testid="byhand-reset"]`),
		inCursor.waits(`window.around.locale !== "ar-EG"`),
		p.outside.click(`[data-testid="byhand-all"]`),
		inCursor.waits(`window.around.locale === "ar-EG" && innerWidth === 390`),
		p.outside.click(`[data-testid="byhand-reset"]`),
		p.view.waits(`window.around.locale !== "ar-EG" && window.around.theme === "light" && window.around.platform === "web" && innerWidth === 720`),
		inCursor.waits(`window.around.locale === "ar-EG"`),
	)
}

// The page's address sets the surroundings of all views from the start.
func TestSurroundingsInTheAddress(t *testing.T) {
	t.Parallel()
	p := paint(t, "paint", "&profiles=chatgpt&theme=dark&locale=he&timeZone=Asia/Tokyo&safeArea=1,2,3,4&touch=1&platform=mobile&device=390x844&toolCallId=c7")
	steps(t,
		p.view.waits(`window.around?.theme === "dark" && window.around.locale === "he" && window.around.timeZone === "Asia/Tokyo" && window.around.platform === "mobile"`),
		p.view.waits(`window.around.safeAreaInsets.left === 4 && window.around.deviceCapabilities.touch && window.around.toolInfo.id === "c7" && innerWidth === 390`),
		p.view.waits(`window.openai.locale === "he" && window.openai.theme === "dark" && window.openai.userAgent.device.type === "mobile" && window.openai.safeArea.insets.left === 4`),
	)
	p = paint(t, "paint", "&profiles=claude&locale=no_such&device=wide")
	steps(t, p.outside.sees(`[data-testid="banner"]`, "The address's locale has to be a language tag"), p.outside.sees(`[data-testid="banner"]`, "The address's device has to be"))
}

// The panel of a card says what was agreed on with this view, and where each fact comes from behind its date.
func TestPanelOfThisHostAndThisView(t *testing.T) {
	t.Parallel()
	p := paint(t, "paint", "&profiles=claude")
	const feature = `[data-testid="negotiated"] [data-feature=`
	steps(t,
		p.shows(t, "the result", green),
		p.view.waits(`(parent.postMessage({jsonrpc: "2.0", id: 9, method: "tools/call", params: {name: "paint", arguments: {}}}, "*"), true)`),
		p.outside.waits(`[...document.querySelectorAll('[data-testid="event"]')].some((row) => row.dataset.method === "tools/call")`),
		p.outside.click(`oriel-card [title^="What is known of"]`),
		p.outside.sees(".facts", "MCP Apps"),
		p.outside.sees(".facts", "paints 7"),
		p.outside.sees(".facts", "2026-01-26"),
		p.outside.sees(".facts", "inline, fullscreen"),
		p.outside.waits(`document.querySelector('`+feature+`"serverTools"]').dataset.known === "true"`),
		p.outside.sees(feature+`"serverTools"]`, "used 1×"),
		p.outside.waits(`document.querySelector('`+feature+`"sampling"] .facts-mark').textContent !== "✓"`),
		p.outside.waits(`!document.querySelector(".facts details.facts-source").open`),
	)
}

// The panel marks what a host has, what it does not have, and what is not known, each as its profile says.
func TestPanelMarksEachFeature(t *testing.T) {
	t.Parallel()
	const id = "cursor" // it has features of all three kinds
	profile, ok := hosts.Get(id)
	if !ok {
		t.Fatalf("there is no profile %q", id)
	}
	p := paint(t, "paint", "&profiles="+id)
	steps(t,
		p.shows(t, "the result", green),
		p.outside.click(`oriel-card [title^="What is known of"]`),
		p.outside.sees(".facts", "paints 7"),
	)
	rows, err := browsertest.Eval[map[string]string](t.Context(), p.page.Main(),
		`Object.fromEntries([...document.querySelectorAll('[data-testid="negotiated"] li')].map((row) => [row.dataset.feature, row.dataset.known + " " + row.textContent]))`)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for feature, text := range rows {
		want := []string{"undefined ?", "may have it"}
		if has, known := profile.Has(hosts.Feature(feature)); known && has {
			want = []string{"true ✓", "has it"}
		} else if known {
			want = []string{"false ✗", "does not have it; it is refused"}
		}
		seen[want[0]] = true
		if !strings.HasPrefix(text, want[0]) || !strings.Contains(text, want[1]) {
			t.Errorf("%s is marked %q, want %q", feature, text, want)
		}
	}
	if len(seen) != 3 {
		t.Errorf("%s does not have features of all three kinds: %v", id, seen)
	}
}

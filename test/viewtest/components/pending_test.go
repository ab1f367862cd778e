package components_test

import (
	"testing"

	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

func TestPending(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("pending", plan{})
		s.wait(s.view, `document.querySelector("#pending [role=status][aria-busy=true][aria-label=Loading] .oriel-skeleton")`)
		viewpage.Is(t, s.view, `document.querySelectorAll("#pending .oriel-skeleton > span").length`, 3)
		s.say(`result({ structuredContent: { city: "Lisbon" } })`)
		s.shows("#pending", "Lisbon")
		s.say(`result({ isError: true, content: [{ type: "text", text: "No such city" }] })`)
		s.shows("#pending [role=alert]", "That did not workNo such city")
		// One that mends it.
		s.say(`result({ structuredContent: { city: "Porto" } })`)
		s.shows("#pending", "Porto")
		// A result stays, whatever is cancelled after it.
		s.say(`say("ui/notifications/tool-cancelled", { reason: "late" })`)
		s.say(`context({ locale: "pt" })`)
		s.wait(s.view, `document.querySelector("#pending")?.textContent === "Porto"`)
		s.clean()
	})
}

func TestPendingThatIsCancelled(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		for _, c := range []struct{ params, text string }{
			{`{ reason: "The user stopped it" }`, "CancelledThe user stopped it"},
			{`{}`, "Cancelled"},
			{`{ reason: { deep: true } }`, "Cancelled"},
		} {
			s := t.open("pending", plan{})
			s.wait(s.view, `document.querySelector("#pending [aria-busy]")`)
			s.say(`say("ui/notifications/tool-cancelled", ` + c.params + `)`)
			s.shows("#pending [role=status]:not([aria-busy])", c.text)
			// Called again after all.
			s.say(`say("ui/notifications/tool-input", { arguments: {} })`)
			s.wait(s.view, `document.querySelector("#pending [aria-busy]")`)
			s.clean()
		}
	})
}

func TestPendingInOtherWords(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("pending", plan{View: map[string]any{
			"skeleton": true, "node": true,
			"labels": map[string]any{"label": "A carregar", "cancelled": "Cancelado", "failed": "Falhou"},
		}})
		s.shows("#pending [aria-label='A carregar']", "…")
		s.say(`say("ui/notifications/tool-cancelled", {})`)
		s.shows("#pending [role=status]", "Cancelado")
		s.say(`result({ isError: true })`)
		s.shows("#pending [role=alert]", "Falhou")
		s.say(`result({})`)
		s.shows("#result", "a node")
		s.clean()

		s = t.open("pending", plan{View: map[string]any{"custom": true}})
		s.wait(s.view, `document.querySelector("#pending [aria-busy]")`)
		s.say(`say("ui/notifications/tool-cancelled", {})`)
		s.shows("#pending b", "never mind")
		s.say(`result({ isError: true, content: [{ type: "text", text: "no" }] })`)
		s.shows("#pending b", "alas: no")
		s.clean()
	})
}

func TestSkeleton(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("pending", plan{})
		const bars = `[...document.querySelectorAll("#bars > .oriel-skeleton")]`
		s.wait(s.view, bars+".length === 7")
		viewpage.Is(t, s.view, bars+`.map(({ children }) => children.length).join()`, "3,1,1,2,1,50,1")
		viewpage.Is(t, s.view, bars+`.map(({ lastElementChild: { style } }) => style.width + " " + style.height).slice(0, 4).join()`, "60% 1em,100% 1em,100% 40px,50% 1em")
		viewpage.Is(t, s.view, bars+`.every((bar) => bar.ariaHidden === "true")`, true)
		viewpage.Is(t, s.view, `document.querySelectorAll("style").length`, 1)
		viewpage.Is(t, s.view, `getComputedStyle(`+bars+`[0].firstElementChild).animationName`, "oriel-skeleton")
		s.clean()

		s = t.open("pending", plan{Media: map[string]string{"prefers-reduced-motion": "reduce"}})
		s.wait(s.view, bars+".length === 7")
		viewpage.Is(t, s.view, `getComputedStyle(`+bars+`[0].firstElementChild).animationName`, "none")
	})
}

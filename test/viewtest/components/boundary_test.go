package components_test

import (
	"strings"
	"testing"

	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

func logging(view map[string]any) plan {
	return plan{HostCapabilities: map[string]any{"logging": map[string]any{}}, View: view}
}

func TestErrorBoundary(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("boundary", logging(nil))
		s.shows("#chart", "chart")
		s.do(`fail("error")`)
		s.shows("[role=alert]", "Something went wrongLisbon has no tidesTry again")
		viewpage.Is(t, s.view, "errors.length", 1)
		s.wait(s.host, `sent("notifications/message").length === 1`)
		viewpage.Is(t, s.host, `sent("notifications/message")[0].level`, "error")
		viewpage.Is(t, s.host, `sent("notifications/message")[0].data.message`, "Lisbon has no tides")
		viewpage.Is(t, s.host, `/Error: Lisbon/.test(sent("notifications/message")[0].data.stack)`, true)

		// The button renders them again, which may fail again.
		viewpage.Must(t, s.view.Click(t.Context(), "button"))
		s.wait(s.view, "errors.length === 2")
		s.shows("strong", "Something went wrong")
		s.do("state.throws = undefined")
		viewpage.Must(t, s.view.Click(t.Context(), "button"))
		s.shows("#chart", "chart")

		// So does another result.
		s.do(`fail("error")`)
		s.shows("strong", "Something went wrong")
		s.do("state.throws = undefined")
		s.say(`result({ content: [{ type: "text", text: "new" }] })`)
		s.shows("#chart", "chart new")
		for _, v := range s.page.Violations() {
			t.Errorf("a violation: %s", v)
		}
	})
}

func TestErrorBoundaryFromTheStart(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("boundary", logging(map[string]any{"throws": "error", "title": "Fehler", "retryLabel": "Nochmal", "stack": true}))
		s.shows("strong", "Fehler")
		s.shows("button", "Nochmal")
		viewpage.Is(t, s.view, `/Error: Lisbon has no tides\n\s+at /.test(document.querySelector("pre").textContent)`, true)
		viewpage.Is(t, s.view, `document.querySelector("pre").dir`, "ltr")
		// A result that is there already is no other one.
		s.say(`result({ content: [] })`)
		s.wait(s.view, "errors.length >= 2")
		s.shows("strong", "Fehler")
	})
}

func TestErrorBoundaryTakesWhateverIsThrown(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		for thrown, shown := range map[string]string{
			"text": "just a text", "null": "", "bare": "", "symbol": "", "markup": "<img src=x onerror=alert(1)>",
		} {
			s := t.open("boundary", logging(map[string]any{"throws": thrown}))
			s.shows("[role=alert]", "Something went wrong"+shown+"Try again")
			viewpage.Is(t, s.view, `document.querySelector("img") === null`, true)
		}
		s := t.open("boundary", logging(map[string]any{"throws": "long", "handlerThrows": true}))
		s.shows("strong", "Something went wrong")
		if shown, err := s.view.Text(t.Context(), "p"); err != nil || len([]rune(shown)) != 601 || !strings.HasSuffix(shown, "…") {
			t.Errorf("%d characters, %v", len(shown), err)
		}
	})
}

func TestErrorBoundaryWithAFallbackOfItsOwn(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("boundary", logging(map[string]any{"throws": "error", "custom": "node"}))
		s.shows("#custom", "custom")
		viewpage.Is(t, s.view, `document.querySelector("style") === null`, true)

		s = t.open("boundary", logging(map[string]any{"throws": "error", "custom": "function"}))
		s.shows("#custom", "Lisbon has no tides")
		s.do("state.throws = undefined")
		viewpage.Must(t, s.view.Click(t.Context(), "#custom"))
		s.shows("#chart", "chart")
	})
}

package components_test

import (
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

// text is a result as a host sends it.
func text(words string) string {
	return `result({ content: [{ type: "text", text: "` + words + `" }] });`
}

func TestResultTransition(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("transition", plan{})
		s.shows("#text", "…")
		s.say(text("one"))
		s.shows("#text", "one")
		viewpage.Is(t, s.view, "counts.started", 0)
		viewpage.Must(t, s.view.Click(t.Context(), "#n"))
		s.shows("#n", "1")

		s.say(text("two"))
		s.shows("#text", "two")
		viewpage.Is(t, s.view, "counts.started", 1)
		s.wait(s.view, "counts.running === 0")

		// A burst of them: one transition, the last result, and the state that was there.
		s.say(text("three") + text("four") + text("five") + `setTimeout(() => {` + text("six") + `}, 30)`)
		s.shows("#text", "six")
		s.wait(s.view, "counts.running === 0")
		viewpage.Is(t, s.view, "counts.most", 1)
		viewpage.Is(t, s.view, "counts.mounts", 1)
		s.shows("#n", "1")
		s.clean()
	})
}

func TestResultTransitionWithoutMotion(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		for _, p := range []plan{
			{Media: map[string]string{"prefers-reduced-motion": "reduce"}},
			{View: map[string]any{"without": true}},
		} {
			s := t.open("transition", p)
			s.shows("#text", "…")
			s.say(text("one"))
			s.shows("#text", "one")
			s.say(text("two"))
			s.shows("#text", "two")
			viewpage.Is(t, s.view, "counts.started", 0)
			s.clean()
		}
	})
}

func TestResultTransitionThatNobodySees(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("transition", plan{View: map[string]any{"stuck": true}})
		s.say(text("one"))
		s.shows("#text", "one")
		s.say(text("two"))
		s.shows("#text", "two")
		viewpage.Is(t, s.view, "counts.started", 1)
		s.wait(s.view, "counts.running === 0")
		s.clean()
	})
}

func TestResultTransitionThatGoes(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		for _, stuck := range []bool{false, true} {
			s := t.open("transition", plan{View: map[string]any{"stuck": stuck}})
			s.say(text("one"))
			s.shows("#text", "one")
			s.say(text("two"))
			s.wait(s.view, "counts.started === 1")
			s.do("show(false)")
			s.shows("#gone", "gone")
			// The page is painted again.
			s.wait(s.view, "counts.running === 0")
			painted, err := browsertest.Eval[bool](t.Context(), s.view, `new Promise((done) => requestAnimationFrame(() => done(true)))`)
			if err != nil || !painted {
				t.Error(painted, err)
			}
			s.clean()
		}
	})
}

package components_test

import (
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

const (
	updates = `sent("ui/update-model-context")`
	// told are the texts that the model was told last.
	told = updates + `.at(-1)?.content?.map(({ text, type }) => text ?? type).join("|")`
)

// takesContext is a host that takes a model context.
func takesContext() plan {
	return plan{HostCapabilities: map[string]any{"updateModelContext": map[string]any{}, "logging": map[string]any{}}}
}

func TestModelContextIsOneReport(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("modelcontext", takesContext())
		s.wait(s.host, updates+`.length === 1`)
		viewpage.Is(t, s.host, told, "Shows a table\n  Row a\n  Row b")
		viewpage.Is(t, s.host, `JSON.stringify(`+updates+`[0].structuredContent)`, `{"kind":"table","rows":2,"last":"b"}`)

		// In the order of the page, wherever a part comes in, and for many changes in one.
		s.do(`setParts({ order: ["c", "a", "b"] }); setParts({ order: ["b", "c"], open: "b", blocks: true, early: true })`)
		s.wait(s.host, updates+`.length === 2`)
		viewpage.Is(t, s.host, told, "Shows a table\n  Row b\n    Is open\n    and long\n  Row c\nEnds|image|after")
		viewpage.Is(t, s.host, updates+`[1].structuredContent.last`, "c")

		// What is the same is not told again.
		s.do(`setParts({ order: ["b", "c"], open: "b", blocks: true })`)
		time.Sleep(600 * time.Millisecond)
		viewpage.Is(t, s.host, updates+`.length`, 2)

		// Nothing to see: nothing is said.
		s.do(`setParts({ gone: true })`)
		s.wait(s.host, updates+`.length === 3`)
		viewpage.Is(t, s.host, `JSON.stringify(`+updates+`[2])`, `{"content":[]}`)
		s.clean()
	})
}

func TestModelContextKeepsPace(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("modelcontext", takesContext())
		s.wait(s.host, updates+`.length === 1`)
		// A change each 20 ms for a second or more: told while it lasts, four times a second.
		s.do(`(() => { let n = 0; const began = performance.now(); const timer = setInterval(() => {
			setParts({ order: ["x" + ++n] }); if (n === 50) { clearInterval(timer); globalThis.took = performance.now() - began } }, 20) })()`)
		s.wait(s.host, told+` === "Shows a table\n  Row x50"`)
		took, err := browsertest.Eval[float64](t.Context(), s.view, "took")
		if err != nil {
			t.Fatal(err)
		}
		// One was there before, and two may be under way at the end.
		if count, err := browsertest.Eval[int](t.Context(), s.host, updates+".length"); err != nil || count < 3 || count > 3+int(took/250) {
			t.Errorf("%d reports of changes for %.0f ms, %v", count, took, err)
		}
	})
}

func TestModelContextWhereThereIsNone(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		for _, p := range []plan{{}, {Silent: true}, {Alone: true}} {
			s := t.open("modelcontext", p)
			s.shows("#count", "2")
			s.do(`setParts({ order: [] })`)
			s.shows("#count", "0")
			time.Sleep(600 * time.Millisecond)
			if !p.Alone {
				viewpage.Is(t, s.host, updates+`.length`, 0)
			}
			s.clean()
		}
	})
}

func TestModelContextThatIsRefused(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		p := takesContext()
		p.Refuses = map[string]string{"ui/update-model-context": "Not now"}
		s := t.open("modelcontext", p)
		s.wait(s.host, `sent("notifications/message").length === 1`)
		viewpage.Is(t, s.host, `JSON.stringify(sent("notifications/message")[0])`,
			`{"level":"warning","data":"ViewError: Not now","logger":"ModelContext"}`)
		// Each change is tried.
		s.say(`plan.refuses = {}`)
		s.do(`setParts({ order: ["z"] })`)
		s.wait(s.host, told+` === "Shows a table\n  Row z"`)
		// What is no JSON is told to the developer, and nothing to the host.
		s.do(`setParts({ order: ["z"], data: { big: 1n } })`)
		s.wait(s.host, `sent("notifications/message").length === 2`)
		if said, err := browsertest.Eval[string](t.Context(), s.host, `sent("notifications/message")[1].data`); err != nil ||
			!strings.Contains(said, "has to be JSON") {
			t.Error(said, err)
		}
		s.clean()
	})
}

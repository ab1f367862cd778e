package viewtest_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/orielapps/oriel/internal/browsertest"
)

const modalBody = `<style>body { margin: 0; min-height: 20px }</style><body style="min-height: 30px"><button id=open onclick="show()">Open</button>
<script>
const show = () => {
  globalThis.result = "open";
  oriel.requestModal({
    title: "Delete the list?",
    params: { rows: 20 },
    content: (root, close, { rows }) => {
      for (let i = 0; i < rows; i++) root.append(Object.assign(document.createElement("p"), { textContent: "Row " + i }));
      const yes = Object.assign(document.createElement("button"), { id: "yes", textContent: "Delete" });
      yes.onclick = () => close({ deleted: rows });
      root.append(yes);
    },
  }).then((value) => { globalThis.result = value });
};
const dialog = () => document.querySelector("dialog");
const height = () => dialog().querySelector("div").scrollHeight;
</script>`

// A frame of 60 pixels is no place for a dialog, so it has to become one.
func TestModalMakesRoom(t *testing.T) {
	t.Parallel()
	s := newStage(t, quietApp(), map[string]any{"hostCapabilities": map[string]any{}}, modalBody)
	ctx := t.Context()
	must(t, s.host.WaitFor(ctx, "frame.clientHeight < 60"))
	must(t, s.view.Click(ctx, "#open"))
	must(t, s.view.WaitFor(ctx, "dialog()?.open && innerHeight >= height() + 40"))
	must(t, s.view.WaitFor(ctx, `(({ top, bottom }) => top >= 0 && bottom <= innerHeight && bottom - top >= height())(dialog().getBoundingClientRect())`))
	is(t, s.view, `dialog().matches(":modal")`, true)
	is(t, s.view, `dialog().getAttribute("aria-label")`, "Delete the list?")
	is(t, s.view, `document.activeElement.id`, "yes")
	is(t, s.view, `dialog().querySelector("b").innerText`, "Delete the list?")

	// It takes and keeps the place that its content needs.
	must(t, s.view.Click(ctx, "#yes"))
	must(t, s.view.WaitFor(ctx, "result.deleted === 20"))
	is(t, s.view, `document.querySelectorAll("dialog").length`, 0)
	is(t, s.view, `document.activeElement.id`, "open")
	must(t, s.view.WaitFor(ctx, `document.body.style.minHeight === "30px"`))
	must(t, s.host.WaitFor(ctx, "frame.clientHeight < 60"))
	s.clean(t)
}

func TestModalIsDismissed(t *testing.T) {
	t.Parallel()
	s := newStage(t, quietApp(), map[string]any{"hostCapabilities": map[string]any{}}, modalBody)
	ctx := t.Context()
	for name, dismiss := range map[string]func() error{
		"by Escape":     func() error { return s.page.Press(ctx, kb.Escape) },
		"by its button": func() error { return s.view.Click(ctx, `dialog [aria-label="Close"]`) },
		"beside it": func() error {
			_, err := browsertest.Eval[bool](ctx, s.view, `(dialog().dispatchEvent(new PointerEvent("pointerdown")), dialog().click(), true)`)
			return err
		},
	} {
		must(t, s.view.Click(ctx, "#open"))
		must(t, s.view.WaitFor(ctx, `dialog()?.open && result === "open" && innerHeight >= height() + 40`))
		// A press inside is none beside it, wherever it ends.
		is(t, s.view, `(dialog().querySelector("p").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })), dialog().click(), dialog().open)`, true)
		if err := dismiss(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.view.WaitFor(ctx, "result === undefined && !dialog()"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		is(t, s.view, `document.activeElement.id`, "open")
	}
	s.clean(t)
}

func TestModalLooksLikeItsHost(t *testing.T) {
	t.Parallel()
	said := map[string]any{"hostCapabilities": map[string]any{}, "hostContext": map[string]any{
		"theme":  "dark",
		"styles": map[string]any{"variables": map[string]any{"--color-background-primary": "rgb(1, 2, 3)", "--border-radius-lg": "21px"}},
	}}
	s := newStage(t, quietApp(), said, modalBody)
	ctx := t.Context()
	must(t, s.view.Click(ctx, "#open"))
	must(t, s.view.WaitFor(ctx, "dialog()?.open"))
	is(t, s.view, `getComputedStyle(dialog()).backgroundColor`, "rgb(1, 2, 3)")
	is(t, s.view, `getComputedStyle(dialog()).borderRadius`, "21px")
	// Of what the host doesn't say, the colour scheme decides.
	is(t, s.view, `getComputedStyle(dialog()).color`, "rgb(255, 255, 255)")

	// An element, and functions that close at once or fail.
	must(t, s.page.Press(ctx, kb.Escape))
	must(t, s.view.WaitFor(ctx, "!dialog()"))
	is(t, s.view, `(() => {
  const closed = oriel.requestModal({ content: Object.assign(document.createElement("p"), { textContent: "Only text" }) });
  const shown = dialog().innerText.includes("Only text");
  dialog().close();
  return closed.then((value) => String([shown, value]));
})()`, "true,")
	is(t, s.view, `oriel.requestModal({ content: (_, close) => close(7) })`, 7)
	is(t, s.view, `oriel.requestModal({ content() { throw new Error("no such thing") } }).catch(({ message }) => message + Boolean(dialog()?.open))`, "no such thingfalse")
	s.clean(t)
}

// Content that takes its height from the frame must not make the frame grow for ever.
func TestModalFollowsTheFrame(t *testing.T) {
	t.Parallel()
	for _, height := range []string{"100vh", "90vh", "300px"} {
		t.Run(height, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, quietApp(), map[string]any{"hostCapabilities": map[string]any{}}, modalBody)
			ctx := t.Context()
			must(t, s.host.WaitFor(ctx, "frame.clientHeight < 60"))
			_, err := browsertest.Eval[bool](ctx, s.view, `(oriel.requestModal({ content: (root) => { root.style.height = "`+height+`" } }), true)`)
			must(t, err)
			must(t, s.view.WaitFor(ctx, "dialog()?.open"))
			// As long as a loop needs to be seen: it would send a message each frame.
			settled, err := browsertest.Eval[int](ctx, s.host, `(async () => {
  const sizes = () => seen.filter(({ method }) => method === "ui/notifications/size-changed").length;
  const before = sizes();
  await new Promise((done) => setTimeout(done, 1500));
  return sizes() - before;
})()`)
			must(t, err)
			if settled > 2 {
				t.Errorf("%d size messages", settled)
			}
			s.clean(t)
		})
	}
}

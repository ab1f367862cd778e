package viewtest_test

import (
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
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
	viewpage.Must(t, s.host.WaitFor(ctx, "frame.clientHeight < 60"))
	viewpage.Must(t, s.view.Click(ctx, "#open"))
	viewpage.Must(t, s.view.WaitFor(ctx, "dialog()?.open && innerHeight >= height() + 40"))
	viewpage.Must(t, s.view.WaitFor(ctx, `(({ top, bottom }) => top >= 0 && bottom <= innerHeight && bottom - top >= height())(dialog().getBoundingClientRect())`))
	viewpage.Is(t, s.view, `dialog().matches(":modal")`, true)
	viewpage.Is(t, s.view, `dialog().getAttribute("aria-label")`, "Delete the list?")
	viewpage.Is(t, s.view, `document.activeElement.id`, "yes")
	viewpage.Is(t, s.view, `dialog().querySelector("b").innerText`, "Delete the list?")

	// It takes and keeps the place that its content needs.
	viewpage.Must(t, s.view.Click(ctx, "#yes"))
	viewpage.Must(t, s.view.WaitFor(ctx, "result.deleted === 20"))
	viewpage.Is(t, s.view, `document.querySelectorAll("dialog").length`, 0)
	viewpage.Is(t, s.view, `document.activeElement.id`, "open")
	viewpage.Must(t, s.view.WaitFor(ctx, `document.body.style.minHeight === "30px"`))
	viewpage.Must(t, s.host.WaitFor(ctx, "frame.clientHeight < 60"))
	viewpage.Clean(t, s.page)
}

func TestModalIsDismissed(t *testing.T) {
	t.Parallel()
	s := newStage(t, quietApp(), map[string]any{"hostCapabilities": map[string]any{}}, modalBody)
	ctx := t.Context()
	for name, dismiss := range map[string]func() error{
		"by Escape":     func() error { return s.page.Press(ctx, "Escape") },
		"by its button": func() error { return s.view.Click(ctx, `dialog [aria-label="Close"]`) },
		"beside it": func() error {
			_, err := browsertest.Eval[bool](ctx, s.view, `(dialog().dispatchEvent(new PointerEvent("pointerdown")), dialog().click(), true)`)
			return err
		},
	} {
		viewpage.Must(t, s.view.Click(ctx, "#open"))
		viewpage.Must(t, s.view.WaitFor(ctx, `dialog()?.open && result === "open" && innerHeight >= height() + 40`))
		// A press inside is none beside it, wherever it ends.
		viewpage.Is(t, s.view, `(dialog().querySelector("p").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })), dialog().click(), dialog().open)`, true)
		if err := dismiss(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.view.WaitFor(ctx, "result === undefined && !dialog()"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		viewpage.Is(t, s.view, `document.activeElement.id`, "open")
	}
	viewpage.Clean(t, s.page)
}

func TestModalLooksLikeItsHost(t *testing.T) {
	t.Parallel()
	said := map[string]any{"hostCapabilities": map[string]any{}, "hostContext": map[string]any{
		"theme":  "dark",
		"styles": map[string]any{"variables": map[string]any{"--color-background-primary": "rgb(1, 2, 3)", "--border-radius-lg": "21px"}},
	}}
	s := newStage(t, quietApp(), said, modalBody)
	ctx := t.Context()
	viewpage.Must(t, s.view.Click(ctx, "#open"))
	viewpage.Must(t, s.view.WaitFor(ctx, "dialog()?.open"))
	viewpage.Is(t, s.view, `getComputedStyle(dialog()).backgroundColor`, "rgb(1, 2, 3)")
	viewpage.Is(t, s.view, `getComputedStyle(dialog()).borderRadius`, "21px")
	// Of what the host doesn't say, the colour scheme decides.
	viewpage.Is(t, s.view, `getComputedStyle(dialog()).color`, "rgb(255, 255, 255)")

	// An element, and functions that close at once or fail.
	viewpage.Must(t, s.page.Press(ctx, "Escape"))
	viewpage.Must(t, s.view.WaitFor(ctx, "!dialog()"))
	viewpage.Is(t, s.view, `(() => {
  const closed = oriel.requestModal({ content: Object.assign(document.createElement("p"), { textContent: "Only text" }) });
  const shown = dialog().innerText.includes("Only text");
  dialog().close();
  return closed.then((value) => String([shown, value]));
})()`, "true,")
	viewpage.Is(t, s.view, `oriel.requestModal({ content: (_, close) => close(7) })`, 7)
	viewpage.Is(t, s.view, `oriel.requestModal({ content() { throw new Error("no such thing") } }).catch(({ message }) => message + Boolean(dialog()?.open))`, "no such thingfalse")
	viewpage.Clean(t, s.page)
}

// Content that takes its height from the frame must not make the frame grow for ever.
func TestModalFollowsTheFrame(t *testing.T) {
	t.Parallel()
	for _, height := range []string{"100vh", "90vh", "300px"} {
		t.Run(height, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, quietApp(), map[string]any{"hostCapabilities": map[string]any{}}, modalBody)
			ctx := t.Context()
			viewpage.Must(t, s.host.WaitFor(ctx, "frame.clientHeight < 60"))
			_, err := browsertest.Eval[bool](ctx, s.view, `(oriel.requestModal({ content: (root) => { root.style.height = "`+height+`" } }), true)`)
			viewpage.Must(t, err)
			viewpage.Must(t, s.view.WaitFor(ctx, "dialog()?.open"))
			// As long as a loop needs to be seen: it would send a message each frame.
			settled, err := browsertest.Eval[int](ctx, s.host, `(async () => {
  const sizes = () => seen.filter(({ method }) => method === "ui/notifications/size-changed").length;
  const before = sizes();
  await new Promise((done) => setTimeout(done, 1500));
  return sizes() - before;
})()`)
			viewpage.Must(t, err)
			if settled > 2 {
				t.Errorf("%d size messages", settled)
			}
			viewpage.Clean(t, s.page)
		})
	}
}

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/orielapps/oriel/test/browsertest"
)

// shownView is a view in the workbench, in a browser.
type shownView struct {
	page *browsertest.Page
}

// The frame in sight, and the view in it.
const viewFrame = `iframe[data-testid="view"]`

func (v shownView) frame() *browsertest.Frame { return v.page.Frame(viewFrame).Frame("iframe") }

// watchSwaps makes the page record when a frame becomes visible, in milliseconds since 1970.
const watchSwaps = `(() => {
	globalThis.swapped = 0;
	new MutationObserver((records) => {
		for (const { target } of records) {
			if (target instanceof HTMLIFrameElement && target.dataset.testid === "view") {
				requestAnimationFrame(() => (globalThis.swapped = performance.timeOrigin + performance.now()));
			}
		}
	}).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-testid"] });
	return true;
})()`

// whenReady resolves when the view is ready. It uses an observer, because polling would slow down what is
// measured.
const whenReady = `new Promise((resolve) => {
	const look = () => {
		if (document.querySelector('` + viewFrame + `')?.dataset.status === "ready") {
			observer.disconnect();
			resolve(true);
		}
	};
	const observer = new MutationObserver(look);
	observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-status", "data-testid"] });
	look();
})`

// openView opens the workbench with one host, and waits until the view is ready.
func openView(ctx context.Context, browser *browsertest.Browser, address string) (shownView, error) {
	page, err := browser.NewPage(ctx)
	if err != nil {
		return shownView{}, fmt.Errorf("showing a view: %w", err)
	}
	v := shownView{page: page}
	if err := page.Navigate(ctx, address+"&profiles=claude"); err != nil {
		return v, fmt.Errorf("showing a view: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, devTimeout)
	defer cancel()
	if _, err := browsertest.Eval[bool](ctx, page.Main(), whenReady); err != nil {
		return v, fmt.Errorf("showing a view: %w", err)
	}
	return v, nil
}

// marked returns code for the end of a view's script. It records when the view has been drawn, in milliseconds since
// 1970: in the task after the frame.
func marked(mark string) string {
	return fmt.Sprintf(`
requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (document.documentElement.dataset["edit"] = %q + " " + (performance.timeOrigin + performance.now()));
  port2.postMessage(0);
});
`, mark)
}

// seen waits until the edited view is visible, and returns the time since the edit.
func (v shownView) seen(ctx context.Context, mark string, edited time.Time) (time.Duration, error) {
	// Wait first: view and page record the times, and polling would slow down what is measured.
	time.Sleep(drawTime)
	read := fmt.Sprintf(`document.documentElement.dataset.edit?.startsWith(%q)`, mark+" ")
	if err := v.frame().WaitFor(ctx, read); err != nil {
		return 0, fmt.Errorf("waiting for an edited view: %w", err)
	}
	drawn, err := browsertest.Eval[float64](ctx, v.frame(), `Number(document.documentElement.dataset.edit.split(" ")[1])`)
	if err != nil {
		return 0, fmt.Errorf("reading when an edited view was drawn: %w", err)
	}
	if err = v.page.Main().WaitFor(ctx, fmt.Sprintf("globalThis.swapped >= %d", edited.UnixMilli())); err != nil {
		return 0, fmt.Errorf("waiting for the frame of an edited view: %w", err)
	}
	swapped, err := browsertest.Eval[float64](ctx, v.page.Main(), "globalThis.swapped")
	if err != nil {
		return 0, fmt.Errorf("reading when an edited view came in sight: %w", err)
	}
	return since(max(drawn, swapped), edited), nil
}

// watchStyle makes the view wait until its root has a property, and returns the time.
const watchStyle = `(mark) => new Promise((resolve) => {
	const look = () => getComputedStyle(document.documentElement).getPropertyValue("--mark").trim() === mark
		? resolve(performance.timeOrigin + performance.now())
		: requestAnimationFrame(look);
	look();
})`

// since returns the time from a moment to one of the browser's clock, which is in milliseconds since 1970.
func since(at float64, moment time.Time) time.Duration {
	return time.Duration(at*float64(time.Millisecond)) - time.Duration(moment.UnixNano())
}

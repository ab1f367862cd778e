package browsertest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
)

// pressTimeout is how long a click may take to reach its element before it is repeated: the frame may have moved
// in the meantime.
const pressTimeout = time.Second

// Click waits until an element is visible, enabled and not moving, and clicks it with the mouse. It fails if something
// covers the element.
func (f *Frame) Click(ctx context.Context, selector string) error {
	return f.poll(ctx, selector+", visible, enabled, not moving and not covered,", func(ctx context.Context, d document) error {
		element, err := d.element(ctx, selector)
		if err != nil {
			return err
		}
		return element.click(ctx)
	})
}

// Fill replaces the text of an input or text area by selecting and typing, so that the page gets the same events as from
// a person.
func (f *Frame) Fill(ctx context.Context, selector, text string) error {
	if err := f.Click(ctx, selector); err != nil {
		return err
	}
	return f.once(ctx, func(ctx context.Context, d document) error {
		element, err := d.element(ctx, selector)
		if err != nil {
			return err
		}
		err = element.call(ctx, nil, "function () { this.focus(); this.select() }")
		if err != nil {
			return err
		}
		if text == "" {
			return element.call(ctx, nil, `function () { this.ownerDocument.execCommand("delete") }`)
		}
		_, err = call(ctx, element.session, input.InsertText, input.InsertTextParams{Text: text})
		if err != nil {
			return fmt.Errorf("typing into %s: %w", selector, err)
		}
		return nil
	})
}

// Select selects the option of a select element with the given value.
func (f *Frame) Select(ctx context.Context, selector, value string) error {
	return f.poll(ctx, selector+" with the option "+value, func(ctx context.Context, d document) error {
		var done bool
		err := d.call(ctx, &done, `function (selector, value) {
			const element = this.querySelector(selector);
			if (!element || element.disabled || ![...element.options].some((o) => o.value === value)) return false;
			element.value = value;
			element.dispatchEvent(new Event("input", { bubbles: true }));
			element.dispatchEvent(new Event("change", { bubbles: true }));
			return true;
		}`, selector, value)
		if err == nil && !done {
			return errNotReady
		}
		return err
	})
}

// click returns errNotYet when the element can't be clicked at the moment.
func (o object) click(ctx context.Context) error {
	var enabled bool
	if err := o.call(ctx, &enabled, "function () { return this.isConnected && !this.matches(':disabled') }"); err != nil {
		return err
	}
	if !enabled {
		return errNotReady
	}
	if _, err := call(ctx, o.session, dom.ScrollIntoViewIfNeeded, dom.ScrollIntoViewIfNeededParams{ObjectID: o.id}); err != nil {
		return errors.Join(errNotReady, err) // it has no box
	}
	x, y, err := o.stableCenter(ctx)
	if err != nil {
		return err
	}
	// A capturing listener on the window runs even if the page stops the event.
	arrival, err := o.get(ctx, `function () {
		const window = this.ownerDocument.defaultView;
		const { promise, resolve } = Promise.withResolvers();
		// A click that is repeated must not count: neither one that reaches something else, such as the element
		// that has just taken the place of this one, nor one that comes late.
		let ended = Infinity;
		const listen = (event) => {
			if (!event.isTrusted || event.timeStamp > ended) return;
			if (ended === Infinity && event.composedPath().includes(this)) {
				window.removeEventListener("click", listen, { capture: true });
				resolve(true);
			} else {
				event.preventDefault();
				event.stopImmediatePropagation();
			}
		};
		window.addEventListener("click", listen, { capture: true });
		const end = () => {
			ended = window.performance.now();
			resolve(false);
		};
		return { promise, end };
	}`)
	if err != nil {
		return err
	}
	for _, kind := range []input.DispatchMouseEventType{
		input.DispatchMouseEventTypeMouseMoved,
		input.DispatchMouseEventTypeMousePressed,
		input.DispatchMouseEventTypeMouseReleased,
	} {
		event := input.DispatchMouseEventParams{Type: kind, X: x, Y: y}
		if kind != input.DispatchMouseEventTypeMouseMoved {
			event.Button, event.ClickCount = input.MouseButtonLeft, 1
		}
		if _, err := call(ctx, o.session, input.DispatchMouseEvent, event); err != nil {
			return fmt.Errorf("clicking: %w", err)
		}
	}
	var arrived bool
	// The timeout starts after the browser has confirmed the click. Otherwise, a busy page could be clicked
	// twice.
	if err := arrival.call(ctx, &arrived, `function (timeout) {
		setTimeout(this.end, timeout);
		return this.promise;
	}`, pressTimeout.Milliseconds()); err != nil && !isFinal(err) {
		if ctx.Err() != nil {
			return err
		}
		return nil // the click has replaced the document
	}
	if !arrived {
		return errNotReady
	}
	return nil
}

// stableCenter returns the center of the element, in the coordinates of its session's viewport. It returns errNotReady if
// the element moves within two animation frames.
func (o object) stableCenter(ctx context.Context) (x, y float64, err error) {
	before, err := o.quad(ctx)
	if err != nil {
		return 0, 0, err
	}
	err = o.call(ctx, nil, `function () {
		return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
	}`)
	if err != nil {
		return 0, 0, err
	}
	after, err := o.quad(ctx)
	if err != nil {
		return 0, 0, err
	}
	if !slices.Equal(before, after) {
		return 0, 0, errNotReady
	}
	corners := float64(len(after)) / 2
	for i := 0; i+1 < len(after); i += 2 {
		x += after[i] / corners
		y += after[i+1] / corners
	}
	return x, y, nil
}

// quad returns the corners of the element's first box, with alternating x and y.
func (o object) quad(ctx context.Context) (dom.Quad, error) {
	quads, err := call(ctx, o.session, dom.GetContentQuads, dom.GetContentQuadsParams{ObjectID: o.id})
	if err != nil || len(quads.Quads) == 0 {
		return nil, errors.Join(errNotReady, err)
	}
	return quads.Quads[0], nil
}

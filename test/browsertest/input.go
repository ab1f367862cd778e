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

// pressTimeout is how long a click that the browser has delivered may take to reach its
// element before it is tried again: it may have been sent to where the frame was.
const pressTimeout = time.Second

// Click waits until an element is visible, enabled and at rest, and clicks it
// with the mouse, as a person would. It fails if something covers the element.
func (f *Frame) Click(ctx context.Context, selector string) error {
	return f.poll(ctx, selector+", visible, enabled, at rest and uncovered,", func(ctx context.Context, d document) error {
		element, err := d.element(ctx, selector)
		if err != nil {
			return err
		}
		return element.click(ctx)
	})
}

// Fill replaces the text of an input or text area, by selecting and typing, so
// that the page sees the same events as from a person.
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

// Select chooses the option of a select element with the given value.
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
			return errNotYet
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
		return errNotYet
	}
	if _, err := call(ctx, o.session, dom.ScrollIntoViewIfNeeded, dom.ScrollIntoViewIfNeededParams{ObjectID: o.id}); err != nil {
		return errors.Join(errNotYet, err) // it has no box
	}
	x, y, err := o.rest(ctx)
	if err != nil {
		return err
	}
	// Listening from the window on, it can't be stopped by the page.
	arrival, err := o.get(ctx, `function () {
		const window = this.ownerDocument.defaultView;
		const { promise, resolve } = Promise.withResolvers();
		const listen = (event) => {
			if (event.composedPath().includes(this)) resolve(true);
		};
		window.addEventListener("click", listen, { capture: true });
		const end = () => {
			window.removeEventListener("click", listen, { capture: true });
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
	// The patience begins when the press has been answered: a page that was busy until
	// then would be clicked twice.
	if err := arrival.call(ctx, &arrived, `function (patience) {
		setTimeout(this.end, patience);
		return this.promise;
	}`, pressTimeout.Milliseconds()); err != nil && !isFault(err) {
		if ctx.Err() != nil {
			return err
		}
		return nil // the click has taken the document away
	}
	if !arrived {
		return errNotYet
	}
	return nil
}

// rest returns the middle of the element, in the coordinates of its session's
// viewport, once the element stays where it is for two frames of animation.
func (o object) rest(ctx context.Context) (x, y float64, err error) {
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
		return 0, 0, errNotYet
	}
	corners := float64(len(after)) / 2
	for i := 0; i+1 < len(after); i += 2 {
		x += after[i] / corners
		y += after[i+1] / corners
	}
	return x, y, nil
}

// quad returns the corners of the element's first box, x and y in turn.
func (o object) quad(ctx context.Context) (dom.Quad, error) {
	quads, err := call(ctx, o.session, dom.GetContentQuads, dom.GetContentQuadsParams{ObjectID: o.id})
	if err != nil || len(quads.Quads) == 0 {
		return nil, errors.Join(errNotYet, err)
	}
	return quads.Quads[0], nil
}

package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"
)

// pollInterval is the time between two checks of a condition in the browser.
const pollInterval = 20 * time.Millisecond

// errNotReady means that a frame, an element or a condition is not ready yet, so that a retry may succeed.
var errNotReady = errors.New("not there yet")

// Frame locates a document on a page. Its operations wait until the document exists, at most for [Timeout].
type Frame struct {
	page *Page
	name string
	find func(context.Context) (document, error)
}

// Main returns the page's own document.
func (p *Page) Main() *Frame {
	return &Frame{page: p, name: "the page", find: func(ctx context.Context) (document, error) {
		return p.main.document(ctx)
	}}
}

// Frame returns the document of the frame whose element in the page's own
// document matches a CSS selector.
func (p *Page) Frame(selector string) *Frame { return p.Main().Frame(selector) }

// Frame returns the document of a frame inside f, by the CSS selector of the
// frame's element.
func (f *Frame) Frame(selector string) *Frame {
	return &Frame{page: f.page, name: f.name + " > " + selector, find: func(ctx context.Context) (document, error) {
		parent, err := f.find(ctx)
		if err != nil {
			return document{}, err
		}
		owner, err := parent.element(ctx, selector)
		if err != nil {
			return document{}, err
		}
		return f.page.content(ctx, parent.session, dom.DescribeNodeParams{ObjectID: owner.id})
	}}
}

// FrameByURL returns the first document, at any depth, whose URL contains text.
func (p *Page) FrameByURL(text string) *Frame {
	return &Frame{page: p, name: fmt.Sprintf("the frame with %q in its URL", text), find: func(ctx context.Context) (document, error) {
		for _, s := range p.sessions(ctx) {
			tree, err := call(ctx, s, page.GetFrameTree, cdp.Empty{})
			if err != nil {
				continue // the frame was removed
			}
			for frame := range frames(tree.FrameTree) {
				if strings.Contains(frame.URL, text) {
					return p.documentOf(ctx, s, frame.ID, frame.ID == tree.FrameTree.Frame.ID)
				}
			}
		}
		return document{}, errNotReady
	}}
}

// Eval waits for the frame's document, and evaluates a JavaScript expression in it, once. It waits for a promise, and
// decodes the value from JSON. For undefined, it returns the zero value.
func Eval[T any](ctx context.Context, f *Frame, expression string) (T, error) {
	var value T
	err := f.once(ctx, func(ctx context.Context, d document) error {
		return d.call(ctx, &value, "function () { return (\n"+expression+"\n) }")
	})
	return value, err
}

// WaitFor waits until a JavaScript expression is true. The expression may be
// evaluated many times.
func (f *Frame) WaitFor(ctx context.Context, expression string) error {
	return f.poll(ctx, expression, func(ctx context.Context, d document) error {
		var done bool
		err := d.call(ctx, &done, "async function () { return Boolean(await (\n"+expression+"\n)) }")
		if err == nil && !done {
			return errNotReady
		}
		return err
	})
}

// Text waits for an element and returns its rendered text, without surrounding space.
func (f *Frame) Text(ctx context.Context, selector string) (string, error) {
	var text *string
	err := f.poll(ctx, selector, func(ctx context.Context, d document) error {
		err := d.call(ctx, &text, textOf, selector)
		if err == nil && text == nil {
			return errNotReady
		}
		return err
	})
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(*text), nil
}

// WaitForText waits until the text of an element contains want.
func (f *Frame) WaitForText(ctx context.Context, selector, want string) error {
	var last *string
	err := f.poll(ctx, fmt.Sprintf("%s with the text %q", selector, want), func(ctx context.Context, d document) error {
		err := d.call(ctx, &last, textOf, selector)
		if err == nil && (last == nil || !strings.Contains(*last, want)) {
			return errNotReady
		}
		return err
	})
	if err != nil && last != nil {
		return fmt.Errorf("%w; the text is %q", err, *last)
	}
	return err
}

const textOf = `function (selector) {
	const element = this.querySelector(selector);
	return element && (element.innerText ?? element.textContent);
}`

// once waits for the frame's document and runs step on it.
func (f *Frame) once(ctx context.Context, step func(context.Context, document) error) error {
	var d document
	err := f.retry(ctx, func(ctx context.Context) (string, error) {
		var err error
		d, err = f.find(ctx)
		return f.name, err
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	if err := step(ctx, d); err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	return nil
}

// poll looks up the document and calls step with it, repeatedly, until step succeeds. what is the name of the condition
// for errors.
func (f *Frame) poll(ctx context.Context, what string, step func(context.Context, document) error) error {
	return f.retry(ctx, func(ctx context.Context) (string, error) {
		d, err := f.find(ctx)
		if err != nil {
			return f.name, err
		}
		return what + " in " + f.name, step(ctx, d)
	})
}

// retry calls try until it succeeds or returns a final error. Other errors are those of documents that do not exist yet,
// or were removed during try.
func (f *Frame) retry(ctx context.Context, try func(context.Context) (string, error)) error {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	missing, cause := f.name, errNotReady
	for {
		what, err := try(ctx)
		if err == nil {
			return nil
		}
		if isFinal(err) {
			return fmt.Errorf("%s: %w", what, err)
		}
		if ctx.Err() == nil { // otherwise, the error is only the timeout
			missing, cause = what, err
		}
		select {
		case <-tick.C:
			continue
		case <-ctx.Done():
		}
		// The context has ended, but the page's URLs are still available.
		report, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer stop()
		return fmt.Errorf("waiting for %s: %w (%w); the page shows %s", missing, ctx.Err(), cause, strings.Join(f.page.URLs(report), " "))
	}
}

// isFinal reports whether a retry can't succeed after an error, because a script has thrown or the browser has ended.
func isFinal(err error) bool {
	var script *ScriptError
	var value *json.UnmarshalTypeError
	return errors.As(err, &script) || errors.As(err, &value) || errors.Is(err, errEnded)
}

package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
)

// object is a JavaScript object in the browser.
type object struct {
	session *session
	id      runtime.RemoteObjectID
}

// document is a frame's current document. It must not be stored, because a frame gets another process when it navigates to
// another site.
type document struct{ object }

// ScriptError is an exception that a script threw in the browser.
type ScriptError struct{ Details *runtime.ExceptionDetails }

// Error returns the thrown value; for an exception, with its stack.
func (e *ScriptError) Error() string {
	if thrown := e.Details.Exception; thrown != nil {
		return textOfValue(thrown)
	}
	return e.Details.Text
}

// document returns the topmost document of a session.
func (s *session) document(ctx context.Context) (document, error) {
	result, err := call(ctx, s, runtime.Evaluate, runtime.EvaluateParams{Expression: "document"})
	if err != nil {
		return document{}, fmt.Errorf("reaching a document: %w", err)
	}
	return document{object{s, result.Result.ObjectID}}, nil
}

// documentOf returns the document of a frame by its id in a session. topmost is set for the session's own frame.
func (p *Page) documentOf(ctx context.Context, s *session, id cdp.FrameID, topmost bool) (document, error) {
	if topmost {
		return s.document(ctx)
	}
	owner, err := call(ctx, s, dom.GetFrameOwner, dom.GetFrameOwnerParams{FrameID: id})
	if err != nil {
		return document{}, fmt.Errorf("finding a frame's element: %w", err)
	}
	return p.content(ctx, s, dom.DescribeNodeParams{BackendNodeID: owner.BackendNodeID})
}

// content returns the document inside a frame's element.
func (p *Page) content(ctx context.Context, s *session, element dom.DescribeNodeParams) (document, error) {
	pierce := true
	element.Pierce = &pierce
	described, err := call(ctx, s, dom.DescribeNode, element)
	if err != nil {
		return document{}, fmt.Errorf("describing a frame's element: %w", err)
	}
	if inner := described.Node.ContentDocument; inner != nil {
		return s.resolve(ctx, inner.BackendNodeID)
	}
	if described.Node.FrameID == "" {
		return document{}, errNotReady
	}
	// A frame with a document of another site is a separate target with the same id.
	other, err := p.frame(ctx, target.ID(described.Node.FrameID))
	if err != nil {
		return document{}, err
	}
	return other.document(ctx)
}

// resolve returns a document that is a node in the session's tree.
func (s *session) resolve(ctx context.Context, id cdp.BackendNodeID) (document, error) {
	resolved, err := call(ctx, s, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: id})
	if err != nil {
		return document{}, fmt.Errorf("reaching a frame's document: %w", err)
	}
	return document{object{s, resolved.Object.ObjectID}}, nil
}

// element returns the first element that matches a selector.
func (d document) element(ctx context.Context, selector string) (object, error) {
	found, err := d.get(ctx, "function (selector) { return this.querySelector(selector) }", selector)
	if err == nil && found.id == "" {
		err = errNotReady
	}
	return found, err
}

// call runs a function with the object as this. It decodes the result, or the value that a promise resolves to, into
// value, unless the result is undefined or value is nil.
func (o object) call(ctx context.Context, value any, function string, args ...any) error {
	result, err := o.invoke(ctx, true, function, args)
	if err != nil || value == nil || len(result.Value) == 0 {
		return err
	}
	if err := json.Unmarshal(result.Value, value); err != nil {
		return fmt.Errorf("decoding what the browser returned: %w", err)
	}
	return nil
}

// get runs a function with the object as this, and returns the resulting object.
func (o object) get(ctx context.Context, function string, args ...any) (object, error) {
	result, err := o.invoke(ctx, false, function, args)
	if err != nil {
		return object{}, err
	}
	return object{o.session, result.ObjectID}, nil
}

func (o object) invoke(ctx context.Context, value bool, function string, args []any) (*runtime.RemoteObject, error) {
	list, err := json.Marshal(args)
	if err != nil {
		return nil, fmt.Errorf("passing arguments to the browser: %w", err)
	}
	params := runtime.CallFunctionOnParams{
		// All arguments are in one list, because the protocol's types omit an empty text.
		FunctionDeclaration: "function (args) { return (" + function + ").apply(this, args) }",
		Arguments:           []*runtime.CallArgument{{Value: list}},
		ObjectID:            o.id,
		ReturnByValue:       &value,
		AwaitPromise:        &value,
	}
	result, err := call(ctx, o.session, runtime.CallFunctionOn, params)
	if err != nil {
		return nil, fmt.Errorf("running a script: %w", err)
	}
	if result.ExceptionDetails != nil {
		return nil, &ScriptError{result.ExceptionDetails}
	}
	return result.Result, nil
}

// frames iterates over a frame tree from the top.
func frames(tree *page.FrameTree) iter.Seq[*cdp.Frame] {
	return func(yield func(*cdp.Frame) bool) { walk(tree, yield) }
}

func walk(tree *page.FrameTree, yield func(*cdp.Frame) bool) bool {
	if !yield(tree.Frame) {
		return false
	}
	for _, child := range tree.ChildFrames {
		if !walk(child, yield) {
			return false
		}
	}
	return true
}

package oriel

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/orielapps/oriel/schema"
	"github.com/orielapps/oriel/ui"
)

// Result is what a tool gives: for the model and the view, for people without
// a view, and for the view alone.
type Result[Out any] struct {
	// Data reaches the model and the view, as structuredContent.
	Data Out
	// Text reaches the model, and people where there is no UI. Empty means a
	// text is made from Data; a sentence of your own is better.
	Text string
	// Content follows Text: pictures, sound, links, documents, and text with
	// annotations of its own.
	Content []ui.Block
	// ViewOnly reaches the view and not the model, in _meta. It must marshal to
	// JSON; nil means nothing.
	ViewOnly any
	// CloseView asks the host to close the view. ChatGPT does; other hosts have
	// no such key, and the view stays.
	CloseView bool
	// Extra goes into the result's _meta as it is.
	Extra map[string]any
}

// neutral encodes a typed result.
func (r *Result[Out]) neutral(output *schema.Schema) (ui.Result, error) {
	data, err := output.Encode(r.Data)
	if err != nil {
		return ui.Result{}, fmt.Errorf("the result's data: %w", err)
	}
	return finish(data, &parts{r.Text, r.Content, r.ViewOnly, r.CloseView, r.Extra})
}

// rawResult checks a result that is JSON already.
func rawResult(r *Result[json.RawMessage], output *schema.Schema) (ui.Result, error) {
	data := r.Data
	if len(data) > 0 {
		if trimmed := bytes.TrimSpace(data); !json.Valid(data) || trimmed[0] != '{' {
			return ui.Result{}, fmt.Errorf("the result's data is not a JSON object: %.80s", data)
		}
		if output != nil {
			if err := output.Check(data); err != nil {
				// Not wrapped: the model's arguments are not at fault.
				return ui.Result{}, fmt.Errorf("the result's data does not fit the output schema: %v", err) //nolint:errorlint // see above
			}
		}
	}
	return finish(data, &parts{r.Text, r.Content, r.ViewOnly, r.CloseView, r.Extra})
}

// parts are what a result has beside its data, whatever type that is.
type parts struct {
	text      string
	content   []ui.Block
	viewOnly  any
	closeView bool
	extra     map[string]any
}

func finish(data json.RawMessage, p *parts) (ui.Result, error) {
	kept, err := frozen(p.extra)
	if err != nil {
		return ui.Result{}, fmt.Errorf("the result's Extra: %w", err)
	}
	blocks, err := ui.WireBlocks(p.content)
	if err != nil {
		// Not wrapped: the model can't mend the app's own content.
		return ui.Result{}, fmt.Errorf("the result's content: %v", err) //nolint:errorlint // see above
	}
	result := ui.Result{Data: data, Text: p.text, Content: blocks, CloseView: p.closeView, Extra: kept}
	if p.viewOnly != nil {
		encoded, err := json.Marshal(p.viewOnly)
		if err != nil {
			return ui.Result{}, fmt.Errorf("the result's view-only data: %w", err)
		}
		result.ViewOnly = encoded
	}
	if result.Text == "" {
		result.Text = describe(data)
	}
	return result, nil
}

package oriel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/orielapps/oriel/ui"
)

// Result is what a tool gives: for the model and the view, for people without
// a view, and for the view alone.
type Result[Out any] struct {
	// Data reaches the model and the view, as structuredContent. A tool whose Out
	// is struct{} has none.
	Data Out
	// Text reaches the model, and people where there is no UI. Empty means a
	// text is made from Data, or none where there is only Content; a sentence of
	// your own is better.
	Text string
	// Content follows Text: pictures, sound, links, documents, and text with
	// annotations of its own.
	Content []ui.Block
	// ViewOnly reaches the view and not the model, in _meta. It must marshal to
	// JSON; nil means nothing.
	ViewOnly any
	// CloseView asks the host to close the view. ChatGPT does; in other hosts the
	// runtime in the view asks for it, and the host may leave the view as it is. A
	// legacy MCP-UI host cannot be asked, and a view without the runtime stays.
	CloseView bool
	// Extra goes into the result's _meta as it is.
	Extra map[string]any
}

// neutral encodes a typed result.
func (r *Result[Out]) neutral(t *tool) (ui.ToolResult, error) {
	var data json.RawMessage
	if t.output != nil {
		var err error
		if data, err = t.output.Encode(r.Data); err != nil {
			return ui.ToolResult{}, fmt.Errorf("the result's data: %w", err)
		}
	}
	return t.finish(data, &parts{r.Text, r.Content, r.ViewOnly, r.CloseView, r.Extra})
}

// rawResult checks a result that is JSON already.
func rawResult(r *Result[json.RawMessage], t *tool) (ui.ToolResult, error) {
	data := r.Data
	if len(data) > 0 {
		if trimmed := bytes.TrimSpace(data); !json.Valid(data) || trimmed[0] != '{' {
			return ui.ToolResult{}, fmt.Errorf("the result's data is not a JSON object: %.80s", data)
		}
		if t.output != nil {
			if err := t.output.Check(data); err != nil {
				// Not wrapped: the model's arguments are not at fault.
				return ui.ToolResult{}, fmt.Errorf("the result's data does not fit the output schema: %v", err) //nolint:errorlint // see above
			}
		}
	}
	return t.finish(data, &parts{r.Text, r.Content, r.ViewOnly, r.CloseView, r.Extra})
}

// parts are what a result has beside its data, whatever type that is.
type parts struct {
	text      string
	content   []ui.Block
	viewOnly  any
	closeView bool
	extra     map[string]any
}

func (t *tool) finish(data json.RawMessage, p *parts) (ui.ToolResult, error) {
	kept, err := frozen(p.extra)
	if err != nil {
		return ui.ToolResult{}, fmt.Errorf("the result's Extra: %w", err)
	}
	if _, err = ui.WireBlocks(p.content); err != nil {
		// Not wrapped: the model can't mend the app's own content.
		return ui.ToolResult{}, fmt.Errorf("the result's content: %v", err) //nolint:errorlint // see above
	}
	result := ui.ToolResult{Data: data, Text: p.text, Content: p.content, CloseView: p.closeView, Extra: kept}
	if p.viewOnly != nil {
		if result.ViewOnly, err = t.encodeViewOnly(p.viewOnly); err != nil {
			return ui.ToolResult{}, fmt.Errorf("the result's view-only data: %w", err)
		}
	}
	if result.Text == "" && (len(data) > 0 || len(p.content) == 0) {
		result.Text = describe(data)
	}
	return result, nil
}

// encodeViewOnly writes view-only data, by its schema where the tool has told its
// type.
func (t *tool) encodeViewOnly(data any) (json.RawMessage, error) {
	if t.viewData == nil {
		return json.Marshal(data) //nolint:wrapcheck // the caller does
	}
	if got, want := reflect.TypeOf(data), reflect.TypeOf(t.ViewData); got != want {
		return nil, fmt.Errorf("it is a %s, and the tool's ViewData says %s", got, want)
	}
	return t.viewData.Encode(data)
}

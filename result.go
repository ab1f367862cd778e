package oriel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/orielapps/oriel/ui"
)

// Result is the result of a tool: data for the model and the view, a text for the model
// and people without a view, and data for the view alone.
type Result[Out any] struct {
	// Data reaches the model and the view, as structuredContent. If Out is struct{},
	// there is no structuredContent.
	Data Out
	// Text reaches the model, and people whose host has no UI. If it is empty, a text is
	// generated from Data, unless there is Content. A sentence of your own is better.
	Text string
	// Content follows Text: images, audio, links, documents, and texts with
	// annotations.
	Content []ui.Block
	// ViewOnly reaches the view and not the model, in _meta. It must marshal to JSON.
	// Nil means none.
	ViewOnly any
	// CloseView asks the host to close the view. ChatGPT closes it; on other hosts the
	// view's runtime asks the host, which may ignore that. It has no effect on legacy
	// MCP-UI hosts and in views without the runtime.
	CloseView bool
	// Extra is added to the result's _meta as it is.
	Extra map[string]any
}

// neutral encodes a typed result, independent of the host.
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

// rawResult validates a result that is JSON already.
func rawResult(r *Result[json.RawMessage], t *tool) (ui.ToolResult, error) {
	data := r.Data
	if len(data) > 0 {
		if trimmed := bytes.TrimSpace(data); !json.Valid(data) || trimmed[0] != '{' {
			return ui.ToolResult{}, fmt.Errorf("the result's data is not a JSON object: %.80s", data)
		}
		if t.output != nil {
			if err := t.output.Check(data); err != nil {
				// Not wrapped: it is not the model's arguments that are wrong.
				return ui.ToolResult{}, fmt.Errorf("the result's data does not fit the output schema: %v", err) //nolint:errorlint // see above
			}
		}
	}
	return t.finish(data, &parts{r.Text, r.Content, r.ViewOnly, r.CloseView, r.Extra})
}

// parts are the fields of a Result that don't depend on its type.
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
		// Not wrapped: the model can't fix the app's own content.
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

// encodeViewOnly encodes view-only data, by its schema if the tool declares ViewData.
func (t *tool) encodeViewOnly(data any) (json.RawMessage, error) {
	if t.viewData == nil {
		return json.Marshal(data) //nolint:wrapcheck // the caller does
	}
	if got, want := reflect.TypeOf(data), reflect.TypeOf(t.ViewData); got != want {
		return nil, fmt.Errorf("its type is %s, and the tool's ViewData is %s", got, want)
	}
	return t.viewData.Encode(data)
}

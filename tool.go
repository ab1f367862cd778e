package oriel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/schema"
	"github.com/orielapps/oriel/ui"
)

// tool is a declared tool, ready to be listed and called.
type tool struct {
	ui.Tool

	input  *schema.Schema
	output *schema.Schema // nil where the output is free
	// viewData is the type of the view-only data; nil where nothing is said.
	viewData *schema.Schema
	headers  []ui.HeaderParam // arguments that clients repeat in headers
	// keepsState tells whether the view keeps its state with the app; nil where it
	// can't.
	keepsState func() bool
	run        func(ctx context.Context, arguments json.RawMessage) (ui.ToolResult, error)
}

// AddTool declares a tool whose arguments and result are Go types. Their JSON
// Schemas are derived as the package documentation says; In and Out have to be structs,
// or maps with string keys. Arguments are checked before the handler runs: what
// doesn't fit is told to the model, which can try again. A tool that gives texts
// or pictures and no data has struct{} as Out; then there is no output schema.
//
// An error of the handler reaches the model only if it is an [*Error]; any other
// is masked, with an id that is in the log. A result that doesn't fit the schema
// of Out is such an error, because hosts throw it away.
//
// A faulty declaration is noted in [App.Err].
func AddTool[In, Out any](app *App, t Tool, handler func(ctx context.Context, in In) (Result[Out], error)) {
	if handler == nil {
		app.fault(handlerMissing(t.Name))
		return
	}
	input, err := schema.For[In]()
	if err != nil {
		app.fault(typeFault(t.Name, "input", err))
		return
	}
	output, err := schema.For[Out]()
	if err != nil {
		app.fault(typeFault(t.Name, "output", err))
		return
	}
	if t.InputSchema != nil || t.OutputSchema != nil {
		app.fault(&Error{
			Code:    "schema_twice",
			Message: fmt.Sprintf("The tool %q has a schema, and AddTool derives one.", t.Name),
			Fix:     "Leave InputSchema and OutputSchema empty, or use AddRawTool.",
		})
		return
	}
	t.InputSchema, t.OutputSchema = input.JSON(), output.JSON()
	if reflect.TypeFor[Out]() == reflect.TypeFor[struct{}]() {
		output, t.OutputSchema = nil, nil // hosts show people an empty object as if it were something
	}
	t.FileParams = withFileParams[In](t.FileParams)
	declared := &tool{Tool: t, input: input, output: output}
	declared.run = func(ctx context.Context, arguments json.RawMessage) (ui.ToolResult, error) {
		var in In
		if err := input.Decode(arguments, &in); err != nil {
			return ui.ToolResult{}, misfit(err)
		}
		result, err := handler(ctx, in)
		if failed(err) {
			return ui.ToolResult{}, err
		}
		return result.neutral(declared)
	}
	app.add(declared)
}

// AddRawTool declares a tool whose schema comes from elsewhere. The handler gets
// the arguments as JSON, checked against t.InputSchema; it must be a JSON Schema
// whose root has the type "object". Result.Data must be a JSON object, or nil,
// and is checked against t.OutputSchema where there is one.
//
// A faulty declaration is noted in [App.Err].
func AddRawTool(app *App, t Tool, handler func(ctx context.Context, arguments json.RawMessage) (Result[json.RawMessage], error)) {
	if handler == nil {
		app.fault(handlerMissing(t.Name))
		return
	}
	input, err := schema.Parse(t.InputSchema)
	if err != nil {
		app.fault(&Error{
			Code:    "input_schema_invalid",
			Message: fmt.Sprintf("The input schema of the tool %q can't be used: %v.", t.Name, err),
			Fix:     `Give a JSON Schema such as {"type":"object"}.`,
		})
		return
	}
	var output *schema.Schema
	if t.OutputSchema != nil {
		if output, err = schema.Parse(t.OutputSchema); err != nil {
			app.fault(&Error{
				Code:    "output_schema_invalid",
				Message: fmt.Sprintf("The output schema of the tool %q can't be used: %v.", t.Name, err),
				Fix:     "Give a JSON Schema of an object, or none.",
			})
			return
		}
	}
	declared := &tool{Tool: t, input: input, output: output}
	declared.run = func(ctx context.Context, arguments json.RawMessage) (ui.ToolResult, error) {
		arguments, err := input.Normal(arguments)
		if err != nil {
			return ui.ToolResult{}, misfit(err)
		}
		result, err := handler(ctx, arguments)
		if failed(err) {
			return ui.ToolResult{}, err
		}
		return rawResult(&result, declared)
	}
	app.add(declared)
}

// failed reports whether a handler gave an error. A nil *Error in an error,
// which a function that returns *Error gives, is none.
func failed(err error) bool {
	public, ok := err.(*Error) //nolint:errorlint // only this very value
	return err != nil && (!ok || public != nil)
}

func (a *App) add(t *tool) {
	if err := t.Validate(); err != nil {
		a.fault(err)
		return
	}
	if t.Name == StateTool {
		a.fault(&Error{
			Code:    "tool_name_reserved",
			Message: fmt.Sprintf("The tool %q is one that the app declares by itself.", t.Name),
			Fix:     "Rename it.",
		})
		return
	}
	extra, err := frozen(t.Extra)
	if err != nil {
		a.fault(&Error{
			Code:    "extra_invalid",
			Message: fmt.Sprintf("The Extra of the tool %q does not marshal to JSON: %v.", t.Name, err),
			Fix:     "Use values that encoding/json can write.",
		})
		return
	}
	t.Extra = extra
	if t.ViewData != nil {
		if t.viewData, err = schema.ForData(reflect.TypeOf(t.ViewData)); err != nil {
			a.fault(typeFault(t.Name, "view data", err))
			return
		}
	}
	if t.headers, err = ui.HeaderParams(t.InputSchema); err != nil {
		a.fault(err)
		return
	}
	if t.View != nil && a.isFaulty(t.View) {
		return // AddView has noted it
	}
	a.declare(ui.Change{List: ui.ToolList}, func(c *catalogue) error {
		t.View = a.dev.present(t.View)
		if t.View != nil && !slices.Contains(c.views, t.View) {
			return &Error{
				Code:    "view_of_another_app",
				Message: fmt.Sprintf("The view of the tool %q is not one of this app.", t.Name),
				Fix:     "Use what AddView returned for the same app.",
			}
		}
		if c.byName[t.Name] != nil {
			return &Error{
				Code:    "tool_name_taken",
				Message: fmt.Sprintf("There are two tools named %q.", t.Name),
				Fix:     "Rename one.",
			}
		}
		t.keepsState = a.states.of[t.View]
		c.tools = append(c.tools, t)
		c.byName[t.Name] = t
		return nil
	})
}

func handlerMissing(name string) *Error {
	return &Error{
		Code:    "handler_missing",
		Message: fmt.Sprintf("The tool %q has no handler.", name),
		Fix:     "Give it a function.",
	}
}

func typeFault(name, part string, err error) *Error {
	e := &Error{
		Code:    part + "_type_invalid",
		Message: fmt.Sprintf("The %s type of the tool %q can't be used: %v.", part, name, err),
	}
	if errors.Is(err, schema.ErrNotObject) {
		e.Fix = "Put the value into a struct: struct{ Items []Item `json:\"items\"` }."
	}
	return e
}

// ListTools returns the entries of tools/list.
func (m methods) ListTools(c hosts.Client) []ui.WireTool {
	m.dev.renew(context.Background())
	profile := hosts.Detect(c)
	declared := m.declared()
	all := declared.tools
	if t := declared.stateTool(); t != nil && m.keepsStates(profile) {
		all = append(slices.Clip(all), t)
	}
	tools := make([]ui.WireTool, 0, len(all))
	for _, t := range all {
		if t.Visibility == ui.AppOnly && profile.Lacks(hosts.VisibilityEnforced) {
			continue
		}
		tools = append(tools, ui.WireTool{
			Name: t.Name, Title: t.Title, Description: t.Description,
			InputSchema: t.InputSchema, OutputSchema: t.OutputSchema,
			Annotations: ui.ToolAnnotations{
				Title:           t.Title,
				ReadOnlyHint:    t.ReadOnly,
				DestructiveHint: t.Destructive && !t.ReadOnly,
				IdempotentHint:  t.Idempotent || t.ReadOnly,
				OpenWorldHint:   t.OpenWorld,
			},
			Icons: t.Icons,
			Meta:  m.adapters.Tool(&t.Tool, profile),
		})
		if profile.Adapter.Value == hosts.ChatGPT || profile.ID == hosts.GenericID {
			tools[len(tools)-1].SecuritySchemes = t.Security
		}
	}
	return tools
}

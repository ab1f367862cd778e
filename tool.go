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
	output *schema.Schema // nil if the output is not described
	// viewData is the type of the view-only data; nil if it is not declared.
	viewData *schema.Schema
	headers  []ui.HeaderParam // arguments that clients repeat in HTTP headers
	// keepsState reports whether the view keeps its state with the app; nil if it
	// can't.
	keepsState func() bool
	run        func(ctx context.Context, arguments json.RawMessage) (ui.ToolResult, error)
}

// AddTool declares a tool whose arguments and result are Go types. Their JSON Schemas
// are derived from In and Out: structs, or maps with string keys. Arguments are
// validated before the handler runs; if they don't fit, the model reads why and can try
// again. For a tool without data, only text or images, Out is struct{}; then it has no
// output schema.
//
// An [*Error] of the handler reaches the model; any other error is masked, with the id
// of its log line. So is a result that doesn't fit the schema of Out, which hosts would
// discard.
//
// A faulty declaration is collected in [App.Err].
//
// # Types and tags
//
// A schema is derived from a Go type, its json tags, and these tags:
//
//	doc:"City to look up"       description, for the model
//	title:"City"                title
//	example:"Lisbon"            examples
//	default:"Lisbon"            default, filled in if the member is missing
//	enum:"km,miles"             enum; a JSON list if values contain commas: enum:"[\"a, b\"]"
//	min:"0" max:"9"             minimum, maximum
//	above:"0" below:"9.5"       exclusiveMinimum, exclusiveMaximum
//	minlen:"1" maxlen:"80"      length: of strings in characters, of lists in items, of maps in members
//	pattern:"^[A-Z]{2}$"        pattern, in the common subset of RE2 and JavaScript
//	format:"date"               format
//	deprecated:"true"           deprecated
//
// On a list or a map, enum, min, max, above, below, pattern and format apply to the
// items, all others to the list or map. Values of default, example and enum are plain
// text for strings and JSON for all other types. The formats date-time, date, time,
// email, uri, uuid, ipv4 and ipv6 are validated; others are only sent to the model.
//
// A field is required unless it is a pointer, has omitempty or omitzero, or has a
// default. Unknown members are refused. A pointer has the schema of its element: pointers
// and slices are not "or null". An empty slice is sent as [], a nil pointer is left
// out, and null is accepted for optional members as if they were missing.
//
//	Go type                               JSON Schema
//	bool, string                          boolean, string
//	int, int64, uint, uint64              integer; exact and checked to 64 bits
//	int8 … int32, uint8 … uint32          integer with minimum and maximum
//	float32, float64                      number
//	numbers, bool with json:",string"     string with a pattern or enum
//	[]byte                                string, contentEncoding base64
//	[]T, [N]T                             array; of exactly N items
//	map[string]T, map[int]T               object; integers as names have a pattern
//	struct                                object; embedded structs as in encoding/json
//	any, json.RawMessage                  anything
//	time.Time                             string, format date-time
//	time.Duration                         integer: nanoseconds, as in encoding/json; tags may say "1m30s"
//	json.Number, big.Int                  number, integer
//	encoding.TextMarshaler                string
//	json.Marshaler                        anything
//	T with a method Enum() []T            enum of these values
//
// Types that contain themselves are below $defs. Interfaces with methods, channels,
// functions and complex numbers have no JSON form: they are faulty declarations, as are
// tags that are misspelled or don't fit their field.
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
			Message: fmt.Sprintf("The tool %q has a schema, but AddTool derives it from the types.", t.Name),
			Fix:     "Leave InputSchema and OutputSchema empty, or use AddRawTool.",
		})
		return
	}
	t.InputSchema, t.OutputSchema = input.JSON(), output.JSON()
	if reflect.TypeFor[Out]() == reflect.TypeFor[struct{}]() {
		output, t.OutputSchema = nil, nil // hosts show an empty object to people
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

// AddRawTool declares a tool whose schemas come from elsewhere. The handler gets the
// arguments as JSON, validated against t.InputSchema, a JSON Schema whose root has the
// type "object". Result.Data must be a JSON object or nil; it is validated against
// t.OutputSchema, if there is one. Errors are those of [AddTool].
//
// A faulty declaration is collected in [App.Err].
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

// failed reports whether a handler has failed. A nil *Error in an error, as functions
// that return *Error produce it, is no failure.
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
			Message: fmt.Sprintf("The name of the tool %q is reserved.", t.Name),
			Fix:     "Rename it.",
		})
		return
	}
	if err := a.checkSecurity("tool", t.Name, t.Security); err != nil {
		a.fault(err)
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
		return // AddView has recorded the fault
	}
	a.declare(ui.Change{List: ui.ToolList}, func(c *catalogue) error {
		t.View = a.dev.present(t.View)
		if t.View != nil && !slices.Contains(c.views, t.View) {
			return &Error{
				Code:    "view_of_another_app",
				Message: fmt.Sprintf("The view of the tool %q does not belong to this app.", t.Name),
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
	profile, assumed := hosts.Detect(c), hosts.Assumed(c)
	declared := m.declared()
	all := declared.tools
	if t := declared.stateTool(); t != nil && m.keepsStates(profile) {
		all = append(slices.Clip(all), t)
	}
	tools := make([]ui.WireTool, 0, len(all))
	for _, t := range all {
		if t.Visibility == ui.AppOnly && (profile.Lacks(hosts.VisibilityEnforced) || assumed) {
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

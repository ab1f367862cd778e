package ui

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// Tool is what a host and its model learn about one operation of an app.
type Tool struct {
	// Name is what the model calls: letters, digits, "_", "-" and ".", at most
	// 128 characters, unique within the app (MCP 2025-11-25, "Tool Names").
	Name string
	// Title is for people. Empty means Name.
	Title string
	// Description tells the model what the tool does and when to use it.
	Description string

	// View shows the result. Nil means the tool has no UI.
	View *View
	// Visibility says who may call the tool. The zero value is both.
	Visibility Visibility

	// ReadOnly says that the tool changes nothing. It implies that the tool is
	// neither destructive nor writes.
	ReadOnly bool
	// Destructive says that the tool may delete or overwrite. Ignored when
	// ReadOnly.
	Destructive bool
	// Idempotent says that calling again with the same arguments changes
	// nothing more. Ignored when ReadOnly.
	Idempotent bool
	// OpenWorld says that the tool reaches systems other than the app's own.
	OpenWorld bool

	// Invoking is shown while the tool runs, Invoked when it has run; at most
	// 64 characters each. Only ChatGPT has them.
	Invoking, Invoked string

	// Icons are pictures of the tool, for people.
	Icons []Icon
	// FileParams names the members of the input that hold a file which the
	// person gave to the host; see [FileParam]. Only ChatGPT has them. AddTool
	// adds every member of that type by itself.
	FileParams []string
	// Security lists the ways in which the tool may be called. Empty says
	// nothing. Only ChatGPT has it.
	Security []SecurityScheme

	// ViewData is a value of the type that Result.ViewOnly has, such as
	// []Hour(nil): the view learns the type from it, and a result with another one
	// is a masked error. Nil says nothing.
	ViewData any

	// Extra goes into the tool's _meta as it is and wins over what an adapter
	// writes there.
	Extra map[string]any

	// InputSchema and OutputSchema are JSON Schema 2020-12 objects. AddTool
	// derives them from the Go types; AddRawTool needs InputSchema.
	InputSchema, OutputSchema json.RawMessage
}

// Visibility says who may call a tool.
type Visibility uint8

// The zero value lets the model and the view call a tool.
const (
	ModelAndApp Visibility = iota
	ModelOnly
	AppOnly
)

// Callers returns the visibility as MCP Apps writes it: "model", "app", or
// both.
func (v Visibility) Callers() []string {
	switch v {
	case ModelOnly:
		return []string{"model"}
	case AppOnly:
		return []string{"app"}
	default:
		return []string{"model", "app"}
	}
}

// maxInvocationText is ChatGPT's limit for openai/toolInvocation texts.
const maxInvocationText = 64

// Validate returns an error of type [*Error] for a name or a text that a host
// would refuse.
func (t *Tool) Validate() error {
	if !isToolName(t.Name) {
		return &Error{
			Code:    "tool_name_invalid",
			Message: fmt.Sprintf("%q can't name a tool.", t.Name),
			Fix:     `Use letters, digits, "_", "-" and ".", at most 128 characters.`,
		}
	}
	if t.Visibility > AppOnly {
		return &Error{
			Code:    "visibility_unknown",
			Message: fmt.Sprintf("The visibility %d of the tool %q is not one.", t.Visibility, t.Name),
			Fix:     "Use ui.ModelAndApp, ui.ModelOnly or ui.AppOnly.",
		}
	}
	for _, text := range []struct{ field, value string }{{"Invoking", t.Invoking}, {"Invoked", t.Invoked}} {
		if n := utf8.RuneCountInString(text.value); n > maxInvocationText {
			return &Error{
				Code:    "invocation_text_too_long",
				Message: fmt.Sprintf("%s of the tool %q has %d characters; ChatGPT takes %d.", text.field, t.Name, n, maxInvocationText),
				Fix:     "Shorten it.",
			}
		}
	}
	for _, icon := range t.Icons {
		if why := icon.fault(); why != "" {
			return &Error{
				Code:    "icon_invalid",
				Message: fmt.Sprintf("An icon of the tool %q can't be used. %s", t.Name, why),
				Fix:     "Give an https URL, or the picture as a data URL.",
			}
		}
	}
	for _, scheme := range t.Security {
		if why := scheme.fault(); why != "" {
			return &Error{Code: "security_invalid", Message: fmt.Sprintf("The security of the tool %q can't be declared. %s", t.Name, why)}
		}
	}
	return checkFileParams(t)
}

// Identity is what an app calls itself: its name for programs, title for
// people, version, and instructions for models.
type Identity struct {
	Name, Title, Version, Instructions string
}

package ui

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// Tool describes a tool to hosts and their models.
type Tool struct {
	// Name identifies the tool: letters, digits, "_", "-" and ".", at most 128
	// characters, unique within the app (MCP 2025-11-25, "Tool Names").
	Name string
	// Title is the name for people. Empty means Name.
	Title string
	// Description tells the model what the tool does and when to use it.
	Description string

	// View shows the result. Nil means that the tool has no UI.
	View *View
	// Visibility says who may call the tool. Zero means the model and the view.
	Visibility Visibility

	// ReadOnly says that the tool changes nothing. Destructive and Idempotent are then
	// ignored. By ReadOnly, Destructive and OpenWorld, some hosts decide whether to ask
	// their user before a call of their model; see hosts.Profile.Confirmation.
	ReadOnly bool
	// Destructive says that the tool may delete or overwrite data.
	Destructive bool
	// Idempotent says that repeating a call with the same arguments has no further
	// effect.
	Idempotent bool
	// OpenWorld says that the tool reaches systems other than the app's own.
	OpenWorld bool

	// Invoking is shown while the tool runs, Invoked after it has run: at most 64
	// characters each. Only ChatGPT shows them.
	Invoking, Invoked string

	// Icons are icons of the tool, for people.
	Icons []Icon
	// FileParams names the fields of the input that are files which the person gave to
	// the host; see [FileParam]. Only ChatGPT supports them. AddTool adds all fields of
	// that type.
	FileParams []string
	// Security lists the ways in which the tool may be called: one of them suffices. The app
	// enforces them for HTTP, and ChatGPT reads them. Empty means that an app with a sign-in
	// asks for it, without scopes.
	Security []SecurityScheme

	// ViewData is any value of the type of Result.ViewOnly, such as []Hour(nil). The
	// view's TypeScript types are derived from it; a result with another type is a
	// masked error. Nil means not specified.
	ViewData any

	// Extra is added to the tool's _meta as it is, and overrides what adapters write
	// there.
	Extra map[string]any

	// InputSchema and OutputSchema are JSON Schema 2020-12 objects. AddTool
	// derives them from the Go types; AddRawTool needs InputSchema.
	InputSchema, OutputSchema json.RawMessage
}

// Visibility says who may call a tool.
type Visibility uint8

// The values of Visibility. The zero value lets the model and the view call a tool.
const (
	ModelAndApp Visibility = iota
	ModelOnly
	AppOnly
)

// Callers returns the visibility as MCP Apps encodes it: a list of "model", "app", or
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

// Validate returns an [*Error] if hosts would refuse the tool's name, texts, icons,
// security or file parameters.
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
			Message: fmt.Sprintf("The tool %[2]q has the unknown visibility %[1]d.", t.Visibility, t.Name),
			Fix:     "Use ui.ModelAndApp, ui.ModelOnly or ui.AppOnly.",
		}
	}
	for _, text := range []struct{ field, value string }{{"Invoking", t.Invoking}, {"Invoked", t.Invoked}} {
		if n := utf8.RuneCountInString(text.value); n > maxInvocationText {
			return &Error{
				Code:    "invocation_text_too_long",
				Message: fmt.Sprintf("%s of the tool %q has %d characters; the limit of ChatGPT is %d.", text.field, t.Name, n, maxInvocationText),
				Fix:     "Shorten it.",
			}
		}
	}
	for _, icon := range t.Icons {
		if why := icon.fault(); why != "" {
			return &Error{
				Code:    "icon_invalid",
				Message: fmt.Sprintf("An icon of the tool %q can't be used. %s", t.Name, why),
				Fix:     "Give an https URL, or the image as a data URL.",
			}
		}
	}
	if why := SecurityFault(t.Security); why != "" {
		return &Error{Code: "security_invalid", Message: fmt.Sprintf("The security of the tool %q can't be declared. %s", t.Name, why)}
	}
	return checkFileParams(t)
}

// Identity is how an app identifies itself: name for programs, title for people, version,
// and instructions for models.
type Identity struct {
	Name, Title, Version, Instructions string
}

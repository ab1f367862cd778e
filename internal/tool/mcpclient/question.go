package mcpclient

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// Question is a request of the server to the host that waits for the answer to one of its
// own requests: elicitation, sampling or roots (MCP 2025-11-25, "Client Features").
type Question struct {
	// Method is [hosts.MethodElicit], [hosts.MethodCreateMessage] or [hosts.MethodListRoots].
	Method string
	// Params are a JSON object, as the server wrote it.
	Params json.RawMessage
	// Mode is "form" or "url" for an elicitation, and empty for all others.
	Mode string
}

// Asker answers the questions that come during a request.
type Asker interface {
	// Ask begins to ask, and returns a function that waits for the result for the server, a
	// JSON object. It is called for one question of a request after the other, in their order
	// or, where they have none, in that of their names. The context ends when the server or the
	// end of the request withdraws the question. An error is sent to the server up to protocol
	// 2025-11-25; from 2026-07-28 on, the request fails with it.
	Ask(ctx context.Context, q Question) (wait func() (json.RawMessage, error))
	// Refused says that a question was refused before anybody was asked, and the request goes
	// on. It must not block.
	Refused(q Question, err error)
}

// askerKey is the context's key of the Asker of a request.
type askerKey struct{}

// WithAsker returns a context for a request whose questions the asker answers. Without it
// they are refused.
func WithAsker(ctx context.Context, asker Asker) context.Context {
	return context.WithValue(ctx, askerKey{}, asker)
}

func askerOf(ctx context.Context) Asker {
	asker, _ := ctx.Value(askerKey{}).(Asker)
	return asker
}

// The most that a host takes of a server's questions. Sampling may carry pictures.
const (
	maxElicitation = 256 << 10 // bytes of params
	maxFields      = 100       // of a form
	maxChoices     = 1000      // of a field
	// maxQuestions is how many questions one request may cause, maxOpenQuestions how many
	// of them may be open.
	maxQuestions     = 100
	maxOpenQuestions = 32
)

// isQuestion reports whether a server's request is a question.
func isQuestion(method string) bool {
	return method == hosts.MethodElicit || method == hosts.MethodCreateMessage || method == hosts.MethodListRoots
}

// readQuestion returns a question of a server. The error is a [*ui.Error] with one of the codes
// "question_unknown", "question_too_large", "question_malformed", "question_url_refused".
func readQuestion(method string, params json.RawMessage) (Question, error) {
	q := Question{Method: method, Params: bytes.TrimSpace(params)}
	if len(q.Params) == 0 || string(q.Params) == "null" {
		q.Params = json.RawMessage("{}")
	}
	limit := maxForSDK
	if method == hosts.MethodElicit {
		limit = maxElicitation
	}
	switch {
	case !isQuestion(method):
		return q, &ui.Error{
			Code: "question_unknown", Message: fmt.Sprintf("A server can't ask %.100q.", method),
			Fix: "Ask elicitation/create, sampling/createMessage or roots/list.",
		}
	case len(q.Params) > limit:
		return q, &ui.Error{
			Code: "question_too_large", Message: fmt.Sprintf("The question has %d bytes, and may have %d.", len(q.Params), limit),
			Fix: "Ask for less at once.",
		}
	case q.Params[0] != '{':
		return q, malformed("The params are not an object.", "Send an object.")
	}
	switch method {
	case hosts.MethodElicit:
		return q.elicitation()
	case hosts.MethodCreateMessage:
		return q, q.checkSampling()
	default:
		return q, nil
	}
}

func malformed(what, fix string) error {
	return &ui.Error{Code: "question_malformed", Message: "The question is malformed. " + what, Fix: fix}
}

func (q Question) elicitation() (Question, error) {
	var asked struct {
		Mode    *string          `json:"mode"`
		Message *string          `json:"message"`
		Schema  *json.RawMessage `json:"requestedSchema"`
		URL     *string          `json:"url"`
	}
	if err := json.Unmarshal(q.Params, &asked); err != nil {
		return q, malformed(fmt.Sprintf("Its params can't be read: %v.", err), "See MCP 2025-11-25, ElicitRequestParams.")
	}
	if asked.Message == nil {
		return q, malformed("It has no message.", "Say in \"message\" what is asked, and why.")
	}
	q.Mode = "form"
	if asked.Mode != nil {
		q.Mode = *asked.Mode
	}
	switch q.Mode {
	case "form":
		if asked.Schema == nil {
			return q, malformed("A form needs a requestedSchema.", "Describe its fields: {\"type\":\"object\",\"properties\":{…}}.")
		}
		return q, checkForm(*asked.Schema)
	case "url":
		if asked.URL == nil {
			return q, malformed("The mode \"url\" needs a url.", "Give the address of the page.")
		}
		return q, checkPage(*asked.URL)
	default:
		return q, malformed(fmt.Sprintf("%.60q is no mode.", q.Mode), `Use "form" or "url".`)
	}
}

// checkPage refuses addresses that a host must not open, such as javascript:.
func checkPage(address string) error {
	page, err := url.Parse(address)
	if err == nil && page.Port() != "" {
		_, err = strconv.ParseUint(page.Port(), 10, 16)
	}
	if err != nil || page.Host == "" || page.Scheme != "https" && page.Scheme != "http" {
		return &ui.Error{
			Code: "question_url_refused", Message: fmt.Sprintf("A host does not open %.200q.", address),
			Fix: "Give an https or http address.",
		}
	}
	return nil
}

func (q Question) checkSampling() error {
	var asked struct {
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(q.Params, &asked); err != nil {
		return malformed(fmt.Sprintf("Its params can't be read: %v.", err), "See MCP 2025-11-25, CreateMessageRequestParams.")
	}
	if len(asked.Messages) == 0 {
		return malformed("It has no messages.", "Send at least one message.")
	}
	for i, m := range asked.Messages {
		if m.Role != "user" && m.Role != "assistant" || len(m.Content) == 0 {
			return malformed(fmt.Sprintf("Its message %d has no role or no content.", i+1), `The role is "user" or "assistant".`)
		}
	}
	return nil
}

// formSchema is what a form is checked for. Keywords that MCP doesn't know are ignored.
type formSchema struct {
	Type       string                     `json:"type"`
	Properties map[string]json.RawMessage `json:"properties"`
	Required   []string                   `json:"required"`
}

// formField is a field of a form (MCP 2025-11-25, PrimitiveSchemaDefinition).
type formField struct {
	Type        string            `json:"type"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	Format      string            `json:"format"`
	Enum        []json.RawMessage `json:"enum"`
	EnumNames   []string          `json:"enumNames"`
	OneOf       []choice          `json:"oneOf"`
	AnyOf       []choice          `json:"anyOf"`
	Items       *formField        `json:"items"`
	Minimum     *json.Number      `json:"minimum"`
	Maximum     *json.Number      `json:"maximum"`
	MinLength   *int              `json:"minLength"`
	MaxLength   *int              `json:"maxLength"`
	MinItems    *int              `json:"minItems"`
	MaxItems    *int              `json:"maxItems"`
	Default     json.RawMessage   `json:"default"`
}

type choice struct {
	Const *string `json:"const"`
	Title string  `json:"title"`
}

// checkForm refuses a schema that is not one of a form: an object whose members are strings,
// numbers, booleans and lists of choices.
func checkForm(raw json.RawMessage) error {
	const fix = "See MCP 2025-11-25, \"Elicitation\", \"Requested Schema\"."
	var form formSchema
	if err := json.Unmarshal(raw, &form); err != nil {
		return malformed(fmt.Sprintf("Its requestedSchema can't be read: %v.", err), fix)
	}
	switch {
	case form.Type != "object" || form.Properties == nil:
		return malformed("Its requestedSchema is not that of an object with properties.", fix)
	case len(form.Properties) > maxFields:
		return &ui.Error{
			Code: "question_too_large", Message: fmt.Sprintf("The form has %d fields, and may have %d.", len(form.Properties), maxFields),
			Fix: "Ask in several steps, or on a page of your own.",
		}
	}
	for _, name := range form.Required {
		if _, there := form.Properties[name]; !there {
			return malformed(fmt.Sprintf("The required field %.60q is not in its properties.", name), fix)
		}
	}
	for name, property := range form.Properties {
		var field formField
		if err := json.Unmarshal(property, &field); err != nil {
			return malformed(fmt.Sprintf("The field %.60q can't be read: %v.", name, err), fix)
		}
		if why := field.fault(); why != "" {
			return malformed(fmt.Sprintf("The field %.60q %s.", name, why), fix)
		}
	}
	return nil
}

// fault returns what is wrong with a field; empty if nothing is.
func (f *formField) fault() string {
	switch f.Type {
	case "number", "integer", "boolean":
		return ""
	case "string":
		return f.choicesFault()
	case "array":
		switch {
		case f.Items == nil || len(f.Items.Enum) == 0 && len(f.Items.AnyOf) == 0 && len(f.Items.OneOf) == 0:
			return "is a list of anything; a form has lists of choices only"
		default:
			return f.Items.choicesFault()
		}
	default:
		return fmt.Sprintf("is of type %.40q; a form has strings, numbers, integers, booleans and lists of choices", f.Type)
	}
}

func (f *formField) choicesFault() string {
	titled := slices.Concat(f.OneOf, f.AnyOf)
	if len(f.Enum) > maxChoices || len(titled) > maxChoices {
		return fmt.Sprintf("has more than %d choices", maxChoices)
	}
	for _, value := range f.Enum {
		if len(value) == 0 || value[0] != '"' {
			return fmt.Sprintf("has the choice %.60s, which is no string", value)
		}
	}
	for _, one := range titled {
		if one.Const == nil {
			return "has a choice without a const"
		}
	}
	return ""
}

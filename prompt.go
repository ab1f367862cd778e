package oriel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/schema"
	"github.com/orielapps/oriel/ui"
)

// Prompt describes a text that people can choose, often as a command, for the host to
// give to its model (MCP 2025-11-25, "Prompts").
type Prompt struct {
	// Name identifies the prompt: letters, digits, "_", "-" and ".", at most 128
	// characters, unique among the app's prompts.
	Name string
	// Title is the name for people. Empty means Name.
	Title       string
	Description string
	Icons       []ui.Icon
	// Security lists the ways in which it may be used, as for a tool ([ui.Tool.Security]).
	Security []ui.SecurityScheme
	// Extra is added to the entry's _meta.
	Extra map[string]any
	// Complete suggests values for an argument. Nil suggests the values of its enum tag,
	// if it has one.
	Complete Completer
}

// Message is one message of a conversation.
type Message struct {
	// Role is [ui.RoleUser] or [ui.RoleAssistant]. Empty means the user.
	Role    ui.Role
	Content ui.Block
}

// UserText returns a message of the user.
func UserText(text string) Message {
	return Message{Role: ui.RoleUser, Content: ui.TextBlock{Text: text}}
}

// AssistantText returns a message of the assistant.
func AssistantText(text string) Message {
	return Message{Role: ui.RoleAssistant, Content: ui.TextBlock{Text: text}}
}

type prompt struct {
	Prompt

	arguments []ui.PromptArgument
	values    map[string][]string // the enum of each argument that has one
	meta      map[string]any
	input     *schema.Schema
	run       func(ctx context.Context, arguments json.RawMessage) ([]Message, error)
}

// AddPrompt declares a prompt. Its arguments are the fields of In, a struct of strings:
// MCP has no other types. The tags listed at [AddTool] describe and validate them. For a
// prompt without arguments, In is struct{}.
//
// An [*Error] of the handler reaches the client; any other error is masked, with the id
// of its log line.
//
// A faulty declaration is collected in [App.Err].
func AddPrompt[In any](app *App, p Prompt, handler func(ctx context.Context, in In) ([]Message, error)) {
	declared := &prompt{Prompt: p}
	err := declared.describe(reflect.TypeFor[In]())
	if err == nil {
		err = app.checkSecurity("prompt", p.Name, p.Security)
	}
	if err == nil && handler == nil {
		err = handlerless("prompt", p.Name)
	}
	if err != nil {
		app.fault(err)
		return
	}
	declared.run = func(ctx context.Context, arguments json.RawMessage) ([]Message, error) {
		var in In
		if err := declared.input.Decode(arguments, &in); err != nil {
			return nil, misfit(err)
		}
		return handler(ctx, in)
	}
	app.declare(ui.Change{List: ui.PromptList}, func(c *catalogue) error {
		if c.prompt(p.Name) != nil {
			return &Error{Code: "prompt_name_taken", Message: fmt.Sprintf("There are two prompts named %q.", p.Name), Fix: "Rename one."}
		}
		c.prompts = append(c.prompts, declared)
		return nil
	})
}

// describe derives the arguments from a type.
func (p *prompt) describe(in reflect.Type) (err error) {
	if p.input, err = schema.ForType(in); err != nil {
		return &Error{Code: "prompt_type_invalid", Message: fmt.Sprintf("The arguments of the prompt %q can't be used: %v.", p.Name, err)}
	}
	fields, err := fieldsOf(p.input)
	if err != nil {
		return err
	}
	p.values = map[string][]string{}
	for _, f := range fields {
		if f.Type != "string" {
			return &Error{
				Code:    "prompt_type_invalid",
				Message: fmt.Sprintf("The argument %q of the prompt %q is not a string.", f.name, p.Name),
				Fix:     "Use string, and parse it in the handler: MCP sends all arguments of prompts as strings.",
			}
		}
		p.arguments = append(p.arguments, ui.PromptArgument{Name: f.name, Title: f.Title, Description: f.Description, Required: f.required})
		p.values[f.name] = f.Enum
	}
	if p.meta, err = frozen(p.Extra); err != nil {
		return err
	}
	entry := p.entry()
	return entry.Validate()
}

func (p *prompt) entry() ui.WirePrompt {
	return ui.WirePrompt{
		Name: p.Name, Title: p.Title, Description: p.Description, Arguments: p.arguments, Icons: p.Icons, Meta: p.meta,
	}
}

// completes reports whether the prompt has any suggestions.
func (p *prompt) completes() bool {
	if p.Complete != nil {
		return true
	}
	for _, values := range p.values {
		if len(values) > 0 {
			return true
		}
	}
	return false
}

// ListPrompts returns the entries of prompts/list.
func (m methods) ListPrompts(hosts.Client) []ui.WirePrompt {
	declared := m.declared().prompts
	prompts := make([]ui.WirePrompt, len(declared))
	for i, p := range declared {
		prompts[i] = p.entry()
	}
	return prompts
}

// GetPrompt answers prompts/get.
func (m methods) GetPrompt(ctx context.Context, peer hosts.Peer, name string, arguments json.RawMessage) (ui.WirePromptResult, error) {
	p := m.declared().prompt(name)
	if p == nil {
		return ui.WirePromptResult{}, m.unknownPrompt(name)
	}
	in := m.request(ctx, MethodGetPrompt, &peer)
	r := &in.Request
	r.Prompt, r.Arguments = &p.Prompt, arguments
	if err := m.admit(ctx, p.Security); err != nil {
		return ui.WirePromptResult{}, err
	}
	asked, err := m.asking(in, &peer, name, arguments)
	if err != nil {
		return ui.WirePromptResult{}, err
	}
	var result ui.WirePromptResult
	response, err := m.serve(ctx, r, func(ctx context.Context, r *Request) (*Response, error) {
		messages, fault := p.run(ctx, r.Arguments)
		if failed(fault) {
			return nil, fault
		}
		return &Response{Messages: messages}, nil
	})
	if err == nil {
		result, err = wirePrompt(p.Description, response.Messages)
	}
	if err == nil {
		return result, nil
	}
	if misfit, ok := errors.AsType[*argumentsError](err); ok {
		return ui.WirePromptResult{}, argumentsInvalid(r, misfit)
	}
	return ui.WirePromptResult{}, m.refusal(ctx, r, asked, err)
}

func wirePrompt(description string, messages []Message) (ui.WirePromptResult, error) {
	wired, err := wireMessages(messages)
	return ui.WirePromptResult{Description: description, Messages: wired}, err
}

func wireMessages(messages []Message) ([]ui.WirePromptMessage, error) {
	wired := make([]ui.WirePromptMessage, len(messages))
	for i, m := range messages {
		blocks, err := ui.WireBlocks([]ui.Block{m.Content})
		if err != nil {
			return nil, fmt.Errorf("message %d: %v", i, err) //nolint:errorlint // not wrapped: the client can't fix the app's own messages
		}
		switch m.Role {
		case ui.RoleUser, ui.RoleAssistant:
		case "":
			m.Role = ui.RoleUser
		default:
			return nil, fmt.Errorf("message %d has the unknown role %q", i, m.Role)
		}
		wired[i] = ui.WirePromptMessage{Role: m.Role, Content: blocks[0]}
	}
	return wired, nil
}

func (a *App) unknownPrompt(name string) error {
	prompts := a.declared().prompts
	names := make([]string, len(prompts))
	for i, p := range prompts {
		names[i] = p.Name
	}
	return notFound("unknown_prompt", "prompt", name, names, "prompts/list")
}

package oriel

import (
	"context"
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// Completer suggests values for an argument of a prompt or a variable of a template,
// best first. name is the argument, typed what the user has typed so far, known the
// values of the other arguments. At most 100 suggestions are sent; the client is told
// if there are more (MCP 2025-11-25, "Completion").
type Completer func(ctx context.Context, name, typed string, known map[string]string) ([]string, error)

// maxCompletions is the maximum number of values of a completion (MCP 2025-11-25,
// "Completion").
const maxCompletions = 100

// Complete answers completion/complete.
func (m methods) Complete(ctx context.Context, peer hosts.Peer, c hosts.CompleteRequest) (ui.WireCompletion, error) {
	r := &m.request(ctx, MethodComplete, &peer).Request
	complete, err := m.completer(ctx, r, &c)
	if err != nil {
		return ui.WireCompletion{}, err
	}
	if complete == nil {
		return ui.WireCompletion{Values: []string{}}, nil
	}
	response, err := m.serve(ctx, r, func(ctx context.Context, _ *Request) (*Response, error) {
		values, fault := complete(ctx, c.Name, c.Typed, c.Known)
		if failed(fault) {
			return nil, fault
		}
		if values == nil {
			values = []string{}
		}
		return &Response{Completion: values}, nil
	})
	if err != nil {
		return ui.WireCompletion{}, m.refusal(ctx, r, nil, err)
	}
	result := ui.WireCompletion{Values: response.Completion, Total: len(response.Completion)}
	if result.HasMore = result.Total > maxCompletions; result.HasMore {
		result.Values = result.Values[:maxCompletions]
	}
	return result, nil
}

func (a *App) completer(ctx context.Context, r *Request, c *hosts.CompleteRequest) (Completer, error) {
	declared := a.declared()
	if c.Prompt != "" {
		p := declared.prompt(c.Prompt)
		if p == nil {
			return nil, a.unknownPrompt(c.Prompt)
		}
		r.Prompt = &p.Prompt
		if err := a.admit(ctx, p.Security); err != nil {
			return nil, err
		}
		if p.Complete != nil {
			return p.Complete, nil
		}
		if values := p.values[c.Name]; values != nil {
			return among(values), nil
		}
		return nil, nil //nolint:nilnil // nothing to suggest is fine
	}
	if len(c.Template) > ui.MaxURI {
		return nil, ui.URITooLong()
	}
	t := declared.template(c.Template)
	if t == nil {
		templates := make([]string, len(declared.templates))
		for i, t := range declared.templates {
			templates[i] = t.URITemplate
		}
		return nil, notFound("template_not_found", "resource template", c.Template, templates, "resources/templates/list")
	}
	r.URI = t.URITemplate
	return t.Complete, a.admit(ctx, t.Security)
}

// among returns a Completer that suggests the values that begin with the typed text.
func among(values []string) Completer {
	return func(_ context.Context, _, typed string, _ map[string]string) ([]string, error) {
		var fitting []string
		for _, v := range values {
			if len(v) >= len(typed) && strings.EqualFold(v[:len(typed)], typed) {
				fitting = append(fitting, v)
			}
		}
		return fitting, nil
	}
}

package adapter

import (
	"encoding/json"
	"maps"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// ChatGPT returns the adapter for ChatGPT: MCP Apps, and in addition the openai/ keys
// that have no counterpart there or that older clients read (OpenAI Apps SDK reference).
func ChatGPT() Adapter { return chatGPT{} }

type chatGPT struct{ mcpApps }

func (chatGPT) Name() string { return hosts.ChatGPT }

func (c chatGPT) Document(v *ui.View, p *hosts.Profile) (ui.Document, error) {
	p = orGeneric(p)
	s, err := page(v, p)
	if err != nil {
		return ui.Document{}, err
	}
	meta := c.viewMeta(v, s.csp, p)
	if meta == nil {
		meta = map[string]any{}
	}
	m := &v.Metadata
	if m.Description != "" {
		meta["openai/widgetDescription"] = m.Description
	}
	if s.csp != nil {
		meta["openai/widgetCSP"] = cspMeta(s.csp, [...]string{"connect_domains", "resource_domains", "frame_domains", "", "redirect_domains"})
	}
	if domain := domain(v, p); domain != "" {
		meta["openai/widgetDomain"] = domain
	}
	if m.Border != ui.BorderByHost {
		meta["openai/widgetPrefersBorder"] = m.Border == ui.BorderWanted
	}
	return s.document(v, p, meta), nil
}

func (c chatGPT) Tool(t *ui.Tool, p *hosts.Profile) map[string]any {
	meta := map[string]any{}
	maps.Copy(meta, c.mcpApps.Tool(&ui.Tool{View: t.View, Visibility: t.Visibility}, p))
	if t.View != nil {
		meta[outputTemplateKey] = t.View.URI()
	}
	if t.View != nil || t.Visibility != ui.ModelAndApp {
		meta["openai/widgetAccessible"] = t.Visibility != ui.ModelOnly
		meta["openai/visibility"] = "public"
		if t.Visibility == ui.AppOnly {
			meta["openai/visibility"] = "private"
		}
	}
	if len(t.FileParams) > 0 {
		meta["openai/fileParams"] = t.FileParams
	}
	if len(t.Security) > 0 {
		meta["securitySchemes"] = t.Security
	}
	if t.Invoking != "" {
		meta["openai/toolInvocation/invoking"] = t.Invoking
	}
	if t.Invoked != "" {
		meta["openai/toolInvocation/invoked"] = t.Invoked
	}
	return withExtra(meta, t.Extra)
}

// Result closes the view with ChatGPT's own key. The view's runtime reads it too, for
// hosts that don't.
func (chatGPT) Result(r *ui.ToolResult, v *ui.View, _ *hosts.Profile) (ui.WireResult, error) {
	wire := Text(r)
	wire.Meta = resultMeta(r, v, "openai/closeWidget")
	return wire, nil
}

// Action returns the call of window.openai for an action, as {"call", "args"}.
func (chatGPT) Action(a ui.Action) (json.RawMessage, error) {
	call := func(name string, args ...any) (json.RawMessage, error) {
		return encode(map[string]any{"call": name, "args": args})
	}
	switch a := a.(type) {
	case ui.CallTool:
		return call("callTool", a.Name, orObject(a.Arguments))
	case ui.SendPrompt:
		return call("sendFollowUpMessage", map[string]any{"prompt": a.Text})
	case ui.SendIntent:
		return call("sendFollowUpMessage", map[string]any{"prompt": intentText(a)})
	case ui.OpenLink:
		return call("openExternal", map[string]any{"href": a.URL})
	case ui.SetState:
		return call("setWidgetState", orObject(a.State))
	default:
		return nil, unsupported(hosts.ChatGPT, a)
	}
}

package adapter

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// MIMEType is the MIME type of a view's document in MCP Apps 2026-01-26.
const MIMEType = hosts.ViewMIMEType

// ViewDataKey is the key of [ui.ToolResult.ViewOnly] in a result's _meta.
const ViewDataKey = "oriel/viewData"

// CloseViewKey is the key of [ui.ToolResult.CloseView] in a result's _meta; its value is
// true. MCP Apps 2026-01-26 has no such key, so the view's runtime reads it and asks the
// host (ui/notifications/request-teardown).
const CloseViewKey = "oriel/closeView"

// MCPApps returns the adapter for MCP Apps 2026-01-26, the standard.
func MCPApps() Adapter { return mcpApps{} }

type mcpApps struct{}

func (mcpApps) Name() string { return hosts.MCPApps }

// Bridge returns "": the view's runtime speaks MCP Apps itself.
func (mcpApps) Bridge() string { return "" }

func (a mcpApps) Document(v *ui.View, p *hosts.Profile) (ui.Document, error) {
	p = orGeneric(p)
	s, err := page(v, p)
	if err != nil {
		return ui.Document{}, err
	}
	return s.document(v, p, a.viewMeta(v, s.csp, p)), nil
}

// document returns the document for the host, without the metadata's Extra.
func (s *shown) document(v *ui.View, p *hosts.Profile, meta map[string]any) ui.Document {
	return ui.Document{
		URI: v.URI(), MIMEType: mimeType(p), Text: s.text, Meta: withExtra(meta, v.Metadata.Extra),
		Assets: s.assets, Shortfall: s.shortfall,
	}
}

// mimeType returns the standard's type if the host accepts it, or else the host's first.
func mimeType(p *hosts.Profile) string {
	if types := p.UIMIMETypes.Value; p.UIMIMETypes.Known && len(types) > 0 {
		return types[0]
	}
	return MIMEType
}

// viewMeta returns _meta.ui of a resource (MCP Apps 2026-01-26, "UI resource metadata").
func (mcpApps) viewMeta(v *ui.View, csp *ui.CSP, p *hosts.Profile) map[string]any {
	m := &v.Metadata
	meta := map[string]any{}
	if csp != nil {
		meta["csp"] = cspMeta(csp, [...]string{"connectDomains", "resourceDomains", "frameDomains", "baseUriDomains", ""})
	}
	if permissions := permissionsMeta(m.Permissions); len(permissions) > 0 {
		meta["permissions"] = permissions
	}
	if domain := domain(v, p); domain != "" {
		meta["domain"] = domain
	}
	if m.Border != ui.BorderByHost {
		meta["prefersBorder"] = m.Border == ui.BorderWanted
	}
	if len(meta) == 0 {
		return nil
	}
	return map[string]any{"ui": meta}
}

// cspMeta encodes a policy with a protocol's names, in the order connect, resource, frame,
// base URI, redirect. A list whose name is empty is left out.
func cspMeta(csp *ui.CSP, names [5]string) map[string]any {
	meta := map[string]any{}
	for i, list := range [...][]string{
		csp.ConnectDomains, csp.ResourceDomains, csp.FrameDomains, csp.BaseURIDomains, csp.RedirectDomains,
	} {
		if names[i] != "" && len(list) > 0 {
			meta[names[i]] = list
		}
	}
	return meta
}

func permissionsMeta(p ui.Permissions) map[string]any {
	meta := map[string]any{}
	for _, permission := range []struct {
		name  string
		asked bool
	}{{"camera", p.Camera}, {"microphone", p.Microphone}, {"geolocation", p.Geolocation}, {"clipboardWrite", p.ClipboardWrite}} {
		if permission.asked {
			meta[permission.name] = map[string]any{}
		}
	}
	return meta
}

// Tool writes both the current nested link to the view and the deprecated flat one, as
// the official SDK does, because some hosts read only the latter.
func (mcpApps) Tool(t *ui.Tool, _ *hosts.Profile) map[string]any {
	if t.View == nil && t.Visibility == ui.ModelAndApp {
		return withExtra(nil, t.Extra)
	}
	link := map[string]any{"visibility": t.Visibility.Callers()}
	meta := map[string]any{"ui": link}
	if t.View != nil {
		link["resourceUri"] = t.View.URI()
		meta[flatLinkKey] = t.View.URI()
	}
	return withExtra(meta, t.Extra)
}

func (mcpApps) Result(r *ui.ToolResult, v *ui.View, _ *hosts.Profile) (ui.WireResult, error) {
	wire := Text(r)
	wire.Meta = resultMeta(r, v, CloseViewKey)
	return wire, nil
}

// resultMeta returns the _meta of a result; closeKey is the key that closes the view. It
// repeats the tool's link to its view: some hosts read the _meta of a result that has one
// in place of the tool's, and since MCP 2026-07-28 every result has one.
func resultMeta(r *ui.ToolResult, v *ui.View, closeKey string) map[string]any {
	if v == nil && r.ViewOnly == nil && !r.CloseView && r.StateToken == "" && len(r.Extra) == 0 {
		return nil
	}
	meta := map[string]any{}
	if v != nil {
		meta["ui"] = map[string]any{"resourceUri": v.URI()}
	}
	if r.StateToken != "" {
		meta[StateKey] = map[string]any{"token": r.StateToken}
	}
	if r.ViewOnly != nil {
		meta[ViewDataKey] = r.ViewOnly
	}
	if r.CloseView {
		meta[closeKey] = true
	}
	return withExtra(meta, r.Extra)
}

func (mcpApps) Action(a ui.Action) (json.RawMessage, error) {
	switch a := a.(type) {
	case ui.CallTool:
		return rpc("tools/call", a.ID, map[string]any{"name": a.Name, "arguments": orObject(a.Arguments)})
	case ui.SendPrompt:
		return userMessage(a.Text)
	case ui.SendIntent:
		return userMessage(intentText(a))
	case ui.Notify:
		return rpcNotification("notifications/message", map[string]any{"level": levelOr(a.Level), "data": a.Message})
	case ui.OpenLink:
		return rpc("ui/open-link", "", map[string]any{"url": a.URL})
	default:
		return nil, unsupported(hosts.MCPApps, a)
	}
}

func userMessage(text string) (json.RawMessage, error) {
	return rpc("ui/message", "", map[string]any{
		"role":    "user",
		"content": []any{ui.TextContent{Type: "text", Text: text}},
	})
}

// intentText returns the text for the model on hosts without intents.
func intentText(a ui.SendIntent) string {
	if len(a.Params) == 0 {
		return a.Name
	}
	return a.Name + " " + string(a.Params)
}

func rpc(method, id string, params map[string]any) (json.RawMessage, error) {
	if id == "" {
		id = "1"
	}
	return encode(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

func rpcNotification(method string, params map[string]any) (json.RawMessage, error) {
	return encode(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

func encode(message map[string]any) (json.RawMessage, error) {
	data, err := json.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("encoding an action: %w", err)
	}
	return data, nil
}

func orObject(arguments json.RawMessage) json.RawMessage {
	if len(arguments) == 0 {
		return json.RawMessage("{}")
	}
	return arguments
}

func levelOr(level ui.Level) ui.Level {
	if level == "" {
		return ui.LevelInfo
	}
	return level
}

func unsupported(protocol string, a ui.Action) error {
	return fmt.Errorf("%s has no action %T: %w", protocol, a, errors.ErrUnsupported)
}

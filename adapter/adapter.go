package adapter

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// Adapter converts declarations into the wire form of one protocol. A nil profile means
// the generic one.
type Adapter interface {
	// Name is the name of the protocol: "mcp-apps", "chatgpt", "mcp-ui".
	Name() string
	// Document returns the view's document for the host, including the bridge and the
	// initial data. It fails for a view without content.
	Document(v *ui.View, p *hosts.Profile) (ui.Document, error)
	// Tool returns the tool's _meta; nil if it is empty.
	Tool(t *ui.Tool, p *hosts.Profile) map[string]any
	// Result returns the result of a call. The view is nil for tools without one.
	Result(r *ui.ToolResult, v *ui.View, p *hosts.Profile) (ui.WireResult, error)
	// Action returns the message that a view sends for an action. It fails with
	// errors.ErrUnsupported if the protocol has no such action.
	Action(a ui.Action) (json.RawMessage, error)
	// Bridge returns the script that Document puts before all others; empty if the
	// protocol needs none.
	Bridge() string
}

// Set is the set of an app's adapters. The zero value contains only MCP Apps.
type Set struct{ adapters []Adapter }

// NewSet returns a set of adapters; without arguments, only MCP Apps.
func NewSet(adapters ...Adapter) *Set {
	return &Set{adapters: append([]Adapter(nil), adapters...)}
}

// All returns the set of all adapters.
func All() *Set { return NewSet(MCPApps(), ChatGPT(), MCPUI()) }

func (s *Set) members() []Adapter {
	if s == nil || len(s.adapters) == 0 {
		return []Adapter{MCPApps()}
	}
	return s.adapters
}

// For returns the adapter for a host; nil if the set has none for its UI, or the host has
// no UI. A host whose own adapter is not in the set gets MCP Apps.
func (s *Set) For(p *hosts.Profile) Adapter {
	p = orGeneric(p)
	if !p.HasUI() {
		return nil
	}
	var standard Adapter
	for _, a := range s.members() {
		if a.Name() == p.Adapter.Value {
			return a
		}
		if a.Name() == hosts.MCPApps {
			standard = a
		}
	}
	if p.Adapter.Value == hosts.MCPUI {
		return nil // such hosts can't show MCP Apps documents
	}
	return standard
}

// writer returns the adapter that writes for a host. For an unknown host that is
// ChatGPT's, which writes MCP Apps and more.
func (s *Set) writer(p *hosts.Profile) Adapter {
	if p.ID == hosts.GenericID {
		for _, a := range s.members() {
			if a.Name() == hosts.ChatGPT {
				return a
			}
		}
	}
	return s.For(p)
}

// Document returns a view's document for a host. A host without UI gets the document for
// an unknown host: if it reads a view, it can show it somehow.
func (s *Set) Document(v *ui.View, p *hosts.Profile) (ui.Document, error) {
	p = orGeneric(p)
	a := s.writer(p)
	if a == nil {
		p = hosts.Generic()
		if a = s.writer(p); a == nil {
			a = MCPApps()
		}
	}
	return a.Document(v, p)
}

// Result returns a call's result for a host; see [Text] for a host without UI. The view
// is nil for tools without one.
func (s *Set) Result(r *ui.ToolResult, v *ui.View, p *hosts.Profile) (ui.WireResult, error) {
	p = orGeneric(p)
	a := s.writer(p)
	if a == nil {
		return Text(r), nil
	}
	return a.Result(r, v, p)
}

// Tool returns the tool's _meta for a host. An unknown host gets the metadata of all
// adapters merged, because it may read any of them.
func (s *Set) Tool(t *ui.Tool, p *hosts.Profile) map[string]any {
	p = orGeneric(p)
	if p.ID != hosts.GenericID {
		if a := s.For(p); a != nil {
			return a.Tool(t, p)
		}
		return withExtra(nil, t.Extra)
	}
	merged := map[string]any{}
	for _, a := range s.members() {
		for key, value := range a.Tool(t, p) {
			if _, taken := merged[key]; !taken {
				merged[key] = value
			}
		}
	}
	return withExtra(merged, t.Extra)
}

// Text returns a result for a host without UI: all of the text, and the data for
// programs.
func Text(r *ui.ToolResult) ui.WireResult {
	content, _ := ui.WireBlocks(r.Content) // the app has reported the error
	if r.Text != "" || len(content) == 0 {
		content = slices.Insert(content, 0, any(ui.TextContent{Type: "text", Text: r.Text}))
	}
	return ui.WireResult{
		Content:           content,
		StructuredContent: r.Data,
		IsError:           r.IsError,
		Meta:              withExtra(nil, r.Extra),
	}
}

func orGeneric(p *hosts.Profile) *hosts.Profile {
	if p == nil {
		return hosts.Generic()
	}
	return p
}

// withExtra merges the author's Extra into an adapter's metadata, and lets it override.
// Objects on both sides are merged, so that an Extra with one key below "ui" doesn't
// remove the link to the view.
func withExtra(meta, extra map[string]any) map[string]any {
	if len(extra) == 0 {
		if len(meta) == 0 {
			return nil
		}
		return meta
	}
	merged := make(map[string]any, len(meta)+len(extra))
	maps.Copy(merged, meta)
	for key, value := range extra {
		inner, isObject := value.(map[string]any)
		if own, both := merged[key].(map[string]any); both && isObject {
			merged[key] = withExtra(own, inner)
			continue
		}
		merged[key] = value
	}
	return merged
}

package sandbox

import (
	"encoding/json"

	"github.com/orielapps/oriel/ui"
)

// Metadata is what a view's resource asks of its host.
type Metadata struct {
	// CSP is nil where none is declared, which is not the same as an empty one.
	CSP         *ui.CSP
	Permissions ui.Permissions
	Domain      string
	// Border is nil where the view leaves it to the host.
	Border *bool
	// Dropped are the parts that could not be understood.
	Dropped []Dropped
}

// ReadMetadata reads _meta objects of a view's resource, the most important
// one first: that of the content, then that of the entry in resources/list (MCP
// Apps draft, "Metadata Location"). Each field is taken from the first that has
// it. Both _meta.ui and the openai keys are understood, _meta.ui first.
//
// Whatever is not of the right form is left out and reported.
func ReadMetadata(metas ...json.RawMessage) Metadata {
	r := &metadataReader{}
	for _, raw := range metas {
		r.read(raw)
	}
	return r.found
}

type metadataReader struct {
	found                Metadata
	permissions, hasName bool
}

func (r *metadataReader) read(raw json.RawMessage) {
	meta := r.object("_meta", raw)
	nested := r.object("_meta.ui", meta["ui"])
	r.csp("csp", nested["csp"])
	r.csp("openai/widgetCSP", meta["openai/widgetCSP"])
	r.permission(nested["permissions"])
	r.domain("domain", nested["domain"])
	r.domain("openai/widgetDomain", meta["openai/widgetDomain"])
	r.border("prefersBorder", nested["prefersBorder"])
	r.border("openai/widgetPrefersBorder", meta["openai/widgetPrefersBorder"])
}

func (r *metadataReader) csp(field string, raw json.RawMessage) {
	if r.found.CSP != nil || absent(raw) {
		return
	}
	declared := r.object(field, raw)
	if declared == nil {
		return
	}
	r.found.CSP = &ui.CSP{
		ConnectDomains:  r.sources(field, declared, "connectDomains", "connect_domains"),
		ResourceDomains: r.sources(field, declared, "resourceDomains", "resource_domains"),
		FrameDomains:    r.sources(field, declared, "frameDomains", "frame_domains"),
		BaseURIDomains:  r.sources(field, declared, "baseUriDomains", "base_uri_domains"),
		RedirectDomains: r.sources(field, declared, "redirectDomains", "redirect_domains"),
	}
}

func (r *metadataReader) sources(field string, declared map[string]json.RawMessage, spellings ...string) []string {
	var sources []string
	for _, name := range spellings {
		raw := declared[name]
		if absent(raw) {
			continue
		}
		var entries []json.RawMessage
		if err := json.Unmarshal(raw, &entries); err != nil {
			r.drop(field+"."+name, raw, "It is not a list.")
			continue
		}
		for _, entry := range entries {
			var source string
			if err := json.Unmarshal(entry, &source); err != nil {
				r.drop(field+"."+name, entry, "It is not a text.")
				continue
			}
			sources = append(sources, source)
		}
	}
	return sources
}

func (r *metadataReader) permission(raw json.RawMessage) {
	if r.permissions || absent(raw) {
		return
	}
	asked := r.object("permissions", raw)
	if asked == nil {
		return
	}
	r.permissions = true
	for _, one := range permissions() {
		if value := asked[one.field]; !absent(value) && string(value) != "false" {
			*one.of(&r.found.Permissions) = true
		}
		delete(asked, one.field)
	}
	for name, value := range asked {
		r.drop("permissions."+shorten(name), value, "MCP Apps has no such permission.")
	}
}

func (r *metadataReader) domain(field string, raw json.RawMessage) {
	if r.hasName || absent(raw) {
		return
	}
	if err := json.Unmarshal(raw, &r.found.Domain); err != nil {
		r.drop(field, raw, "It is not a text.")
		return
	}
	r.hasName = true
}

func (r *metadataReader) border(field string, raw json.RawMessage) {
	if r.found.Border != nil || absent(raw) {
		return
	}
	var wanted bool
	if err := json.Unmarshal(raw, &wanted); err != nil {
		r.drop(field, raw, "It is neither true nor false.")
		return
	}
	r.found.Border = &wanted
}

// object returns nil for what isn't one.
func (r *metadataReader) object(field string, raw json.RawMessage) map[string]json.RawMessage {
	if absent(raw) {
		return nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		r.drop(field, raw, "It is not an object.")
		return nil
	}
	return members
}

func (r *metadataReader) drop(field string, value json.RawMessage, reason string) {
	r.found.Dropped = append(r.found.Dropped, Dropped{Field: field, Value: shorten(string(value)), Reason: reason})
}

func absent(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

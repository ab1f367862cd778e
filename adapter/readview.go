package adapter

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// The keys of legacy MCP-UI in a resource's _meta.
const (
	frameSizeKey  = "mcpui.dev/ui-preferred-frame-size"
	renderDataKey = "mcpui.dev/ui-initial-render-data"
)

// ReadMetadata reads a view's metadata from _meta objects of its resource, the reverse of
// what adapters write: the names of MCP Apps, of ChatGPT and of legacy MCP-UI. Give the
// most important _meta first: that of the content, then that of the entry in
// resources/list (MCP Apps draft, "Metadata Location"). Each field comes from the first
// _meta that has it, and there from _meta.ui before all other names.
//
// Malformed parts are left out and reported. Values are not validated; [ui.NewView] does
// that. Of each list of sources, the first 1,000 are read. Other keys of _meta are in
// Extra.
func ReadMetadata(metas ...json.RawMessage) (ui.Metadata, []Dropped) {
	r := &metadataReader{}
	for _, raw := range metas {
		r.read(raw)
	}
	return r.found, r.report()
}

type metadataReader struct {
	reader

	found ui.Metadata
	// Whether fields were set whose zero value is meaningful.
	hasPermissions, hasDomain, hasDescription, hasRedirects, hasSize bool
}

func (r *metadataReader) read(raw json.RawMessage) {
	meta := r.object("_meta", raw)
	nested := r.object("_meta.ui", meta["ui"])
	r.csp("csp", nested["csp"])
	r.csp("openai/widgetCSP", meta["openai/widgetCSP"])
	r.permissions(nested["permissions"])
	r.domain("domain", nested["domain"])
	r.domain("openai/widgetDomain", meta["openai/widgetDomain"])
	r.border("prefersBorder", nested["prefersBorder"])
	r.border("openai/widgetPrefersBorder", meta["openai/widgetPrefersBorder"])
	if !r.hasDescription {
		r.found.Description, r.hasDescription = r.text("openai/widgetDescription", meta["openai/widgetDescription"])
	}
	r.dimensions(meta[frameSizeKey])
	r.initialData(meta[renderDataKey])
	r.rest(meta, nested)
}

// csp takes a policy from the first place that has one. It takes the redirect domains, for
// which only ChatGPT has a name, from the first place that has those.
func (r *metadataReader) csp(field string, raw json.RawMessage) {
	if absent(raw) {
		return
	}
	declared := r.object(field, raw)
	if declared == nil {
		return
	}
	if r.found.CSP == nil {
		r.found.CSP = &ui.CSP{
			ConnectDomains:  r.sources(field, declared, "connectDomains", "connect_domains"),
			ResourceDomains: r.sources(field, declared, "resourceDomains", "resource_domains"),
			FrameDomains:    r.sources(field, declared, "frameDomains", "frame_domains"),
			BaseURIDomains:  r.sources(field, declared, "baseUriDomains", "base_uri_domains"),
		}
	}
	if !r.hasRedirects {
		redirects := r.sources(field, declared, "redirectDomains", "redirect_domains")
		r.found.CSP.RedirectDomains, r.hasRedirects = redirects, len(redirects) > 0
	}
}

func (r *metadataReader) sources(field string, declared map[string]json.RawMessage, spellings ...string) []string {
	var sources []string
	for _, name := range spellings {
		found, _ := r.texts(field+"."+name, declared[name])
		sources = append(sources, found...)
	}
	return sources
}

func (r *metadataReader) permissions(raw json.RawMessage) {
	if r.hasPermissions || absent(raw) {
		return
	}
	asked := r.object("permissions", raw)
	if asked == nil {
		return
	}
	r.hasPermissions = true
	p := &r.found.Permissions
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		value := asked[name]
		wanted := !absent(value) && string(value) != "false"
		switch name {
		case "camera":
			p.Camera = wanted
		case "microphone":
			p.Microphone = wanted
		case "geolocation":
			p.Geolocation = wanted
		case "clipboardWrite":
			p.ClipboardWrite = wanted
		default:
			r.drop("permissions."+shorten(name), value, "MCP Apps doesn't define this permission.")
		}
	}
}

func (r *metadataReader) domain(field string, raw json.RawMessage) {
	if !r.hasDomain {
		r.found.Domain, r.hasDomain = r.text(field, raw)
	}
}

func (r *metadataReader) border(field string, raw json.RawMessage) {
	if r.found.Border != ui.BorderByHost {
		return
	}
	wanted, ok := r.flag(field, raw)
	switch {
	case ok && wanted:
		r.found.Border = ui.BorderWanted
	case ok:
		r.found.Border = ui.BorderNone
	}
}

// dimensions reads [width, height]. Of CSS sizes it keeps only pixels; for "100%" and
// "auto" the host decides.
func (r *metadataReader) dimensions(raw json.RawMessage) {
	if r.hasSize || absent(raw) {
		return
	}
	var axes []json.RawMessage
	if err := json.Unmarshal(raw, &axes); err != nil || len(axes) != len([]string{"width", "height"}) {
		r.drop(frameSizeKey, raw, "It is not a list of width and height.")
		return
	}
	r.hasSize = true
	r.found.Dimensions = ui.Dimensions{Width: r.pixels(axes[0]), Height: r.pixels(axes[1])}
}

func (r *metadataReader) pixels(raw json.RawMessage) int {
	const most = 100_000
	text := string(raw)
	_ = json.Unmarshal(raw, &text) // a number stays as it is
	switch text = strings.TrimSpace(strings.ToLower(text)); text {
	case "100%", "auto", "", "null":
		return 0
	}
	n, err := strconv.ParseFloat(strings.TrimSuffix(text, "px"), 64)
	if err != nil || !(n >= 0 && n <= most) {
		r.drop(frameSizeKey, raw, "It is not a number of pixels.")
		return 0
	}
	return int(n + 1/2.)
}

func (r *metadataReader) initialData(raw json.RawMessage) {
	if r.found.InitialData != nil || r.object(renderDataKey, raw) == nil {
		return
	}
	if data, ok := r.value(renderDataKey, raw); ok {
		r.found.InitialData = data
	}
}

// rest keeps keys that have no field, and reports unknown members of _meta.ui.
func (r *metadataReader) rest(meta, nested map[string]json.RawMessage) {
	for _, name := range slices.Sorted(maps.Keys(nested)) {
		switch name {
		case "csp", "permissions", "domain", "prefersBorder":
		default:
			r.drop("_meta.ui."+name, nested[name], "MCP Apps doesn't define this member.")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(meta)) {
		switch name {
		case "ui", "openai/widgetCSP", "openai/widgetDomain", "openai/widgetPrefersBorder", "openai/widgetDescription", frameSizeKey, renderDataKey:
			continue
		}
		if _, taken := r.found.Extra[name]; taken {
			continue
		}
		if value, ok := r.value(name, meta[name]); ok {
			if r.found.Extra == nil {
				r.found.Extra = map[string]any{}
			}
			r.found.Extra[name] = value
		}
	}
}

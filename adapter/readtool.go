package adapter

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// ReadTool reads an entry of tools/list, the reverse of what adapters write: the names of
// MCP Apps and of ChatGPT, of which MCP Apps takes precedence. The tool's View has only a
// URI. Missing annotations have MCP's defaults: such a tool is destructive and reaches
// other systems.
//
// Malformed parts are left out and reported. Other keys of _meta are in Extra, and so is a
// second link that leads to another view.
//
// If the entry is not an object with a name, the error is an [*ui.Error] with the code
// "tool_entry_invalid". Values are not validated; [ui.Tool.Validate] does that.
func ReadTool(entry json.RawMessage) (ui.Tool, []Dropped, error) {
	members := objectOf(entry)
	r := &toolReader{}
	name, _ := r.text("name", members["name"])
	if name == "" {
		return ui.Tool{}, nil, &ui.Error{
			Code:    "tool_entry_invalid",
			Message: "The entry is not an object with the name of a tool.",
			Fix:     "Give one entry of the tools in the result of tools/list.",
		}
	}
	t := &r.found
	t.Name = name
	t.Title, _ = r.text("title", members["title"])
	t.Description, _ = r.text("description", members["description"])
	t.InputSchema, t.OutputSchema = r.schema("inputSchema", members), r.schema("outputSchema", members)
	r.annotations(members["annotations"])
	t.Icons = list[ui.Icon](&r.reader, "icons", members["icons"])
	t.Security = list[ui.SecurityScheme](&r.reader, "securitySchemes", members["securitySchemes"])
	r.meta(r.object("_meta", members["_meta"]))
	return r.found, r.report(), nil
}

type toolReader struct {
	reader

	found ui.Tool
}

func (r *toolReader) schema(field string, members map[string]json.RawMessage) json.RawMessage {
	if r.object(field, members[field]) == nil {
		return nil
	}
	return members[field]
}

func (r *toolReader) annotations(raw json.RawMessage) {
	members := r.object("annotations", raw)
	t := &r.found
	if t.Title == "" {
		t.Title, _ = r.text("annotations.title", members["title"])
	}
	hint := func(name string, otherwise bool) bool {
		if value, ok := r.flag("annotations."+name, members[name]); ok {
			return value
		}
		return otherwise
	}
	t.ReadOnly = hint("readOnlyHint", false)
	t.Destructive = hint("destructiveHint", true) && !t.ReadOnly
	t.Idempotent = hint("idempotentHint", false) && !t.ReadOnly
	t.OpenWorld = hint("openWorldHint", true)
}

// list reads a list of objects; if one is malformed, it reads none.
func list[T any](r *reader, field string, raw json.RawMessage) []T {
	if absent(raw) {
		return nil
	}
	var entries []T
	if err := json.Unmarshal(raw, &entries); err != nil {
		r.drop(field, raw, "It is not a list of the right form.")
		return nil
	}
	if len(entries) == 0 {
		return nil
	}
	return entries
}

func (r *toolReader) meta(meta map[string]json.RawMessage) {
	t := &r.found
	nested := r.object("_meta.ui", meta["ui"])
	r.link("_meta.ui.resourceUri", nested["resourceUri"], "")
	r.link(flatLinkKey, meta[flatLinkKey], flatLinkKey)
	r.link(outputTemplateKey, meta[outputTemplateKey], outputTemplateKey)
	r.visibility(nested["visibility"], meta)
	t.Invoking, _ = r.text("openai/toolInvocation/invoking", meta["openai/toolInvocation/invoking"])
	t.Invoked, _ = r.text("openai/toolInvocation/invoked", meta["openai/toolInvocation/invoked"])
	t.FileParams, _ = r.texts("openai/fileParams", meta["openai/fileParams"])
	if t.Security == nil {
		t.Security = list[ui.SecurityScheme](&r.reader, "_meta.securitySchemes", meta["securitySchemes"])
	}
	for _, name := range slices.Sorted(maps.Keys(nested)) {
		if name != "resourceUri" && name != "visibility" {
			r.drop("_meta.ui."+name, nested[name], "MCP Apps doesn't define this member.")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(meta)) {
		switch name {
		case "ui", flatLinkKey, outputTemplateKey, "openai/visibility", "openai/widgetAccessible",
			"openai/toolInvocation/invoking", "openai/toolInvocation/invoked", "openai/fileParams", "securitySchemes":
		default:
			if value, ok := r.value(name, meta[name]); ok {
				r.extra(name, value)
			}
		}
	}
}

func (r *toolReader) extra(name string, value any) {
	if r.found.Extra == nil {
		r.found.Extra = map[string]any{}
	}
	r.found.Extra[name] = value
}

// link takes the first valid link. A later one that differs stays under its own name, for
// hosts that read that.
func (r *toolReader) link(field string, raw json.RawMessage, own string) {
	uri, ok := r.text(field, raw)
	switch {
	case !ok:
	case !strings.HasPrefix(uri, viewScheme):
		r.drop(field, raw, `It does not begin with "ui://".`)
	case r.found.View == nil:
		r.found.View = ui.ViewAt(uri)
	case r.found.View.URI() != uri:
		r.extra(own, uri)
	}
}

// visibility reads who may call the tool. If the older keys are missing, both may, so of
// those only "no" counts.
func (r *toolReader) visibility(audience json.RawMessage, meta map[string]json.RawMessage) {
	model, views := true, true
	if names, ok := r.texts("_meta.ui.visibility", audience); ok {
		model, views = slices.Contains(names, "model"), slices.Contains(names, "app")
		if slices.ContainsFunc(names, func(name string) bool { return name != "model" && name != "app" }) {
			r.drop("_meta.ui.visibility", audience, `MCP Apps defines only "model" and "app".`)
		}
	} else {
		if who, isText := r.text("openai/visibility", meta["openai/visibility"]); isText {
			model = who != "private"
			if who != "private" && who != "public" {
				r.drop("openai/visibility", meta["openai/visibility"], `ChatGPT defines only "public" and "private".`)
			}
		}
		if accessible, isFlag := r.flag("openai/widgetAccessible", meta["openai/widgetAccessible"]); isFlag {
			views = accessible
		}
	}
	switch {
	case model && views:
		r.found.Visibility = ui.ModelAndApp
	case model:
		r.found.Visibility = ui.ModelOnly
	default:
		r.found.Visibility = ui.AppOnly
	}
	if !model && !views {
		r.drop("visibility", audience, "Nobody may call the tool, so it is treated as hidden from the model.")
	}
}

package mcpgo

import (
	"maps"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/orielapps/oriel/ui"
)

// metaOf converts _meta; nil if it is empty.
func metaOf(meta map[string]any) *mcp.Meta {
	if len(meta) == 0 {
		return nil
	}
	return &mcp.Meta{AdditionalFields: maps.Clone(meta)}
}

// toolEntry converts a tool's entry. mcp-go's type lacks the security schemes, an addition
// of ChatGPT; they are also in _meta.
func toolEntry(w *ui.WireTool) mcp.Tool {
	a := w.Annotations
	return mcp.Tool{
		Meta: metaOf(w.Meta), Name: w.Name, Title: w.Title, Description: w.Description,
		RawInputSchema: w.InputSchema, RawOutputSchema: w.OutputSchema,
		Annotations: mcp.ToolAnnotation{
			Title: a.Title, ReadOnlyHint: &a.ReadOnlyHint, DestructiveHint: &a.DestructiveHint,
			IdempotentHint: &a.IdempotentHint, OpenWorldHint: &a.OpenWorldHint,
		},
		Icons: icons(w.Icons),
	}
}

func promptEntry(w *ui.WirePrompt) mcp.Prompt {
	p := mcp.Prompt{Meta: metaOf(w.Meta), Name: w.Name, Title: w.Title, Description: w.Description, Icons: icons(w.Icons)}
	for _, a := range w.Arguments {
		p.Arguments = append(p.Arguments, mcp.PromptArgument{Name: a.Name, Title: a.Title, Description: a.Description, Required: a.Required})
	}
	return p
}

func resourceEntry(w *ui.WireResource) mcp.Resource {
	r := mcp.Resource{
		Meta: metaOf(w.Meta), URI: w.URI, Name: w.Name, Title: w.Title, Description: w.Description, MIMEType: w.MIMEType, Icons: icons(w.Icons),
		Annotated: annotated(w.Annotations),
	}
	if w.Size > 0 {
		r.Size = &w.Size
	}
	return r
}

func templateEntry(w *ui.WireTemplate) mcp.ResourceTemplate {
	t := mcp.NewResourceTemplate(w.URITemplate, w.Name)
	t.Meta, t.Title, t.Description, t.MIMEType, t.Icons = metaOf(w.Meta), w.Title, w.Description, w.MIMEType, icons(w.Icons)
	t.Annotated = annotated(w.Annotations)
	return t
}

func icons(of []ui.Icon) []mcp.Icon {
	if len(of) == 0 {
		return nil
	}
	wired := make([]mcp.Icon, len(of))
	for i, icon := range of {
		wired[i] = mcp.Icon{Src: icon.Src, MIMEType: icon.MIMEType, Sizes: icon.Sizes, Theme: mcp.IconTheme(icon.Theme)}
	}
	return wired
}

func annotated(a ui.Annotations) mcp.Annotated {
	if a.IsZero() {
		return mcp.Annotated{}
	}
	wired := &mcp.Annotations{Priority: a.Priority}
	for _, audience := range a.Audience {
		wired.Audience = append(wired.Audience, mcp.Role(audience))
	}
	if !a.LastModified.IsZero() {
		wired.LastModified = a.LastModified.UTC().Format(time.RFC3339)
	}
	return mcp.Annotated{Annotations: wired}
}

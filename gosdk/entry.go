package gosdk

import (
	"maps"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/ui"
)

// toolEntry converts a tool's entry. go-sdk's type lacks the security schemes, an addition
// of ChatGPT; they are also in _meta.
func toolEntry(w *ui.WireTool) *mcp.Tool {
	t := &mcp.Tool{
		Name: w.Name, Title: w.Title, Description: w.Description, InputSchema: w.InputSchema,
		Annotations: &mcp.ToolAnnotations{
			Title: w.Annotations.Title, ReadOnlyHint: w.Annotations.ReadOnlyHint, IdempotentHint: w.Annotations.IdempotentHint,
			DestructiveHint: &w.Annotations.DestructiveHint, OpenWorldHint: &w.Annotations.OpenWorldHint,
		},
		Icons: icons(w.Icons), Meta: maps.Clone(w.Meta),
	}
	if len(w.OutputSchema) > 0 {
		t.OutputSchema = w.OutputSchema
	}
	return t
}

func promptEntry(w *ui.WirePrompt) *mcp.Prompt {
	p := &mcp.Prompt{Name: w.Name, Title: w.Title, Description: w.Description, Icons: icons(w.Icons), Meta: maps.Clone(w.Meta)}
	for _, a := range w.Arguments {
		p.Arguments = append(p.Arguments, &mcp.PromptArgument{Name: a.Name, Title: a.Title, Description: a.Description, Required: a.Required})
	}
	return p
}

func resourceEntry(w *ui.WireResource) *mcp.Resource {
	return &mcp.Resource{
		URI: w.URI, Name: w.Name, Title: w.Title, Description: w.Description, MIMEType: w.MIMEType, Size: w.Size,
		Annotations: annotations(w.Annotations), Icons: icons(w.Icons), Meta: maps.Clone(w.Meta),
	}
}

func templateEntry(w *ui.WireTemplate) *mcp.ResourceTemplate {
	return &mcp.ResourceTemplate{
		URITemplate: w.URITemplate, Name: w.Name, Title: w.Title, Description: w.Description, MIMEType: w.MIMEType,
		Annotations: annotations(w.Annotations), Icons: icons(w.Icons), Meta: maps.Clone(w.Meta),
	}
}

func icons(of []ui.Icon) []mcp.Icon {
	wired := make([]mcp.Icon, 0, len(of))
	for _, i := range of {
		wired = append(wired, mcp.Icon{Source: i.Src, MIMEType: i.MIMEType, Sizes: i.Sizes, Theme: mcp.IconTheme(i.Theme)})
	}
	return wired
}

// annotations converts those of a resource. In go-sdk, the priority zero means none.
func annotations(a ui.Annotations) *mcp.Annotations {
	if a.IsZero() {
		return nil
	}
	wired := &mcp.Annotations{}
	for _, audience := range a.Audience {
		wired.Audience = append(wired.Audience, mcp.Role(audience))
	}
	if a.Priority != nil {
		wired.Priority = *a.Priority
	}
	if !a.LastModified.IsZero() {
		wired.LastModified = a.LastModified.UTC().Format(time.RFC3339)
	}
	return wired
}

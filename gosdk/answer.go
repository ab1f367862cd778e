package gosdk

import (
	"context"
	"encoding/json"
	"errors"
	"maps"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// entered returns the context of a request that has reached the app. Its user is the one
// whose token go-sdk's auth package has verified, unless middleware has set another.
func entered(ctx context.Context, extra *mcp.RequestExtra) context.Context {
	leaveTrace(ctx)
	if extra == nil || extra.TokenInfo == nil || oriel.RequestFrom(ctx).User.ID != "" {
		return ctx
	}
	return oriel.WithUser(ctx, userOf(extra))
}

func (a *attachment) callTool(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	peer := peerOf(ctx, r, r.Params.InputResponses, r.Params.RequestState)
	wire, err := a.app.CallTool(entered(ctx, r.Extra), peer, r.Params.Name, r.Params.Arguments)
	if required, ok := errors.AsType[*hosts.InputRequiredError](err); ok {
		requests, fault := inputRequests(required)
		if fault != nil {
			return nil, protocolError(fault)
		}
		return &mcp.CallToolResult{Content: []mcp.Content{}, InputRequests: requests, RequestState: required.State}, nil
	}
	if err != nil {
		return nil, protocolError(err)
	}
	return callResult(&wire), nil
}

func (a *attachment) getPrompt(ctx context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	var arguments json.RawMessage
	if r.Params.Arguments != nil {
		raw, err := json.Marshal(r.Params.Arguments)
		if err != nil {
			return nil, protocolError(err)
		}
		arguments = raw
	}
	peer := peerOf(ctx, r, r.Params.InputResponses, r.Params.RequestState)
	prompt, err := a.app.GetPrompt(entered(ctx, r.Extra), peer, r.Params.Name, arguments)
	if required, ok := errors.AsType[*hosts.InputRequiredError](err); ok {
		requests, fault := inputRequests(required)
		if fault != nil {
			return nil, protocolError(fault)
		}
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{}, InputRequests: requests, RequestState: required.State}, nil
	}
	if err != nil {
		return nil, protocolError(err)
	}
	result := &mcp.GetPromptResult{Meta: maps.Clone(prompt.Meta), Description: prompt.Description, Messages: make([]*mcp.PromptMessage, len(prompt.Messages))}
	for i, m := range prompt.Messages {
		result.Messages[i] = &mcp.PromptMessage{Role: mcp.Role(m.Role), Content: &block{wire: m.Content}}
	}
	return result, nil
}

func (a *attachment) readResource(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	peer := peerOf(ctx, r, r.Params.InputResponses, r.Params.RequestState)
	d, err := a.app.ReadResource(entered(ctx, r.Extra), peer, r.Params.URI)
	if required, ok := errors.AsType[*hosts.InputRequiredError](err); ok {
		requests, fault := inputRequests(required)
		if fault != nil {
			return nil, protocolError(fault)
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{}, InputRequests: requests, RequestState: required.State}, nil
	}
	if err != nil {
		return nil, readError(err, r.Params.URI, isModern(metaOf(r)))
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{contents(&d)}}, nil
}

// contents converts a document. go-sdk leaves out an empty text, but clients require
// content, so an empty text becomes empty bytes.
func contents(d *ui.Document) *mcp.ResourceContents {
	c := &mcp.ResourceContents{URI: d.URI, MIMEType: d.MIMEType, Text: d.Text, Blob: d.Data, Meta: maps.Clone(d.Meta)}
	if c.Blob != nil {
		c.Text = ""
	} else if c.Text == "" {
		c.Blob = []byte{}
	}
	return c
}

// completes reports whether a completion is for the app.
func (a *attachment) completes(ref *mcp.CompleteReference) bool {
	switch {
	case ref == nil:
		return false
	case ref.Type == "ref/prompt":
		return a.prompts.has(ref.Name) || a.whole
	default:
		return a.templates.has(ref.URI) || a.whole
	}
}

func (a *attachment) complete(ctx context.Context, r *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	completing := hosts.CompleteRequest{Name: r.Params.Argument.Name, Typed: r.Params.Argument.Value}
	if r.Params.Ref.Type == "ref/prompt" {
		completing.Prompt = r.Params.Ref.Name
	} else {
		completing.Template = r.Params.Ref.URI
	}
	if r.Params.Context != nil {
		completing.Known = r.Params.Context.Arguments
	}
	completion, err := a.app.Complete(entered(ctx, r.Extra), peerOf(ctx, r, nil, ""), completing)
	if err != nil {
		return nil, protocolError(err)
	}
	return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{
		Values: completion.Values, Total: completion.Total, HasMore: completion.HasMore,
	}}, nil
}

// block is a content block that encodes itself. It embeds a type of go-sdk because other
// types are not accepted.
type block struct {
	*mcp.TextContent

	wire any
}

// MarshalJSON encodes the block as the app has it.
func (b *block) MarshalJSON() ([]byte, error) {
	return json.Marshal(b.wire) //nolint:wrapcheck // encoding/json wraps it
}

func callResult(wire *ui.WireResult) *mcp.CallToolResult {
	result := &mcp.CallToolResult{Meta: maps.Clone(wire.Meta), IsError: wire.IsError, Content: make([]mcp.Content, len(wire.Content))}
	if wire.StructuredContent != nil {
		result.StructuredContent = wire.StructuredContent
	}
	for i, b := range wire.Content {
		result.Content[i] = &block{wire: b}
	}
	return result
}

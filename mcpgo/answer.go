package mcpgo

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

func (a *attachment) callTool(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	peer := peerOf(ctx, r.Params.Meta, &r.Params.MultiRoundTripParams, r)
	wire, err := a.app.CallTool(ctx, peer, r.Params.Name, argumentsOf(&r))
	if required, ok := errors.AsType[*hosts.InputRequiredError](err); ok {
		questions, fault := inputRequests(required)
		if fault != nil {
			return nil, fault
		}
		return &mcp.CallToolResult{
			Result: mcp.Result{ResultType: mcp.ResultTypeInputRequired}, MultiRoundTripResult: questions, Content: []mcp.Content{},
		}, nil
	}
	if err != nil {
		return refusal(err), nil
	}
	return callResult(&wire), nil
}

// argumentsOf returns the arguments of a call as they were sent, if mcp-go has kept them.
func argumentsOf(r *mcp.CallToolRequest) json.RawMessage {
	switch arguments := r.GetRawArguments().(type) {
	case nil:
		return nil
	case json.RawMessage:
		return arguments
	default:
		raw, err := json.Marshal(arguments)
		if err != nil {
			return nil
		}
		return raw
	}
}

// refusal converts an error into a result: mcp-go's errors have no code.
func refusal(err error) *mcp.CallToolResult {
	text, code := "Something went wrong inside the app.", "internal"
	if missing, ok := errors.AsType[*hosts.MissingCapabilityError](err); ok {
		text, code = missing.Text, "capability_missing"
	}
	if public, ok := errors.AsType[*ui.Error](err); ok {
		text, code = public.Error(), public.Code
	}
	return &mcp.CallToolResult{
		Result:  mcp.Result{Meta: metaOf(map[string]any{"oriel/error": map[string]any{"code": code}})},
		Content: []mcp.Content{mcp.NewTextContent(text)}, IsError: true,
	}
}

func (a *attachment) getPrompt(ctx context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	var arguments json.RawMessage
	if r.Params.Arguments != nil {
		raw, err := json.Marshal(r.Params.Arguments)
		if err != nil {
			return nil, fmt.Errorf("the arguments: %w", err)
		}
		arguments = raw
	}
	prompt, err := a.app.GetPrompt(ctx, peerOf(ctx, r.Params.Meta, &r.Params.MultiRoundTripParams, r), r.Params.Name, arguments)
	if required, ok := errors.AsType[*hosts.InputRequiredError](err); ok {
		questions, fault := inputRequests(required)
		if fault != nil {
			return nil, fault
		}
		return &mcp.GetPromptResult{
			Result: mcp.Result{ResultType: mcp.ResultTypeInputRequired}, MultiRoundTripResult: questions, Messages: []mcp.PromptMessage{},
		}, nil
	}
	if err != nil {
		return nil, err
	}
	result := &mcp.GetPromptResult{
		Result: mcp.Result{Meta: metaOf(prompt.Meta)}, Description: prompt.Description, Messages: make([]mcp.PromptMessage, len(prompt.Messages)),
	}
	for i, m := range prompt.Messages {
		result.Messages[i] = mcp.PromptMessage{Role: mcp.Role(m.Role), Content: block{wire: m.Content}}
	}
	return result, nil
}

func (a *attachment) readResource(ctx context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	d, err := a.app.ReadResource(ctx, peerOf(ctx, r.Params.Meta, &r.Params.MultiRoundTripParams, r), r.Params.URI)
	if required, ok := errors.AsType[*hosts.InputRequiredError](err); ok {
		questions, fault := inputRequests(required)
		if fault != nil {
			return nil, fault
		}
		return []mcp.ResourceContents{pending{result: questions}}, nil
	}
	if err != nil {
		return nil, err
	}
	if d.Data != nil {
		return []mcp.ResourceContents{mcp.BlobResourceContents{
			Meta: maps.Clone(d.Meta), URI: d.URI, MIMEType: d.MIMEType, Blob: base64.StdEncoding.EncodeToString(d.Data),
		}}, nil
	}
	return []mcp.ResourceContents{mcp.TextResourceContents{Meta: maps.Clone(d.Meta), URI: d.URI, MIMEType: d.MIMEType, Text: d.Text}}, nil
}

// pending stands for contents that need the client's answers first. Handlers of mcp-go can
// only return contents; a hook replaces this with the questions.
type pending struct {
	mcp.TextResourceContents

	result mcp.MultiRoundTripResult
}

// complete replaces a completion if it is for the app.
func (a *attachment) complete(ctx context.Context, r *mcp.CompleteRequest, result *mcp.CompleteResult) {
	completing := hosts.CompleteRequest{Name: r.Params.Argument.Name, Typed: r.Params.Argument.Value, Known: r.Params.Context.Arguments}
	switch ref := r.Params.Ref.(type) {
	case mcp.PromptReference:
		if !a.prompts.has(ref.Name) {
			return
		}
		completing.Prompt = ref.Name
	case mcp.ResourceReference:
		if !a.templates.has(ref.URI) {
			return
		}
		completing.Template = ref.URI
	default:
		return
	}
	completion, err := a.app.Complete(ctx, peerOf(ctx, nil, nil, r), completing)
	if err != nil {
		completion.Values = []string{} // mcp-go can't return an error here; the app has logged it
	}
	result.Completion = mcp.Completion{Values: completion.Values, Total: completion.Total, HasMore: completion.HasMore}
}

// block is a content block that encodes itself. It embeds a type of mcp-go because other
// types are not accepted.
type block struct {
	mcp.TextContent

	wire any
}

// MarshalJSON encodes the block as the app has it.
func (b block) MarshalJSON() ([]byte, error) {
	return json.Marshal(b.wire) //nolint:wrapcheck // encoding/json wraps it
}

func callResult(wire *ui.WireResult) *mcp.CallToolResult {
	result := &mcp.CallToolResult{
		Result: mcp.Result{Meta: metaOf(wire.Meta)}, IsError: wire.IsError, Content: make([]mcp.Content, len(wire.Content)),
	}
	if wire.StructuredContent != nil {
		result.StructuredContent, result.RawStructuredContent = wire.StructuredContent, wire.StructuredContent
	}
	for i, b := range wire.Content {
		result.Content[i] = block{wire: b}
	}
	return result
}

package mcpclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/orielapps/oriel/ui"
)

const mebibyte = 1 << 20

const (
	// MaxMessage is the most that one message may hold, in bytes.
	MaxMessage = 64 * mebibyte
	// maxPages and maxEntries bound a list that never ends.
	maxPages   = 1000
	maxEntries = 100_000
	// headerMismatch is the code of a server that misses a Mcp-Param header, or
	// finds another value in it than in the message.
	headerMismatch = -32020
)

// Call runs a tool. Arguments are a JSON object; nil and null are sent as {}. The result
// is a CallToolResult as the server wrote it. Where progress is not nil, it
// is asked for and passed on as it comes, in order and never after Call returns.
// When the context ends, the server is told that the call is cancelled. Questions of the server
// during the call are answered by the context's Asker; see [WithAsker].
func (c *Client) Call(ctx context.Context, tool string, arguments json.RawMessage, progress func(Progress)) (json.RawMessage, error) {
	if text := bytes.TrimSpace(arguments); len(text) == 0 || string(text) == "null" {
		arguments = json.RawMessage("{}")
	}
	one := exchange{
		method: "tools/call", params: map[string]any{"name": tool, "arguments": arguments},
		header: c.mirrors.headers(tool, arguments), watcher: newWatcher(progress),
	}
	result, err := c.answered(ctx, one)
	if refused, ok := errors.AsType[*RPCError](err); ok && refused.Code == headerMismatch {
		// The tool has changed, or was never listed. The server has not run it.
		if _, listErr := c.Tools(ctx); listErr != nil {
			return nil, err
		}
		one.header = c.mirrors.headers(tool, arguments)
		return c.answered(ctx, one)
	}
	return result, err
}

// Read reads a resource. The result is a ReadResourceResult as the server wrote
// it.
func (c *Client) Read(ctx context.Context, uri string) (json.RawMessage, error) {
	return c.answered(ctx, exchange{method: "resources/read", params: map[string]any{"uri": uri}})
}

// Tools returns the entries of tools/list, of all pages, as the server wrote
// them.
func (c *Client) Tools(ctx context.Context) ([]json.RawMessage, error) {
	tools, err := c.list(ctx, "tools/list", "tools")
	if err == nil && c.Info().Protocol >= statelessFrom {
		c.mirrors.learn(tools)
	}
	return tools, err
}

// Resources returns the entries of resources/list, of all pages.
func (c *Client) Resources(ctx context.Context) ([]json.RawMessage, error) {
	return c.list(ctx, "resources/list", "resources")
}

// Templates returns the entries of resources/templates/list, of all pages.
func (c *Client) Templates(ctx context.Context) ([]json.RawMessage, error) {
	return c.list(ctx, "resources/templates/list", "resourceTemplates")
}

// Prompts returns the entries of prompts/list, of all pages.
func (c *Client) Prompts(ctx context.Context) ([]json.RawMessage, error) {
	return c.list(ctx, "prompts/list", "prompts")
}

// Prompt fills in a prompt. The result is a GetPromptResult as the server wrote
// it.
func (c *Client) Prompt(ctx context.Context, name string, arguments map[string]string) (json.RawMessage, error) {
	params := map[string]any{"name": name}
	if len(arguments) > 0 {
		params["arguments"] = arguments
	}
	return c.answered(ctx, exchange{method: "prompts/get", params: params})
}

func (c *Client) list(ctx context.Context, method, member string) ([]json.RawMessage, error) {
	entries := []json.RawMessage{}
	params := map[string]any{}
	size := 0
	for range maxPages {
		raw, err := c.request(ctx, exchange{method: method, params: params})
		if err != nil {
			return nil, err
		}
		if size += len(raw); size > MaxMessage {
			return nil, c.describe(method, errTooLarge)
		}
		page, cursor, err := readPage(raw, member, maxEntries-len(entries))
		if err != nil {
			return nil, &ui.Error{
				Code:    "server_answer_malformed",
				Message: fmt.Sprintf("The answer of %s to %s is not a list of %s: %v.", c.server.ID, method, member, err),
				Fix:     "Look at the answer in the timeline and correct the server.",
			}
		}
		entries = append(entries, page...)
		if cursor == "" {
			return entries, nil
		}
		params = map[string]any{"cursor": cursor}
	}
	return nil, &ui.Error{
		Code:    "server_answer_malformed",
		Message: fmt.Sprintf("%s of %s has more than %d pages.", method, c.server.ID, maxPages),
		Fix:     "The last page must not carry a nextCursor.",
	}
}

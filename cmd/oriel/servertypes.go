package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/schema"
	"github.com/orielapps/oriel/internal/schema/typescript"
	"github.com/orielapps/oriel/internal/tool/apptypes"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/serverconfig"
	"github.com/orielapps/oriel/ui"
)

const (
	typesMark = typescript.Mark
	// serverTimeout limits the time for starting a server and listing its tools.
	serverTimeout = 60 * time.Second
	// maxSchemaBytes limits the size of all schemas of a server together. The types
	// written from them are several times as large.
	maxSchemaBytes = 8 * mebibyte
	mebibyte       = 1 << 20
)

// runtimeTools are the tools that only the view runtime calls.
var runtimeTools = []string{oriel.FilesTool, oriel.StateTool}

// ofServer returns the types of a running server's tools.
func (c *typesCommand) ofServer(env *environment) (text string, err error) {
	server, err := c.server(env)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(env.ctx, serverTimeout)
	defer cancel()
	client, err := mcpclient.Dial(ctx, server, hosts.Generic(), mcpclient.Options{})
	if err != nil {
		return "", fmt.Errorf("connecting: %w", err)
	}
	defer func() { err = errors.Join(err, client.Close()) }()
	listed, err := client.Tools(ctx)
	if err != nil {
		return "", fmt.Errorf("listing the tools: %w", err)
	}
	text, warnings, err := typesOf(listed)
	for _, warning := range warnings {
		warn(env.errorOutput(), "", warning, "")
	}
	return text, err
}

func (c *typesCommand) server(env *environment) (mcpclient.Server, error) {
	if env.command != nil {
		return mcpclient.Server{
			ID: serverconfig.CommandID(env.command), Command: env.command, Env: append(slices.Clone(env.environ), c.Env...),
		}, nil
	}
	endpoint, fault := serverconfig.Endpoint(c.Source)
	if fault != nil {
		return mcpclient.Server{}, &problem{usage: true, message: fault.Message, fix: fault.Fix}
	}
	header, err := (&inspectCommand{Header: c.Header}).header(env)
	if err != nil {
		return mcpclient.Server{}, err
	}
	return mcpclient.Server{ID: serverconfig.EndpointID(endpoint), Endpoint: endpoint, Header: header}, nil
}

// listedTool has the fields of an entry of tools/list that the types need.
type listedTool struct {
	Name         string          `json:"name"`
	Description  any             `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema"`
}

// typesOf returns the types of listed tools. A schema that can't be read becomes unknown,
// with a warning.
func typesOf(listed []json.RawMessage) (text string, warnings []string, err error) {
	const longestName = 200
	tooLarge := &ui.Error{
		Code: "types_too_large",
		Message: fmt.Sprintf("The schemas of the server's tools are too large: the limit is %d MiB of types, from %d MiB of schemas.",
			apptypes.MaxBytes/mebibyte, maxSchemaBytes/mebibyte),
		Fix: "Make the server list fewer tools, or shorten their descriptions.",
	}
	tools := make([]typescript.Tool, 0, len(listed))
	seen := make(map[string]bool, len(listed))
	size := 0
	for i, raw := range listed {
		var t listedTool
		if json.Unmarshal(raw, &t) != nil || t.Name == "" || len(t.Name) > longestName {
			warnings = append(warnings, fmt.Sprintf("Entry %d of tools/list has no valid name, and is left out.", i+1))
			continue
		}
		if slices.Contains(runtimeTools, t.Name) {
			continue
		}
		if seen[t.Name] {
			warnings = append(warnings, fmt.Sprintf("The tool %q is listed twice; the first entry is used.", t.Name))
			continue
		}
		seen[t.Name] = true
		description, _ := t.Description.(string)
		if size += len(t.InputSchema) + len(t.OutputSchema) + len(description); size > maxSchemaBytes {
			return "", nil, tooLarge
		}
		known := func(what string, text json.RawMessage) json.RawMessage {
			if len(text) == 0 || string(text) == "null" {
				return nil
			}
			s, err := schema.Parse(text)
			if err != nil {
				warnings = append(warnings, fmt.Sprintf("The %s of the tool %q is unknown: %v.", what, t.Name, err))
			}
			return s.JSON()
		}
		tools = append(tools, typescript.Tool{
			Name: t.Name, Description: description,
			Input: known("input", t.InputSchema), Output: known("output", t.OutputSchema),
		})
	}
	if text = typescript.Tools(tools, nil); len(text) > apptypes.MaxBytes {
		return "", nil, tooLarge
	}
	return text, bounded(warnings), nil
}

// bounded limits the warnings, so that a server can't fill the terminal.
func bounded(warnings []string) []string {
	const most = 20
	if len(warnings) <= most {
		return warnings
	}
	return append(warnings[:most:most], fmt.Sprintf("%d more warnings are not shown.", len(warnings)-most))
}

package gosdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// AddView gives a tool of the server a view. The tool keeps its handler and results. Hosts
// that show views get the link with tools/list, in their own form, and the view among the
// resources. Legacy MCP-UI hosts get it inside each result that is not an error. For hosts
// without UI nothing changes.
//
//	err := gosdk.AddView(server, "forecast", views.Forecast)
//
// The content is a generated view, [ui.HTML], [ui.File], [ui.URL] or [ui.RemoteDOM]. The
// view reads the result's structuredContent as its data, and _meta["oriel/viewData"] as its
// view-only data. The tool's own _meta.ui.visibility says who may call it; other members of
// its _meta stay and override those of the view. View state is kept by the host or the
// browser: only a whole app keeps it.
//
// The error is an [*ui.Error]: "unknown_tool" if the server has no such tool yet,
// "tool_has_view" if the tool already has a view, those of ui.NewView for an invalid view,
// and "server_unreadable", see [Attach]. Call AddView after the server has its tools and
// before it serves.
func AddView(server *mcp.Server, tool string, content ui.Content) error {
	return AddViewWith(server, tool, content, ui.Metadata{})
}

// AddViewWith is [AddView] with metadata: what the view needs from its host.
func AddViewWith(server *mcp.Server, tool string, content ui.Content, m ui.Metadata) error {
	if server == nil {
		return errNoServer
	}
	found := &stock{server: server, handle: handlerOf(server)}
	theirs, err := found.tool(tool)
	if err != nil {
		return err
	}
	id, err := found.identity()
	if err != nil {
		return err
	}
	resources, err := found.resources()
	if err != nil {
		return err
	}
	app := appOf(id)
	name := viewName(tool, func(name string) bool {
		prefix := ui.ViewPrefix(app.Methods().Identity().Name) + name + "/"
		return slices.ContainsFunc(slices.Collect(maps.Keys(resources)), func(uri string) bool { return strings.HasPrefix(uri, prefix) })
	})
	view := oriel.AddViewWith(app, name, content, m)
	oriel.AddRawTool(app, oriel.Tool{
		Name: hiddenTool, View: view, Visibility: visibility(theirs.Meta), InputSchema: json.RawMessage(`{"type":"object"}`),
	}, theirResult)
	if err := app.Err(); err != nil {
		if public, ok := errors.AsType[*ui.Error](err); ok {
			return public // without the place, which is in this package
		}
		return err
	}
	a := newAttachment(app)
	a.tool, a.inner = tool, found.handle
	return a.attach(server)
}

// hiddenTool is the name of the server's tool in the app that has its view.
const hiddenTool = "tool"

// tool returns a tool of the server; it fails if the tool has a view.
func (s *stock) tool(name string) (*mcp.Tool, error) {
	tools, err := s.tools()
	if err != nil {
		return nil, err
	}
	t := tools[name]
	if t == nil {
		return nil, &ui.Error{
			Code:    "unknown_tool",
			Message: fmt.Sprintf("The server has no tool %.200q.", name),
			Fix:     fmt.Sprintf("Add the tool before its view; the server has %.500q.", slices.Sorted(maps.Keys(tools))),
		}
	}
	nested, _ := t.Meta["ui"].(map[string]any)
	for _, link := range []any{nested["resourceUri"], t.Meta["ui/resourceUri"], t.Meta["openai/outputTemplate"]} {
		if uri, ok := link.(string); ok && uri != "" {
			return nil, &ui.Error{
				Code: "tool_has_view", Message: fmt.Sprintf("The tool %q already has the view %.200s.", name, uri),
				Fix: "Remove one of them.",
			}
		}
	}
	return t, nil
}

// appOf returns an app for the view of a server's tool: the URI of a view contains an app's
// name.
func appOf(id *mcp.Implementation) *oriel.App {
	name, version := id.Name, id.Version
	if ui.ViewPrefix(name) == ui.ViewPrefix("") {
		name = "server"
	}
	if version == "" {
		version = "0"
	}
	// Without state: its tool would be an unexpected one on the server.
	return oriel.NewWith(name, version, oriel.Options{Title: id.Title, StateTTL: -1})
}

var notInViewName = regexp.MustCompile(`[^a-z0-9]+`)

// viewName derives the name of a view from that of its tool.
func viewName(tool string, taken func(name string) bool) string {
	const longest = 60
	name := strings.Trim(notInViewName.ReplaceAllString(strings.ToLower(tool), "-"), "-")
	if len(name) > longest {
		name = strings.TrimRight(name[:longest], "-")
	}
	if name == "" {
		name = "view"
	}
	for unique, n := name, 2; ; n++ {
		if !taken(unique) {
			return unique
		}
		unique = fmt.Sprintf("%s-%d", name, n)
	}
}

// visibility reads from a tool's _meta who may call it.
func visibility(meta map[string]any) ui.Visibility {
	nested, _ := meta["ui"].(map[string]any)
	raw, err := json.Marshal(nested["visibility"])
	if err != nil {
		return ui.ModelAndApp
	}
	var audience []string
	_ = json.Unmarshal(raw, &audience) // ignored unless it is a list
	model, app := slices.Contains(audience, "model"), slices.Contains(audience, "app")
	switch {
	case model && !app:
		return ui.ModelOnly
	case app && !model:
		return ui.AppOnly
	default:
		return ui.ModelAndApp
	}
}

// viewed returns a tool with the link to its view, in the form of the host; nil if the host
// must not see the tool.
func viewed(t *mcp.Tool, told *ui.WireTool) any {
	if told == nil {
		return nil
	}
	if len(told.Meta) == 0 {
		return t
	}
	linked := *t
	linked.Meta = merged(told.Meta, t.Meta)
	return &linked
}

// merged adds members to an object, whose own members override them. Nested objects are
// merged.
func merged(added, own map[string]any) map[string]any {
	all := maps.Clone(added)
	for name, value := range own {
		inner, isObject := value.(map[string]any)
		if other, both := all[name].(map[string]any); both && isObject {
			all[name] = merged(other, inner)
			continue
		}
		all[name] = value
	}
	return all
}

type theirsKey struct{}

// theirResult is the handler of the hidden tool. It returns the result of the server's tool.
func theirResult(ctx context.Context, _ json.RawMessage) (oriel.Result[json.RawMessage], error) {
	theirs, ok := ctx.Value(theirsKey{}).(*mcp.CallToolResult)
	if !ok {
		return oriel.Result[json.RawMessage]{}, errNoResult
	}
	var result oriel.Result[json.RawMessage]
	if data, err := json.Marshal(theirs.StructuredContent); err == nil && len(data) > 0 && data[0] == '{' {
		result.Data = data
	}
	result.ViewOnly = theirs.Meta[viewDataKey]
	for i, part := range theirs.Content {
		if text, isText := part.(*mcp.TextContent); isText && i == 0 && text.Annotations == nil && text.Meta == nil {
			result.Text = text.Text
			continue
		}
		raw, err := json.Marshal(part)
		if err != nil {
			return result, fmt.Errorf("part %d of the content: %w", i, err)
		}
		result.Content = append(result.Content, ui.RawBlock(raw))
	}
	return result, nil
}

var errNoResult = errors.New("there is no result")

// viewDataKey is the key of view-only data in a result's _meta.
const viewDataKey = "oriel/viewData"

// withView adds the view to a result, for a host that expects it there.
func (a *attachment) withView(ctx context.Context, r *mcp.CallToolRequest, theirs *mcp.CallToolResult) mcp.Result {
	c := clientOf(r)
	if theirs.IsError || theirs.InputRequests != nil || hosts.Detect(c).Adapter.Value != hosts.MCPUI {
		return theirs
	}
	arguments := r.Params.Arguments
	if !isObject(arguments) {
		arguments = nil
	}
	wire, err := a.app.CallTool(context.WithValue(ctx, theirsKey{}, theirs), hosts.Peer{Client: c}, hiddenTool, arguments)
	if err != nil || wire.IsError || len(wire.Content) == 0 {
		return theirs
	}
	view, ok := wire.Content[len(wire.Content)-1].(ui.EmbeddedResource)
	if !ok {
		return theirs
	}
	shown := *theirs
	shown.Content = append(slices.Clone(theirs.Content), &block{wire: view})
	return &shown
}

func isObject(raw json.RawMessage) bool {
	var members map[string]json.RawMessage
	return json.Unmarshal(raw, &members) == nil && members != nil
}

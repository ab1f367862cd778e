package mcpgo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// AddView gives a tool of the server a view. The tool keeps its handler and results. Hosts
// that show views get the link with tools/list, in their own form, and the view among the
// resources. Legacy MCP-UI hosts get it inside each result that is not an error. For hosts
// without UI nothing changes.
//
//	err := mcpgo.AddView(s, "forecast", views.Forecast)
//
// The content is a generated view, [ui.HTML], [ui.File], [ui.URL] or [ui.RemoteDOM]. The
// view reads the result's structuredContent as its data, and _meta["oriel/viewData"] as its
// view-only data. The tool's own _meta.ui.visibility says who may call it; other members of
// its _meta stay and override those of the view. View state is kept by the host or the
// browser: only a whole app keeps it.
//
// The error is an [*ui.Error]: "unknown_tool" if the server has no such tool yet (tools
// that only run as tasks, and tools of a session, can't have views), "tool_has_view" if the
// tool already has a view, and those of ui.NewView for an invalid view. Call AddView after
// the server has its tools and before it serves.
func AddView(s *server.MCPServer, tool string, content ui.Content) error {
	return AddViewWith(s, tool, content, ui.Metadata{})
}

// AddViewWith is [AddView] with metadata: what the view needs from its host.
func AddViewWith(s *server.MCPServer, tool string, content ui.Content, m ui.Metadata) error {
	if s == nil {
		return errNoServer
	}
	theirs, err := toolOf(s, tool)
	if err != nil {
		return err
	}
	// Without state: its tool would be an unexpected one on the server.
	app := oriel.NewWith(viewServer, "0", oriel.Options{StateTTL: -1})
	resources := s.ListResources()
	name := viewName(tool, func(name string) bool {
		prefix := ui.ViewPrefix(viewServer) + name + "/"
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
	a.tool = tool
	a.resources.add = func(s *server.MCPServer, r mcp.Resource) {
		r.Meta.SetMetaField(markKey, viewOf(tool))
		s.AddResource(r, a.readResource)
	}
	return a.attach(s)
}

const (
	// hiddenTool is the name of the server's tool in the app that has its view.
	hiddenTool = "tool"
	// viewServer is the app's name in the URIs of views: mcp-go doesn't expose a server's
	// name.
	viewServer = "server"
)

// toolOf returns a tool of the server; it fails if the tool has a view.
func toolOf(s *server.MCPServer, name string) (*mcp.Tool, error) {
	t := s.GetTool(name)
	if t == nil {
		return nil, &ui.Error{
			Code:    "unknown_tool",
			Message: fmt.Sprintf("The server has no tool %.200q.", name),
			Fix:     fmt.Sprintf("Add the tool before its view; the server has %.500q.", slices.Sorted(maps.Keys(s.ListTools()))),
		}
	}
	nested, _ := t.Tool.Meta.GetMetaField("ui").(map[string]any)
	for _, link := range []any{nested["resourceUri"], t.Tool.Meta.GetMetaField("ui/resourceUri"), t.Tool.Meta.GetMetaField("openai/outputTemplate")} {
		if uri, ok := link.(string); ok && uri != "" {
			return nil, hasView(name, uri)
		}
	}
	// A view that this package has added is not in the tool, but among the resources.
	for _, r := range s.ListResources() {
		if mark, ok := r.Resource.Meta.GetMetaField(markKey).(viewOf); ok && string(mark) == name {
			return nil, hasView(name, r.Resource.URI)
		}
	}
	return &t.Tool, nil
}

func hasView(name, uri string) error {
	return &ui.Error{
		Code: "tool_has_view", Message: fmt.Sprintf("The tool %q already has the view %.200s.", name, uri),
		Fix: "Remove one of them.",
	}
}

// viewOf marks the registered entry of a view with the name of its tool. Clients don't see
// it, because a hook replaces the entry.
type viewOf string

const markKey = "oriel/viewOf"

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
func visibility(meta *mcp.Meta) ui.Visibility {
	nested, _ := meta.GetMetaField("ui").(map[string]any)
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

// viewed returns a tool with the link to its view, in the form of the host.
func viewed(t mcp.Tool, told *ui.WireTool) mcp.Tool {
	if len(told.Meta) == 0 {
		return t
	}
	linked := &mcp.Meta{AdditionalFields: told.Meta}
	if t.Meta != nil {
		linked.ProgressToken = t.Meta.ProgressToken
		linked.AdditionalFields = merged(told.Meta, t.Meta.AdditionalFields)
	}
	t.Meta = linked
	return t
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
	data := theirs.RawStructuredContent
	if len(data) == 0 {
		if raw, err := json.Marshal(theirs.StructuredContent); err == nil {
			data = raw
		}
	}
	if isObject(data) {
		result.Data = data
	}
	result.ViewOnly = theirs.Meta.GetMetaField(viewDataKey)
	for i, part := range theirs.Content {
		if text, isText := part.(mcp.TextContent); isText && i == 0 && text.Annotations == nil && text.Meta == nil {
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

// viewing returns a handler that adds the view to the results of its tool, for hosts that
// expect it there.
func (a *attachment) viewing(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		theirs, err := next(ctx, r)
		if err != nil || theirs == nil || r.Params.Name != a.tool || theirs.IsError || theirs.NeedsInput() {
			return theirs, err
		}
		c := clientOf(ctx)
		if hosts.Detect(c).Adapter.Value != hosts.MCPUI {
			return theirs, nil
		}
		arguments := argumentsOf(&r)
		if !isObject(arguments) {
			arguments = nil
		}
		wire, err := a.app.CallTool(context.WithValue(ctx, theirsKey{}, theirs), hosts.Peer{Client: c}, hiddenTool, arguments)
		if err != nil || wire.IsError || len(wire.Content) == 0 {
			return theirs, nil //nolint:nilerr // the result is complete without the view
		}
		view, ok := wire.Content[len(wire.Content)-1].(ui.EmbeddedResource)
		if !ok {
			return theirs, nil
		}
		shown := *theirs
		shown.Content = append(slices.Clone(theirs.Content), block{wire: view})
		return &shown, nil
	}
}

func isObject(raw json.RawMessage) bool {
	var members map[string]json.RawMessage
	return json.Unmarshal(raw, &members) == nil && members != nil
}

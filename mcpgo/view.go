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

// AddView gives a tool of the server a view. The tool stays as it is, with its handler
// and its results; hosts that show views are told of this one with tools/list, in
// their own form, and find it among the resources. Legacy MCP-UI hosts get it inside
// each result that is no error. Hosts without UI see no difference.
//
//	err := mcpgo.AddView(s, "forecast", views.Forecast)
//
// The content is a generated view, [ui.HTML], [ui.File], [ui.URL] or [ui.RemoteDOM];
// at most one Metadata may be given, as with oriel.AddView. The view reads the
// result's structuredContent as its data and _meta["oriel/viewData"] as what the
// model does not see. Who may call the tool is what its own _meta.ui.visibility says;
// whatever else its _meta has stays, and wins. What the view remembers stays with the
// host or the browser: only a whole app keeps states.
//
// It fails with an [*ui.Error]: "unknown_tool" where the server has no such tool yet
// (those that run as tasks only, and those of a session, have no views),
// "tool_has_view" where it has a view already, and those of ui.NewView for a faulty
// view. Call it when the server has its tools and before it serves.
func AddView(s *server.MCPServer, tool string, content ui.Content) error {
	return AddViewWith(s, tool, content, ui.Metadata{})
}

// AddViewWith is [AddView] with what the view asks of its host.
func AddViewWith(s *server.MCPServer, tool string, content ui.Content, m ui.Metadata) error {
	if s == nil {
		return errNoServer
	}
	theirs, err := toolOf(s, tool)
	if err != nil {
		return err
	}
	// The tool for states would be one more on a server that has asked for a view.
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
			return public // the place is one of this package
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
	// hiddenTool stands for the server's tool in the app that the view is of.
	hiddenTool = "tool"
	// viewServer begins the URIs of views: mcp-go does not tell a server's name.
	viewServer = "server"
)

// toolOf returns a tool of the server that has no view.
func toolOf(s *server.MCPServer, name string) (*mcp.Tool, error) {
	t := s.GetTool(name)
	if t == nil {
		return nil, &ui.Error{
			Code:    "unknown_tool",
			Message: fmt.Sprintf("The server has no tool %.200q.", name),
			Fix:     fmt.Sprintf("Add it before its view. There are %.500q.", slices.Sorted(maps.Keys(s.ListTools()))),
		}
	}
	nested, _ := t.Tool.Meta.GetMetaField("ui").(map[string]any)
	for _, link := range []any{nested["resourceUri"], t.Tool.Meta.GetMetaField("ui/resourceUri"), t.Tool.Meta.GetMetaField("openai/outputTemplate")} {
		if uri, ok := link.(string); ok && uri != "" {
			return nil, hasView(name, uri)
		}
	}
	// Another view of this package is not in the tool; it is among the resources.
	for _, r := range s.ListResources() {
		if mark, ok := r.Resource.Meta.GetMetaField(markKey).(viewOf); ok && string(mark) == name {
			return nil, hasView(name, r.Resource.URI)
		}
	}
	return &t.Tool, nil
}

func hasView(name, uri string) error {
	return &ui.Error{
		Code: "tool_has_view", Message: fmt.Sprintf("The tool %q has the view %.200s already.", name, uri),
		Fix: "Take one of them away.",
	}
}

// viewOf marks the registered entry of a view with the tool that it is of. No client
// is told: a hook replaces the entry.
type viewOf string

const markKey = "oriel/viewOf"

var notInViewName = regexp.MustCompile(`[^a-z0-9]+`)

// viewName makes the name of a view from that of its tool.
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

// visibility is who may call a tool, by its _meta.
func visibility(meta *mcp.Meta) ui.Visibility {
	nested, _ := meta.GetMetaField("ui").(map[string]any)
	raw, err := json.Marshal(nested["visibility"])
	if err != nil {
		return ui.ModelAndApp
	}
	var audience []string
	_ = json.Unmarshal(raw, &audience) // what is no list says nothing
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

// viewed returns a tool with the link to its view, in the form that the host has been
// told of.
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

// merged adds members to an object; its own win, and objects on both sides are merged.
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

// theirResult is the handler of the hidden tool: it gives what the server's has given.
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

// viewDataKey is where a result has what only the view sees.
const viewDataKey = "oriel/viewData"

// viewing puts the view into the results of its tool for a host that looks for it
// there.
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
			return theirs, nil //nolint:nilerr // their result is there, without the view
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

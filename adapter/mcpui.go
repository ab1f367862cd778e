package adapter

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

// The document types of legacy MCP-UI.
const (
	mimeHTML    = "text/html"
	mimeURIList = "text/uri-list"
	remoteDOM   = "application/vnd.mcp-ui.remote-dom"
)

// MCPUI returns the adapter for hosts that render with @mcp-ui/client before version 6:
// the view is embedded in the result, and speaks UI actions.
func MCPUI() Adapter { return mcpUI{} }

type mcpUI struct{}

func (mcpUI) Name() string { return hosts.MCPUI }

// Bridge returns the script that translates between MCP Apps, which the view speaks, and
// UI actions.
func (mcpUI) Bridge() string { return view.MCPUIBridge() }

func (u mcpUI) Document(v *ui.View, p *hosts.Profile) (ui.Document, error) {
	d := ui.Document{URI: v.URI(), Meta: withExtra(mcpUIMeta(v), v.Metadata.Extra)}
	switch content := v.Content.(type) {
	case ui.URL:
		d.MIMEType, d.Text = mimeURIList, string(content)
	case ui.RemoteDOM:
		framework := content.Framework
		if framework == "" {
			framework = ui.WebComponents
		}
		d.MIMEType, d.Text = remoteDOM+"+javascript; framework="+string(framework), content.Script
	default:
		s, err := document(v, orGeneric(p))
		if err != nil {
			return ui.Document{}, err
		}
		d.MIMEType, d.Shortfall = mimeHTML, s.shortfall
		d.Text = view.InsertFirst(s.text, view.Script(u.Bridge())+shims(v, hosts.MCPUI))
	}
	return d, nil
}

func mcpUIMeta(v *ui.View) map[string]any {
	meta := map[string]any{}
	if d := v.Metadata.Dimensions; d.Width > 0 || d.Height > 0 {
		meta[frameSizeKey] = []string{pixelsOrFull(d.Width), pixelsOrFull(d.Height)}
	}
	if data := renderData(v); data != nil {
		meta[renderDataKey] = data
	}
	return meta
}

// renderDataMessage is the message for which a page listens that gets its data from the
// host.
const renderDataMessage = "ui-lifecycle-iframe-render-data"

// renderData returns the initial data of a view that can't have it in its document: a
// [ui.URL], a [ui.RemoteDOM], or a page that waits for the host to send it. These hosts
// send only objects.
func renderData(v *ui.View) map[string]any {
	var waits bool
	switch content := v.Content.(type) {
	case ui.URL, ui.RemoteDOM:
		waits = true
	case ui.HTML:
		waits = strings.Contains(string(content), renderDataMessage)
	case ui.Built:
		waits = strings.Contains(content.HTML, renderDataMessage)
	case ui.Folder:
		waits = mentions(content, renderDataMessage)
	}
	if !waits || v.Metadata.InitialData == nil {
		return nil
	}
	raw, err := json.Marshal(v.Metadata.InitialData)
	if err != nil { // impossible: ui.NewView has refused it
		return nil
	}
	data, _ := (&reader{}).value(renderDataKey, raw)
	members, _ := data.(map[string]any)
	return members
}

func pixelsOrFull(n int) string {
	if n == 0 {
		return "100%"
	}
	return fmt.Sprintf("%dpx", n)
}

// Tool writes only the flat link: legacy hosts find the view in the result. It writes the
// visibility unless it is the default.
func (mcpUI) Tool(t *ui.Tool, _ *hosts.Profile) map[string]any {
	meta := map[string]any{}
	if t.View != nil {
		meta[flatLinkKey] = t.View.URI()
	}
	if t.Visibility != ui.ModelAndApp {
		meta["ui"] = map[string]any{"visibility": t.Visibility.Callers()}
	}
	return withExtra(meta, t.Extra)
}

// Result embeds the view in the content, with the result in the view's initial render
// data: these hosts don't pass any other part of the result to a view.
func (u mcpUI) Result(r *ui.ToolResult, v *ui.View, p *hosts.Profile) (ui.WireResult, error) {
	wire := Text(r)
	wire.Meta = resultMeta(r, nil, CloseViewKey)
	if v == nil || r.IsError {
		return wire, nil
	}
	d, err := u.Document(v, p)
	if err != nil {
		return ui.WireResult{}, err
	}
	shown := wire
	shown.Meta = maps.Clone(wire.Meta) // callers may add to the result's own
	data := map[string]any{
		"toolInput": orObject(r.Input),
		// ChatGPT's form of a whole result, which the bridge reads.
		"toolResponseMetadata": map[string]any{"mcp_tool_result": shown},
	}
	if r.Data != nil {
		data["toolOutput"] = r.Data
	}
	d.Meta = withExtra(d.Meta, map[string]any{renderDataKey: data})
	wire.Content = append(wire.Content, ui.EmbeddedResource{Type: "resource", Resource: d})
	return wire, nil
}

// Action returns a UI action as a view posts it.
func (mcpUI) Action(a ui.Action) (json.RawMessage, error) {
	post := func(kind, id string, payload map[string]any) (json.RawMessage, error) {
		message := map[string]any{"type": kind, "payload": payload}
		if id != "" {
			message["messageId"] = id
		}
		return encode(message)
	}
	switch a := a.(type) {
	case ui.CallTool:
		return post("tool", a.ID, map[string]any{"toolName": a.Name, "params": orObject(a.Arguments)})
	case ui.SendPrompt:
		return post("prompt", "", map[string]any{"prompt": a.Text})
	case ui.SendIntent:
		return post("intent", "", map[string]any{"intent": a.Name, "params": orObject(a.Params)})
	case ui.Notify:
		return post("notify", "", map[string]any{"message": a.Message, "level": levelOr(a.Level)})
	case ui.OpenLink:
		return post("link", "", map[string]any{"url": a.URL})
	default:
		return nil, unsupported(hosts.MCPUI, a)
	}
}

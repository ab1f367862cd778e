package adapter_test

import (
	"encoding/json"
	"fmt"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

func ExampleSet_For() {
	set := adapter.All()
	for _, id := range []string{"claude", "chatgpt", "mcp-ui"} {
		p, _ := hosts.Get(id)
		a := set.For(p)
		action, err := a.Action(ui.OpenLink{URL: "https://example.com"})
		fmt.Println(a.Name(), string(action), err)
	}
	text, _ := hosts.Get("text")
	fmt.Println(set.For(text) == nil)
	// Output:
	// mcp-apps {"id":"1","jsonrpc":"2.0","method":"ui/open-link","params":{"url":"https://example.com"}} <nil>
	// chatgpt {"args":[{"href":"https://example.com"}],"call":"openExternal"} <nil>
	// mcp-ui {"payload":{"url":"https://example.com"},"type":"link"} <nil>
	// true
}

func ExampleSet_Tool() {
	v, _ := ui.NewView("weather", "forecast", ui.HTML("<p>"), ui.Metadata{})
	claude, _ := hosts.Get("claude")
	meta, err := json.Marshal(adapter.All().Tool(&ui.Tool{Name: "forecast", View: v, Visibility: ui.ModelOnly}, claude))
	fmt.Println(string(meta), err)
	// Output:
	// {"ui":{"resourceUri":"ui://weather/forecast/33f279946717","visibility":["model"]},"ui/resourceUri":"ui://weather/forecast/33f279946717"} <nil>
}

// A view that a server made with @mcp-ui/server sends in its results becomes a
// view of an app, for every host.
func ExampleImportView() {
	content, metadata, err := adapter.ImportView(json.RawMessage(`{
		"type": "resource",
		"resource": {
			"uri": "ui://tide/today",
			"mimeType": "text/uri-list",
			"text": "https://tide.example.com/today",
			"_meta": {"mcpui.dev/ui-preferred-frame-size": ["100%", "320px"]}
		}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	app := oriel.New("tide", "1.0.0")
	view := oriel.AddViewWith(app, "today", content, metadata)
	fmt.Printf("%T %s, %d pixels high\n", view.Content, view.Content, view.Metadata.Dimensions.Height)
	fmt.Println(app.Err())
	// Output:
	// ui.URL https://tide.example.com/today, 320 pixels high
	// <nil>
}

func ExampleReadTool() {
	tool, dropped, err := adapter.ReadTool(json.RawMessage(`{
		"name": "forecast",
		"annotations": {"readOnlyHint": true, "openWorldHint": false},
		"_meta": {"openai/outputTemplate": "ui://weather/forecast", "openai/widgetAccessible": "yes"}
	}`))
	fmt.Println(tool.Name, tool.View.URI(), tool.ReadOnly, err)
	for _, d := range dropped {
		fmt.Println(d.Field, d.Value, d.Reason)
	}
	// Output:
	// forecast ui://weather/forecast true <nil>
	// openai/widgetAccessible "yes" It is not a boolean.
}

func ExampleReadMetadata() {
	metadata, _ := adapter.ReadMetadata(json.RawMessage(`{
		"ui": {"prefersBorder": false, "csp": {"connectDomains": ["https://api.example.com"]}},
		"openai/widgetCSP": {"redirect_domains": ["https://shop.example.com"]}
	}`))
	fmt.Println(metadata.Border == ui.BorderNone, metadata.CSP.ConnectDomains, metadata.CSP.RedirectDomains)
	// Output:
	// true [https://api.example.com] [https://shop.example.com]
}

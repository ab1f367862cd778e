package adapter_test

import (
	"encoding/json"
	"fmt"

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

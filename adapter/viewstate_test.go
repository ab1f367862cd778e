package adapter_test

import (
	"strings"
	"testing"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

func TestKeepsState(t *testing.T) {
	t.Parallel()
	const (
		runtime = `<script src="@oriel/view"></script>`
		sources = `<meta name="oriel-sources" content="0">`
	)
	for name, test := range map[string]struct {
		content ui.Content
		want    bool
	}{
		"a bundle":                     {ui.Built{Name: "a", HTML: view.StateMark + sources}, true},
		"a bundle without the mark":    {ui.Built{Name: "a", HTML: sources + `<script>x("oriel_state")</script>`}, false},
		"a bundle that says the word":  {ui.Built{Name: "a", HTML: sources + runtime + `<p>createStore, oriel_state`}, false},
		"a bundle with the mark later": {ui.Built{Name: "a", HTML: sources + "<script>`" + view.StateMark + sources + "`</script>"}, false},
		"a page":                       {ui.HTML(`<p>oriel_state`), true},
		"a page without":               {ui.HTML(`<p>state`), false},
		"a page with the runtime":      {ui.HTML(runtime + `<script>oriel.createStore({})</script>`), true},
		"a page with the runtime only": {ui.HTML(runtime + `<script>oriel.callTool("a")</script>`), false},
		"the word without the runtime": {ui.HTML(`<script>createStore({})</script>`), false},
		"the word at the very end":     {ui.HTML(strings.Repeat("<p>", 1<<20) + "oriel_state"), true},
		"a page from elsewhere":        {ui.URL("https://oriel_state.example/oriel_state"), false},
		"remote DOM":                   {ui.RemoteDOM{Script: `"oriel_state"`}, false},
	} {
		v, err := ui.NewView("app", "view", test.content, ui.Metadata{})
		if err != nil {
			t.Fatal(err)
		}
		if got := adapter.KeepsState(v); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	if adapter.KeepsState(ui.ViewAt("ui://other/view")) {
		t.Error("a view that nothing is known of keeps a state")
	}
}

// The token is in the _meta of each protocol, and in what a legacy host gives to the
// view; where there is no UI it is nowhere.
func TestStateToken(t *testing.T) {
	t.Parallel()
	v := newView(t, ui.HTML("<p>"), ui.Metadata{})
	result := ui.ToolResult{Text: "Shown.", StateToken: "a.b"}
	for _, a := range []adapter.Adapter{adapter.MCPApps(), adapter.ChatGPT(), adapter.MCPUI()} {
		wire, err := a.Result(&result, v, nil)
		if err != nil {
			t.Fatal(err)
		}
		says(t, a.Name(), wire, `{"_meta":{"oriel/state":{"token":"a.b"}}}`)
	}
	legacy, err := adapter.MCPUI().Result(&result, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	embedded, ok := legacy.Content[len(legacy.Content)-1].(ui.EmbeddedResource)
	if !ok {
		t.Fatalf("the content is %v", legacy.Content)
	}
	says(t, "the view's data", embedded.Resource,
		`{"_meta":{"mcpui.dev/ui-initial-render-data":{"toolResponseMetadata":{"mcp_tool_result":{"_meta":{"oriel/state":{"token":"a.b"}}}}}}}`)
	text, ok := hosts.Get(hosts.TextID)
	if !ok {
		t.Fatal("there is no profile of a host without UI")
	}
	plain, err := adapter.All().Result(&result, v, text)
	if err != nil || plain.Meta != nil {
		t.Errorf("without UI the result says %v, %v", plain.Meta, err)
	}
}

package workbench

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// choice is the view that a result is shown with.
type choice struct {
	// uri is empty where there is none.
	uri string
	// embedded is the resource inside the result; nil where it has to be read.
	embedded json.RawMessage
	// source says, for people, why it is this view.
	source string
}

// choose looks for a view: the current key of MCP Apps, its deprecated flat
// form, ChatGPT's, and a resource inside the result. Legacy MCP-UI hosts know
// that last form alone.
func choose(t tool, result json.RawMessage, p *hosts.Profile) (choice, error) {
	embedded := embeddedView(result)
	if p.Adapter.Value == hosts.MCPUI {
		return embedded, nil
	}
	for _, link := range []struct {
		name string
		raw  json.RawMessage
	}{
		{"_meta.ui.resourceUri", t.ui["resourceUri"]},
		{`_meta["ui/resourceUri"]`, t.meta["ui/resourceUri"]},
		{`_meta["openai/outputTemplate"]`, t.meta["openai/outputTemplate"]},
	} {
		if len(link.raw) == 0 || string(link.raw) == "null" {
			continue
		}
		uri := text(link.raw)
		if !strings.HasPrefix(uri, "ui://") {
			return choice{}, &ui.Error{
				Code:    "view_uri_invalid",
				Message: fmt.Sprintf("The tool's %s is %.120s, which is not the URI of a view.", link.name, link.raw),
				Fix:     `A view's URI begins with "ui://".`,
			}
		}
		return choice{uri: uri, source: "The tool names it in " + link.name + "."}, nil
	}
	return embedded, nil
}

// embeddedView returns the first ui:// resource in a result's content.
func embeddedView(result json.RawMessage) choice {
	var blocks []json.RawMessage
	if json.Unmarshal(members(result)["content"], &blocks) != nil {
		return choice{}
	}
	for i, raw := range blocks {
		block := members(raw)
		if text(block["type"]) != "resource" {
			continue
		}
		if uri := text(members(block["resource"])["uri"]); strings.HasPrefix(uri, "ui://") {
			return choice{uri: uri, embedded: block["resource"], source: fmt.Sprintf("It is inside the result, in content[%d].", i)}
		}
	}
	return choice{}
}

package workbench

import (
	"encoding/json"
	"fmt"
	"slices"
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
	// link is the name of the tool's link that leads to it; empty where there is none.
	link string
	// source says, for people, why it is this view.
	source string
	// refused says why a view inside the result isn't used; empty if there is none.
	refused string
	// steps are what was looked at, in order. The last one decided.
	steps []step
}

// step is a place where a host looks for a view.
type step struct {
	What string `json:"what"`
	// Found is whether the view is from there; of the text, whether it is shown.
	Found bool   `json:"found"`
	Why   string `json:"why"`
}

// question is what a view is looked for with.
type question struct {
	tool tool
	// listed is whether the server lists the tool to the host.
	listed  bool
	result  json.RawMessage // nil where there is none yet
	profile *hosts.Profile
}

// openAILink is the name of ChatGPT's link to a view.
const openAILink = `_meta["openai/outputTemplate"]`

// choose looks for a view: the current key of MCP Apps, its deprecated flat
// form, ChatGPT's, a resource inside the result where the host draws those, and then the
// text. Legacy MCP-UI hosts know the last two alone. A link that is not the URI of a view
// is an error even if the next one is good: the official SDK refuses such a tool.
func choose(q question) (choice, error) {
	var c choice
	for _, link := range []struct {
		what, name string
		raw        json.RawMessage
	}{
		{"MCP Apps", "_meta.ui.resourceUri", q.tool.ui["resourceUri"]},
		{"MCP Apps, deprecated", `_meta["ui/resourceUri"]`, q.tool.meta["ui/resourceUri"]},
		{"ChatGPT", openAILink, q.tool.meta["openai/outputTemplate"]},
	} {
		what := link.name + " (" + link.what + ")"
		if why := q.noLink(link.name, link.raw); why != "" {
			c.steps = append(c.steps, step{What: what, Why: why})
			continue
		}
		uri := text(link.raw)
		if !strings.HasPrefix(uri, "ui://") {
			return choice{}, &ui.Error{
				Code:    "view_uri_invalid",
				Message: fmt.Sprintf("The tool's %s is %.120s, which is not the URI of a view.", link.name, link.raw),
				Fix:     `A view's URI begins with "ui://". Hosts look at no further link when this one is there.`,
			}
		}
		c.uri, c.link, c.source = uri, link.name, "The tool names it in "+link.name+"."
		c.steps = append(c.steps, step{What: what, Found: true, Why: "The tool names " + shortened(uri) + "."})
		return c, nil
	}
	c.inside(q)
	return c, nil
}

// noLink says why a link of the tool is not followed; empty where it is.
func (q question) noLink(name string, raw json.RawMessage) string {
	switch {
	case q.profile.Adapter.Value == hosts.MCPUI:
		return q.profile.Title + " does not look there; it takes views from results alone."
	case !q.listed:
		return "The server doesn't list this tool to " + q.profile.Title + "."
	case name == "_meta.ui.resourceUri" && len(q.tool.meta["ui"]) > 0 && q.tool.ui == nil:
		return "The tool's _meta.ui is not an object."
	case len(raw) == 0:
		return "The tool has no such link."
	case string(raw) == "null":
		return "It is null, which counts as none here; the official SDK refuses such a tool."
	default:
		return ""
	}
}

// inside looks for a view in the result.
func (c *choice) inside(q question) {
	const what = "A ui:// resource inside the result"
	if len(q.result) == 0 || string(q.result) == "null" {
		c.steps = append(c.steps, step{What: what, Why: "There is no result yet."}, step{What: "Text", Why: "There is no result yet."})
		return
	}
	at, resource := embeddedView(q.result)
	if resource == nil {
		c.steps = append(c.steps,
			step{What: what, Why: "The result's content holds none."},
			withoutView(q.result, "There is no view"))
		return
	}
	uri := text(members(resource)["uri"])
	if c.refused = refusesEmbedded(q.profile); c.refused != "" {
		c.steps = append(c.steps,
			step{What: what, Why: fmt.Sprintf("content[%d] is %s. %s", at, shortened(uri), c.refused)},
			withoutView(q.result, "There is no view that "+q.profile.Title+" draws"))
		return
	}
	c.uri, c.embedded = uri, resource
	c.source = fmt.Sprintf("It is inside the result, in content[%d].", at)
	c.steps = append(c.steps, step{What: what, Found: true, Why: fmt.Sprintf("content[%d] is %s.", at, shortened(c.uri))})
}

// withoutView is the last step where no view is shown; why is the beginning of a sentence.
func withoutView(result json.RawMessage, why string) step {
	if hasText(result) || members(members(result)["structuredContent"]) == nil {
		return step{What: "Text", Found: true, Why: why + ", so the result is shown as text."}
	}
	return step{What: "JSON", Found: true, Why: why + " and no text, so the result's structuredContent is shown."}
}

// hasText reports whether a result's content holds text for people.
func hasText(result json.RawMessage) bool {
	var blocks []json.RawMessage
	if json.Unmarshal(members(result)["content"], &blocks) != nil {
		return false
	}
	return slices.ContainsFunc(blocks, func(raw json.RawMessage) bool {
		block := members(raw)
		return text(block["type"]) == "text" && text(block["text"]) != ""
	})
}

// refusesEmbedded says why a host doesn't draw a view inside a result; empty if it does.
func refusesEmbedded(p *hosts.Profile) string {
	fact := p.Features[hosts.EmbeddedViews]
	switch {
	case fact.Known && fact.Value:
		return ""
	case fact.Known:
		return fmt.Sprintf("%s doesn't draw views inside results (%s, %s).", p.Title, fact.Source, fact.Date)
	case p.Adapter.Value == hosts.MCPUI:
		return ""
	default:
		return "It isn't known whether " + p.Title + " draws views inside results; MCP Apps 2026-01-26 takes views from tools alone."
	}
}

// embeddedView returns the first ui:// resource in a result's content, and its
// place.
func embeddedView(result json.RawMessage) (int, json.RawMessage) {
	var blocks []json.RawMessage
	if json.Unmarshal(members(result)["content"], &blocks) != nil {
		return 0, nil
	}
	for i, raw := range blocks {
		block := members(raw)
		if text(block["type"]) != "resource" {
			continue
		}
		if strings.HasPrefix(text(members(block["resource"])["uri"]), "ui://") {
			return i, block["resource"]
		}
	}
	return 0, nil
}

// shortened is a server's text in a sentence.
func shortened(s string) string { return fmt.Sprintf("%.120s", s) }

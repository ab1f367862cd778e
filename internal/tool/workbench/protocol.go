package workbench

import (
	"mime"
	"strings"

	"github.com/orielapps/oriel/hosts"
)

const skybridge = "text/html+skybridge"

// protocolNames are for people.
var protocolNames = map[string]string{hosts.MCPApps: "MCP Apps", hosts.ChatGPT: "window.openai", hosts.MCPUI: "MCP-UI"}

// spoken is a protocol of a view, and the reason as a sentence.
type spoken struct{ protocol, why string }

// step is what the page shows of it.
func (s spoken) step() step {
	return step{What: "Protocol: " + protocolNames[s.protocol], Found: true, Why: s.why}
}

// detect returns the protocol that a view speaks: what its document shows decides before its type, and that before the
// place where it was found. The one of window.openai includes MCP Apps.
func detect(g givenView, apis pageAPIs) spoken {
	kind, _, err := mime.ParseMediaType(g.item.MIMEType)
	if err != nil {
		kind = g.item.MIMEType
	}
	switch {
	case g.external != "":
		return spoken{hosts.MCPUI, "A page that is given by its address is a view of MCP-UI."}
	case kind == skybridge:
		return spoken{hosts.ChatGPT, "Its type is " + skybridge + "."}
	case apis.mcpApps:
		return spoken{hosts.MCPApps, "Its document sends ui/initialize."}
	case apis.openAI:
		return spoken{hosts.ChatGPT, "Its document uses window.openai."}
	case apis.uiActions:
		return spoken{hosts.MCPUI, "Its document uses the messages of MCP-UI."}
	case apis.mcpApp:
		return spoken{hosts.MCPApps, "Its document uses window.mcpApp, which the workbench adds to the page."}
	case apis.mcpUI:
		return spoken{hosts.MCPApps, "Its document uses window.mcpUI, which the workbench adds to the page."}
	case kind != "text/html" || strings.Contains(g.item.MIMEType, "profile=mcp-app"):
		return spoken{hosts.MCPApps, "Its type is " + shortened(g.item.MIMEType) + "."}
	case g.chosen.link == openAILink:
		return spoken{hosts.ChatGPT, "The link to it is ChatGPT's."}
	case g.chosen.embedded != nil:
		return spoken{hosts.MCPUI, "It is inside the result, and its type is text/html."}
	default:
		return spoken{hosts.MCPApps, "The link to it is that of MCP Apps."}
	}
}

// missingAPI is what a document uses and a host does not have.
type missingAPI struct {
	// Name is for people, such as "window.openai".
	Name string `json:"name"`
	// Compat is the constant of package ui that gives it to the page; empty if there is none.
	Compat string `json:"compat"`
}

// missing returns what a document needs to talk to a host of a protocol that lacks it; nil where the document speaks
// that protocol, or shows none.
func missing(protocol string, apis pageAPIs) *missingAPI {
	var speaks bool
	switch protocol {
	case hosts.MCPUI:
		speaks = apis.uiActions
	case hosts.ChatGPT:
		speaks = apis.mcpApps || apis.openAI
	default:
		speaks = apis.mcpApps
	}
	switch {
	case speaks:
		return nil
	case apis.openAI:
		return &missingAPI{"window.openai", "ui.CompatOpenAI"}
	case apis.mcpApp:
		return &missingAPI{"window.mcpApp", "ui.CompatMCPApp"}
	case apis.mcpUI:
		return &missingAPI{"window.mcpUI", "ui.CompatMCPUI"}
	case apis.uiActions:
		return &missingAPI{"the actions of MCP-UI", "ui.CompatUIActions"}
	case apis.mcpApps:
		return &missingAPI{"MCP Apps", ""}
	default:
		return nil
	}
}

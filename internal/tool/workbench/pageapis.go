package workbench

import (
	"regexp"
	"strings"

	"github.com/orielapps/oriel/view"
)

// pageAPIs are the ways to talk to a host that a document's text shows. A document that loads its scripts from
// elsewhere shows none.
type pageAPIs struct {
	// mcpApps is whether the document sends ui/initialize.
	mcpApps bool
	// openAI, mcpApp and mcpUI are whether it uses window.openai, window.mcpApp and window.mcpUI without defining them.
	openAI, mcpApp, mcpUI bool
	// uiActions is whether it sends the actions or lifecycle messages of legacy MCP-UI.
	uiActions bool
}

var (
	usesOpenAI    = regexp.MustCompile(`\b(?:window|globalThis|self|parent|top)\s*(?:\?\.|\.)\s*openai\b|\{[^{}]*\bopenai\b[^{}]*\}\s*=\s*(?:window|globalThis|self)\b|["'` + "`" + `]openai:(?:set_globals|tool_response)["'` + "`" + `]`)
	definesOpenAI = regexp.MustCompile(`\.openai\s*(?:\?\?|\|\|)?=[^=]`)
	usesMCPApp    = regexp.MustCompile(`\bmcpApp\b|["'` + "`" + `]mcp:(?:tool-input|tool-result|tool-cancelled|context-change|teardown)["'` + "`" + `]`)
	definesMCPApp = regexp.MustCompile(`\.mcpApp\s*(?:\?\?|\|\|)?=[^=]`)
	usesMCPUI     = regexp.MustCompile(`\bmcpUI\b|["'` + "`" + `]mcp-(?:data|tool-result)["'` + "`" + `]`)
	definesMCPUI  = regexp.MustCompile(`\.mcpUI\s*(?:\?\?|\|\|)?=[^=]`)
	usesUIActions = regexp.MustCompile(`\bui-(?:lifecycle-iframe-ready|request-render-data|message-response|size-change)\b|` +
		`\.postMessage\(\s*\{[^{}]{0,400}?\btype["']?\s*:\s*["'` + "`" + `](?:tool|prompt|link|intent|notify)["'` + "`" + `]`)
)

// given are the shims of what the workbench can give to a page that has no connection of its own.
func (a pageAPIs) given() []view.Shim {
	var shims []view.Shim
	if a.mcpApp {
		shims = append(shims, view.ShimMCPApp)
	}
	if a.mcpUI {
		shims = append(shims, view.ShimMCPUI)
	}
	return shims
}

func apisOf(document string) pageAPIs {
	return pageAPIs{
		mcpApps:   strings.Contains(document, "ui/initialize"),
		openAI:    usesOpenAI.MatchString(document) && !definesOpenAI.MatchString(document),
		mcpApp:    usesMCPApp.MatchString(document) && !definesMCPApp.MatchString(document),
		mcpUI:     usesMCPUI.MatchString(document) && !definesMCPUI.MatchString(document),
		uiActions: usesUIActions.MatchString(document),
	}
}

package workbench

import (
	"regexp"
	"strings"
)

// pageAPIs are the ways to talk to a host that a document's text shows. A document that loads its scripts from
// elsewhere shows none.
type pageAPIs struct {
	// mcpApps is whether the document sends ui/initialize.
	mcpApps bool
	// openAI and mcpApp are whether it uses window.openai and window.mcpApp without defining them.
	openAI, mcpApp bool
	// mcpUI is whether it sends the actions or lifecycle messages of legacy MCP-UI.
	mcpUI bool
}

var (
	usesOpenAI    = regexp.MustCompile(`\b(?:window|globalThis|self|parent|top)\s*(?:\?\.|\.)\s*openai\b|["'` + "`" + `]openai:(?:set_globals|tool_response)["'` + "`" + `]`)
	definesOpenAI = regexp.MustCompile(`\.openai\s*(?:\?\?|\|\|)?=[^=]`)
	usesMCPApp    = regexp.MustCompile(`\bmcpApp\b|["'` + "`" + `]mcp:(?:tool-input|tool-result|tool-cancelled|context-change|teardown)["'` + "`" + `]`)
	definesMCPApp = regexp.MustCompile(`\.mcpApp\s*(?:\?\?|\|\|)?=[^=]`)
	usesMCPUI     = regexp.MustCompile(`\bui-(?:lifecycle-iframe-ready|request-render-data|message-response|size-change)\b|` +
		`\.postMessage\(\s*\{[^{}]{0,400}?\btype["']?\s*:\s*["'` + "`" + `](?:tool|prompt|link|intent|notify)["'` + "`" + `]`)
)

func apisOf(document string) pageAPIs {
	return pageAPIs{
		mcpApps: strings.Contains(document, "ui/initialize"),
		openAI:  usesOpenAI.MatchString(document) && !definesOpenAI.MatchString(document),
		mcpApp:  usesMCPApp.MatchString(document) && !definesMCPApp.MatchString(document),
		mcpUI:   usesMCPUI.MatchString(document),
	}
}

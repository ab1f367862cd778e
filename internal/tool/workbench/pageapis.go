package workbench

import (
	"regexp"
	"slices"
	"strings"

	"github.com/orielapps/oriel/view"
)

// pageAPIs are the ways to talk to a host that a document's text shows. A document that loads its scripts from
// elsewhere shows none.
type pageAPIs struct {
	// mcpApps is whether the document sends ui/initialize. Then the objects of other hosts are extras, and not looked for.
	mcpApps bool
	// openAI, mcpApp and mcpUI are whether it uses window.openai, window.mcpApp and window.mcpUI without defining them.
	openAI, mcpApp, mcpUI bool
	// uiActions is whether it sends the actions or lifecycle messages of legacy MCP-UI.
	uiActions bool
}

// A usedObject is a global object that some hosts give to a page.
type usedObject struct {
	// words are the texts of which a page that uses it has one. They are found much faster than the patterns, and
	// documents are large.
	words []string
	// uses and defines match its use, and a page that brings its own.
	uses, defines *regexp.Regexp
}

var (
	openAIObject = usedObject{
		words: []string{"openai"},
		uses: regexp.MustCompile(`\b(?:window|globalThis|self|parent|top)\s*(?:\?\.|\.)\s*openai\b` +
			`|\{[^{}]*\bopenai\b[^{}]*\}\s*=\s*(?:window|globalThis|self)\b` +
			"|[\"'`]openai:(?:set_globals|tool_response)[\"'`]"),
		defines: regexp.MustCompile(`\.openai\s*(?:\?\?|\|\|)?=[^=]`),
	}
	mcpAppObject = usedObject{
		words:   []string{"mcpApp", "mcp:"},
		uses:    regexp.MustCompile("\\bmcpApp\\b|[\"'`]mcp:(?:tool-input|tool-result|tool-cancelled|context-change|teardown)[\"'`]"),
		defines: regexp.MustCompile(`\.mcpApp\s*(?:\?\?|\|\|)?=[^=]`),
	}
	mcpUIObject = usedObject{
		words:   []string{"mcpUI", "mcp-data", "mcp-tool-result"},
		uses:    regexp.MustCompile("\\bmcpUI\\b|[\"'`]mcp-(?:data|tool-result)[\"'`]"),
		defines: regexp.MustCompile(`\.mcpUI\s*(?:\?\?|\|\|)?=[^=]`),
	}
	lifecycleWords = []string{"ui-lifecycle-iframe-ready", "ui-request-render-data", "ui-message-response", "ui-size-change"}
	postsAction    = regexp.MustCompile(`\.postMessage\(\s*\{[^{}]{0,400}?\btype["']?\s*:\s*` + "[\"'`](?:tool|prompt|link|intent|notify)[\"'`]")
)

func (o usedObject) isUsedIn(document string) bool {
	return containsAny(document, o.words) && o.uses.MatchString(document) && !o.defines.MatchString(document)
}

func apisOf(document string) pageAPIs {
	uiActions := containsAny(document, lifecycleWords) || postsAction.MatchString(document)
	if strings.Contains(document, "ui/initialize") {
		return pageAPIs{mcpApps: true, uiActions: uiActions}
	}
	return pageAPIs{
		openAI:    openAIObject.isUsedIn(document),
		mcpApp:    mcpAppObject.isUsedIn(document),
		mcpUI:     mcpUIObject.isUsedIn(document),
		uiActions: uiActions,
	}
}

// shims are for the objects that the workbench can give to a page.
func (a pageAPIs) shims() []view.Shim {
	var shims []view.Shim
	if a.mcpApp {
		shims = append(shims, view.ShimMCPApp)
	}
	if a.mcpUI {
		shims = append(shims, view.ShimMCPUI)
	}
	return shims
}

func containsAny(document string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(document, word) })
}

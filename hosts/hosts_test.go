package hosts_test

import (
	"slices"
	"testing"

	"github.com/orielapps/oriel/hosts"
)

const appMIME = "text/html;profile=mcp-app"

// builtIn are the profiles that come with the package; tests register more.
var builtIn = hosts.All()

func TestCatalogue(t *testing.T) {
	t.Parallel()
	var ids []string
	for _, p := range builtIn {
		ids = append(ids, p.ID)
		if p.Title == "" {
			t.Errorf("%s has no title", p.ID)
		}
		if !p.ClientInfo.Known || !p.Protocols.Known || len(p.Protocols.Value) == 0 {
			t.Errorf("%s: the workbench needs clientInfo and protocols to act as this host", p.ID)
		}
		if !slices.IsSortedFunc(p.Protocols.Value, func(a, b string) int {
			if a > b {
				return -1
			}
			return 1
		}) {
			t.Errorf("%s: protocols are not newest first: %v", p.ID, p.Protocols.Value)
		}
		if p.HasUI() && (!p.HostInfo.Known || len(p.UIMIMETypes.Value) == 0 || len(p.DisplayModes.Value) == 0) {
			t.Errorf("%s: a host with UI needs hostInfo, uiMimeTypes and displayModes", p.ID)
		}
	}
	want := []string{
		"agentcore", "chatgpt", "claude", "claude-code", "cline", "codex", "cursor", "generic", "goose", "le-chat", "m365-copilot",
		"mcp-ui", "mcpjam", "n8n", "nanobot", "notion", "perplexity", "sep-draft", "slackbot", "text", "vscode",
	}
	if !slices.Equal(ids, want) {
		t.Errorf("profiles are %v, want %v", ids, want)
	}
}

func TestDetect(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		client hosts.Client
		want   string
	}{
		"said nothing":             {hosts.Client{}, "generic"},
		"Claude":                   {hosts.Client{Introduced: true, Name: "claude-ai", UIMIMETypes: []string{appMIME}}, "claude"},
		"Claude, other spelling":   {hosts.Client{Introduced: true, Name: "anthropic/claudeai", UIMIMETypes: []string{appMIME}}, "claude"},
		"Claude before MCP Apps":   {hosts.Client{Introduced: true, Name: "claude-ai"}, "text"},
		"ChatGPT":                  {hosts.Client{Introduced: true, Name: "openai-mcp", UIMIMETypes: []string{appMIME}}, "chatgpt"},
		"ChatGPT before MCP Apps":  {hosts.Client{Introduced: true, Name: "openai-mcp"}, "chatgpt"},
		"VS Code":                  {hosts.Client{Introduced: true, Name: "Visual Studio Code", UIMIMETypes: []string{appMIME}}, "vscode"},
		"legacy MCP-UI":            {hosts.Client{Introduced: true, Name: "mcp-ui-host"}, "mcp-ui"},
		"Nanobot":                  {hosts.Client{Introduced: true, Name: "Nanobot"}, "nanobot"},
		"Cursor":                   {hosts.Client{Introduced: true, Name: "cursor-vscode", UIMIMETypes: []string{appMIME}}, "cursor"},
		"Cursor before MCP Apps":   {hosts.Client{Introduced: true, Name: "cursor-vscode"}, "text"},
		"Goose":                    {hosts.Client{Introduced: true, Name: "goose-desktop", UIMIMETypes: []string{appMIME}}, "goose"},
		"Claude Code":              {hosts.Client{Introduced: true, Name: "claude-code"}, "claude-code"},
		"n8n":                      {hosts.Client{Introduced: true, Name: "@n8n/n8n-nodes-langchain.mcpClientTool"}, "n8n"},
		"Codex":                    {hosts.Client{Introduced: true, Name: "codex-mcp-client", UIMIMETypes: []string{appMIME}}, "codex"},
		"a library's own name":     {hosts.Client{Introduced: true, Name: "mcp"}, "generic"},
		"unknown with UI":          {hosts.Client{Introduced: true, Name: "new-host", UIMIMETypes: []string{appMIME}}, "generic"},
		"unknown with old UI type": {hosts.Client{Introduced: true, Name: "new-host", UIMIMETypes: []string{"text/html+mcp"}}, "sep-draft"},
		"unknown with both types":  {hosts.Client{Introduced: true, Name: "new-host", UIMIMETypes: []string{"text/html+mcp", appMIME}}, "generic"},
		"unknown without UI":       {hosts.Client{Introduced: true, Name: "some-agent"}, "generic"},
		"hostile name":             {hosts.Client{Introduced: true, Name: "claude-ai\x00\"; rm", UIMIMETypes: []string{appMIME}}, "generic"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := hosts.Detect(test.client); got.ID != test.want {
				t.Errorf("Detect(%+v) = %s, want %s", test.client, got.ID, test.want)
			}
		})
	}
}

func TestAssumed(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		client hosts.Client
		want   bool
	}{
		"said nothing":          {hosts.Client{}, false},
		"unknown":               {hosts.Client{Introduced: true, Name: "MCP Apps Host"}, true},
		"a library's own name":  {hosts.Client{Introduced: true, Name: "mcp"}, true},
		"without a name":        {hosts.Client{Introduced: true}, true},
		"declares views":        {hosts.Client{Introduced: true, Name: "new-host", UIMIMETypes: []string{appMIME}}, false},
		"known, with a UI":      {hosts.Client{Introduced: true, Name: "openai-mcp"}, false},
		"known to have no view": {hosts.Client{Introduced: true, Name: "Claude-Code"}, false},
	} {
		if got := hosts.Assumed(test.client); got != test.want {
			t.Errorf("%s: Assumed is %v", name, got)
		}
	}
}

func TestUnknownIsNotUnsupported(t *testing.T) {
	t.Parallel()
	vscode, ok := hosts.Get("vscode")
	if !ok {
		t.Fatal("no profile vscode")
	}
	if has, known := vscode.Has(hosts.Message); has || !known {
		t.Errorf("Has(message) = %v, %v; VS Code is known to lack it", has, known)
	}
	if _, known := vscode.Has(hosts.PartialInput); known {
		t.Error("partialInput of VS Code is known, but its file doesn't say")
	}
	if vscode.Lacks(hosts.PartialInput) {
		t.Error("an unknown feature counts as lacking")
	}
}

package hosts_test

import (
	"slices"
	"testing"

	"github.com/orielapps/oriel/hosts"
)

const appMIME = "text/html;profile=mcp-app"

func TestCatalogue(t *testing.T) {
	t.Parallel()
	var ids []string
	for _, p := range hosts.All() {
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
	want := []string{"chatgpt", "claude", "generic", "mcp-ui", "text", "vscode"}
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
		"Claude":                   {hosts.Client{Told: true, Name: "claude-ai", UIMIMETypes: []string{appMIME}}, "claude"},
		"Claude, other spelling":   {hosts.Client{Told: true, Name: "anthropic/claudeai", UIMIMETypes: []string{appMIME}}, "claude"},
		"Claude before MCP Apps":   {hosts.Client{Told: true, Name: "claude-ai"}, "text"},
		"ChatGPT":                  {hosts.Client{Told: true, Name: "openai-mcp", UIMIMETypes: []string{appMIME}}, "chatgpt"},
		"ChatGPT before MCP Apps":  {hosts.Client{Told: true, Name: "openai-mcp"}, "chatgpt"},
		"VS Code":                  {hosts.Client{Told: true, Name: "Visual Studio Code", UIMIMETypes: []string{appMIME}}, "vscode"},
		"legacy MCP-UI":            {hosts.Client{Told: true, Name: "nanobot"}, "mcp-ui"},
		"unknown with UI":          {hosts.Client{Told: true, Name: "new-host", UIMIMETypes: []string{appMIME}}, "generic"},
		"unknown with old UI type": {hosts.Client{Told: true, Name: "new-host", UIMIMETypes: []string{"text/html+mcp"}}, "generic"},
		"unknown without UI":       {hosts.Client{Told: true, Name: "some-agent"}, "text"},
		"hostile name":             {hosts.Client{Told: true, Name: "claude-ai\x00\"; rm", UIMIMETypes: []string{appMIME}}, "generic"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := hosts.Detect(test.client); got.ID != test.want {
				t.Errorf("Detect(%+v) = %s, want %s", test.client, got.ID, test.want)
			}
		})
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

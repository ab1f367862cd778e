package state_test

// A hostKind is a row of the table.
type hostKind struct {
	name string
	// stranger is whether the server is not made with Oriel.
	stranger bool
	script   hostScriptKind
}

// hostScriptKind is what testdata/host.ts has to know of its kind.
type hostScriptKind struct {
	Client string `json:"client"`
	Bridge bool   `json:"bridge"`
	Tools  bool   `json:"tools"`
	OpenAI bool   `json:"openai"`
	MCPUI  bool   `json:"mcpui"`
	Alone  bool   `json:"alone"`
}

func hostKinds() []hostKind {
	return []hostKind{
		{name: "ChatGPT, by MCP Apps and `window.openai`", script: hostScriptKind{Client: "openai-mcp", Bridge: true, Tools: true, OpenAI: true}},
		{name: "`window.openai` alone", script: hostScriptKind{Client: "openai-mcp", OpenAI: true}},
		{name: "MCP Apps, an app made with Oriel", script: hostScriptKind{Client: "claude-ai", Bridge: true, Tools: true}},
		{name: "MCP Apps, another's server", stranger: true, script: hostScriptKind{Client: "claude-ai", Bridge: true, Tools: true}},
		{name: "MCP Apps that calls no tools", script: hostScriptKind{Client: "claude-ai", Bridge: true}},
		{name: "legacy MCP-UI", script: hostScriptKind{Client: "mcp-ui-host", MCPUI: true}},
		{name: "no host", script: hostScriptKind{Client: "claude-ai", Alone: true}},
	}
}

package peers

import "strings"

// Well is a view of a peer that the workbench finds nothing wrong with.
type Well struct {
	Peer Peer
	// Tool is the peer's first tool, which shows the view.
	Tool string
}

// AllWell returns the views of every peer that package.json names.
func AllWell() []Well {
	return []Well{
		{"server-basic-preact", "get-time"},
		{"server-basic-react", "get-time"},
		{"server-basic-solid", "get-time"},
		{"server-basic-svelte", "get-time"},
		{"server-basic-vanillajs", "get-time"},
		{"server-basic-vue", "get-time"},
		{"server-budget-allocator", "get-budget-data"},
		{"server-debug", "debug-tool"},
		{"server-system-monitor", "get-system-info"},
	}
}

// WellHosts returns the profiles of the hosts that they are shown in.
func WellHosts() []string { return []string{"claude", "chatgpt"} }

// WellTable is the section of docs/interop.md that names them.
func WellTable() string {
	var b strings.Builder
	b.WriteString(`## Views without a fault

The workbench finds nothing wrong with these views of other people, data-health="ok", after the call of their server's first tool.
In the tests of each view, this holds after its own calls and actions, too. A test in test/peers fails if it does not.

| Server | Tool | ` + strings.Join(WellHosts(), " | ") + ` |
|---|---|` + strings.Repeat("---|", len(WellHosts())) + "\n")
	for _, one := range AllWell() {
		b.WriteString("| @modelcontextprotocol/" + string(one.Peer) + " | " + one.Tool + strings.Repeat(" | ok", len(WellHosts())) + " |\n")
	}
	return b.String()
}

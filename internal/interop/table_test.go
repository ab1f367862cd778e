package interop_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/interop.md instead of comparing with it")

// features are the rows of the tables of peers.
var features = []string{
	handshake, "tool input", "tool result", "tool call", "message", "link", "size change", "theme change", "display mode", "teardown",
}

// compare renders what was found, and writes it or compares it.
func compare(t *testing.T, found *checks) {
	t.Helper()
	if run := flag.Lookup("test.run"); run != nil && strings.Contains(run.Value.String(), "/") {
		return // a part of the checks says nothing about the others
	}
	path := filepath.Join(root, "docs", "interop.md")
	got := render(found.found)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("docs/interop.md does not say what was found; \"go test ./internal/interop -update\" writes it (-file +found):\n%s", diff)
	}
}

func render(found map[[3]string]string) string {
	var b strings.Builder
	b.WriteString(`# Interoperability

What our two halves of MCP Apps have proved against halves that others wrote, and against the official schemas.
The tests in internal/interop write this file with "go test ./internal/interop -update" and fail when it is not what they find.
All of it runs in Chromium; our host is the workbench with the profile of Claude, and with that of an unnamed host for what only the
draft after 2026-01-26 has.

## Views in our host

`)
	writePeers(&b, found, viewsSection, viewPeers())
	b.WriteString(`
"App" is the class of @modelcontextprotocol/ext-apps. The old drafts are those of November and December 2025: plain or half-new
introductions with MCP's names, a message's content as one object, old names of notifications, "viewport" for the container.
Display modes are newer than those drafts; views that asked for them introduced themselves in the same way.

## Our runtime in other hosts

`)
	writePeers(&b, found, hostsSection, hostPeers())
	b.WriteString(`
"AppBridge" is the class of @modelcontextprotocol/ext-apps. The old host knows a size and a message only in their old forms.

## Messages

All that our view runtime and our host sent in these tests is valid by the schema named here: "McpUi…" in schema.json of ext-apps 2.0.4,
"…Schema" in @modelcontextprotocol/core. Every message is also a JSONRPCMessageSchema.

| Message | Our view | Our host | Our sandbox |
|---|---|---|---|
`)
	rows := map[string]bool{}
	for key := range found {
		if key[0] == messagesSection {
			rows[key[1]] = true
		}
	}
	for _, row := range slices.Sorted(maps.Keys(rows)) {
		_, _ = fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", row, cell(found, messagesSection, row, ourView),
			cell(found, messagesSection, row, ourHost), cell(found, messagesSection, row, ourSandbox))
	}
	b.WriteString("\nSent without a schema:\n\n")
	for _, name := range slices.Sorted(maps.Keys(noSchema)) {
		_, _ = fmt.Fprintf(&b, "- `%s`: %s\n", name, noSchema[name])
	}
	b.WriteString("\nSent with more than the schema has a place for:\n\n")
	for _, name := range slices.Sorted(maps.Keys(surplus)) {
		_, _ = fmt.Fprintf(&b, "- `%s`: %s\n", name, surplus[name].why)
	}
	b.WriteString(`
One schema is read as it is meant: that of containerDimensions demands two things at once which exclude each other as soon as both axes
are named. The tests let each part have the other's members, and nothing else.

## Host requirements

Ids are those of the official conformance runner's catalogue (ext-apps, examples/conformance-server in pull requests 693 and 726);
those that begin with "oriel/" are rules of the specification that it has no id for.

| Requirement | Clause | Met |
|---|---|---|
`)
	for _, key := range slices.SortedFunc(maps.Keys(found), func(a, b [3]string) int { return strings.Compare(a[1], b[1]) }) {
		if key[0] == requirementsSection {
			_, _ = fmt.Fprintf(&b, "| %s | %s | %s |\n", key[1], key[2], found[key])
		}
	}
	return b.String()
}

func writePeers(b *strings.Builder, found map[[3]string]string, section string, peers []peer) {
	b.WriteString("| |")
	for _, p := range peers {
		b.WriteString(" " + p.name + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(peers)) + "\n")
	for _, feature := range features {
		b.WriteString("| " + feature + " |")
		for _, p := range peers {
			b.WriteString(" " + cell(found, section, feature, p.name) + " |")
		}
		b.WriteString("\n")
	}
}

func cell(found map[[3]string]string, section, row, column string) string {
	if word, ok := found[[3]string{section, row, column}]; ok {
		return word
	}
	return "–"
}

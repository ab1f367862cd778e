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

// viewRows are what others' views are tried with.
var viewRows = []string{
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
		t.Errorf("docs/interop.md does not say what was found; \"go test ./test/interop -update\" writes it (-file +found):\n%s", diff)
	}
}

func render(found map[[3]string]string) string {
	var b strings.Builder
	b.WriteString(`# Interoperability

What our two halves of MCP Apps have proved against halves that others wrote, and against the official schemas.
The tests in test/interop write this file with "go test ./test/interop -update" and fail when it is not what they find.
All of it runs in Chromium. Others' views see the workbench with the profile of Claude, and with that of an unnamed host for what only the
draft after 2026-01-26 has.

## Views in our host

`)
	writePeers(&b, found, viewsSection, viewRows, viewPeers())
	b.WriteString(`
"App" is the class of @modelcontextprotocol/ext-apps. The old drafts are those of November and December 2025: plain or half-new
introductions with MCP's names, a message's content as one object, old names of notifications, "viewport" for the container.
Display modes are newer than those drafts; views that asked for them introduced themselves in the same way.

## Our runtime

The words were written down before the tests were, in test/interop, and a test fails where it finds another:

- yes: the host does it, and has seen what it is to see;
- fallback: the host does not, and the view does, as the call's page in docs/view says;
- no, with the code of the error that the call rejects with;
- not heard: the view says it, and the host does nothing about it;
- –: the host has no such thing, and nothing that a view could ask for.

All hosts but the workbench show the view in an opaque origin, unless the column says that it is its own, and under the policy that MCP Apps
gives a view which asks for nothing, in a header. No console error, no error that nobody caught and no broken policy is let pass.

`)
	writePeers(&b, found, hostsSection, names(ourFeatures(peer{}, nil)), slices.Concat(ourHosts(), hostPeers()))
	b.WriteString(`
"AppBridge" is the class of @modelcontextprotocol/ext-apps. ChatGPT is that class and window.openai beside it: partial input, the end of
a call and of the view come by the bridge alone, and the input in window.openai is null until then. The MCP-UI that is adapted has a message's id
in both places and tells of the end; the other has it at the top alone and waits until the view is ready. The old host knows a size and a
message only in their old forms. In the workbench a person answers, and declines links.

## Pages written for other hosts

They know nothing of us. On each kind of host that lacks what they were written for, the adapter puts the shim of ui.Metadata.Compat before them.
– also stands for what their API has no word for.
`)
	for _, w := range writtenPages() {
		b.WriteString("\n### " + w.title + "\n\n")
		writePeers(&b, found, w.title, names(pageFeatures(nil)), hostsOf(w))
	}
	b.WriteString(`
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

func writePeers(b *strings.Builder, found map[[3]string]string, section string, rows []string, peers []peer) {
	b.WriteString("| |")
	for _, p := range peers {
		b.WriteString(" " + p.name + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(peers)) + "\n")
	for _, feature := range rows {
		var cells []string
		for _, p := range peers {
			cells = append(cells, cell(found, section, feature, p.name))
		}
		// What a page has no word for is no row of its table.
		if slices.ContainsFunc(cells, func(word string) bool { return word != absent }) {
			b.WriteString("| " + feature + " | " + strings.Join(cells, " | ") + " |\n")
		}
	}
}

func names(features []feature) []string {
	var out []string
	for _, f := range features {
		out = append(out, f.name)
	}
	return out
}

func cell(found map[[3]string]string, section, row, column string) string {
	if word, ok := found[[3]string{section, row, column}]; ok {
		return word
	}
	return "–"
}

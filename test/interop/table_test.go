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

	"github.com/orielapps/oriel/test/peers"
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
	got := render(found.found, readTests(t))
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

func render(found map[[3]string]string, tests testFiles) string {
	var b strings.Builder
	b.WriteString(`# Interoperability

The results of tests of our view runtime and our host with other implementations of MCP Apps, and with the official schemas.
The tests in test/interop fail if their results differ from this file; "go test ./test/interop -update" writes it.
All tests run in Chromium. Other implementations' views run in the workbench with the profile of Claude. For features that only the draft
after 2026-01-26 has, they run with the profile of an unknown host.

## Views in our host

`)
	writePeers(&b, found, viewsSection, viewRows, viewPeers())
	b.WriteString(`
"App" is the class of @modelcontextprotocol/ext-apps. The old drafts are those of November and December 2025: "initialize" or
"ui/initialize" with MCP's names, a message's content as one object, older names of notifications, "viewport" for the container.
Display modes are newer than those drafts; views that requested them initialized in the same way.

` + peers.WellTable() + `
## Our runtime

The expected results are listed in test/interop, and a test fails if it finds another one:

- yes: the host does it, and has received the right data;
- fallback: the host can't do it, and the view uses the fallback that the call's page in docs/view describes;
- no, with the code of the error that the call rejects with;
- not heard: the view sends it, and the host ignores it;
- –: the host has no such feature, so a view can't request it.

All hosts except the workbench show the view in an opaque origin, unless the column says that it has its own. Its policy, in a header, is the one
of MCP Apps for a view that declares nothing. A test fails for any console error, uncaught error or policy violation.

`)
	writePeers(&b, found, hostsSection, names(ourFeatures(peer{}, nil)), slices.Concat(ourHosts(), hostPeers()))
	b.WriteString(`
"AppBridge" is the class of @modelcontextprotocol/ext-apps. ChatGPT is that class together with window.openai: only the bridge sends partial
input, cancelled calls and the end of the view, and the input in window.openai is null until it is complete. The adapted MCP-UI has a message's id
in both places and sends the end of the view; the other one has it only at the top, and waits until the view is ready. The old host only supports
the old forms of a size and a message. In the workbench, a person answers, and declines links.

## Pages written for other hosts

These pages don't use Oriel. On hosts without the API that they were written for, the adapter adds the shim of ui.Metadata.Compat.
Here, – also means that their API lacks the feature. The workbench's Automatic card shows them as they are, without Compat.
`)
	for _, w := range writtenPages() {
		b.WriteString("\n### " + w.title + "\n\n")
		writePeers(&b, found, w.title, names(pageFeatures(nil)), hostsOf(w))
	}
	b.WriteString("\n" + renderParts(tests))
	b.WriteString(afterParts + `
Every message that our view runtime and our host sent in these tests is valid by this schema: "McpUi…" in schema.json of ext-apps 2.0.4,
"…Schema" in @modelcontextprotocol/core. Every message is also valid by JSONRPCMessageSchema.

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
	b.WriteString("\nSent with members that are not in the schema:\n\n")
	for _, name := range slices.Sorted(maps.Keys(surplus)) {
		_, _ = fmt.Fprintf(&b, "- `%s`: %s\n", name, surplus[name].why)
	}
	b.WriteString(`
One schema is corrected: that of containerDimensions requires two objects at once, which exclude each other if both axes have
a value. The tests allow each of them to have the other's members, and nothing else.

## Host requirements

The ids are those of the official conformance runner (ext-apps, examples/conformance-server in pull requests 693 and 726).
Those that begin with "oriel/" are rules of the specification without such an id.

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

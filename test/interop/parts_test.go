package interop_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/test/sickviews"
)

// The heading of the section about the workbench, and that of the next one.
const (
	partsHeading = "## What the workbench does as each host\n"
	afterParts   = "## Messages\n"
)

// stateless is the first version of MCP whose requests introduce their client each by itself.
const stateless = "2026-07-28"

// A part is something that the workbench does on its cards.
type part struct {
	// what it does, as which hosts, and a test of module test that proves it.
	what, as, test string
}

// The hosts of a part.
const (
	everyHost  = "all"
	viewHosts  = "with views"
	earlyHosts = "of MCP Apps, `window.openai`"
	knownHosts = "by the table above"
	autoCard   = "Automatic"
)

// parts are the rows of the table, with the tests that prove them.
func parts() []part {
	const seen, working, reopened, byHand = "TestSmokeViewIsSeenAsItHappens", "TestMCPAppPageInAutomatic", "TestSmokeReopen", "TestViewGetsByHandWhatAHostSends"
	health := []part{
		{"health is ok for views that work", viewHosts, "TestHealthyViews"},
		{"health is broken: " + faultsOf("broken", sickviews.Twelve()), viewHosts, "TestSickViews"},
		{"health warns: " + faultsOf("warning", sickviews.Twelve()), viewHosts, "TestSickViews"},
		{"health is broken: " + faultsOf("broken", sickviews.More()), viewHosts, "TestMoreSickViews"},
		{"health warns: " + faultsOf("warning", sickviews.More()), viewHosts, "TestMoreSickViews"},
		{"a view can't touch what is reported of it", viewHosts, "TestReporterIsTheWorkbenchs"},
	}
	return append(health, []part{
		{"view visible while input streams", knownHosts, seen},
		{"streaming paused, and stepped", earlyHosts, seen},
		{"view visible while the tool works", earlyHosts, seen},
		{"view visible after a stop", earlyHosts, seen},
		{"view visible after a cancel", knownHosts, byHand},
		{"view visible after a failure", earlyHosts, "TestViewIsSeenBesideAnError"},
		{"each of these in a page of `window.mcpApp`", autoCard, working},
		{"fullscreen fills the window", viewHosts, "TestFullscreenFillsTheWindow"},
		{"a clipped view says so", viewHosts, "TestClippedViewIsTold"},
		{"reopened with its result, without a call", viewHosts, reopened},
		{"reopened with its state", knownHosts, reopened},
		{"kept over a reload of the page", everyHost, "TestAReloadBringsTheStageBack"},
		{"kept over a reload during a call, which ends", everyHost, "TestAReloadDuringACall"},
		{"asks, warns or calls, as the host does", knownHosts, "TestACardAsksAsItsHostDoes"},
		{"does not ask where an address runs a tool", everyHost, "TestAnAddressThatRunsIsNotAsked"},
		{"server's form, page, sampling and roots, by hand", knownHosts, "TestEveryQuestionByHand"},
		{"server's form, page, sampling and roots, by a script", knownHosts, "TestEveryQuestionByScript"},
		{"questions of prompts and resources", knownHosts, "TestPromptsAndResourcesAsk"},
		{"malformed questions refused", knownHosts, "TestBadQuestionsAreShownAsRefused"},
		{"completion while arguments are typed", everyHost, "TestPromptsAndResourcesAsk"},
		{"logging level", everyHost, "TestLogLevelIsChosen"},
		{"input (partial, too), result, cancel and teardown by hand", viewHosts, byHand},
		{"theme, locale (right-to-left, too), time zone, safe area, touch, platform, device and `toolInfo` by hand", viewHosts, "TestSurroundingsByHand"},
		{"the same in the page's address", viewHosts, "TestSurroundingsInTheAddress"},
		{"what was agreed on with this view", viewHosts, "TestPanelOfThisHostAndThisView"},
		{"why a view is dead, and the way to Automatic", viewHosts, "TestDeadViewLeadsToAutomatic"},
		{"all blocks of a result", everyHost, "TestAllBlocksOfAResultAreShown"},
		{"code and data of an error", everyHost, "TestErrorsShowCodeAndData"},
		{"a breach of the output schema", everyHost, "TestBreachOfTheOutputSchema"},
	}...)
}

// faultsOf returns the names of the views that have a health.
func faultsOf(health string, views []sickviews.View) string {
	var names []string
	for _, view := range views {
		if view.Health == health {
			names = append(names, view.Name)
		}
	}
	return strings.Join(names, ", ")
}

// everyProfile are the builtin profiles and that of the Automatic card.
func everyProfile() []*hosts.Profile { return append(hosts.All(), workbench.Automatic()) }

// TestSmokePartsOfTheWorkbench compares the section with the profiles, and with the tests that it names.
func TestSmokePartsOfTheWorkbench(t *testing.T) { //nolint:paralleltest // with -update, it writes before TestInterop does
	tests := readTests(t)
	for _, one := range parts() {
		if !tests.has(one.test) {
			t.Errorf("%q is proven by %s, which does not exist", one.what, one.test)
		}
	}
	path := filepath.Join(root, "docs", "interop.md")
	doc, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(doc), partsHeading)
	section, after, ends := strings.Cut(rest, afterParts)
	want := renderParts(tests)
	if *update && found && ends {
		if err := os.WriteFile(path, []byte(before+want+afterParts+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, partsHeading+section); diff != "" {
		t.Errorf("docs/interop.md: \"go test ./test/interop -run PartsOfTheWorkbench -update\" writes this section (-want +got):\n%s", diff)
	}
	for _, p := range everyProfile() {
		if !strings.Contains(section, "\n| "+p.Title+" |") {
			t.Errorf("docs/interop.md has no row of %s", p.Title)
		}
	}
}

func renderParts(tests testFiles) string {
	var b strings.Builder
	b.WriteString(partsHeading + `
The workbench does as a host what is known of it (` + "`oriel hosts ID`" + ` has the sources), and allows what is not known, with a remark: "?". Hosts without
UI have a card with the text. "Lifecycle" is how requests introduce their client: each by itself, or once in ` + "`initialize`" + `. "State" is the
state of a view that the host keeps; without it, the app keeps it. "Before a call" is for calls that the host's model wants. The last four are what
servers can ask during a request.

| | Protocol | Lifecycle | Partial input | Cancelled | State | Before a call | Form | Page | Sampling | Roots |
|---|---|---|---|---|---|---|---|---|---|---|
`)
	for _, p := range everyProfile() {
		cells := []string{p.Title, protocolOf(p), lifecycleOf(p)}
		for _, f := range []hosts.Feature{hosts.PartialInput, hosts.Cancelled, hosts.WidgetState} {
			cells = append(cells, viewFeature(p, f))
		}
		cells = append(cells, confirmationsOf(p))
		for _, f := range []hosts.Feature{hosts.ElicitationForm, hosts.ElicitationURL, hosts.ServerSampling, hosts.Roots} {
			cells = append(cells, knowledge(p.Has(f)))
		}
		_, _ = fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	b.WriteString(`
What the cards do is the same for hosts of one protocol. The tests are those of test/workbench and test/hostile; the faults are the views of
test/sickviews. "Tried as" has the profiles that a test names. As a host of MCP-UI, the workbench shows a view with the result, or not at all.

| | As hosts | Test | Tried as |
|---|---|---|---|
`)
	for _, one := range parts() {
		_, _ = fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", one.what, one.as, one.test, strings.Join(tests.profilesOf(one.test), ", "))
	}
	b.WriteString("\n")
	return b.String()
}

func protocolOf(p *hosts.Profile) string {
	if p.ID == workbench.Automatic().ID {
		return "the view's"
	}
	return map[string]string{hosts.MCPApps: "MCP Apps", hosts.ChatGPT: "`window.openai`", hosts.MCPUI: "MCP-UI", "": "no UI"}[p.Adapter.Value]
}

func lifecycleOf(p *hosts.Profile) string {
	switch {
	case !p.Protocols.Known:
		return "?"
	case slices.ContainsFunc(p.Protocols.Value, func(version string) bool { return version >= stateless }):
		return "each"
	default:
		return "once"
	}
}

// viewFeature is a feature of views, which hosts without UI can't have.
func viewFeature(p *hosts.Profile, f hosts.Feature) string {
	if !p.HasUI() {
		return "–"
	}
	return knowledge(p.Has(f))
}

func knowledge(has, known bool) string {
	switch {
	case !known:
		return "?"
	case has:
		return "yes"
	default:
		return "no"
	}
}

// confirmationsOf says for which tools the host asks or warns.
func confirmationsOf(p *hosts.Profile) string {
	if !p.Confirms.Known {
		return "?"
	}
	rules := p.Confirms.Value
	var out []string
	for _, does := range []struct {
		confirmation hosts.Confirmation
		word         string
	}{{hosts.ConfirmAsk, "asks"}, {hosts.ConfirmWarn, "warns"}} {
		var tools []string
		for _, of := range []struct {
			name string
			rule hosts.Confirmation
		}{{"read-only", rules.ReadOnly}, {"own data", rules.ClosedWorld}, {"other systems", rules.OpenWorld}, {"destructive", rules.Destructive}} {
			if of.rule == does.confirmation {
				tools = append(tools, of.name)
			}
		}
		if len(tools) > 0 {
			out = append(out, does.word+": "+strings.Join(tools, ", "))
		}
	}
	if len(out) == 0 {
		return "calls"
	}
	return strings.Join(out, "; ")
}

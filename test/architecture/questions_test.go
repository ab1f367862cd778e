package architecture_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/orielapps/oriel/hosts"
)

// questionNames are README's words for what servers can ask a host for, in its order.
var questionNames = []struct {
	feature hosts.Feature
	name    string
}{
	{hosts.ElicitationForm, "forms"}, {hosts.ElicitationURL, "page"}, {hosts.ServerSampling, "model"}, {hosts.Roots, "folders"},
}

// questionsIn are README's words for what the host of a profile is known to answer.
func questionsIn(p *hosts.Profile) string {
	var can []string
	unknown := 0
	for _, q := range questionNames {
		has, known := p.Has(q.feature)
		if !known {
			unknown++
		}
		if has {
			can = append(can, q.name)
		}
	}
	switch {
	case len(can) == len(questionNames):
		return "all"
	case len(can) > 0:
		return strings.Join(can, ", ")
	case unknown > 0:
		return "unknown"
	}
	return "none"
}

// README's row about questions says of each host that it names what the profile says, and names each
// host with views that answers any.
func TestReadmeQuestions(t *testing.T) {
	t.Parallel()
	readme := read(t, root(t), "README.md")
	_, row, found := bytes.Cut(readme, []byte("| `oriel.Ask`, `Sample`, `Roots` | "))
	if !found {
		t.Fatal("README.md has no row about questions")
	}
	line, _, _ := strings.Cut(string(row), "\n")
	cells := strings.Split(strings.TrimSuffix(line, " |"), " | ")
	if len(cells) != 4 {
		t.Fatalf("README's row about questions is %q", line)
	}
	// A cell of one host has no title.
	cells[1], cells[2] = "ChatGPT: "+cells[1], "MCP-UI (legacy): "+cells[2]
	var named []string
	for entry := range strings.SplitSeq(strings.Join(cells, "; "), "; ") {
		title, says, _ := strings.Cut(entry, ": ")
		named = append(named, title)
		i := slices.IndexFunc(hosts.All(), func(p *hosts.Profile) bool { return p.Title == title })
		if i < 0 {
			t.Errorf("there is no host %q", title)
			continue
		}
		if want := questionsIn(hosts.All()[i]); says != want {
			t.Errorf("%s: README says %q, the profile %q", title, says, want)
		}
	}
	for _, p := range hosts.All() {
		can := questionsIn(p)
		if p.Adapter.Value == "mcp-apps" && can != "none" && can != "unknown" && !slices.Contains(named, p.Title) {
			t.Errorf("README's row about questions lacks %s: %s", p.Title, can)
		}
	}
}

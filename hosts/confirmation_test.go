package hosts_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// The rows are also those of the workbench's page, which applies the rule to tools of any server.
func TestConfirmation(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("testdata/confirmations.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Profile      string             `json:"profile"`
		Annotations  ui.ToolAnnotations `json:"annotations"`
		Confirmation hosts.Confirmation `json:"confirmation"`
	}
	if err = json.Unmarshal(table, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatal("the table is empty")
	}
	for _, row := range rows {
		p, ok := hosts.Get(row.Profile)
		if !ok {
			t.Fatalf("there is no profile %q", row.Profile)
		}
		if got := p.Confirmation(row.Annotations); got != row.Confirmation {
			t.Errorf("%s, %+v: %q, want %q", row.Profile, row.Annotations, got, row.Confirmation)
		}
	}
}

// The table in docs/workbench.md has the hosts of which it is known, and only those.
func TestConfirmationsAreDocumented(t *testing.T) {
	t.Parallel()
	const heading = "| host | read-only |"
	guide, err := os.ReadFile("../docs/workbench.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(guide), heading)
	table, _, _ := strings.Cut(after, "\n\n")
	var want strings.Builder
	for _, p := range hosts.All() {
		if c := p.Confirms.Value; p.Confirms.Known {
			fmt.Fprintf(&want, "\n| %s | %s | %s | %s | %s |", p.Title, c.ReadOnly, c.ClosedWorld, c.OpenWorld, c.Destructive)
		}
	}
	if _, rows, _ := strings.Cut(table, "|---|---|---|---|---|"); rows != want.String() {
		t.Errorf("docs/workbench.md has %s\nwant %s", rows, want.String())
	}
}

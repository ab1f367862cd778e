package peers_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/peers"
)

// The view of every peer's first tool stays well, in each of the hosts.
func TestViewsAreWell(t *testing.T) {
	t.Parallel()
	var shown []*hosts.Profile
	for _, id := range peers.WellHosts() {
		profile, ok := hosts.Get(id)
		if !ok {
			t.Fatalf("there is no profile %s", id)
		}
		shown = append(shown, profile)
	}
	browser := browsertest.Start(t)
	for _, one := range peers.AllWell() {
		t.Run(string(one.Peer), func(t *testing.T) {
			t.Parallel()
			server := overStdio.start(t, one.Peer)
			address := workbenchtest.StartWith(t, workbench.Options{Servers: []mcpclient.Server{server}, Profiles: shown})
			s := open(t, browser, address, call{tool: one.Tool, args: "{}"}, peers.WellHosts()...)
			first := `document.querySelector('[data-testid="tool"]')?.dataset.key`
			s.waitFor(s.main, first+` !== undefined`)
			if got := eval[string](s, s.main, first); got != one.Tool {
				t.Errorf("the first tool is %s", got)
			}
			s.run()
			for _, id := range s.ids {
				// A host may ask before it calls a tool that is not declared as read-only.
				allow := fmt.Sprintf("document.querySelector(`%s [data-testid=confirm-allow]`)?.click()", s.card(id))
				s.waitLong("(" + allow + ", " + s.status(id) + ` === "ready")`)
				s.checkHealth(id)
			}
		})
	}
}

// The list of those views has every server of package.json, and docs/interop.md has the list.
func TestListOfViewsThatAreWell(t *testing.T) {
	t.Parallel()
	read := func(name ...string) string {
		text, err := os.ReadFile(filepath.Join(append([]string{root}, name...)...))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var listed, installed []string
	for _, one := range peers.AllWell() {
		listed = append(listed, string(one.Peer))
	}
	for _, found := range regexp.MustCompile(`"@modelcontextprotocol/(server-[a-z-]+)"`).FindAllStringSubmatch(read("package.json"), -1) {
		installed = append(installed, found[1])
	}
	slices.Sort(installed)
	if diff := cmp.Diff(installed, listed); diff != "" {
		t.Errorf("the list (-package.json +list):\n%s", diff)
	}
	if !strings.Contains(read("docs", "interop.md"), peers.WellTable()) {
		t.Error(`docs/interop.md does not have the list; "go test ./test/interop -update" writes it`)
	}
}

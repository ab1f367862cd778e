package architecture_test

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// policyRows are the rows of the table in docs/views.md: the sources of which one is
// needed, and the directives, the first one that a host has deciding.
var policyRows = []struct {
	what       string
	directives []string
	sources    []string
}{
	{"code made from text: `eval`, `new Function`", []string{"script-src"}, []string{"'unsafe-eval'"}},
	{"WebAssembly", []string{"script-src"}, []string{"'wasm-unsafe-eval'", "'unsafe-eval'"}},
	{"scripts from `blob:` URLs, such as `import(URL.createObjectURL(…))`", []string{"script-src"}, []string{"blob:"}},
	{"scripts from `data:` URLs", []string{"script-src"}, []string{"data:"}},
	{"workers from `blob:` URLs", []string{"worker-src", "script-src"}, []string{"blob:"}},
	{"images from `blob:` URLs", []string{"img-src"}, []string{"blob:"}},
	{"fonts from `data:` URLs", []string{"font-src"}, []string{"data:"}},
	{"audio and video from `blob:` URLs", []string{"media-src"}, []string{"blob:"}},
}

// The table of what hosts' policies allow says what their profiles say.
func TestPolicyTable(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../docs/views.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(guide), "| | allowed by | refused by |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	want := make([]string, len(policyRows))
	for i, row := range policyRows {
		var allowed, refused []string
		for _, p := range hosts.All() {
			at := slices.IndexFunc(row.directives, func(name string) bool { return p.CSP[name].Known })
			if at < 0 {
				continue
			}
			sources := p.CSP[row.directives[at]].Value
			needed := func(source string) bool { return slices.Contains(row.sources, source) }
			switch {
			case slices.ContainsFunc(sources.Allowed, needed):
				allowed = append(allowed, p.Title)
			case !slices.ContainsFunc(sources.NotMeasured, needed):
				refused = append(refused, p.Title)
			}
		}
		want[i] = "| " + row.what + " | " + strings.Join(allowed, ", ") + " | " + strings.Join(refused, ", ") + " |"
	}
	if diff := cmp.Diff(want, strings.Split(table, "\n")); diff != "" {
		t.Errorf("the table in docs/views.md (-want +got):\n%s", diff)
	}
}

// docs/views.md says how a view declares its origins: it has an example of a policy and of a domain, and names each
// list of a policy.
func TestGuideDeclaresOrigins(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../docs/views.md")
	if err != nil {
		t.Fatal(err)
	}
	wanted := []string{"ui.Metadata{CSP: &ui.CSP{\n", "ui.Metadata{Domain: \""}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[ui.CSP]()) {
		wanted = append(wanted, field.Name)
	}
	for _, text := range wanted {
		if !strings.Contains(string(guide), text) {
			t.Errorf("docs/views.md has no %q", text)
		}
	}
}

// Package licences_test holds docs/licences.md, the list of the modules that a server
// links.
package licences_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/licensecheck"
)

const (
	list = "../../docs/licences.md"
	ours = "github.com/orielapps/oriel"
	// text is the part of a licence file that has to be the text of known licences, in percent.
	text = 75
)

// linking are the packages whose dependencies a server may link, by the column of the list.
var linking = []struct{ column, pattern string }{
	{"every app", "github.com/orielapps/oriel/examples/hello"},
	{"`auth`", "github.com/orielapps/oriel/auth"},
	{"`gosdk`", "github.com/orielapps/oriel/gosdk"},
	{"`mcpgo`", "github.com/orielapps/oriel/mcpgo"},
	{"`state/sqlite`", "github.com/orielapps/oriel/state/sqlite"},
}

// permissive are the licences that an app may have without telling its users more than
// the notices, by their SPDX ids.
var permissive = []string{"MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC"}

// read are files that were read by a person, because they are not the text of a licence: what
// the list says of them, by module and file.
var read = map[string]string{
	"modernc.org/libc/LICENSE-3RD-PARTY.md":   "[notices](https://pkg.go.dev/modernc.org/libc?tab=licenses) of musl (MIT) and others",
	"modernc.org/memory/LICENSE-LOGO":         "", // of a picture, which is not linked
	"modernc.org/sqlite/LICENSE-3RD-PARTY.md": "[notices](https://pkg.go.dev/modernc.org/sqlite?tab=licenses) of others, permissive as far as linked",
	"modernc.org/sqlite/LICENSE-SQLITE":       "SQLite is in the public domain",
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying)([-.].*)?$`)

// The list names each module that a server links, with the licences that are in it. To write
// it again, set ORIEL_UPDATE=1.
func TestLinkedModules(t *testing.T) {
	t.Parallel()
	linked := map[string]*module{}
	for i, one := range linking {
		for _, m := range dependencies(t, one.pattern) {
			if linked[m.Path] == nil {
				linked[m.Path] = m
			}
			linked[m.Path].linkedBy = append(linked[m.Path].linkedBy, i)
		}
	}
	var table strings.Builder
	table.WriteString(head)
	for _, path := range slices.Sorted(maps.Keys(linked)) {
		m := linked[path]
		fmt.Fprintf(&table, "| `%s` | %s |", path, strings.Join(licences(t, m), ", "))
		for i := range linking {
			mark := ""
			if slices.Contains(m.linkedBy, i) {
				mark = "✓"
			}
			fmt.Fprintf(&table, " %s |", mark)
		}
		table.WriteString("\n")
	}
	if os.Getenv("ORIEL_UPDATE") != "" {
		if err := os.WriteFile(list, []byte(table.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	if string(committed) != table.String() {
		t.Errorf("docs/licences.md is not up to date: run ORIEL_UPDATE=1 go test ./test/licences. It should be:\n%s", &table)
	}
}

// The binary of an app has no module that the list of dependencies lacks.
func TestModulesOfABinary(t *testing.T) {
	t.Parallel()
	binary := filepath.Join(t.TempDir(), "hello")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, linking[0].pattern).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.CommandContext(t.Context(), "go", "version", "-m", binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	committed, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	modules := 0
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] != "dep" || isOurs(fields[1]) {
			continue
		}
		modules++
		if !bytes.Contains(committed, []byte("\n| `"+fields[1]+"` |")) {
			t.Errorf("the list lacks %s", fields[1])
		}
	}
	if modules == 0 {
		t.Errorf("the binary names no modules: %s", out)
	}
}

type module struct {
	Path string `json:"Path"`
	Dir  string `json:"Dir"`

	linkedBy []int // indices of linking
}

func isOurs(path string) bool { return path == ours || strings.HasPrefix(path, ours+"/") }

// dependencies returns the modules of others whose packages a package imports, on any of
// the systems that servers run on.
func dependencies(t *testing.T, pattern string) []*module {
	t.Helper()
	found := map[string]*module{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=Module", pattern)
		list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		out, err := list.Output()
		if err != nil {
			t.Fatalf("%s on %s: %v", pattern, system, err)
		}
		for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
			var p struct {
				Module *module `json:"Module"`
			}
			if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if p.Module != nil && !isOurs(p.Module.Path) {
				found[p.Module.Path] = p.Module
			}
		}
	}
	return slices.Collect(maps.Values(found))
}

// licences returns the SPDX ids of the licences in the files at the top of a module, and
// what people have read in others.
func licences(t *testing.T, m *module) []string {
	t.Helper()
	entries, err := os.ReadDir(m.Dir)
	if err != nil {
		t.Fatal(err)
	}
	var ids, notes []string
	for _, entry := range entries {
		file := m.Path + "/" + entry.Name()
		note, known := read[file]
		switch {
		case entry.IsDir() || !licenceFile.MatchString(entry.Name()):
			continue
		case known && note != "":
			notes = append(notes, note)
		case !known:
			ids = append(ids, scan(t, file, filepath.Join(m.Dir, entry.Name()))...)
		}
	}
	if len(ids) == 0 {
		t.Errorf("%s has no known licence", m.Path)
	}
	slices.Sort(ids)
	return append(slices.Compact(ids), notes...)
}

// scan returns the SPDX ids of the licences in a file, which has to consist of them.
func scan(t *testing.T, name, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cover := licensecheck.Scan(data)
	if cover.Percent < text {
		t.Errorf("only %.0f %% of %s are known licences: read it", cover.Percent, name)
	}
	var ids []string
	for _, match := range cover.Match {
		if match.IsURL {
			continue
		}
		if !slices.Contains(permissive, match.ID) {
			t.Errorf("%s has the licence %s", name, match.ID)
		}
		ids = append(ids, match.ID)
	}
	return ids
}

const head = `# Licences

What the binary of a server contains beside Oriel (see [LICENSE](../LICENSE)) and Go's standard library: modules that are imported on Linux, macOS or
Windows, with the licences of their licence files. ` + "`go version -m BINARY`" + ` prints the modules and versions of your own. ` + "`test/licences`" + ` keeps this list up to date.

| module | licences | every app | ` + "`auth` | `gosdk` | `mcpgo` | `state/sqlite`" + ` |
|---|---|---|---|---|---|---|
`

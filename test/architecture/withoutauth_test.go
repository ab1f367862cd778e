package architecture_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// An app that does not import package auth has neither its modules nor its bytes: they are not in
// what it requires, in what it imports, or in its program.
func TestAppWithoutAuth(t *testing.T) {
	t.Parallel()
	const hello = "./examples/hello"
	extra := []string{modulePath + "/auth"}
	library := requiredBy(t, "go.mod")
	for _, path := range requiredBy(t, filepath.Join("auth", "go.mod")) {
		if path != modulePath && !slices.Contains(library, path) {
			extra = append(extra, path)
		}
	}
	if len(extra) < 2 {
		t.Fatalf("package auth requires nothing that the library does not; what does it verify tokens with? %q", extra)
	}
	listed := func(pattern string) []string {
		return strings.Fields(string(run(t, root(t), nil, "go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", pattern)))
	}
	withAuth, without := listed("./auth"), listed(hello)
	program := filepath.Join(t.TempDir(), "hello")
	run(t, root(t), nil, "go", "build", "-o", program, hello)
	modules := string(run(t, root(t), nil, "go", "version", "-m", program))
	content, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(content, []byte(modulePath+"/hosts")) {
		t.Fatal("the program does not contain the names of its packages; has their form changed?")
	}
	for _, path := range extra {
		if !slices.Contains(withAuth, path) {
			t.Errorf("package auth requires %s, and does not import it", path)
		}
		if slices.Contains(without, path) || strings.Contains(modules, "\t"+path+"\t") || bytes.Contains(content, []byte(path)) {
			t.Errorf("%s is in %s, which does not import package auth", path, hello)
		}
	}
}

// requiredBy returns the modules that a go.mod requires directly.
func requiredBy(t *testing.T, name string) (paths []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), name))
	if err != nil {
		t.Fatal(err)
	}
	module, err := modfile.Parse(name, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, required := range module.Require {
		if !required.Indirect {
			paths = append(paths, required.Mod.Path)
		}
	}
	return paths
}

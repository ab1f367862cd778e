package scaffold_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/apptypes"
	"github.com/orielapps/oriel/internal/tool/scaffold"
)

var update = flag.Bool("update", false, "write what is generated in this package")

// root is the folder of this module.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// alone is the environment of the go command without a workspace, a network and
// variables of this machine.
func alone() []string {
	return append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "GOSUMDB=off")
}

// goCommand runs the go command and returns what it prints.
func goCommand(t *testing.T, dir string, environ []string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir, cmd.Env = dir, environ
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// made makes an app in a folder of the test's, with this checkout.
func made(t *testing.T, choice scaffold.Choice) string {
	t.Helper()
	library, err := scaffold.Checkout(root(t))
	if err != nil {
		t.Fatal(err)
	}
	app := scaffold.App{Dir: filepath.Join(t.TempDir(), "some-app"), Library: library, Choice: choice}
	dir, err := app.Create(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// views makes an app compile whose views are not built.
func views(t *testing.T, dir string, names ...string) {
	t.Helper()
	var text strings.Builder
	text.WriteString("package views\n\nimport (\n\t\"github.com/orielapps/oriel/ui\"\n\t_ \"github.com/orielapps/oriel/view\"\n)\n")
	for _, name := range names {
		fmt.Fprintf(&text, "\nvar %s%s = ui.HTML(\"<p>\")\n", strings.ToUpper(name[:1]), name[1:])
	}
	if err := os.WriteFile(filepath.Join(dir, "views", "oriel.go"), []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// viewOf are the views of the templates.
var viewOf = map[string]string{"minimal": "greeting", "dashboard": "sales", "form": "ticket", "board": "board", "map": "town"}

// compare holds a file of this package against what it has to be, or writes it.
func compare(t *testing.T, name, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not as it should be. Run \"go test ./internal/tool/scaffold -run TestGenerated -update\", and commit it.\n%s", name, want)
	}
}

// What an app requires is what "go mod tidy" finds that it needs.
func TestGeneratedModule(t *testing.T) { //nolint:paralleltest // -update changes what the test of types is made with
	programtest.Track(t, root(t))
	dir := made(t, scaffold.Choice{Template: "form"})
	views(t, dir, "ticket")
	environ := append(alone(), "GOFLAGS=-mod=mod")
	if *update { // what was there may be too old for the go command to begin with
		environ = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	}
	goCommand(t, dir, environ, "mod", "tidy")
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\nrequire (\n")
	required, _, _ := strings.Cut(rest, ")\n")
	compare(t, "module/require.txt", required)
	sums, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "module/sum.txt", string(sums))
	goMod, err := os.ReadFile(filepath.Join(root(t), "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	// The hash "h1" of a module's go.mod, as golang.org/x/mod/sumdb/dirhash has it.
	line := sha256.Sum256(fmt.Appendf(nil, "%x  go.mod\n", sha256.Sum256(bytes.ReplaceAll(goMod, []byte("\r\n"), []byte("\n")))))
	compare(t, "module/gomod.txt", "h1:"+base64.StdEncoding.EncodeToString(line[:])+"\n")
}

// The TypeScript of the templates' tools is what their apps say.
func TestSystemGeneratedTypes(t *testing.T) {
	t.Parallel()
	programtest.Track(t, root(t))
	for _, template := range scaffold.Templates {
		t.Run(template, func(t *testing.T) {
			t.Parallel()
			dir := made(t, scaffold.Choice{Template: template})
			answer, err := apptypes.Ask(t.Context(), apptypes.Request{
				Dir: dir, Views: map[string]string{viewOf[template]: strings.ToUpper(viewOf[template][:1]) + viewOf[template][1:]}, Environ: alone(),
			})
			if err != nil {
				t.Fatal(err)
			}
			if answer.RanMain {
				t.Error("the template has no newApp")
			}
			compare(t, "templates/"+template+"/oriel.ts", answer.TypeScript)
		})
	}
}

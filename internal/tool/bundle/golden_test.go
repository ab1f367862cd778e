package bundle_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/bundle"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden builds the views of every project in testdata. What is expected
// lies in the project's folder "want": for each view its document and sources,
// or its faults.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, feature := range []string{"ts", "tsx", "css", "page", "images", "script-end", "dead-code", "faults", "warnings"} {
		t.Run(feature, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join("testdata", feature)
			project := newProject(os.DirFS(dir))
			names, err := project.Names()
			if err != nil {
				t.Fatal(err)
			}
			got := make(map[string]string)
			for _, name := range names {
				outcome(t, project, name, got)
			}
			want := filepath.Join(dir, "want")
			if *update {
				rewrite(t, want, got)
			}
			if diff := cmp.Diff(readAll(t, want), got); diff != "" {
				t.Errorf("run the test with -update if this is right (-want +got):\n%s", diff)
			}
		})
	}
}

// outcome adds what a build of a view gives, by the name of its golden file.
func outcome(t *testing.T, project *bundle.Project, name string, got map[string]string) {
	t.Helper()
	document, err := project.Build(t.Context(), name)
	var faults bundle.Faults
	switch {
	case errors.As(err, &faults):
		got[name+".error"] = withCodes(faults)
	case err != nil:
		t.Errorf("%s: an error that is no fault: %v", name, err)
	default:
		got[name+".html"] = document.HTML + "\n"
		got[name+".sources"] = document.Root + ": " + strings.Join(document.Sources, " ") + "\n"
		if len(document.Warnings) > 0 {
			got[name+".warnings"] = withCodes(document.Warnings)
		}
	}
}

func withCodes(faults bundle.Faults) string {
	var b strings.Builder
	for _, fault := range faults {
		b.WriteString("[" + fault.Code + "] " + fault.Error() + "\n")
	}
	return b.String()
}

func readAll(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	texts := make(map[string]string, len(files))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(file)] = strings.ReplaceAll(string(data), "\r\n", "\n")
	}
	return texts
}

func rewrite(t *testing.T, dir string, texts map[string]string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// runtime stands for the sources of "@oriel/view", so that goldens change with
// the bundler only.
func runtime() fstest.MapFS {
	return fstest.MapFS{
		"index.ts": {Data: []byte(`
			import { listen } from "./core/listen.ts";
			export function onToolResult(fn: (result: any) => void): void { listen(fn); }
			export function toolInput<T>(): T | undefined { return undefined; }
			export function neverUsed(): string { return "neverUsed"; }
			parent.postMessage({ method: "ui/initialize" }, "*");
		`)},
		"react/index.ts":   {Data: []byte(`export { mount } from "./mount.ts";`)},
		"react/mount.ts":   {Data: []byte(`export { mount } from "./library.ts";`)},
		"react/library.ts": {Data: []byte(`import { render } from "react"; export function mount(view: unknown): void { render("react mounts", view); }`)},
		"preact/index.ts":  {Data: []byte(`export { mount } from "./mount.ts";`)},
		"preact/mount.ts":  {Data: []byte(`import { render } from "preact"; export function mount(view: unknown): void { render("preact mounts", view); }`)},
		"core/listen.ts":   {Data: []byte(`export function listen(fn: (data: any) => void): void { addEventListener("message", (e) => fn(e.data)); }`)},
	}
}

package view_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// callNames returns by what names hosts know the calls of the runtime: methods of
// messages and of window.openai, as the table of docs/view has them. Names that every
// view carries are left out.
func callNames(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../../view/test/support.json")
	if err != nil {
		t.Fatal(err)
	}
	var calls map[string]map[string]struct {
		Value string   `json:"value"`
		Names []string `json:"names"`
	}
	if err := json.Unmarshal(text, &calls); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, kinds := range calls {
		for kind, support := range kinds {
			if support.Value == "native" && kind != "mcp-ui" {
				names = append(names, support.Names...)
			}
		}
	}
	// The runtime itself reports the size, and closes the view when a result asks for it.
	always := []string{"ui/notifications/size-changed", "notifyIntrinsicHeight", "ui/notifications/request-teardown"}
	names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(always, name) })
	slices.Sort(names)
	if names = slices.Compact(names); len(names) < 20 {
		t.Fatalf("the table has only %v", names)
	}
	return names
}

// exportsOf returns the values that a module of the runtime exports.
func exportsOf(t *testing.T, module string) []string {
	t.Helper()
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{"../../view/src/" + module},
		Bundle:      true,
		Format:      api.FormatESModule,
		Outdir:      "out",
		Packages:    api.PackagesExternal,
		Metafile:    true,
		TsconfigRaw: "{}",
	})
	var built struct {
		Outputs map[string]struct {
			Exports []string `json:"exports"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &built); err != nil || len(built.Outputs) != 1 {
		t.Fatalf("esbuild: %+v %v", result.Errors, err)
	}
	var names []string
	for _, output := range built.Outputs {
		names = append(names, output.Exports...)
	}
	slices.Sort(names)
	return names
}

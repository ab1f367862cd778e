package scaffold_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/scaffold"
)

func TestTool(t *testing.T) {
	t.Parallel()
	const head = "package app\n\nimport \"github.com/orielapps/oriel\"\n\n"
	for name, c := range map[string]struct {
		source  string
		tool    scaffold.Tool
		want    string // in the changed file; empty where it stays
		code    string
		parts   []string // of the tool's file
		without []string
	}{
		"beside the app": {
			source: head + "func New() *oriel.App {\n\ta := oriel.New(\"x\", \"1\") // here\n\treturn a\n}\n",
			tool:   scaffold.Tool{Name: "rain_radar"},
			want:   "a := oriel.New(\"x\", \"1\")\n\taddRainRadar(a) // here\n",
			parts:  []string{"package app", "func addRainRadar(app *oriel.App) {", `Name:        "rain_radar"`}, without: []string{"View:"},
		},
		"under another name": {
			source: "package app\n\nimport o \"github.com/orielapps/oriel\"\n\nvar _ = 1\n\nfunc New() {\n\tvar a *o.App\n\ta = o.New(\"x\", \"1\")\n}\n",
			tool:   scaffold.Tool{Name: "rain"},
			want:   "\ta = o.New(\"x\", \"1\")\n\taddRain(a)\n",
		},
		"two apps":       {source: head + "func New() {\n\ta := oriel.New(\"x\", \"1\")\n\tb := oriel.New(\"y\", \"1\")\n\t_, _ = a, b\n}\n", tool: scaffold.Tool{Name: "rain"}},
		"not a variable": {source: head + "func New() *oriel.App { return oriel.New(\"x\", \"1\") }\n", tool: scaffold.Tool{Name: "rain"}},
		"a field":        {source: head + "type s struct{ a *oriel.App }\n\nfunc (s *s) New() { s.a = oriel.New(\"x\", \"1\") }\n", tool: scaffold.Tool{Name: "rain"}},
		"another New":    {source: "package app\n\nimport \"errors\"\n\nvar e = errors.New(\"x\")\n", tool: scaffold.Tool{Name: "rain"}, code: "app_missing"},
		"no file":        {tool: scaffold.Tool{Name: "rain"}, code: "app_missing"},
		"not Go":         {source: "package", tool: scaffold.Tool{Name: "rain"}, code: "app_broken"},
		"a keyword": {
			source: head + "func New() {\n\ta := oriel.New(\"x\", \"1\")\n\t_ = a\n}\n",
			tool:   scaffold.Tool{Name: "string"}, want: "addString(a)", parts: []string{"}, runString)", "func runString("},
		},
		"taken by a function": {source: head + "func rain() { oriel.New(\"x\", \"1\") }\n", tool: scaffold.Tool{Name: "rain"}, code: "tool_taken"},
		"taken by a type":     {source: head + "type RainInput struct{}\n\nvar _ = oriel.New\n", tool: scaffold.Tool{Name: "rain"}, code: "tool_taken"},
		"a method is free":    {source: head + "type s struct{}\n\nfunc (s) rain() { a := oriel.New(\"x\", \"1\"); _ = a }\n", tool: scaffold.Tool{Name: "rain"}, want: "addRain(a)"},
		"a new view": {
			source: head + "func New() {\n\ta := oriel.New(\"x\", \"1\")\n\t_ = a\n}\n",
			tool:   scaffold.Tool{Name: "rain", View: "rain-map", Views: "example.com/x/views"},
			want:   "addRain(a)", parts: []string{`"example.com/x/views"`, `View:        oriel.AddView(app, "rain-map", views.RainMap)`},
		},
		"a view in a variable": {
			source: head + "func New(v views) {\n\ta := oriel.New(\"x\", \"1\")\n\tpage := oriel.AddView(a, \"map\", v.Map)\n\t_ = page\n}\n",
			tool:   scaffold.Tool{Name: "rain", View: "map"},
			want:   "page := oriel.AddView(a, \"map\", v.Map)\n\taddRain(a, page)\n", parts: []string{"view *ui.View", "oriel/ui"},
		},
		"a view within a tool": {
			source: head + "func New(v views) {\n\ta := oriel.New(\"x\", \"1\")\n\tuse(oriel.AddView(a, \"map\", v.Map))\n}\n",
			tool:   scaffold.Tool{Name: "rain", View: "map"}, parts: []string{"view *ui.View"},
		},
		"a file of Windows": {source: head + "var _ = oriel.New(\"x\", \"1\")\n", tool: scaffold.Tool{Name: "con"}, parts: []string{"func con("}},
		"a path as a view":  {source: head + "var _ = oriel.New\n", tool: scaffold.Tool{Name: "rain", View: "../.."}, code: "name_invalid"},
		"no view's name":    {source: head + "var _ = oriel.New\n", tool: scaffold.Tool{Name: "rain", View: "é"}, code: "name_invalid"},
		"a bad name":        {source: head, tool: scaffold.Tool{Name: "a-b"}, code: "name_invalid"},
		"a path":            {source: head, tool: scaffold.Tool{Name: "../x"}, code: "name_invalid"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := filepath.Join(dir, "app.go")
			if c.source != "" {
				if err := os.WriteFile(file, []byte(c.source), 0o640); err != nil {
					t.Fatal(err)
				}
			}
			c.tool.Dir = dir
			added, err := c.tool.Create(t.Context())
			if got := code(t, err); got != c.code {
				t.Fatalf("%v, want %q", err, c.code)
			}
			text, readErr := os.ReadFile(file)
			if c.source != "" && readErr != nil {
				t.Fatal(readErr)
			}
			if (c.want == "") != (string(text) == c.source) || !strings.Contains(string(text), c.want) {
				t.Errorf("the app's file is\n%s", text)
			}
			if (added.Changed == "") != (c.want == "") {
				t.Errorf("changed %q", added.Changed)
			}
			if info, statErr := os.Stat(file); c.source != "" && (statErr != nil || info.Mode().Perm() != 0o640) {
				t.Errorf("the app's file has lost its mode: %v %v", info.Mode(), statErr)
			}
			if c.code != "" {
				if entries, readErr := os.ReadDir(dir); readErr != nil || len(entries) > 1 {
					t.Errorf("something is left: %v %v", entries, readErr)
				}
				return
			}
			tool, err := os.ReadFile(added.File)
			if strings.HasSuffix(added.File, string(filepath.Separator)+"con.go") {
				t.Errorf("no file may be called %s on Windows", added.File)
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range c.parts {
				if !strings.Contains(string(tool), part) {
					t.Errorf("the tool's file has no %q:\n%s", part, tool)
				}
			}
			for _, part := range c.without {
				if strings.Contains(string(tool), part) {
					t.Errorf("the tool's file has %q:\n%s", part, tool)
				}
			}
			if _, err := c.tool.Create(t.Context()); code(t, err) == "" {
				t.Error("it can be made twice")
			}
		})
	}
}

// A tool's file compiles, whatever else has its name.
func TestToolsOfAnyName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	app := "package main\n\nimport (\n\t\"embed\"\n\n\t\"github.com/orielapps/oriel\"\n\t\"example.com/kept/v2\"\n)\n\n" +
		"var _ embed.FS\n\nfunc main() {\n\ta := oriel.New(\"x\", \"1\")\n\t_ = a\n}\n"
	test := "package main\n\nimport own \"testing\"\n\nfunc helper(*own.T) {}\n"
	for name, text := range map[string]string{"main.go": app, "main_test.go": test} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{
		"any", "app", "context", "embed", "error", "init", "kept", "main", "nil", "oriel", "own", "strings", "true", "ui", "view", "views",
	} {
		added, err := scaffold.Tool{Dir: dir, Name: name}.Create(t.Context())
		if name == "main" {
			if code(t, err) != "place_taken" {
				t.Errorf("main.go: %v", err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text, err := os.ReadFile(added.File)
		if want := "func run" + strings.ToUpper(name[:1]) + name[1:] + "("; err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: no %q: %v\n%s", name, want, err, text)
		}
	}
	if _, err := (scaffold.Tool{Dir: dir, Name: "helper"}).Create(t.Context()); code(t, err) != "tool_taken" {
		t.Errorf("a test's function: %v", err)
	}
}

// A view in a variable of another file is no place to write into, and no offset in the
// app's.
func TestToolWhoseViewIsInAnotherFile(t *testing.T) {
	t.Parallel()
	const app = "package app\n\nimport \"github.com/orielapps/oriel\"\n\nfunc New() *oriel.App {\n\tapp := oriel.New(\"x\", \"1\")\n\treturn app\n}\n"
	other := "package app\n\nimport \"github.com/orielapps/oriel\"\n\n// " + strings.Repeat("long ", 60) + "\n" +
		"func more(app *oriel.App, v views) {\n\tpage := oriel.AddView(app, \"map\", v.Map)\n\t_ = page\n}\n"
	for _, name := range []string{"a.go", "z.go"} { // read before, and after
		dir := t.TempDir()
		for file, text := range map[string]string{"m.go": app, name: other} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		added, err := scaffold.Tool{Dir: dir, Name: "rain", View: "map"}.Create(t.Context())
		if err != nil || added.Changed != "" || added.Line != "addRain(app, page)" || !strings.Contains(added.Left, "/"+name+":7, which declares the view") {
			t.Errorf("%s: %+v %v", name, added, err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "m.go")); err != nil || string(text) != app {
			t.Errorf("%s: the app's file is\n%s", name, text)
		}
	}
}

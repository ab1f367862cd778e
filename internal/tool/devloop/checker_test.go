package devloop_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/devloop"
	"github.com/orielapps/oriel/internal/tool/devreport"
)

// typed writes an app that has this repository's type checker installed.
func typed(t *testing.T, files map[string]string) string {
	t.Helper()
	all := map[string]string{"views/day/index.ts": strings.Replace(viewSource, "result.structuredContent", "result.data", 1), "views/css.d.ts": "declare module \"*.css\";\n"}
	maps.Copy(all, files)
	dir := project(t, all)
	modules, err := filepath.Abs(filepath.Join("..", "..", "..", "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"typescript", "@typescript"} {
		if _, err := os.Stat(filepath.Join(modules, name)); err != nil {
			t.Fatalf("%v; run \"make setup\"", err)
		}
		if err := os.MkdirAll(filepath.Join(dir, "node_modules"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(modules, name), filepath.Join(dir, "node_modules", name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Mistakes in types don't keep a view from being shown; they are told, and gone when
// they are mended, wherever that is.
func TestSystemTypesAreChecked(t *testing.T) {
	t.Parallel()
	d := start(t, typed(t, nil), devloop.Options{})
	d.ready(devloop.ServerReady, devloop.ViewBuilt, devloop.TypesChecked)
	d.wrong()
	d.edit("views/_shared/label.ts", ` = "before"`, `: string = "after"; export const ü = 1, day: number = "x"`)
	d.await(devloop.ViewBuilt, func(e devloop.Event) bool { return e.Change == devloop.ChangeReload })
	problem := d.wrong("ts2322")[0]
	line := `export const label: string = "after"; export const ü = 1, day: number = "x";`
	want := devreport.Problem{
		Source: devreport.SourceTypes, Code: "ts2322", File: "views/_shared/label.ts", Line: 1, Column: 59,
		Message: "Type 'string' is not assignable to type 'number'.",
		Excerpt: "1 | " + line + "\n  | " + strings.Repeat(" ", 58) + "^",
	}
	if problem != want {
		t.Errorf("got %+v\nwant %+v", problem, want)
	}
	if _, html := d.view(); !strings.Contains(html, "after") {
		t.Errorf("the view is %.300s", html)
	}
	d.edit("views/_shared/label.ts", `number = "x"`, `number = 1`)
	d.wrong()

	// A field that the Go program does not have any more.
	d.write("views/day/index.ts", `import { onToolResult } from "@oriel/view";
import type { Tools } from "../oriel";
onToolResult<Tools["day"]["output"]>((result) => { document.body.textContent = String(result.data?.high); });
`)
	d.await(devloop.TypesChecked)
	d.wrong()
	d.edit("main.go", "High float64 `json:\"high\"`", "Highest float64 `json:\"highest\"`", "Day{High: 21}", "Day{Highest: 21}")
	if problem = d.wrong("ts2339")[0]; problem.View != "day" || problem.Line != 3 || !strings.Contains(problem.Message, "'high'") {
		t.Errorf("the problem: %+v", problem)
	}
	d.edit("views/day/index.ts", ".high)", ".highest)")
	d.wrong()
}

// What no longer fits the types of the last program is no mistake if it fits those of the next,
// which takes a while to start.
func TestSystemTypesOfTheNextProgram(t *testing.T) {
	t.Parallel()
	const view = `import { onToolResult } from "@oriel/view";
import type { Tools } from "../oriel";
onToolResult<Tools["day"]["output"]>((result) => { document.body.textContent = String(result.data?.high); });
`
	d := start(t, typed(t, map[string]string{"views/day/index.ts": view}), devloop.Options{})
	d.ready(devloop.ServerReady, devloop.TypesWritten, devloop.TypesChecked)
	d.wrong()
	d.edit("views/day/index.ts", ".high)", ".highest)")
	d.edit("main.go", "High float64 `json:\"high\"`", "Highest float64 `json:\"highest\"`", "Day{High: 21}", "Day{Highest: 21}",
		"\tapp.Main()", "\ttime.Sleep(2 * time.Second)\n\tapp.Main()", `"context"`, "\"context\"\n\t\"time\"")
	d.await(devloop.TypesWritten)
	d.await(devloop.TypesChecked)
	d.wrong()
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, e := range d.events {
		if e.Type == devloop.ProblemFound {
			t.Errorf("a problem was shown: %+v", e.Problem)
		}
	}
}

// Types are checked even if the program does not compile, or never listens.
func TestSystemTypesWithoutTheProgram(t *testing.T) {
	t.Parallel()
	for code, main := range map[string]string{
		"go_error":             "package main\n\nimport _ \"github.com/orielapps/oriel\"\n\nfunc main() { missing() }\n",
		"server_not_listening": "package main\n\nimport _ \"github.com/orielapps/oriel\"\n\nfunc main() { select {} }\n",
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			d := start(t, typed(t, map[string]string{"main.go": main, "views/day/index.ts": "const n: number = \"x\"; document.title = String(n);\n"}),
				devloop.Options{Slow: time.Second})
			d.wrong(code, "ts2322")
		})
	}
}

// What a project wants to have checked, and nothing checks, is said.
func TestSystemTypesThatNothingChecks(t *testing.T) {
	t.Parallel()
	d := start(t, project(t, map[string]string{
		"package.json":       `{"devDependencies": {"typescript": "^7.0.0"}}`,
		"views/day/index.ts": "const n: number = \"x\"; document.title = String(n);\n",
	}), devloop.Options{})
	if e := d.await(devloop.Warned); !strings.Contains(e.Text, "Types are not checked") || !strings.Contains(e.Text, "oriel install") {
		t.Errorf("the warning: %+v", e)
	}
}

// The type checker's cache doesn't notice when the types of JSX's runtime are installed, because
// no import in the source names them.
func TestSystemTypesThatAreInstalledLater(t *testing.T) {
	t.Parallel()
	d := start(t, typed(t, map[string]string{
		"package.json":                      `{"dependencies": {"react": "*"}}`,
		"node_modules/react/package.json":   `{"name": "react", "version": "1.0.0"}`,
		"node_modules/react/jsx-runtime.js": "export const jsx = (name) => name;\n",
		"views/day/index.ts":                "import { badge } from \"./badge\"; document.title = String(badge());\n",
		"views/day/badge.tsx":               "export const badge = () => <b/>;\n",
	}), devloop.Options{})
	d.wrong("ts7016", "ts7026")
	d.write("node_modules/@types/react/package.json", `{"name": "@types/react", "version": "1.0.0", "types": "index.d.ts"}`)
	d.write("node_modules/@types/react/index.d.ts", "export {};\n")
	d.write("node_modules/@types/react/jsx-runtime.d.ts",
		"export namespace JSX { interface IntrinsicElements { b: {} } }\nexport declare function jsx(name: string): unknown;\n")
	d.write("node_modules/.package-lock.json", "{}")
	d.wrong()
}

// Edits end a check that they make useless; a faulty tsconfig.json is told.
func TestSystemTypesAreCheckedAgain(t *testing.T) {
	t.Parallel()
	d := start(t, typed(t, map[string]string{"views/tsconfig.json": `{"compilerOptions": {"strict": tru}}`}), devloop.Options{})
	d.eventually("the file is at fault", func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return slices.ContainsFunc(d.problems, func(p devreport.Problem) bool {
			return p.Source == devreport.SourceTypes && p.File == "views/tsconfig.json"
		})
	})
	d.write("views/tsconfig.json", `{"compilerOptions": {"strict": true, "noEmit": true, "target": "ES2022", "module": "ESNext", "moduleResolution": "Bundler", "skipLibCheck": true}}`)
	d.wrong()
	for range 5 {
		d.write("views/day/more.ts", "export const n: number = \"x\";\n")
		time.Sleep(100 * time.Millisecond)
		d.write("views/day/more.ts", "export const n: number = 1;\n")
		time.Sleep(350 * time.Millisecond) // a check has begun
	}
	d.write("views/day/more.ts", "export const n: number = \"x\";\n")
	d.wrong("ts2322")
	d.write("views/day/more.ts", "export const n = 1;\n")
	d.wrong()
}

// Without a type checker that is a program, nothing is said, and nothing is written
// for it.
func TestSystemNoTypeChecker(t *testing.T) {
	t.Parallel()
	d := start(t, project(t, map[string]string{"views/day/index.ts": "const n: number = \"x\"; document.title = String(n);\n"}), devloop.Options{})
	d.await(devloop.ServerReady)
	time.Sleep(500 * time.Millisecond)
	d.wrong()
	if d.exists("views/tsconfig.json") {
		t.Error("a tsconfig.json is written for nobody")
	}
}

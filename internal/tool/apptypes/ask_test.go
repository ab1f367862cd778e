package apptypes_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/apptypes"
	"github.com/orielapps/oriel/ui"
)

const goMod = `module example.com/weather

go 1.26.0

require github.com/orielapps/oriel v0.0.0
`

const appSource = `package app

import (
	"context"

	"github.com/orielapps/oriel"
)

type Query struct {
	City string ` + "`json:\"city\"`" + `
}

func New() *oriel.App {
	app := oriel.New("weather", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "forecast"}, func(context.Context, Query) (oriel.Result[Query], error) {
		panic("a handler is called")
	})
	return app
}
`

const mainSource = `package main

import (
	"github.com/orielapps/oriel"

	"example.com/weather/app"
)

func main() { newApp().Main() }

func newApp() *oriel.App { return app.New() }
`

const withViews = `package main

import (
	"example.com/weather/app"
	"example.com/weather/views"
)

func main() { app.New().Main() }
`

// allVariable has every case run, also those whose path through the code others take, too.
const allVariable = "ORIEL_TEST_ALL"

// rare are the cases that allVariable adds: each compiles a program.
var rare = []string{"by Run", "noisy", "an alias", "newApp panics", "newApp fails", "newApp has no app", "a view is new", "ends before", "panics", "faulty app", "no text", "too much", "no file"}

func isLeftOut(name string) bool { return os.Getenv(allVariable) == "" && slices.Contains(rare, name) }

// checkout is the folder of this module.
func checkout(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// project writes a module that uses this checkout, with the app in the folder
// app and the given files, and returns its folder.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	all := map[string]string{
		"go.mod":     goMod + "\nreplace github.com/orielapps/oriel => " + checkout(t) + "\n",
		"app/app.go": appSource,
	}
	maps.Copy(all, files)
	for name, text := range all {
		if text == "" {
			continue
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// environ has the go command take modules from the cache alone.
func environ() []string {
	return append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOSUMDB=off", "GOWORK=off", "GOOS=plan9", "GOARCH=386")
}

// The main of a program that has newApp is not run, and whatever is run, is in a folder of its own.
func TestSystemAskRunsNoMain(t *testing.T) {
	t.Parallel()
	programtest.Track(t, checkout(t))
	const opening = `
	if os.Getenv("DATABASE_URL") == "" {
		panic("DATABASE_URL is not set")
	}
`
	const creating = `
	if err := os.WriteFile("trips.db", nil, 0o600); err != nil {
		panic(err)
	}
	if err := os.WriteFile(filepath.Join(os.Getenv("PWD"), "pwd.db"), nil, 0o600); err != nil {
		panic(err)
	}
`
	const imports = "package main\n\nimport (\n\t\"os\"\n\t\"path/filepath\"\n\n\t\"github.com/orielapps/oriel\"\n\n\t\"example.com/weather/app\"\n)\n\nvar _ = filepath.Join\n\n"
	for name, test := range map[string]struct {
		main    string
		ranMain bool
	}{
		"a database":   {"func main() {" + opening + creating + "\tnewApp().Main()\n}\n\nfunc newApp() *oriel.App { return app.New() }\n", false},
		"a parameter":  {"type store struct{}\n\nfunc main() {" + opening + "\tnewApp(&store{}, 1).Main()\n}\n\nfunc newApp(s *store, _ ...int) *oriel.App {\n\t_ = s\n\treturn app.New()\n}\n", false},
		"an error":     {"func main() {" + opening + "\ta, _ := newApp()\n\ta.Main()\n}\n\nfunc newApp() (*oriel.App, error) { return app.New(), nil }\n", false},
		"an alias":     {"type App = oriel.App\n\nfunc main() {" + opening + "\tnewApp().Main()\n}\n\nfunc newApp() *App { return app.New() }\n", false},
		"it has files": {"func init() {" + creating + "}\n\nfunc main() { newApp().Main() }\n\nfunc newApp() *oriel.App { return app.New() }\n", false},
		"an old main":  {"var _ *oriel.App\n\nfunc main() {" + creating + "\tapp.New().Main()\n}\n", true},
	} {
		if isLeftOut(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := project(t, map[string]string{"main.go": imports + test.main})
			before, err := filepath.Glob(filepath.Join(dir, "*"))
			if err != nil {
				t.Fatal(err)
			}
			got, err := apptypes.Ask(t.Context(), apptypes.Request{Dir: dir, Environ: environ()})
			if err != nil || !strings.Contains(got.TypeScript, "forecast: {") || got.RanMain != test.ranMain {
				t.Errorf("got %+v, %v", got, err)
			}
			after, err := filepath.Glob(filepath.Join(dir, "*"))
			// The go command writes go.sum.
			after = slices.DeleteFunc(after, func(file string) bool { return filepath.Base(file) == "go.sum" })
			if err != nil || !slices.Equal(before, after) {
				t.Errorf("%v: before there were %v, now there are %v", err, before, after)
			}
		})
	}
}

// The types are those of the app, whatever the environment builds for, and
// wherever below the module the program is.
func TestSystemAsk(t *testing.T) {
	t.Parallel()
	programtest.Track(t, checkout(t))
	const other = "package main\n\nimport _ \"github.com/orielapps/oriel\"\n\nfunc main() { panic(\"the wrong program\") }\n"
	const showing = "package main\n\nimport (\n\t\"example.com/weather/app\"\n\t_ \"example.com/weather/web/views\"\n)\n\nfunc main() { app.New().Main() }\n"
	const running = "package main\n\nimport (\n\t\"context\"\n\n\t\"example.com/weather/app\"\n)\n\nfunc main() {\n\tif app.New().Run(context.Background()) != nil {\n\t\tpanic(1)\n\t}\n}\n"
	for name, test := range map[string]struct {
		files   map[string]string
		dir     string
		program string
		views   map[string]string
	}{
		"by Run":        {files: map[string]string{"main.go": running}},
		"in the folder": {files: map[string]string{"main.go": mainSource, "cmd/other/main.go": other}},
		"below":         {files: map[string]string{"cmd/weather/main.go": mainSource, "cmd/tool/main.go": "package main\n\nfunc main() {}\n"}},
		"named":         {files: map[string]string{"cmd/weather/main.go": mainSource, "cmd/other/main.go": other}, program: "cmd/weather"},
		"by its views":  {files: map[string]string{"cmd/weather/main.go": showing, "cmd/other/main.go": other, "web/views/views.go": "package views\n"}, dir: "web"},
		"not built": {
			files: map[string]string{
				"main.go":            withViews + "\nvar _ = views.DayChart.HTML\n",
				"views/day/index.ts": "document.title = 'day';",
			},
			views: map[string]string{"day-chart": "DayChart", "oriel.ts": "Oriel.ts"},
		},
		"a view is new": {
			files: map[string]string{
				"main.go":        withViews + "\nvar _ = views.Day.HTML\n",
				"views/oriel.go": "// Code generated by oriel generate. DO NOT EDIT.\n\npackage views\n\nvar Old = 1\n",
			},
			views: map[string]string{"day": "Day"},
		},
		"views by hand": {
			files: map[string]string{
				"main.go":        withViews + "\nvar _ = views.Own\n",
				"views/oriel.go": "package views\n\nvar Own = 1\n",
			},
			views: map[string]string{"day": "Day"},
		},
		"noisy": {files: map[string]string{"main.go": "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\n\t\"example.com/weather/app\"\n)\n\n" +
			"func main() {\n\tfmt.Println(\"export interface Tools {}\")\n\tfmt.Fprintln(os.Stderr, \"hello\")\n\tapp.New().Main()\n}\n"}},
	} {
		if isLeftOut(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := project(t, test.files)
			got, err := apptypes.Ask(t.Context(), apptypes.Request{
				Dir: filepath.Join(dir, test.dir), Program: test.program, Views: test.views, Environ: environ(),
			})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(got.TypeScript, "forecast: { input: ForecastInput; output: ForecastOutput; viewData: unknown };") {
				t.Error(got.TypeScript)
			}
			if test.views != nil && test.files["views/oriel.go"] == "" {
				if _, err := os.Stat(filepath.Join(dir, "views", "oriel.go")); !errors.Is(err, os.ErrNotExist) {
					t.Errorf("asking has written the package of views: %v", err)
				}
			}
		})
	}
}

func TestSystemAskRefuses(t *testing.T) {
	t.Parallel()
	program := func(body string, imports ...string) map[string]string {
		var text strings.Builder
		text.WriteString("package main\n\nimport (\n\t\"github.com/orielapps/oriel\"\n")
		for _, path := range imports {
			text.WriteString("\t\"" + path + "\"\n")
		}
		text.WriteString(")\n\nfunc main() {\n\tapp := oriel.New(\"weather\", \"1\")\n" + body + "\n}\n")
		return map[string]string{"main.go": text.String()}
	}
	const write = "\tos.WriteFile(os.Getenv(\"ORIEL_TYPES\"), []byte(%), 0o600)\n\tif len(os.Args) > 1 { app.Main() }"
	for name, test := range map[string]struct {
		files   map[string]string
		program string
		code    string
		says    string
	}{
		"no module":       {map[string]string{"go.mod": ""}, "", "module_missing", "no Go module"},
		"broken module":   {map[string]string{"go.mod": "modul x\n"}, "", "module_broken", "unknown directive"},
		"no program":      {nil, "", "app_missing", "No program"},
		"another program": {map[string]string{"main.go": "package main\n\nfunc main() {}\n"}, "", "app_missing", "No program"},
		"no such program": {map[string]string{"main.go": mainSource}, "cmd/weather", "app_missing", `"cmd/weather"`},
		"all programs":    {map[string]string{"main.go": mainSource}, "./...", "app_missing", `"./..."`},
		"a flag":          {map[string]string{"main.go": mainSource}, "-exec=rm", "app_missing", `"-exec=rm"`},
		"a file":          {map[string]string{"main.go": mainSource}, "main.go", "app_missing", `"main.go"`},
		"a package":       {map[string]string{"main.go": mainSource}, "app", "app_missing", `"app"`},
		"two programs": {
			map[string]string{"cmd/a/main.go": mainSource, "cmd/b/main.go": mainSource}, "", "app_ambiguous", "./cmd/a, ./cmd/b",
		},
		"does not compile": {program("\tapp.Main(7)"), "", "app_not_compiled", "main.go:9:11: too many arguments"},
		"does not parse":   {map[string]string{"main.go": "package main\n\nimport _ \"github.com/orielapps/oriel\"\n\nfunc main() {\n"}, "", "app_not_compiled", "main.go"},
		"no Main":          {program("\tif app.Handler() == nil { return }\n\tselect {}"), "", "main_not_called", "does not call Main"},
		"ends before":      {program("\tif len(os.Args) == 1 { return }\n\tapp.Main()", "os"), "", "app_types_missing", "without them"},
		"fails before":     {program("\tfmt.Fprintln(os.Stderr, \"no database\\x1b[2J\")\n\tif len(os.Args) == 1 { os.Exit(7) }\n\tapp.Main()", "fmt", "os"), "", "app_failed", "exit status 7.\n    no database[2J"},
		"panics":           {program("\tif len(os.Args) == 1 { panic(\"no database\") }\n\tapp.Main()", "os"), "", "app_failed", "panic: no database"},
		"faulty app":       {program("\toriel.AddView(app, \"a b\", nil)\n\tapp.Main()"), "", "app_failed", "can't start"},
		"hangs busily":     {program("\tprintln(\"waiting\")\n\tfor len(os.Args) == 1 { time.Sleep(time.Second) }\n\tapp.Main()", "os", "time"), "", "app_hangs", "waiting"},
		"floods":           {program("\tfor len(os.Args) == 1 { println(\"more\") }\n\tapp.Main()", "os"), "", "app_hangs", "more"},
		"newApp panics": {
			program("\tprintln(app)\n}\n\nfunc newApp(list map[string]int) *oriel.App {\n\tlist[\"a\"] = 1\n\treturn nil"), "", "app_failed", "nil map",
		},
		"newApp fails": {
			program("\tprintln(app)\n}\n\nfunc newApp() (*oriel.App, error) {\n\treturn nil, errors.New(\"no clock\")", "errors"), "", "app_failed", "newApp: no clock",
		},
		"newApp has no app": {
			program("\tprintln(app)\n}\n\nfunc newApp() *oriel.App {\n\treturn nil"), "", "app_failed", "newApp has returned no app",
		},
		"leaves a child": {
			program("\tc := exec.Command(\"sleep\", \"600\")\n\tc.Stdout, c.Stderr = os.Stdout, os.Stderr\n\tif c.Start() != nil { panic(1) }\n\tif len(os.Args) == 1 { os.Exit(3) }\n\tapp.Main()", "os", "os/exec"),
			"", "app_failed", "exit status 3",
		},
		"garbage":   {program(strings.Replace(write, "%", `"export {}"`, 1), "os"), "", "app_types_malformed", "do not begin"},
		"no text":   {program(strings.Replace(write, "%", `"\xff"`, 1), "os"), "", "app_types_malformed", "UTF-8"},
		"too much":  {program(strings.Replace(write, "%", `strings.Repeat("x", 17<<20)`, 1), "os", "strings"), "", "app_types_malformed", "16 MiB"},
		"no file":   {program("\tos.Mkdir(os.Getenv(\"ORIEL_TYPES\"), 0o700)\n\tif len(os.Args) > 1 { app.Main() }", "os"), "", "app_types_malformed", "directory"},
		"no folder": {map[string]string{"main.go": mainSource, "go.mod": ""}, "", "module_missing", "no Go module"},
	} {
		if isLeftOut(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := project(t, test.files)
			if name == "no folder" {
				dir = filepath.Join(dir, "missing")
				test.code, test.says = "app_missing", "can't be opened"
			}
			limit := time.Minute
			if test.code == "app_hangs" {
				limit = time.Second
			}
			var known *ui.Error
			var ok bool
			// A busy machine may take longer until one that hangs has printed something.
			for ; limit <= time.Minute; limit *= 4 {
				_, err := apptypes.Ask(t.Context(), apptypes.Request{Dir: dir, Program: test.program, Environ: environ(), RunTime: limit})
				known, ok = errors.AsType[*ui.Error](err)
				if ok && strings.Contains(known.Message, test.says) {
					break
				}
			}
			if !ok || known.Code != test.code || !strings.Contains(known.Message, test.says) || known.Fix == "" {
				t.Fatalf("want %s saying %q and a mend, got %+v", test.code, test.says, known)
			}
		})
	}
}

// A go.work above the project, such as that of a checkout in which the project was made, hides the
// project's module.
func TestAskOutsideOfTheWorkspace(t *testing.T) {
	t.Parallel()
	dir := project(t, map[string]string{
		"go.work":   "go 1.26.0\n\nuse .\n",
		"go.sum":    "",
		"a/main.go": mainSource, "b/main.go": mainSource,
		"weather/go.mod": "module example.com/weather\n\ngo 1.26.0\n", "weather/main.go": mainSource, "weather/cmd/main.go": mainSource,
	})
	inWorkspace := append(environ(), "GOFLAGS=", "GOWORK=")
	for _, test := range []struct{ dir, program, fix string }{
		{"weather", "", "go work use ."},
		{"weather", "cmd", "go work use ."},
		{"weather/cmd", "", "go work use .."},
	} {
		_, err := apptypes.Ask(t.Context(), apptypes.Request{Dir: filepath.Join(dir, test.dir), Program: test.program, Environ: inWorkspace})
		known, ok := errors.AsType[*ui.Error](err)
		if !ok || known.Code != "module_not_in_workspace" || !strings.Contains(known.Message, "go.work") || known.Fix != "Add it: "+test.fix {
			t.Errorf("%+v: %+v", test, err)
		}
	}
	// The folder of views of a program elsewhere in the module.
	_, err := apptypes.Ask(t.Context(), apptypes.Request{Dir: filepath.Join(dir, "app"), Environ: inWorkspace})
	if known, ok := errors.AsType[*ui.Error](err); !ok || known.Code != "app_ambiguous" || known.Fix != "Choose one: --app ../a." {
		t.Errorf("%+v", err)
	}
}

func TestAskIsCancelled(t *testing.T) {
	t.Parallel()
	dir := project(t, map[string]string{"main.go": mainSource})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := apptypes.Ask(ctx, apptypes.Request{Dir: dir, Environ: environ()})
	if known, ok := errors.AsType[*ui.Error](err); !ok || known.Code != "cancelled" {
		t.Errorf("got %v", err)
	}
}

func TestAskWithoutGo(t *testing.T) {
	dir := project(t, map[string]string{"main.go": mainSource})
	t.Setenv("PATH", t.TempDir())
	if _, err := exec.LookPath("go"); err == nil {
		t.Fatal("the go command is found where there is none")
	}
	_, err := apptypes.Ask(t.Context(), apptypes.Request{Dir: dir, Environ: environ()})
	if known, ok := errors.AsType[*ui.Error](err); !ok || known.Code != "go_missing" || known.Fix == "" {
		t.Errorf("got %v", err)
	}
}

package devloop_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/devloop"
)

func ofView(name string) func(devloop.Event) bool {
	return func(e devloop.Event) bool { return e.View == name }
}

// changed leaves out what was built for a change that the view does not show: of its types, say.
func changed(e devloop.Event) bool { return e.Change != "" }

// A person works on an app: views, styles, Go, types, and mistakes in all of them.
func TestDevelop(t *testing.T) {
	t.Parallel()
	d := start(t, project(t, nil), devloop.Options{})
	d.ready(devloop.ServerReady, devloop.ViewBuilt, devloop.TypesWritten)
	d.wrong()
	first, html := d.view()
	if !strings.Contains(html, "before") || !strings.Contains(html, "red") {
		t.Errorf("the view is %.300s", html)
	}
	if !strings.Contains(d.read("views/oriel.ts"), "city: string") {
		t.Error(d.read("views/oriel.ts"))
	}

	// A file that the view imports.
	d.edit("views/_shared/label.ts", "before", "after")
	built := d.await(devloop.ViewBuilt, changed)
	if built.Change != devloop.ChangeReload || built.View != "day" {
		t.Errorf("built: %+v", built)
	}
	second, html := d.view()
	if first == second || !strings.Contains(html, "after") {
		t.Errorf("the view %s is %.300s", second, html)
	}
	// Its style alone.
	d.edit("views/day/style.css", "red", "blue")
	if built = d.await(devloop.ViewBuilt, changed); built.Change != devloop.ChangeStyle {
		t.Errorf("built: %+v", built)
	}
	d.eventually("the pages are told", func() bool {
		told := d.told()
		at := slices.Index(told, "reload day")
		return at >= 0 && slices.ContainsFunc(told[at:], func(told string) bool {
			return strings.HasPrefix(told, "style day") && strings.Contains(told, "blue")
		})
	})
	if _, html = d.view(); !strings.Contains(html, "blue") {
		t.Errorf("the view is %.300s", html)
	}

	// A mistake in the view; what was there goes on.
	d.edit("views/day/index.ts", "document.body.textContent = label;", "document.body.textContent = ;")
	problem := d.wrong("syntax_error")[0]
	if problem.View != "day" || problem.File != "views/day/index.ts" || problem.Line != 5 || problem.Column == 0 ||
		!strings.Contains(problem.Excerpt, "document.body.textContent = ;") {
		t.Errorf("the problem: %+v", problem)
	}
	if _, html = d.view(); !strings.Contains(html, "blue") {
		t.Errorf("with a mistake, the view is %.300s", html)
	}
	d.edit("views/day/index.ts", "textContent = ;", "textContent = label;")
	d.wrong()

	// A mistake in Go; what was there goes on.
	d.edit("main.go", "21 degrees in", "It is 21 degrees in", "app.Main()", "app.Maim()")
	problem = d.wrong("go_error")[0]
	if problem.File != "main.go" || problem.Line != 26 || problem.Column != 6 || !strings.Contains(problem.Message, "Maim") ||
		problem.Excerpt != "26 |  app.Maim()\n   |      ^" {
		t.Errorf("the problem: %+v", problem)
	}
	if answer := d.ask("tools/call", `{"name":"day","arguments":{"city":"Lisbon"}}`); !strings.Contains(answer, `"21 degrees in Lisbon`) {
		t.Error(answer)
	}
	d.edit("main.go", "app.Maim()", "app.Main()")
	d.await(devloop.ServerReady)
	d.wrong()
	if answer := d.ask("tools/call", `{"name":"day","arguments":{"city":"Lisbon"}}`); !strings.Contains(answer, "It is 21 degrees in Lisbon") {
		t.Error(answer)
	}
	if _, html = d.view(); !strings.Contains(html, "blue") {
		t.Errorf("in a new process, the view is %.300s", html)
	}

	// A type; the view that does not use it is not shown anew for that.
	before := len(d.told())
	d.edit("main.go", `High float64 `+"`json:\"high\"`", `Highest float64 `+"`json:\"highest\"`", "Day{High: 21}", "Day{Highest: 21}")
	d.await(devloop.TypesWritten)
	if !strings.Contains(d.read("views/oriel.ts"), "highest: number") {
		t.Error(d.read("views/oriel.ts"))
	}
	if told := d.told()[before:]; slices.Contains(told, "reload day") {
		t.Errorf("pages were told %q", told)
	}
}

// A folder of views may be a link to one elsewhere in the project.
func TestLinkedFolder(t *testing.T) {
	t.Parallel()
	d := command(t, "fine", devloop.Options{})
	d.await(devloop.ServerReady)
	d.write("lib/word.ts", `export const word = "before";`)
	d.write("views/v/index.ts", `import { word } from "../_lib/word.ts"; console.log(word);`)
	if err := os.Symlink(filepath.Join("..", "lib"), filepath.Join(d.dir, "views", "_lib")); err != nil {
		t.Fatal(err)
	}
	d.await(devloop.ViewBuilt, ofView("v"))
	d.write("lib/word.ts", `export const word = "after";`)
	d.await(devloop.ViewBuilt, func(e devloop.Event) bool { return e.View == "v" && e.Change == devloop.ChangeReload })
}

func (d *dev) told() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.pages)
}

// Views come, are renamed, and go, while the app is edited that names them.
func TestSystemViewsComeAndGo(t *testing.T) {
	t.Parallel()
	d := start(t, project(t, nil), devloop.Options{})
	d.await(devloop.ServerReady)

	d.write("views/night/index.ts", "document.title = 'night';\n")
	d.await(devloop.ViewBuilt, ofView("night"))
	d.edit("main.go", "app.Main()", `oriel.AddView(app, "night", views.Night)
	app.Main()`)
	d.eventually("the view is in the list", func() bool {
		return strings.Contains(d.ask("resources/list", "{}"), "ui://weather/night/")
	})
	d.eventually("documents are written", func() bool {
		return d.exists("views/dist/night.html") && d.exists("views/dist/day.html") && strings.Contains(d.read("views/oriel.go"), "Night = ui.Built")
	})

	if err := os.Rename(filepath.Join(d.dir, "views", "night"), filepath.Join(d.dir, "views", "dusk")); err != nil {
		t.Fatal(err)
	}
	d.await(devloop.ViewBuilt, ofView("dusk"))
	problem := d.wrong("go_error")[0]
	if !strings.Contains(problem.Message, "views.Night") {
		t.Errorf("the problem: %+v", problem)
	}
	d.edit("main.go", `oriel.AddView(app, "night", views.Night)`, `oriel.AddView(app, "dusk", views.Dusk)`)
	d.wrong()
	d.eventually("the view is in the list", func() bool {
		return strings.Contains(d.ask("resources/list", "{}"), "ui://weather/dusk/")
	})
	d.eventually("documents are written", func() bool { return d.exists("views/dist/dusk.html") && !d.exists("views/dist/night.html") })

	if err := os.RemoveAll(filepath.Join(d.dir, "views", "dusk")); err != nil {
		t.Fatal(err)
	}
	d.wrong("go_error")
	d.edit("main.go", `oriel.AddView(app, "dusk", views.Dusk)`, "")
	d.wrong()
}

// What is committed is written a while after the last edit, or when the loop ends; and
// what is stale before the first.
func TestDocumentsAreWritten(t *testing.T) {
	t.Parallel()
	d := start(t, project(t, nil), devloop.Options{})
	d.eventually("documents are written", func() bool { return d.exists("views/dist/day.html") })
	d.eventually("the pages know the size that ships", func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return d.shipped["day"] > 0
	})
	d.ready(devloop.ServerReady, devloop.ViewBuilt)
	d.edit("views/_shared/label.ts", "before", "at the end")
	d.await(devloop.ViewBuilt, func(e devloop.Event) bool { return e.Change == devloop.ChangeReload })
	d.end()
	if !strings.Contains(d.read("views/dist/day.html"), "at the end") {
		t.Error("the last edit is not in what is committed")
	}
	if strings.Contains(d.read("views/dist/day.html"), "sourceMappingURL") {
		t.Error("what is committed is for development")
	}
}

// withoutViews runs a project that has none yet.
func withoutViews(t *testing.T) *dev {
	t.Helper()
	d := start(t, project(t, map[string]string{
		"views/day/index.ts": "", "views/day/style.css": "", "views/_shared/label.ts": "",
		"main.go": strings.NewReplacer("\"example.com/weather/views\"\n", "", "	day := oriel.AddView(app, \"day\", views.Day)\n", "", "View: day, ", "").Replace(appSource),
	}), devloop.Options{})
	d.await(devloop.ServerReady)
	return d
}

// The first views of a project.
func TestSystemNoViewsYet(t *testing.T) {
	t.Parallel()
	d := withoutViews(t)
	d.wrong()
	d.write("views/day/index.ts", "document.title = 'day';")
	d.await(devloop.ViewBuilt, ofView("day"))
	d.write("main.go", appSource)
	d.eventually("the view is in the list", func() bool {
		return strings.Contains(d.ask("resources/list", "{}"), "ui://weather/day/")
	})
	if _, html := d.view(); !strings.Contains(html, "day") {
		t.Error(html)
	}
}

// The first views come after the program that shows them, which could not be built then.
func TestSystemViewsAfterTheirProgram(t *testing.T) {
	t.Parallel()
	d := withoutViews(t)
	d.write("main.go", appSource)
	d.await(devloop.GoFailed)
	d.write("views/day/index.ts", "document.title = 'day';")
	d.await(devloop.ServerReady)
	d.wrong()
	if _, html := d.view(); !strings.Contains(html, "day") {
		t.Error(html)
	}
}

// How long an edit took counts from itself, not from one before it that did not compile.
func TestSystemTotalOfACorrectedProgram(t *testing.T) {
	t.Parallel()
	d := start(t, project(t, nil), devloop.Options{})
	d.await(devloop.ServerReady)
	d.edit("main.go", "app.Main()", "app.Maim()")
	d.wrong("go_error")
	d.await(devloop.GoFailed)
	correcting := time.Now()
	d.edit("main.go", "app.Maim()", "app.Main()")
	ready := d.await(devloop.ServerReady)
	if most := float64(time.Since(correcting)) / float64(time.Millisecond); ready.Total <= 0 || ready.Total > most {
		t.Errorf("it counts %v ms of the %v ms since the edit", ready.Total, most)
	}
}

// Names with spaces and of other scripts, and line ends of Windows.
func TestSystemOddNames(t *testing.T) {
	t.Parallel()
	parent := project(t, map[string]string{
		"views/day/index.ts":          "import { label } from \"./ein übler name\";\r\nimport \"./style.css\";\r\ndocument.title = label;\r\n",
		"views/day/ein übler name.ts": "export const label = \"before\";\r\n",
		"main.go":                     strings.ReplaceAll(appSource, "\n", "\r\n"),
	})
	dir := filepath.Join(t.TempDir(), "my project ünïcode "+"\u65e5\u672c")
	if err := os.Rename(parent, dir); err != nil {
		t.Fatal(err)
	}
	d := start(t, dir, devloop.Options{})
	d.ready(devloop.ServerReady, devloop.ViewBuilt)
	d.edit("views/day/ein übler name.ts", "before", "after")
	d.await(devloop.ViewBuilt, func(e devloop.Event) bool { return e.Change == devloop.ChangeReload })
	if _, html := d.view(); !strings.Contains(html, "after") {
		t.Errorf("%.300s", html)
	}
	d.edit("main.go", "app.Main()", "app.Maim()")
	if problem := d.wrong("go_error")[0]; problem.File != "main.go" || problem.Line != 26 || strings.ContainsRune(problem.Excerpt, '\r') {
		t.Errorf("%+v", problem)
	}
	d.edit("main.go", "app.Maim()", "app.Main()")
	d.wrong()
}

// A file that the program embeds is as good as its source.
func TestSystemEmbeddedFile(t *testing.T) {
	t.Parallel()
	d := start(t, project(t, map[string]string{
		"texts/en/hello.txt": "hello", "notes.txt": "nobody's",
		"embed.go": "package main\n\nimport \"embed\"\n\n//go:embed texts\nvar texts embed.FS\n\nvar _ = texts\n",
	}), devloop.Options{})
	d.await(devloop.ServerReady)
	d.write("notes.txt", "nobody reads it")
	d.write("texts/en/hello.txt", "good day")
	d.await(devloop.ServerReady)
	d.write("notes.txt", "nobody reads it, still")
	d.write("main_test.go", "package main\n")
	d.mu.Lock()
	builds := len(d.events)
	d.mu.Unlock()
	time.Sleep(300 * time.Millisecond)
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, e := range d.events[builds:] {
		if e.Type == devloop.GoBuilding {
			t.Error("a file that is not in the program has it compiled")
		}
	}
}

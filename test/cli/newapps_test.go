package cli_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/scaffold"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// allVariable is the environment variable that has all platforms tested for each template and form of view,
// and not only one.
const allVariable = "ORIEL_TEST_ALL"

// combination is what a new app is made of.
type combination struct{ template, ui, platform string }

func (c combination) String() string { return c.template + "-" + c.ui + "-" + c.platform }

// profile is a host that shows the app's view.
func (c combination) profile() string {
	switch c.platform {
	case "chatgpt":
		return "chatgpt"
	case "universal":
		return "mcp-ui"
	default:
		return "claude"
	}
}

// smoke is the one that is tried at each change.
var smoke = combination{"dashboard", "react", "universal"}

// combinations are the others to test: each template in each form of view, with one platform or all.
func combinations() []combination {
	all := os.Getenv(allVariable) != ""
	var list []combination
	for i, template := range scaffold.Templates {
		for j, form := range scaffold.UIs {
			for k, platform := range scaffold.Platforms {
				c := combination{template, form, platform}
				if c != smoke && (all || k == (i+j)%len(scaffold.Platforms)) {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// A new app is made, builds, passes its own test, and works in a browser, with no
// other program than Go.
func TestSmokeNewApp(t *testing.T) {
	t.Parallel()
	smoke.works(t, browsertest.Start(t))
}

func TestNewApps(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	turns := make(chan struct{}, 2) // each runs a compiler and some pages
	for _, c := range combinations() {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			turns <- struct{}{}
			defer func() { <-turns }()
			c.works(t, browser)
		})
	}
}

func (c combination) works(t *testing.T, browser *browsertest.Browser) {
	t.Helper()
	dir, environ := filepath.Join(t.TempDir(), "some-app"), onlyGo(t)
	c.isGreen(t, dir, environ)
	c.try(t, browser, c.build(t, dir, environ))
}

// afterChange matches what AGENTS.md of a new app asks for after a change.
var afterChange = regexp.MustCompile("After each change run `(oriel generate && [^`]+)`")

// commands are what AGENTS.md of an app asks for after a change.
func (combination) commands(t *testing.T, dir string) []string {
	t.Helper()
	notes, err := os.ReadFile(filepath.Join(dir, "AGENTS.md"))
	if err != nil {
		t.Fatal(err)
	}
	match := afterChange.FindSubmatch(notes)
	if match == nil {
		t.Fatalf("AGENTS.md doesn't say what to run after a change:\n%s", notes)
	}
	return strings.Split(string(match[1]), " && ")
}

// isGreen makes an app, and does what its notes for agents ask for after a change: all of it passes,
// and writes nothing.
func (c combination) isGreen(t *testing.T, dir string, environ []string) {
	t.Helper()
	program := oriel(t)
	mustRun(t, "", environ, program, "new", dir, "--template", c.template, "--ui", c.ui, "--platform", c.platform)
	made := filesIn(t, filepath.Dir(dir))
	if diff := cmp.Diff(c.files(t, dir), slices.Sorted(maps.Keys(made))); diff != "" {
		t.Errorf("the files of a new app (-wanted +got):\n%s", diff)
	}
	for _, command := range append(c.commands(t, dir), "oriel generate --check") {
		words := strings.Fields(command)
		if words[0] == "oriel" {
			words[0] = program
		}
		if said := mustRun(t, dir, environ, words[0], words[1:]...); strings.Contains(said, "oriel:") {
			t.Errorf("%s: %s", command, said)
		}
	}
	if c.ui != "html" {
		typeCheck(t, checkout(t), filepath.Join(dir, "views"))
	}
	if diff := cmp.Diff(made, filesIn(t, filepath.Dir(dir))); diff != "" {
		t.Errorf("after generate, vet, test and check, there is something else:\n%s", diff)
	}
}

// files are the files of a new app: those of its templates, and those that are generated from them.
func (c combination) files(t *testing.T, dir string) []string {
	t.Helper()
	choice := scaffold.Choice{Template: c.template, UI: c.ui, Platform: c.platform}
	written, err := scaffold.App{Dir: filepath.Join(t.TempDir(), filepath.Base(dir)), Choice: choice}.Files()
	if err != nil {
		t.Fatal(err)
	}
	view := map[string]string{"minimal": "greeting", "dashboard": "sales", "form": "ticket", "board": "board", "map": "town"}[c.template]
	names := []string{"views/dist/" + view + ".html", "views/oriel.go", "views/oriel_test.go"}
	if c.ui != "html" {
		names = append(names, "views/tsconfig.json")
	}
	for _, file := range written {
		names = append(names, file.Path)
	}
	for i, name := range names {
		names[i] = path.Join(filepath.Base(dir), name)
	}
	slices.Sort(names)
	return names
}

// filesIn returns the hashes of all files below a folder, without those in node_modules, which version
// control ignores.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.Name() == "node_modules":
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		files[name] = fmt.Sprintf("%x", sha256.Sum256(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// strictest are the options that the strictest of people turn on beside "strict".
var strictest = []string{
	"--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--noPropertyAccessFromIndexSignature",
	"--noUnusedLocals", "--noUnusedParameters", "--noImplicitReturns",
}

// typeCheck has TypeScript look at views, as an editor does.
func typeCheck(t *testing.T, root, views string) {
	t.Helper()
	modules := filepath.Join(root, "node_modules")
	node, compiler := filepath.Join(modules, "node", "bin", "node"), filepath.Join(modules, "typescript", "bin", "tsc")
	if out, err := exec.CommandContext(t.Context(), node, append([]string{compiler, "-p", views}, strictest...)...).CombinedOutput(); err != nil {
		t.Errorf("the type checker: %v\n%s", err, out)
	}
}

// build compiles an app, and returns its program.
func (combination) build(t *testing.T, dir string, environ []string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "app")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	mustRun(t, dir, environ, "go", "build", "-o", program, ".")
	return program
}

// tries are what is done with the view of each template: the tool, and what then has
// to work.
var tries = map[string]struct {
	tool string
	act  func(ctx context.Context, page *browsertest.Page, view *browsertest.Frame) error
}{
	"minimal": {"greet", func(ctx context.Context, _ *browsertest.Page, view *browsertest.Frame) error {
		return steps(ctx,
			func() error { return view.WaitForText(ctx, "h1", "Hello, Ada!") },
			func() error { return view.Fill(ctx, "input", "Grace") },
			func() error { return view.Click(ctx, "button") },
			func() error { return view.WaitForText(ctx, "h1", "Hello, Grace!") },
			func() error { return view.WaitFor(ctx, `document.querySelector("input").value === ""`) },
		)
	}},
	"dashboard": {"sales", func(ctx context.Context, page *browsertest.Page, view *browsertest.Frame) error {
		points := func(n int) string {
			return fmt.Sprintf(`document.querySelector(".line")?.getAttribute("d")?.split("L").length === %d`, n)
		}
		day := `document.querySelector(".chart h2 span").textContent`
		return steps(ctx,
			func() error { return view.WaitFor(ctx, points(30)) },
			func() error { return view.Click(ctx, "fieldset label:nth-of-type(1)") },
			func() error { return view.WaitFor(ctx, points(7)) },
			func() error { return view.Select(ctx, "select", "north") },
			func() error { return view.WaitFor(ctx, `document.querySelectorAll(".regions li.shown").length === 1`) },
			func() error { return view.WaitFor(ctx, points(7)) },
			func() error { return view.WaitFor(ctx, `(before = `+day+`, true)`) },
			func() error { return view.WaitFor(ctx, `(document.querySelector(".plot").focus(), true)`) },
			func() error { return page.Press(ctx, "ArrowLeft") },
			func() error { return view.WaitFor(ctx, day+` !== before`) },
			func() error { return view.Click(ctx, "header button") },
			func() error { return view.WaitFor(ctx, `document.querySelector("main").ariaBusy === "false"`) },
		)
	}},
	"form": {"new_ticket", func(ctx context.Context, _ *browsertest.Page, view *browsertest.Frame) error {
		return steps(ctx,
			func() error {
				return view.WaitFor(ctx, `document.querySelector("[name=subject]")?.value === "The invoice is wrong"`)
			},
			func() error { return view.Fill(ctx, "[name=email]", "nobody") },
			func() error { return view.Click(ctx, "footer button") },
			func() error { return view.WaitForText(ctx, "label:has([name=email]) small", "Give an address") },
			func() error { return view.Fill(ctx, "[name=email]", "ada@example.com") },
			func() error { return view.WaitFor(ctx, `!document.querySelector("small")`) },
			func() error { return view.Click(ctx, "footer button") },
			func() error { return view.WaitForText(ctx, ".sent", "Ticket 1001 is open") },
		)
	}},
	"board": {"show_board", func(ctx context.Context, page *browsertest.Page, view *browsertest.Frame) error {
		const layout = `[...document.querySelectorAll("section")].map((s) => [...s.querySelectorAll("li")].map((c) => c.dataset.card)).join("|")`
		cards := func(want string) string { return layout + ` === "` + want + `"` }
		const labels = `(() => {
			const card = document.querySelector('[data-card="1"]');
			const label = (one) => one.ariaLabel.replace(card.querySelector("span").innerText.trim(), "NAME") + (one.disabled ? " (disabled)" : "");
			return [...card.querySelectorAll("button")].map(label).join(", ");
		})()`
		const focus = `(document.querySelector('[data-card="1"]').focus(), true)`
		const drop = `(() => {
			const dataTransfer = new DataTransfer();
			const [card, column] = [document.querySelector('[data-card="6"]'), document.querySelector("section")];
			const at = (type, target, clientY = 0) =>
				target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, clientY }));
			at("dragstart", card);
			return setTimeout(() => { at("dragover", column); at("drop", column, 9999); at("dragend", card); }, 50) > 0;
		})()`
		// The second move comes before the answer to the first.
		const twice = `(async () => {
			globalThis.seen = [];
			new MutationObserver(() => {
				const now = ` + layout + `;
				if (now !== seen.at(-1)) seen.push(now);
			}).observe(document.body, { childList: true, subtree: true });
			for (const card of [7, 6]) {
				const right = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true });
				document.querySelector('[data-card="' + card + '"]').dispatchEvent(right);
				for (let turn = 0; turn < 20; turn++) await null;
			}
			return true;
		})()`
		return steps(ctx,
			func() error { return view.WaitFor(ctx, cards("1,2,3|4,5|6")) },
			func() error {
				seen, err := browsertest.Eval[string](ctx, view, labels)
				if want := "Move NAME left (disabled), Move NAME to Doing"; err == nil && seen != want {
					err = fmt.Errorf("the buttons of the first card are %q, want %q", seen, want)
				}
				return err
			},
			func() error { return view.WaitFor(ctx, focus) },
			func() error { return page.Press(ctx, "ArrowRight") },
			func() error { return view.WaitFor(ctx, cards("2,3|1,4,5|6")) },
			func() error { return view.WaitFor(ctx, `document.activeElement?.dataset.card === "1"`) },
			func() error { return page.Press(ctx, "ArrowDown") },
			func() error { return view.WaitFor(ctx, cards("2,3|4,1,5|6")) },
			func() error { return view.Click(ctx, `[data-card="2"] button:last-of-type`) },
			func() error { return view.WaitFor(ctx, cards("3|2,4,1,5|6")) },
			func() error { return view.WaitFor(ctx, `document.activeElement?.dataset.card === "2"`) },
			func() error { return view.WaitFor(ctx, drop) },
			func() error { return view.WaitFor(ctx, cards("3,6|2,4,1,5|")) },
			func() error { return view.Fill(ctx, "input", "Buy milk") },
			func() error { return view.Click(ctx, "form button") },
			func() error { return view.WaitFor(ctx, cards("3,6,7|2,4,1,5|")) },
			func() error { return view.WaitFor(ctx, twice) },
			func() error { return view.Fill(ctx, "input", "Call home") },
			func() error { return view.Click(ctx, "form button") },
			func() error { return view.WaitFor(ctx, cards("3,8|2,6,4,7,1,5|")) },
			func() error {
				const want = "3,6|2,4,7,1,5| 3|2,6,4,7,1,5| 3,8|2,6,4,7,1,5|"
				seen, err := browsertest.Eval[string](ctx, view, `seen.join(" ")`)
				if err == nil && seen != want {
					err = fmt.Errorf("the board was %s, and should have been %s", seen, want)
				}
				return err
			},
		)
	}},
	"map": {"show_map", func(ctx context.Context, page *browsertest.Page, view *browsertest.Frame) error {
		box := func(condition string) string {
			return `(([x, y, width, height]) => ` + condition + `)(document.querySelector(".map svg").getAttribute("viewBox").split(" ").map(Number))`
		}
		selected := func(id string) string {
			return `[...document.querySelectorAll(".pin[aria-pressed=true]")].map((pin) => pin.dataset.place).join() === "` + id + `"`
		}
		return steps(ctx,
			func() error { return view.WaitForText(ctx, "h1", "Fennport") },
			func() error { return view.WaitFor(ctx, `document.querySelectorAll(".pin").length === 10`) },
			func() error { return view.Click(ctx, "ol li:nth-child(6) button") },
			func() error { return view.WaitForText(ctx, ".card h2", "Museum of Knots") },
			func() error { return view.WaitFor(ctx, selected("knots")) },
			func() error { return view.Click(ctx, ".card button") },
			func() error {
				return view.WaitForText(ctx, "#way", "273 m, 4 minutes on foot: Ferry Pier, High Street")
			},
			func() error {
				return view.WaitFor(ctx, `document.querySelector("path.way").getAttribute("d") === "M516 580L512 485L500 400L480 310"`)
			},
			func() error { return view.Click(ctx, `.pin[data-place="bakery"]`) },
			func() error { return view.WaitForText(ctx, ".card h2", "Tide Bakery") },
			func() error { return view.WaitFor(ctx, `!document.querySelector("path.way")?.getAttribute("d")`) },
			func() error { return view.Click(ctx, ".controls button") },
			func() error { return view.WaitFor(ctx, box("width < 700 && x > 0")) },
			func() error { return view.WaitFor(ctx, `(document.querySelector(".map").focus(), true)`) },
			func() error { return page.Press(ctx, "ArrowRight") },
			func() error { return page.Press(ctx, "ArrowRight") },
			func() error { return page.Press(ctx, "ArrowRight") },
			func() error { return view.WaitFor(ctx, box("x + width > 999")) },
			func() error { return view.Click(ctx, "ol li:nth-child(9) button") },
			func() error { return view.WaitFor(ctx, selected("dunes")+" && "+box("x < 190")) },
			func() error { return view.WaitFor(ctx, `(document.querySelector(".map").focus(), true)`) },
			func() error { return page.Press(ctx, "-") },
			func() error { return view.WaitFor(ctx, box("width === 1000 && height === 700")) },
			// Two fingers that go apart zoom in; one moves the map.
			func() error {
				return view.Touch(ctx, ".map svg", browsertest.Finger{FromX: -50, ToX: -100}, browsertest.Finger{FromX: 50, ToX: 100})
			},
			func() error {
				return view.WaitFor(ctx, box("Math.abs(width - 500) < 25 && Math.abs(x + width / 2 - 500) < 25"))
			},
			func() error { return view.Touch(ctx, ".map svg", browsertest.Finger{FromX: -50, ToX: 50}) },
			func() error { return view.WaitFor(ctx, box("Math.abs(width - 500) < 25 && x + width / 2 < 450")) },
			func() error { return view.WaitFor(ctx, `(document.querySelector(".map").focus(), true)`) },
			func() error { return page.Press(ctx, "0") },
			func() error { return view.WaitFor(ctx, box("width === 1000")) },
		)
	}},
}

// steps does one thing after the other, as long as they go well.
func steps(_ context.Context, list ...func() error) error {
	for i, step := range list {
		if err := step(); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return nil
}

// try shows an app in the workbench and does with it what people do.
func (c combination) try(t *testing.T, browser *browsertest.Browser, program string) {
	t.Helper()
	page, view := c.show(t, browser, program)
	c.looksRight(t, page, view)
	if err := tries[c.template].act(t.Context(), page, view); err != nil {
		t.Error(err)
	}
	c.looksRight(t, page, view)
	const data = `document.querySelector('[data-testid="view"]').dataset`
	if err := page.Main().WaitFor(t.Context(), data+`.health === "ok"`); err != nil {
		reason, _ := browsertest.Eval[string](t.Context(), page.Main(), data+`.health + ": " + `+data+`.reason`)
		t.Errorf("the health of the view is %s: %v", reason, err)
	}
	for _, violation := range page.Violations() {
		t.Errorf("a policy is in the way: %v", violation)
	}
}

// show opens the view of an app in the workbench, and waits until it is ready.
func (c combination) show(t *testing.T, browser *browsertest.Browser, program string) (*browsertest.Page, *browsertest.Frame) {
	t.Helper()
	address := workbenchtest.StartWith(t, workbench.Options{
		Servers: []mcpclient.Server{{ID: "app", Command: []string{program, "-stdio"}}},
	})
	query := url.Values{"tool": {tries[c.template].tool}, "profiles": {c.profile()}, "run": {"1"}}
	page := browser.Open(t, address+"&"+query.Encode())
	return page, ready(t, page, c.profile())
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/test/bench/proc"
	"github.com/orielapps/oriel/test/browsertest"
)

const (
	developingTime = 10 * time.Minute
	megabyte       = 1e6
	// editPause is the time between two edits, because people are no faster.
	editPause = 700 * time.Millisecond
	// drawTime is how long to wait before checking whether an edit is visible.
	drawTime  = 400 * time.Millisecond
	styleMark = "--mark"
)

// measureDeveloping creates apps and edits them, as a person would.
func measureDeveloping(ctx context.Context, root string, o scope) (*developing, error) {
	ctx, cancel := context.WithTimeout(ctx, developingTime)
	defer cancel()
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("finding the checkout: %w", err)
	}
	dir, err := os.MkdirTemp("", "oriel-bench-")
	if err != nil {
		return nil, fmt.Errorf("making a folder for apps: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }() // otherwise, the system clears temporary folders
	tools, err := buildToolchain(ctx, root, dir)
	if err != nil {
		return nil, err
	}
	m := &measuring{toolchain: tools, rounds: o.edits, found: &developing{Slack: o.slack, Timed: o.slack == 1}}
	if m.found.Load, err = proc.Load(); err != nil {
		return nil, err
	}
	for _, measure := range []func(context.Context) error{m.starts, m.views, m.goEdits, m.build, m.packages} {
		if err := measure(ctx); err != nil {
			return nil, err
		}
	}
	return m.found, nil
}

// measuring is a run of measurements.
type measuring struct {
	*toolchain

	// rounds is the number of measurements of each step, after one that fills caches.
	rounds int
	found  *developing
}

func (m *measuring) add(row step) { m.found.Rows = append(m.found.Rows, row) }

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// starts measures the time to the first view: from "oriel new", and from "oriel dev".
func (m *measuring) starts(ctx context.Context) error {
	fromNothing := step{What: "oriel new, oriel dev, Chromium: view visible", Field: "14.3 s", Unit: "ms", Want: newBudget}
	firstPage := step{What: "oriel dev: first page", Field: "600 ms", Unit: "ms", Want: pageBudget}
	visible := step{What: "oriel dev: view visible", Field: "3.6 s", Unit: "ms", Want: visibleBudget}
	for round := range m.rounds + 1 {
		whole, page, view, err := m.start(ctx, fmt.Sprintf("start-%d", round))
		if err != nil {
			return err
		}
		if round == 0 {
			continue
		}
		fromNothing.Took = append(fromNothing.Took, milliseconds(whole))
		firstPage.Took = append(firstPage.Took, milliseconds(page))
		visible.Took = append(visible.Took, milliseconds(view))
	}
	m.add(fromNothing)
	m.add(firstPage)
	m.add(visible)
	return nil
}

func (m *measuring) start(ctx context.Context, name string) (whole, page, view time.Duration, err error) {
	begun := time.Now()
	project, err := m.make(ctx, name, "typescript")
	if err != nil {
		return 0, 0, 0, err
	}
	first, err := m.dev(ctx, project)
	if err != nil {
		return 0, 0, 0, err
	}
	defer func() { err = errors.Join(err, first.stop()) }()
	browser, err := browsertest.Launch(ctx, browsertest.Options{Silent: true})
	if err != nil {
		return 0, 0, 0, err
	}
	defer func() { err = errors.Join(err, browser.Close()) }()
	if _, err = openView(ctx, browser, first.workbench); err != nil {
		return 0, 0, 0, errors.Join(err, first.output())
	}
	whole = time.Since(begun)

	// A second "oriel dev" in the same project would be refused.
	if project, err = m.make(ctx, name+"-again", "typescript"); err != nil {
		return 0, 0, 0, err
	}
	second, err := m.dev(ctx, project)
	if err != nil {
		return 0, 0, 0, err
	}
	defer func() { err = errors.Join(err, second.stop()) }()
	if err := get(ctx, second.workbench); err != nil {
		return 0, 0, 0, err
	}
	page = time.Since(second.begun)
	if _, err := openView(ctx, browser, second.workbench); err != nil {
		return 0, 0, 0, errors.Join(err, second.output())
	}
	return whole, page, time.Since(second.begun), nil
}

func get(ctx context.Context, address string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return fmt.Errorf("asking for a page: %w", err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("asking for a page: %w", err)
	}
	defer func() { _ = response.Body.Close() }() // all of it is read
	if _, err := io.Copy(io.Discard, response.Body); err != nil || response.StatusCode != http.StatusOK {
		return fmt.Errorf("asking for a page: %s, %w", response.Status, err)
	}
	return nil
}

// views measures edits of views, and the memory of "oriel dev" after them.
func (m *measuring) views(ctx context.Context) error {
	for _, one := range []struct {
		ui, title string
		want      float64
	}{
		{"typescript", "TypeScript", editBudget},
		{"preact", "Preact", preactEditBudget},
		{"react", "React, in development mode", reactEditBudget},
	} {
		if err := m.edits(ctx, one.ui, one.title, one.want); err != nil {
			return err
		}
	}
	return m.tailwind(ctx)
}

func (m *measuring) edits(ctx context.Context, ui, title string, want float64) (err error) {
	project, err := m.make(ctx, "edit-"+ui, ui)
	if err != nil {
		return err
	}
	return m.working(ctx, project, func(r *running, v shownView) error {
		script := step{What: "edit of a view (" + title + "): visible", Field: "51 ms", Unit: "ms", Want: want}
		style := step{What: "edit of its style: visible", Field: "51 ms", Unit: "ms", Want: styleBudget}
		entry, css, err := sourcesOf(project)
		if err != nil {
			return err
		}
		for round := range m.rounds + 1 {
			took, err := editScript(ctx, v, entry, fmt.Sprintf("edit-%d", round))
			if err != nil {
				return errors.Join(err, r.output())
			}
			var styled time.Duration
			if css != "" {
				if styled, err = editStyle(ctx, v, css, fmt.Sprintf("style-%d", round)); err != nil {
					return errors.Join(err, r.output())
				}
			}
			if round > 0 {
				script.Took = append(script.Took, milliseconds(took))
				style.Took = append(style.Took, milliseconds(styled))
			}
		}
		m.add(script)
		if css != "" {
			m.add(style)
		}
		if ui != "react" {
			return nil
		}
		return m.addUsage(r, "React", residentBudget, "253 MB, 4 processes")
	})
}

// working runs "oriel dev", opens the view in a browser, and calls work.
func (m *measuring) working(ctx context.Context, project string, work func(*running, shownView) error) (err error) {
	r, err := m.dev(ctx, project)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.stop()) }()
	browser, err := browsertest.Launch(ctx, browsertest.Options{Silent: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, browser.Close()) }()
	v, err := openView(ctx, browser, r.workbench)
	if err != nil {
		return errors.Join(err, r.output())
	}
	if _, err := browsertest.Eval[bool](ctx, v.page.Main(), watchSwaps); err != nil {
		return fmt.Errorf("watching the workbench: %w", err)
	}
	return work(r, v)
}

// sourcesOf returns the script of the only view, and its style sheet where it has one.
func sourcesOf(project string) (script, style string, err error) {
	for _, pattern := range []string{"index.tsx", "index.ts"} {
		found, failure := filepath.Glob(filepath.Join(project, "views", "*", pattern))
		if failure == nil && len(found) == 1 {
			script = found[0]
			break
		}
	}
	styles, err := filepath.Glob(filepath.Join(project, "views", "*", "*.css"))
	if script == "" || err != nil || len(styles) > 1 {
		return "", "", fmt.Errorf("the view of %s has unexpected files: %q %q", project, script, styles)
	}
	if len(styles) == 0 {
		return script, "", nil
	}
	return script, styles[0], nil
}

// editScript changes the end of a view's script, and returns the time until the change is visible.
func editScript(ctx context.Context, v shownView, file, mark string) (time.Duration, error) {
	before, err := os.ReadFile(file)
	if err != nil {
		return 0, fmt.Errorf("editing a view: %w", err)
	}
	text, _, _ := strings.Cut(string(before), "\n/* mark */")
	time.Sleep(editPause)
	edited := time.Now()
	if err := os.WriteFile(file, []byte(text+"\n/* mark */"+marked(mark)), 0o644); err != nil {
		return 0, fmt.Errorf("editing a view: %w", err)
	}
	return v.seen(ctx, mark, edited)
}

// editStyle changes the end of a view's style sheet, and returns the time until the change is visible.
func editStyle(ctx context.Context, v shownView, file, mark string) (time.Duration, error) {
	before, err := os.ReadFile(file)
	if err != nil {
		return 0, fmt.Errorf("editing a style sheet: %w", err)
	}
	text, _, _ := strings.Cut(string(before), "\n/* mark */")
	type drawn struct {
		at  float64
		err error
	}
	seen := make(chan drawn, 1)
	go func() {
		at, err := browsertest.Eval[float64](ctx, v.frame(), "("+watchStyle+")("+fmt.Sprintf("%q", mark)+")")
		seen <- drawn{at, err}
	}()
	time.Sleep(editPause) // by then, watchStyle is running
	edited := time.Now()
	if err := os.WriteFile(file, []byte(text+"\n/* mark */\n:root{"+styleMark+":"+mark+"}\n"), 0o644); err != nil {
		return 0, fmt.Errorf("editing a style sheet: %w", err)
	}
	one := <-seen
	if one.err != nil {
		return 0, fmt.Errorf("waiting for an edited style: %w", one.err)
	}
	return since(one.at, edited), nil
}

// addUsage measures the processes and the memory of "oriel dev".
func (m *measuring) addUsage(r *running, title string, want float64, field string) error {
	const settling = 3 * time.Second // "oriel dev" writes files some time after the last edit
	time.Sleep(settling)
	processes, resident, err := r.usage()
	if err != nil {
		return err
	}
	m.add(step{What: "oriel dev with " + title + ": our processes", Field: field, Took: series{float64(processes)}, Want: processesAllowed, Exact: true})
	m.add(step{What: "oriel dev with " + title + ": resident", Field: field, Unit: "MB", Took: series{float64(resident) / megabyte}, Want: want})
	return nil
}

// tailwind measures a view with Tailwind CSS.
func (m *measuring) tailwind(ctx context.Context) error {
	project, err := m.make(ctx, "edit-tailwind", "typescript")
	if err != nil {
		return err
	}
	add := exec.CommandContext(ctx, m.oriel, "add", "tailwindcss")
	add.Dir = project
	if output, failure := add.CombinedOutput(); failure != nil {
		return fmt.Errorf("oriel add tailwindcss: %w\n%s", failure, output)
	}
	entry, css, err := sourcesOf(project)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(css)
	if err != nil {
		return fmt.Errorf("reading a style sheet: %w", err)
	}
	if err := os.WriteFile(css, append([]byte("@import \"tailwindcss\";\n"), text...), 0o644); err != nil {
		return fmt.Errorf("editing a style sheet: %w", err)
	}
	return m.working(ctx, project, func(r *running, v shownView) error {
		script := step{What: "edit of a view with Tailwind: visible", Unit: "ms", Want: tailwindEditBudget}
		for round := range m.rounds + 1 {
			// Each edit uses a new class.
			mark := fmt.Sprintf("p-[%dpx]", round+1)
			took, err := editScript(ctx, v, entry, mark)
			if err != nil {
				return errors.Join(err, r.output())
			}
			if round > 0 {
				script.Took = append(script.Took, milliseconds(took))
			}
		}
		m.add(script)
		return m.addUsage(r, "Tailwind", tailwindBudget, "")
	})
}

// build measures the production build of the React view.
func (m *measuring) build(ctx context.Context) error {
	row := step{What: "production build of the React view", Field: "1,050 ms", Unit: "ms", Want: buildBudget}
	project, err := bundle.Open(filepath.Join(m.dir, "edit-react"))
	if err != nil {
		return fmt.Errorf("building the React view: %w", err)
	}
	defer func() { _ = project.Close() }() // only read
	// the setting that "oriel generate" uses while it builds
	const generateGrowth = 400
	defer debug.SetGCPercent(debug.SetGCPercent(generateGrowth))
	for round := range m.rounds + 1 {
		begun := time.Now()
		if _, err := project.BuildAll(ctx); err != nil {
			return fmt.Errorf("building the React view: %w", err)
		}
		if round > 0 {
			row.Took = append(row.Took, milliseconds(time.Since(begun)))
		}
	}
	m.add(row)
	return nil
}

// packages measures the installation of React, from the registry and from the cache.
func (m *measuring) packages(ctx context.Context) error {
	cold := step{What: "React installed from the registry", Field: "7.0 s", Unit: "ms", Want: coldBudget}
	warm := step{What: "React installed from the cache", Unit: "ms", Want: warmBudget}
	project := filepath.Join(m.dir, "edit-react")
	for round := range m.rounds {
		cache := filepath.Join(m.dir, fmt.Sprintf("cache-%d", round))
		for _, row := range []*step{&cold, &warm} {
			if err := os.RemoveAll(filepath.Join(project, "node_modules")); err != nil {
				return fmt.Errorf("removing packages: %w", err)
			}
			install := exec.CommandContext(ctx, m.oriel, "install")
			install.Dir, install.Env = project, append(os.Environ(), "ORIEL_CACHE="+cache)
			begun := time.Now()
			if output, err := install.CombinedOutput(); err != nil {
				return fmt.Errorf("oriel install: %w\n%s", err, output)
			}
			row.Took = append(row.Took, milliseconds(time.Since(begun)))
		}
	}
	m.add(cold)
	m.add(warm)
	return nil
}

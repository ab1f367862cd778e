package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/tool/editor"
	"github.com/orielapps/oriel/internal/tool/scaffold"
	"github.com/orielapps/oriel/internal/tool/terminal"
)

// newCommand creates an app, or adds something to one.
type newCommand struct {
	App  newAppCommand  `cmd:"" help:"Create an app."` // newApp inserts the word "app"
	View newViewCommand `cmd:"" help:"Add a view to the app in this folder."`
	Tool newToolCommand `cmd:"" help:"Add a tool to the app in this folder."`
}

// newAppCommand creates an app.
type newAppCommand struct {
	Name        string `arg:"" optional:"" help:"The app's folder. Its last part is the app's name."`
	Template    string `short:"t" placeholder:"NAME" help:"minimal, dashboard, form, board or map (default: minimal)."`
	UI          string `name:"ui" placeholder:"FORM" help:"The language of its view: typescript, preact, react or html (default: typescript)."`
	Platform    string `short:"p" placeholder:"HOSTS" help:"universal: all hosts; chatgpt or mcp: one kind of host, with its own API (default: universal)."`
	Module      string `placeholder:"PATH" help:"The path of its Go module (default: example.com/NAME)."`
	Interactive bool   `short:"i" help:"Ask for these options."`
	Checkout    string `placeholder:"DIR" help:"Use Oriel from this checkout instead of this program's own version."`
	Offline     bool   `help:"Use only packages from the cache."`
}

// Help is shown below the verb's usage.
func (*newAppCommand) Help() string {
	return `For example:

    oriel new hello
    oriel new sales --template dashboard --ui react
    oriel new ../shop --template board --platform chatgpt --module github.com/you/shop
    oriel new -i

Templates:

    minimal     a tool and its view: greets people by name
    dashboard   a chart by day, totals and a filter that calls the tool
    form        a form that the model fills in, the user completes and the server checks
    board       columns of cards that mouse, keyboard, touch and the model can move
    map         a town drawn from the app's own shapes, with places and ways between them

The folder gets a Go program with a test, its built view, and notes for coding agents (AGENTS.md).
It needs no Node. Packages of React and Preact come from the registry or the cache, with the
versions and hashes of a lockfile.

If anything fails, nothing is written. A folder that is not empty is not touched. To add to an app,
use oriel new view NAME and oriel new tool NAME.`
}

// Run creates the app.
func (c *newAppCommand) Run(env *environment) error {
	if c.Interactive {
		if err := c.ask(env); err != nil {
			return err
		}
	}
	if c.Name == "" {
		return &problem{usage: true, message: "The app has no name.", fix: `Give one: oriel new hello. Or answer questions: oriel new -i.`}
	}
	library, err := c.library()
	if err != nil {
		return err
	}
	app := scaffold.App{
		Dir: c.Name, Module: c.Module, Library: library,
		Choice: scaffold.Choice{Template: c.Template, UI: c.UI, Platform: c.Platform},
		Prepare: func(ctx context.Context, dir string) error {
			return c.prepare(ctx, env, dir)
		},
	}
	if app.Dir, err = filepath.Abs(c.Name); err != nil {
		return fmt.Errorf("finding the app's folder: %w", err)
	}
	dir, err := app.Create(env.ctx)
	if err != nil {
		return err
	}
	return c.printNextSteps(env, app, dir)
}

// prepare installs packages and builds the view, before the app is moved to its folder.
func (c *newAppCommand) prepare(ctx context.Context, env *environment, dir string) error {
	if err := needPackages(ctx, env, dir, c.Offline); err != nil {
		return err
	}
	return buildFirst(ctx, dir)
}

// library returns the version of Oriel that the app uses.
func (c *newAppCommand) library() (scaffold.Library, error) {
	if c.Checkout != "" {
		return scaffold.Checkout(c.Checkout)
	}
	return scaffold.Own()
}

// printNextSteps prints what was created, and the commands to run next.
func (c *newAppCommand) printNextSteps(env *environment, app scaffold.App, dir string) error {
	out := terminal.New(env.stdout, env.environ)
	shown := c.Name
	if filepath.Clean(shown) == "." {
		shown = app.Name()
	}
	var steps []string
	if filepath.Clean(c.Name) != "." {
		steps = append(steps, "cd "+shellWord(shown))
	}
	if app.Library.Checkout == "" && app.Library.Sum == "" {
		steps = append(steps, "go mod tidy")
	}
	steps = append(steps, "oriel dev")
	if work := workspaceOf(dir); work != "" {
		steps = append([]string{"go work use " + shellWord(c.Name)}, steps...)
	}
	_, err := fmt.Fprintf(env.stdout, "%s %s, %s in %s\n\n    %s\n",
		out.Green("Created"), out.Bold(shown), cmp.Or(c.Template, scaffold.Templates[0]), uiTitles[cmp.Or(c.UI, scaffold.UIs[0])],
		strings.Join(steps, "\n    "))
	if err != nil {
		return fmt.Errorf("printing what was created: %w", err)
	}
	return nil
}

// uiTitles are the names of the forms of views, for people.
var uiTitles = map[string]string{"typescript": "TypeScript", "preact": "Preact", "react": "React", "html": "plain HTML"}

// workspaceOf returns the nearest go.work in a folder or above, or "". The go command
// would treat the app as part of that workspace.
func workspaceOf(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		file := filepath.Join(at, "go.work")
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

// shellWord quotes a text for shells, if needed.
func shellWord(text string) string {
	if strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:\\") == "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// buildFirst builds the views of a new app. Its types are written already.
func buildFirst(ctx context.Context, dir string) (err error) {
	project, err := bundle.Open(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, project.Close()) }()
	if project.InTypeScript() {
		if _, err = editor.Support(filepath.Join(dir, viewsFolder)); err != nil {
			return err
		}
	}
	views, err := project.BuildAll(ctx)
	if err != nil {
		return named(project, err)
	}
	documents := make([]*bundle.Document, len(views))
	for i, v := range views {
		documents[i] = v.Document
	}
	changes, err := project.Plan(documents)
	if err != nil {
		return named(project, err)
	}
	if err := project.Apply(changes); err != nil {
		return named(project, err)
	}
	return nil
}

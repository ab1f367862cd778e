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

// newCommand makes an app, or something in an app.
type newCommand struct {
	App  newAppCommand  `cmd:"" help:"Make a new app."` // newApp puts its word before the name
	View newViewCommand `cmd:"" help:"Add a view to the app in this folder."`
	Tool newToolCommand `cmd:"" help:"Add a tool to the app in this folder."`
}

// newAppCommand makes an app.
type newAppCommand struct {
	Name        string `arg:"" optional:"" help:"The app's folder. Its last part is the app's name."`
	Template    string `short:"t" placeholder:"NAME" help:"minimal, dashboard, form or board (default: minimal)."`
	UI          string `name:"ui" placeholder:"FORM" help:"What its view is written in: typescript, preact, react or html (default: typescript)."`
	Platform    string `short:"p" placeholder:"HOSTS" help:"universal, for all hosts; chatgpt, or mcp: for one kind, with its own API (default: universal)."`
	Module      string `placeholder:"PATH" help:"The path of its Go module (default: example.com/NAME)."`
	Interactive bool   `short:"i" help:"Ask for all of this."`
	Checkout    string `placeholder:"DIR" help:"Take Oriel from this checkout instead of where this program comes from."`
	Offline     bool   `help:"Take packages from the cache alone."`
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
    dashboard   a chart by day, totals and a filter, whose changes call the tool
    form        a form that the model fills in, the user completes and the server checks
    board       columns of cards, moved by mouse, by key, by finger and by the model

The folder gets a Go program with a test, its view, built, and what a coding agent should know
(AGENTS.md). Nothing of it needs Node. Packages of React and Preact are taken from the registry,
or from the cache, as their lockfile says.

The app is written as a whole or not at all; a folder that is not empty is left alone. To add to an
app: oriel new view NAME, oriel new tool NAME.`
}

// Run makes the app.
func (c *newAppCommand) Run(env *environment) error {
	if c.Interactive {
		if err := c.ask(env); err != nil {
			return err
		}
	}
	if c.Name == "" {
		return &problem{usage: true, message: "The app has no name.", fix: `Give one, as in "oriel new hello"; or be asked: oriel new -i.`}
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
	return c.told(env, app, dir)
}

// prepare installs packages and builds the view, before the app gets its place.
func (c *newAppCommand) prepare(ctx context.Context, env *environment, dir string) error {
	if err := needPackages(ctx, env, dir, c.Offline); err != nil {
		return err
	}
	return buildFirst(ctx, dir)
}

// library says where the app finds Oriel.
func (c *newAppCommand) library() (scaffold.Library, error) {
	if c.Checkout != "" {
		return scaffold.Checkout(c.Checkout)
	}
	return scaffold.Own()
}

// told says what was made, and what to do next.
func (c *newAppCommand) told(env *environment, app scaffold.App, dir string) error {
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
		out.Green("Made"), out.Bold(shown), cmp.Or(c.Template, scaffold.Templates[0]), uiTitles[cmp.Or(c.UI, scaffold.UIs[0])],
		strings.Join(steps, "\n    "))
	if err != nil {
		return fmt.Errorf("saying what was made: %w", err)
	}
	return nil
}

// uiTitles are the forms of views, for people.
var uiTitles = map[string]string{"typescript": "TypeScript", "preact": "Preact", "react": "React", "html": "plain HTML"}

// workspaceOf returns the go.work that a folder is below of, which the go command
// would take the app to be a part of.
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

// shellWord is a text as shells read it back.
func shellWord(text string) string {
	if strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:\\") == "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// buildFirst builds the views of a new app, whose types are known.
func buildFirst(ctx context.Context, dir string) (err error) {
	project, err := bundle.Open(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, project.Close()) }()
	if inTypeScript(project) {
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

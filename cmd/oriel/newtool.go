package main

import (
	"bufio"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/orielapps/oriel/internal/tool/scaffold"
	"github.com/orielapps/oriel/ui"
)

// newToolCommand adds a tool to an app.
type newToolCommand struct {
	Name string `arg:"" help:"The tool's name for models: lower-case words with _ between them."`
	View string `placeholder:"NAME" help:"Its view. A missing view is created."`
	Dir  string `default:"." placeholder:"DIR" help:"The project's folder, which has the folder views (default: this one)."`
	App  string `placeholder:"DIR" help:"The folder of the Go package that calls oriel.New (default: the project's)."`
}

// Help is shown below the verb's usage.
func (*newToolCommand) Help() string {
	return `For example:

    oriel new tool forecast
    oriel new tool forecast --view forecast
    oriel new tool rain_radar --app app

Writes a Go file with the tool, its types and a handler, and adds a line after the call of
oriel.New that declares it. If the place isn't clear, it prints what to add
where. For views in TypeScript, it updates the types of the tools.`
}

// Run adds the tool.
func (c *newToolCommand) Run(env *environment) error {
	root, rest, err := moduleOf(c.Dir)
	if err != nil {
		return err
	}
	module, err := modulePathOf(root)
	if err != nil {
		return err
	}
	dir := c.Dir
	if c.App != "" {
		dir = filepath.Join(c.Dir, c.App)
	}
	tool := scaffold.Tool{Dir: dir, Name: c.Name, View: c.View, Views: path.Join(module, rest, viewsFolder)}
	if err = tool.Check(); err != nil {
		return err
	}
	if c.View != "" && !exists(c.Dir, viewsFolder, c.View) {
		if err = makeView(env, scaffold.View{Dir: c.Dir, Name: c.View}); err != nil {
			return err
		}
	}
	added, err := tool.Create(env.ctx)
	if err != nil {
		return err
	}
	if err := c.printAdded(env, added); err != nil {
		return err
	}
	if !exists(c.Dir, viewsFolder) {
		return nil
	}
	return (&generateCommand{Dir: c.Dir, Types: true}).Run(env)
}

// printAdded prints what was written, and what is left to do.
func (c *newToolCommand) printAdded(env *environment, added scaffold.Added) error {
	text := "wrote " + filepath.ToSlash(added.File) + "\n"
	if added.Changed != "" {
		text += "changed " + filepath.ToSlash(added.Changed) + ": " + added.Line + "\n"
	} else {
		text += "\n" + added.Left + "\n"
	}
	if _, err := fmt.Fprint(env.stdout, text); err != nil {
		return fmt.Errorf("printing what was created: %w", err)
	}
	return nil
}

// modulePathOf returns the path of the module in a folder.
func modulePathOf(root string) (string, error) {
	file, err := os.Open(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", fmt.Errorf("reading the module: %w", err)
	}
	defer func() { _ = file.Close() }() // it was only read
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) < 2 || words[0] != "module" {
			continue
		}
		if unquoted, err := strconv.Unquote(words[1]); err == nil {
			return unquoted, nil
		}
		return words[1], nil
	}
	return "", &ui.Error{Code: "module_broken", Message: "The go.mod of the project names no module.", Fix: "Add one: go mod edit -module PATH."}
}

package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"charm.land/huh/v2"
	"golang.org/x/term"

	"github.com/orielapps/oriel/internal/tool/scaffold"
)

// ask asks for the options; those of flags are preselected.
func (c *newAppCommand) ask(env *environment) error {
	in, inIs := env.stdin.(*os.File)
	out, outIs := env.stdout.(*os.File)
	if !inIs || !outIs || !term.IsTerminal(int(in.Fd())) || !term.IsTerminal(int(out.Fd())) {
		return &problem{
			usage: true, message: "Questions need a terminal.",
			fix: "Use flags instead: oriel new NAME --template board --ui react",
		}
	}
	if err := c.checkFlags(); err != nil {
		return err
	}
	c.Template = cmp.Or(c.Template, scaffold.Templates[0])
	c.UI = cmp.Or(c.UI, scaffold.UIs[0])
	c.Platform = cmp.Or(c.Platform, scaffold.Platforms[0])
	form := huh.NewForm( // one question per page, to fit into any terminal
		huh.NewGroup(huh.NewInput().Title("What is the app called?").Placeholder("my-app").Value(&c.Name).Validate(checkName)),
		huh.NewGroup(huh.NewSelect[string]().Title("Which template?").Options(templateOptions()...).Value(&c.Template)),
		huh.NewGroup(huh.NewSelect[string]().Title("What is its view written in?").Options(uiOptions()...).Value(&c.UI)),
		huh.NewGroup(huh.NewSelect[string]().Title("Where does it run?").Options(
			huh.NewOption("Everywhere: Claude, ChatGPT, VS Code and all others", "universal"),
			huh.NewOption("Only in ChatGPT, with its own API", "chatgpt"),
			huh.NewOption("Only in MCP Apps hosts, with the standard API", "mcp"),
		).Value(&c.Platform)),
		huh.NewGroup(huh.NewInput().Title("The path of its Go module?").
			PlaceholderFunc(func() string { return "example.com/" + filepath.Base(c.Name) }, &c.Name).Value(&c.Module).
			Validate(func(module string) error { return scaffold.App{Dir: c.Name, Module: module}.Check() })),
	)
	dumb := slices.ContainsFunc(env.environ, func(variable string) bool { return variable == "TERM=dumb" || variable == "ACCESSIBLE=1" })
	err := form.WithInput(in).WithOutput(out).WithAccessible(dumb).RunWithContext(env.ctx)
	switch {
	case errors.Is(err, huh.ErrUserAborted), env.ctx.Err() != nil:
		return &problem{message: "Cancelled. Nothing was written."}
	case err != nil:
		return fmt.Errorf("asking: %w", err)
	}
	return nil
}

// checkFlags reports a flag with an invalid value.
func (c *newAppCommand) checkFlags() error {
	name := cmp.Or(c.Name, "some-app")
	return scaffold.App{Dir: name, Module: c.Module, Choice: scaffold.Choice{Template: c.Template, UI: c.UI, Platform: c.Platform}}.Check()
}

// checkName reports why an app can't have a name.
func checkName(name string) error {
	if name == "" {
		return errors.New("type a name")
	}
	return scaffold.App{Dir: name}.Check()
}

func templateOptions() []huh.Option[string] {
	options := make([]huh.Option[string], len(scaffold.Templates))
	for i, template := range scaffold.Templates {
		options[i] = huh.NewOption(fmt.Sprintf("%-11s%s", template, scaffold.About(template)), template)
	}
	return options
}

func uiOptions() []huh.Option[string] {
	options := make([]huh.Option[string], len(scaffold.UIs))
	for i, form := range scaffold.UIs {
		options[i] = huh.NewOption(uiTitles[form], form)
	}
	return options
}

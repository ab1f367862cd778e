package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// The exit codes of the program.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 64 // EX_USAGE of sysexits.h
)

// helpWidth is the maximum width of help, in columns.
const helpWidth = 100

const description = `Builds the views of MCP Apps, and shows them as Claude, ChatGPT, VS Code and other hosts do.

Exit codes: 0 success, 1 failure, 64 wrong usage.`

// commands are the verbs of the program.
type commands struct {
	New        newCommand        `cmd:"" aliases:"create" help:"Create an app, or add a view or a tool to one."`
	Dev        devCommand        `cmd:"" help:"Run a project and rebuild its views and server while you edit."`
	Demo       demoCommand       `cmd:"" help:"Show an app in Claude, ChatGPT and an MCP-UI host side by side."`
	Generate   generateCommand   `cmd:"" help:"Bundle each view of a project into one document, and declare the views in Go."`
	Install    installCommand    `cmd:"" help:"Install the packages of package-lock.json, without Node."`
	Add        addCommand        `cmd:"" help:"Add npm packages to a project and install them, without Node."`
	Remove     removeCommand     `cmd:"" help:"Remove packages from a project."`
	Types      typesCommand      `cmd:"" help:"Write TypeScript types for the tools of an app, or of any MCP server."`
	Inspect    inspectCommand    `cmd:"" help:"Show any MCP servers as Claude, ChatGPT, VS Code and other hosts do."`
	Hosts      hostsCommand      `cmd:"" help:"List the hosts, or show the facts about one, with their sources."`
	Completion completionCommand `cmd:"" help:"Print a completion script for your shell."`
	Version    versionCommand    `cmd:"" help:"Print the version."`
}

// run parses the arguments, runs a verb and returns the exit code.
func run(ctx context.Context, args, environ []string, stdin io.Reader, stdout, stderr io.Writer) int {
	args, command := splitCommand(newApp(args))
	env := &environment{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr, environ: environ, command: command}

	var verbs commands
	helped := false
	parser, err := kong.New(&verbs,
		kong.Name("oriel"),
		kong.Description(description),
		kong.Writers(stdout, stderr),
		// Asking for help makes kong call this and then carry on.
		kong.Exit(func(int) { helped = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: helpWidth}),
		kong.Help(help),
		kong.Bind(env),
	)
	if err != nil {
		report(env.errorOutput(), fmt.Errorf("declaring the verbs: %w", err))
		return exitFailed
	}
	if len(args) == 0 {
		parser.Stdout = stderr
		args = []string{"--help"}
		_, _ = parser.Parse(args)
		return exitUsage
	}
	if args[0] == completeVerb {
		// kong must not parse this: the words may be incomplete or invalid.
		if err = complete(stdout, parser.Model, args[1:]); err != nil {
			return exitFailed
		}
		return exitOK
	}
	parsed, err := parser.Parse(args)
	switch {
	case helped:
		return exitOK
	case err != nil:
		report(env.errorOutput(), usageError(err, args))
		return exitUsage
	}
	if err := parsed.Run(); err != nil {
		report(env.errorOutput(), err)
		if own, ok := errors.AsType[*problem](err); ok && own.usage {
			return exitUsage
		}
		return exitFailed
	}
	return exitOK
}

// splitCommand splits the arguments of dev, inspect and types at the first "--". The
// part after it is the command of another program and has no flags of ours. It is nil
// without "--".
func splitCommand(args []string) (own, command []string) {
	at := slices.Index(args, "--")
	if at < 0 || !slices.Contains([]string{"dev", "inspect", "types"}, args[0]) {
		return args, nil
	}
	return args[:at], append([]string{}, args[at+1:]...)
}

// newApp inserts the verb "app" after "new", unless the next word is "view" or "tool".
func newApp(args []string) []string {
	if len(args) == 0 || args[0] != "new" && args[0] != "create" || len(args) > 1 && (args[1] == "view" || args[1] == "tool") {
		return args
	}
	return slices.Insert(slices.Clone(args), 1, "app")
}

// help prints kong's help and corrects usages that kong can't express.
func help(options kong.HelpOptions, parsed *kong.Context) error {
	out := parsed.Stdout
	var text strings.Builder
	parsed.Stdout = &text
	err := kong.DefaultHelpPrinter(options, parsed)
	parsed.Stdout = out
	if err != nil {
		return fmt.Errorf("printing help: %w", err)
	}
	whole := strings.Replace(text.String(), "oriel new (create) app ", "oriel new ", 1)
	whole = strings.ReplaceAll(whole, "oriel new (create) ", "oriel new ")
	whole = strings.Replace(whole, "new (create) app ", "new (create)     ", 1)
	for _, usage := range []string{devUsage, inspectUsage, typesUsage} {
		whole = strings.Replace(whole, usage, usage+" [-- <command> [<arg> ...]]", 1)
	}
	if _, err := io.WriteString(out, whole); err != nil {
		return fmt.Errorf("printing help: %w", err)
	}
	return nil
}

// usageError describes wrong arguments and names the help to read.
func usageError(err error, args []string) error {
	help := "oriel --help"
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil && parse.Context.Command() != "" {
		help = "oriel " + strings.Fields(parse.Context.Command())[0] + " --help"
	}
	text := err.Error()
	if len(args) > 0 && strings.HasPrefix(text, "unexpected argument "+args[0]) {
		text = strings.Replace(text, "unexpected argument ", "there is no command ", 1)
	}
	fix := fmt.Sprintf("Run %q to see its usage.", help)
	if strings.HasPrefix(text, "unexpected argument http") {
		fix = "Write all URLs before the flags. " + fix
	}
	return &problem{message: sentence(text), fix: fix}
}

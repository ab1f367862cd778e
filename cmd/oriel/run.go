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

// helpWidth is how many columns help takes at most.
const helpWidth = 100

const description = `Builds the views of MCP Apps, and shows them as Claude, ChatGPT, VS Code and other hosts would.

Exit codes: 0 all went well, 1 something failed, 64 wrong usage.`

// commands are the verbs of the program.
type commands struct {
	Demo     demoCommand     `cmd:"" help:"Show an app in Claude, ChatGPT and an MCP-UI host side by side."`
	Generate generateCommand `cmd:"" help:"Bundle the views of a project into single documents, and declare them in Go."`
	Version  versionCommand  `cmd:"" help:"Print the version."`
}

// run is the program: it parses the arguments, runs a verb and returns the exit
// code.
func run(ctx context.Context, args, environ []string, stdin io.Reader, stdout, stderr io.Writer) int {
	env := &environment{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr, getenv: lookup(environ)}

	var verbs commands
	helped := false
	parser, err := kong.New(&verbs,
		kong.Name("oriel"),
		kong.Description(description),
		kong.Writers(stdout, stderr),
		// Asking for help makes kong call this and then carry on.
		kong.Exit(func(int) { helped = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: helpWidth}),
		kong.Bind(env),
	)
	if err != nil {
		report(stderr, fmt.Errorf("declaring the verbs: %w", err))
		return exitFailed
	}
	if len(args) == 0 {
		parser.Stdout = stderr
		args = []string{"--help"}
		_, _ = parser.Parse(args)
		return exitUsage
	}
	parsed, err := parser.Parse(args)
	switch {
	case helped:
		return exitOK
	case err != nil:
		report(stderr, usageError(err, args))
		return exitUsage
	}
	if err := parsed.Run(); err != nil {
		report(stderr, err)
		return exitFailed
	}
	return exitOK
}

// lookup returns a function like [os.Getenv] over a list of "KEY=value".
func lookup(environ []string) func(string) string {
	return func(key string) string {
		// The last one counts, as for a process.
		for _, variable := range slices.Backward(environ) {
			if name, value, ok := strings.Cut(variable, "="); ok && name == key {
				return value
			}
		}
		return ""
	}
}

// usageError says what is wrong with the arguments, and where to read how they
// should be.
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
	return &problem{message: sentence(text), fix: fmt.Sprintf("Run %q to see how it is used.", help)}
}

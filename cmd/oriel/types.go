package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/apptypes"
	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/tool/naming"
)

// typesUsage is the verb's usage as kong prints it, see inspectUsage.
const typesUsage = "oriel types [<source>] [flags]"

const (
	viewsFolder = "views"
	typesFile   = "oriel.ts"
	toStdout    = "-"
)

// typesCommand writes TypeScript types for an app's tools.
type typesCommand struct {
	Source string   `arg:"" optional:"" help:"The project's folder (default: this one), or the URL of a running MCP server."`
	Out    string   `short:"o" help:"The file to write; - is standard output (default: views/oriel.ts of the project)." placeholder:"FILE"`
	Check  bool     `help:"Write nothing, and fail if the file is out of date."`
	App    string   `help:"The folder of the app's program, if the project has several." placeholder:"DIR"`
	Header []string `help:"Send this header to the URL. Replaces $${VARIABLE}. May be repeated." placeholder:"'NAME: VALUE'" sep:"none"`
	Env    []string `help:"Set a variable for the command, in addition to the shell's. May be repeated." placeholder:"KEY=VALUE" sep:"none"`
}

// Help is shown below the verb's usage.
func (*typesCommand) Help() string {
	return `For example:

    oriel types
    oriel types http://localhost:3000/mcp -o tools.ts
    oriel types -o - -- node server.js --stdio

The file declares the input and output of each tool, and callTool for these tools:

    import { callTool, type Tools } from "../oriel.ts";

The types of an app come from its Go code. The app's program is compiled, and its function
newApp() *oriel.App called, in an empty folder: main is not run, and no handler is called. Parameters
of newApp are zero values. Without newApp, main is run with ORIEL_TYPES set, which makes app.Main()
write the types and exit. The types of a running server come from its tools/list, which has no types of view data.

The command after "--" speaks MCP over its standard input and output.`
}

// Run writes or checks the file.
func (c *typesCommand) Run(env *environment) error {
	if err := c.checkUsage(env); err != nil {
		return err
	}
	file, err := c.file(env)
	if err != nil {
		return err
	}
	text, err := c.text(env)
	if err != nil {
		return err
	}
	if c.Out == toStdout {
		if _, err = io.WriteString(env.stdout, text); err != nil {
			return fmt.Errorf("writing the types: %w", err)
		}
		return nil
	}
	state, err := putTypes(file, text, c.Check)
	if err != nil {
		return err
	}
	shown := filepath.ToSlash(file)
	if _, err := fmt.Fprintf(env.stdout, "%s: %s\n", shown, state); err != nil {
		return fmt.Errorf("printing the result: %w", err)
	}
	if c.Check && state == stateStale {
		return &problem{message: shown + " is out of date.", fix: `Run "oriel types" and commit what it writes.`}
	}
	return nil
}

// fromServer reports whether the types are those of a running server.
func (c *typesCommand) fromServer(env *environment) bool {
	return env.command != nil || strings.Contains(c.Source, "://")
}

// checkUsage refuses arguments that don't go together.
func (c *typesCommand) checkUsage(env *environment) error {
	misuse := func(message, fix string) error { return &problem{usage: true, message: message, fix: fix} }
	switch isURL := strings.Contains(c.Source, "://"); {
	case env.command != nil && (len(env.command) == 0 || env.command[0] == ""):
		return misuse(`There is no command after "--".`, "Write the program and its arguments there: oriel types -- node server.js")
	case env.command != nil && c.Source != "":
		return misuse("There are both a source and a command.", "Give only one of them.")
	case len(c.Header) > 0 && !isURL:
		return misuse("--header needs a URL.", "Give the URL of a running server.")
	case len(c.Env) > 0 && env.command == nil:
		return misuse(`--env needs a command after "--".`, "Set the variable in this shell.")
	case c.App != "" && c.fromServer(env):
		return misuse("--app is for a project, but this is a running server.", "Leave it out.")
	case c.Check && c.Out == toStdout:
		return misuse("--check needs a file to compare, but -o - is standard output.", "Name the file with -o, or leave -o out.")
	}
	for _, variable := range c.Env {
		if name, _, ok := strings.Cut(variable, "="); !ok || name == "" {
			return misuse("--env takes KEY=VALUE.", "Use one --env for each variable.")
		}
	}
	return nil
}

// file returns the file to write.
func (c *typesCommand) file(env *environment) (string, error) {
	if c.Out == toStdout {
		return c.Out, nil
	}
	if c.Out != "" {
		if info, err := os.Stat(filepath.Dir(c.Out)); err != nil || !info.IsDir() {
			return "", &problem{message: fmt.Sprintf("The folder of %q doesn't exist.", c.Out), fix: "Create it first."}
		}
		_, err := readTypes(c.Out)
		return c.Out, err
	}
	dir := "."
	if !c.fromServer(env) && c.Source != "" {
		dir = c.Source
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", &problem{
			usage: true, message: fmt.Sprintf("%q is neither a folder nor a URL.", dir),
			fix: "Give the project's folder, or a URL with its scheme: http://localhost:8080/mcp.",
		}
	}
	views := filepath.Join(dir, viewsFolder)
	if info, err := os.Stat(views); err != nil || !info.IsDir() {
		return "", &problem{
			message: fmt.Sprintf("The folder %q has no folder views.", dir),
			fix:     "Name the project's folder, or the file to write: -o FILE. Use -o - for standard output.",
		}
	}
	file := filepath.Join(views, typesFile)
	_, err := readTypes(file)
	return file, err
}

// text returns the types.
func (c *typesCommand) text(env *environment) (string, error) {
	if c.fromServer(env) {
		return c.ofServer(env)
	}
	return appTypes(env, c.Source, c.App)
}

// appTypes returns the types of a project's app. Its views need not be built.
func appTypes(env *environment, dir, program string) (string, error) {
	request := apptypes.Request{Dir: dir, Program: program, Environ: env.environ}
	if project, err := bundle.Open(dir); err == nil {
		request.Views = map[string]string{}
		if names, unnamed := project.Names(); unnamed == nil {
			for _, name := range names {
				request.Views[name] = naming.Identifier(name)
			}
		}
		if err := project.Close(); err != nil {
			return "", fmt.Errorf("closing the project: %w", err)
		}
	}
	answer, err := apptypes.Ask(env.ctx, request)
	if err != nil {
		return "", fmt.Errorf("asking the app for its types: %w", err)
	}
	if answer.RanMain {
		warn(env.errorOutput(), "new_app_missing", "The program has no function newApp, so its main was run to learn the types of its tools.",
			apptypes.MoveToNewApp)
	}
	return answer.TypeScript, nil
}

// The states of a generated file after writing or checking it.
const (
	stateWritten  = "written"
	stateUpToDate = "up to date"
	stateStale    = "stale"
)

// putTypes writes the file atomically, or checks it, and returns its state. It doesn't
// touch a file that has the text already.
func putTypes(file, text string, check bool) (string, error) {
	existing, err := readTypes(file)
	switch {
	case err != nil:
		return "", err
	case sameLines(existing, text):
		return stateUpToDate, nil
	case check:
		return stateStale, nil
	}
	if err := replaceFile(file, text); err != nil {
		return "", notWritten(file, err)
	}
	return stateWritten, nil
}

// readTypes returns the content of a types file; "" if it doesn't exist. A file that was
// not generated is an error, because it must not be overwritten.
func readTypes(file string) (string, error) {
	existing, err := os.ReadFile(file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", nil
	case err != nil:
		return "", notWritten(file, err)
	case !strings.HasPrefix(string(existing), typesMark):
		return "", &bundle.Fault{
			Code:    "file_not_generated",
			File:    filepath.ToSlash(file),
			Message: filepath.Base(file) + " was not written by oriel types, so it is not overwritten.",
			Fix:     "Move it elsewhere, or name another file with -o.",
		}
	}
	return string(existing), nil
}

func notWritten(file string, err error) error {
	if pathError, ok := errors.AsType[*os.PathError](err); ok {
		err = pathError.Err
	}
	return &bundle.Fault{
		Code:    "file_not_written",
		File:    filepath.ToSlash(file),
		Message: fmt.Sprintf("The file can't be written: %v.", err),
		Fix:     "Check that it is a file, and that you may write to its folder.",
	}
}

// sameLines compares two texts regardless of line endings, which a checkout may change.
func sameLines(a, b string) bool {
	return strings.ReplaceAll(a, "\r\n", "\n") == strings.ReplaceAll(b, "\r\n", "\n")
}

// replaceFile writes a file atomically: readers get the old or the new content.
func replaceFile(file, text string) (err error) {
	temporary, err := os.CreateTemp(filepath.Dir(file), ".oriel-*.tmp")
	if err != nil {
		return err //nolint:wrapcheck // notWritten makes a fault of it
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temporary.Name()) // the error of writing matters more
		}
	}()
	const forAll = 0o644
	_, err = temporary.WriteString(text)
	if err = errors.Join(err, temporary.Chmod(forAll), temporary.Close()); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), file) //nolint:wrapcheck // notWritten makes a fault of it
}

// noAppCodes are the error codes for a project without an app. It has views but no types,
// which is no error.
var noAppCodes = []string{"app_missing", "module_missing"}

func hasNoApp(code string) bool { return slices.Contains(noAppCodes, code) }

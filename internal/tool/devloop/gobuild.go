package devloop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/orielapps/oriel/internal/tool/apptypes"
	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/internal/tool/procgroup"
	"github.com/orielapps/oriel/ui"
)

// library is the package that every app imports.
const library = "github.com/orielapps/oriel"

// compiler compiles the program of a project, again and again.
type compiler struct {
	program *apptypes.Program
	scratch string // for programs

	found apptypes.Package // the program; empty until it is found
	count int
}

// compile returns the file of the compiled program. An error is of type [*ui.Error],
// or a [compileErrors], or ctx's.
func (c *compiler) compile(ctx context.Context) (file string, err error) {
	if err = c.find(ctx); err != nil {
		return "", err
	}
	goCommand, err := exec.LookPath("go")
	if err != nil {
		return "", &ui.Error{Code: "go_missing", Message: "There is no go command.", Fix: "Install Go, or put its folder into PATH."}
	}
	// The file of a running program can't be overwritten.
	c.count++
	file = filepath.Join(c.scratch, "server-"+strconv.Itoa(c.count))
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	// The go command's temporary files are removed even if it is interrupted.
	work, err := os.MkdirTemp(c.scratch, "build-")
	if err != nil {
		return "", fmt.Errorf("making a folder for the compiler: %w", err)
	}
	defer func() { _ = os.RemoveAll(work) }() // it goes with its folder otherwise
	arguments, err := c.program.BuildArguments(c.found, file)
	if err != nil {
		return "", err
	}
	//nolint:noctx // the project's own; Run ends it
	command := exec.Command(goCommand, arguments...)
	command.Dir, command.Env = c.program.Dir(),
		setVariable(setVariable(setVariable(c.program.Environ, "GOTMPDIR", work), "GOOS", runtime.GOOS), "GOARCH", runtime.GOARCH)
	output, err := os.CreateTemp(c.scratch, "output-")
	if err != nil {
		return "", fmt.Errorf("making a file for the go command's output: %w", err)
	}
	defer func() { _ = errors.Join(output.Close(), os.Remove(output.Name())) }() // it goes with its folder
	command.Stdout, command.Stderr = output, output
	err = procgroup.Run(ctx, command)
	if err == nil {
		return file, nil
	}
	_ = os.Remove(file) // may be incomplete
	if ctx.Err() != nil {
		return "", ctx.Err() //nolint:wrapcheck // the caller's own
	}
	if _, ok := errors.AsType[*exec.ExitError](err); !ok {
		return "", fmt.Errorf("running the go command: %w", err)
	}
	text, err := os.ReadFile(output.Name())
	if err != nil {
		return "", fmt.Errorf("reading the go command's output: %w", err)
	}
	faults := parseGoErrors(c.program.Dir(), string(bytes.ToValidUTF8(text, []byte("\uFFFD"))))
	if !slices.ContainsFunc(faults, func(p devreport.Problem) bool { return p.File != "" }) {
		c.found = apptypes.Package{} // the program may have moved
		if err := c.program.CheckWorkspace(ctx); err != nil {
			return "", inDevelopment(err)
		}
	}
	return "", faults
}

// inDevelopment rewords errors about the types of a program for one that should run.
func inDevelopment(err error) error {
	known, ok := errors.AsType[*ui.Error](err)
	if !ok {
		return err
	}
	reworded := *known
	switch known.Code {
	case "app_missing":
		reworded.Message = strings.Replace(reworded.Message, "so there is no app to ask for types", "so there is no app to run", 1)
		reworded.Fix = `Name the folder of the program with --app, or a command in any language behind "--".`
	case "module_not_in_workspace":
		reworded.Fix += "\nThen restart oriel dev." // which doesn't watch the go.work of a folder above
	case "module_missing":
		reworded.Message = strings.Replace(reworded.Message, "so there is no app to ask for types", "so there is no app to run", 1)
		reworded.Fix = `Name the folder of the project, or a command in any language behind "--": oriel dev -- node server.js`
	}
	return &reworded
}

// find finds the package of the program.
func (c *compiler) find(ctx context.Context) error {
	if c.found.Path != "" {
		return nil
	}
	// It is usually the project's folder; asking the go command takes as long as compiling.
	if found, err := build.ImportDir(c.program.Dir(), 0); err == nil && c.program.Program == "" &&
		found.Name == "main" && slices.Contains(found.Imports, library) {
		c.found = apptypes.Package{Path: ".", Dir: c.program.Dir()}
		return nil
	}
	program, err := c.program.Find(ctx)
	if err != nil {
		return inDevelopment(err)
	}
	c.found = program
	return nil
}

// remove removes a program that no longer runs.
func (c *compiler) remove(file string) { _ = os.Remove(file) } // it goes with its folder otherwise

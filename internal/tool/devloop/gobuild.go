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
	"github.com/orielapps/oriel/internal/tool/procgroup"
	"github.com/orielapps/oriel/ui"
)

// library is the package by which a program is known as an app.
const library = "github.com/orielapps/oriel"

// compiler compiles the program of a project, again and again.
type compiler struct {
	program *apptypes.Program
	scratch string // where programs are put

	path  string // of the program, as the go command takes it; empty until it is found
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
	// The one that runs can't be written over.
	c.count++
	file = filepath.Join(c.scratch, "server-"+strconv.Itoa(c.count))
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	// What it works with is cleared away also when it is ended in the middle.
	work, err := os.MkdirTemp(c.scratch, "build-")
	if err != nil {
		return "", fmt.Errorf("making a folder for the compiler: %w", err)
	}
	defer func() { _ = os.RemoveAll(work) }() // it goes with its folder otherwise
	//nolint:noctx // the project's own; Run ends it
	command := exec.Command(goCommand, append(c.program.BuildArguments(file), "--", c.path)...)
	command.Dir, command.Env = c.program.Dir(), with(with(with(c.program.Environ, "GOTMPDIR", work), "GOOS", runtime.GOOS), "GOARCH", runtime.GOARCH)
	said, err := os.CreateTemp(c.scratch, "said-")
	if err != nil {
		return "", fmt.Errorf("making a file for what the go command says: %w", err)
	}
	defer func() { _ = errors.Join(said.Close(), os.Remove(said.Name())) }() // it goes with its folder
	command.Stdout, command.Stderr = said, said
	err = procgroup.Run(ctx, command)
	if err == nil {
		return file, nil
	}
	_ = os.Remove(file) // what was cut off
	if ctx.Err() != nil {
		return "", ctx.Err() //nolint:wrapcheck // the caller's own
	}
	if _, ok := errors.AsType[*exec.ExitError](err); !ok {
		return "", fmt.Errorf("running the go command: %w", err)
	}
	text, err := os.ReadFile(said.Name())
	if err != nil {
		return "", fmt.Errorf("reading what the go command says: %w", err)
	}
	faults := goFaults(c.program.Dir(), string(bytes.ToValidUTF8(text, []byte("\uFFFD"))))
	if !slices.ContainsFunc(faults, func(p Problem) bool { return p.File != "" }) {
		c.path = "" // perhaps the program is elsewhere now
	}
	return "", faults
}

// inDevelopment says of an error that speaks of types what it means for a program
// that is to be run.
func inDevelopment(err error) error {
	known, ok := errors.AsType[*ui.Error](err)
	if !ok {
		return err
	}
	told := *known
	switch known.Code {
	case "app_missing":
		told.Message = strings.Replace(told.Message, "so there is no app to ask for types", "so there is no app to run", 1)
		told.Fix = `Name the folder of the program with --app, or a command in any language behind "--".`
	case "module_missing":
		told.Message = strings.Replace(told.Message, "so there is no app to ask for types", "so there is no app to run", 1)
		told.Fix = `Name the folder of the project, or a command in any language behind "--": oriel dev -- node server.js`
	}
	return &told
}

// find finds the program, where that is not known.
func (c *compiler) find(ctx context.Context) error {
	if c.path != "" {
		return nil
	}
	// Most have it in the project's folder; to ask the go command takes as long as to
	// compile it.
	if found, err := build.ImportDir(c.program.Dir(), 0); err == nil && c.program.Program == "" &&
		found.Name == "main" && slices.Contains(found.Imports, library) {
		c.path = "."
		return nil
	}
	path, err := c.program.Find(ctx)
	if err != nil {
		return inDevelopment(err)
	}
	c.path = path
	return nil
}

// remove removes a program that does not run any more.
func (c *compiler) remove(file string) { _ = os.Remove(file) } // it goes with its folder otherwise

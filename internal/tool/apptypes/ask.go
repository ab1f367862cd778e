package apptypes

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/orielapps/oriel/internal/schema/typescript"
	"github.com/orielapps/oriel/ui"
)

// variable is the environment variable by which App.Run is asked for types; its
// value is the file to write.
const variable = "ORIEL_TYPES"

const (
	defaultCompileTime = 5 * time.Minute
	defaultRunTime     = 20 * time.Second
	mebibyte           = 1 << 20
	// MaxBytes is the largest size of the types.
	MaxBytes = 16 * mebibyte
)

// Request names the app. All fields but Environ may be zero.
type Request struct {
	// Dir is the project's folder. Empty means the current one.
	Dir string
	// Program is the folder of the program, relative to Dir, for a project with several. Empty
	// means the only one.
	Program string
	// Views has the names of the views' Go variables, by view. Empty means that the package
	// views is compiled unchanged.
	Views map[string]string
	// Environ is the environment, as "KEY=value".
	Environ []string
	// CompileTime and RunTime limit compiling, including the download of modules, and running.
	// Zero means 5 minutes and 20 seconds.
	CompileTime, RunTime time.Duration
}

// Answer is what an app says.
type Answer struct {
	// TypeScript is that of its tools.
	TypeScript string
	// RanMain is set for a program without newApp, whose main was run.
	RanMain bool
}

// Ask returns the TypeScript of the tools of a project's app.
//
// Errors are of type [*ui.Error]: without a program "go_missing", "module_missing",
// "module_not_in_workspace", "app_missing" or "app_ambiguous"; where the go command fails, "module_broken"; where the
// program does, "app_not_compiled", "main_not_called", "app_failed", "app_hangs",
// "app_types_missing" or "app_types_malformed"; and "cancelled".
func Ask(ctx context.Context, request Request) (answer Answer, err error) {
	p, err := Open(request)
	if err != nil {
		return Answer{}, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	found, err := p.Find(ctx)
	if err != nil {
		return Answer{}, err
	}
	binary, err := p.compile(ctx, found)
	if err != nil {
		return Answer{}, err
	}
	return p.Types(ctx, found.Path, binary)
}

// Program is the program of a project's app, for callers that compile it themselves. Make one
// with [Open].
type Program struct {
	Request

	dir, scratch string
	replaced     map[string]string // the package of views
	flags        []string          // of the go command, for it
}

// Open returns the program of a project. The caller calls Close.
func Open(request Request) (*Program, error) {
	dir, err := filepath.Abs(request.Dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return nil, &ui.Error{
			Code:    "app_missing",
			Message: fmt.Sprintf("The folder %q can't be opened: %v.", cmp.Or(request.Dir, "."), rootCause(err)),
			Fix:     "Name the folder of the project.",
		}
	}
	if moduleRoot(dir) == "" {
		return nil, &ui.Error{
			Code:    "module_missing",
			Message: fmt.Sprintf("The folder %q is in no Go module, so there is no app to ask for types.", cmp.Or(request.Dir, ".")),
			Fix:     "Name the folder of the project, or the URL of a running server.",
		}
	}
	scratch, err := os.MkdirTemp("", "oriel-types-")
	if err != nil {
		return nil, fmt.Errorf("making a folder for the program: %w", err)
	}
	p := &Program{Request: request, dir: dir, scratch: scratch}
	if p.CompileTime == 0 {
		p.CompileTime = defaultCompileTime
	}
	if p.RunTime == 0 {
		p.RunTime = defaultRunTime
	}
	if err := p.Declare(request.Views); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// Close removes what Open has made.
func (p *Program) Close() error {
	if err := os.RemoveAll(p.scratch); err != nil {
		return fmt.Errorf("removing the temporary folder: %w", err)
	}
	return nil
}

// Dir returns the project's folder: absolute, without symbolic links.
func (p *Program) Dir() string { return p.dir }

// BuildArguments returns the arguments of the go command that compile a program into a file. They
// declare the views, let [Program.Types] call newApp, and leave out debugging information, which
// takes a while to write. Paths of source files stay whole, for the stacks of panics.
func (p *Program) BuildArguments(program Package, file string) ([]string, error) {
	replaced := maps.Clone(p.replaced)
	if err := p.writeAskFile(program.Dir, replaced); err != nil {
		return nil, err
	}
	flags, err := p.overlay("build.json", replaced)
	if err != nil {
		return nil, err
	}
	arguments := append([]string{"build", "-ldflags=-s", "-buildvcs=false", "-trimpath=false", "-o", file}, flags...)
	return append(arguments, "--", program.Path), nil
}

// moduleRoot returns the nearest folder with a go.mod, at or above a folder; "" if there is none.
func moduleRoot(dir string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if info, err := os.Stat(filepath.Join(at, "go.mod")); err == nil && info.Mode().IsRegular() {
			return at
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

// compile returns the file of the compiled program.
func (p *Program) compile(ctx context.Context, found Package) (string, error) {
	program := found.Path
	binary := filepath.Join(p.scratch, "app")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	arguments, err := p.BuildArguments(found, binary)
	if err != nil {
		return "", err
	}
	out, err := p.goCommand(ctx, arguments...)
	switch {
	case errors.Is(err, errTooLong):
		return "", &ui.Error{
			Code:    "app_not_compiled",
			Message: fmt.Sprintf("Compiling %s takes longer than %v.", program, p.CompileTime),
			Fix:     "Run go build once, which downloads the modules.",
		}
	case err != nil:
		return "", p.failure(err, "app_not_compiled", program+" does not compile, so its types are not known.", out.stderr.String(),
			"Correct it, and ask again.")
	}
	return binary, nil
}

// callsRun returns an error for a program that never calls App.Run, as App.Main does: the
// compiled file does not contain it. Such a program would start to serve.
func (p *Program) callsRun(program string, code []byte) error {
	if !bytes.Contains(code, []byte(variable)) {
		return &ui.Error{
			Code:    "main_not_called",
			Message: program + " does not call Main or Run of an Oriel app, so it can't be asked for its types.",
			Fix: "Declare the app in " + signature + "; or start the program and give its URL, " +
				"which tells everything but the view data: oriel types http://localhost:8080/mcp",
		}
	}
	return nil
}

// signature is the declaration of newApp in the package main.
const signature = "func newApp() *oriel.App"

// MoveToNewApp is the fix for a program without newApp.
const MoveToNewApp = "Declare the app in " + signature + ", and let main call newApp().Main(). Then main is not run."

// Types runs the compiled program in an empty folder, and returns the types that it writes. The
// name of the program is for errors.
func (p *Program) Types(ctx context.Context, program, binary string) (Answer, error) {
	code, err := os.ReadFile(binary) //nolint:gosec // the compiler has just written it
	if err != nil {
		return Answer{}, fmt.Errorf("reading the compiled program: %w", err)
	}
	if err = p.callsRun(program, code); err != nil {
		return Answer{}, err
	}
	ranMain := !bytes.Contains(code, []byte(noApp))
	dir, err := os.MkdirTemp(p.scratch, "run-")
	if err != nil {
		return Answer{}, fmt.Errorf("making a folder for the program: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }() // it goes with the scratch folder otherwise
	text, err := p.typesOf(ctx, program, binary, dir, ranMain)
	return Answer{TypeScript: text, RanMain: ranMain}, err
}

// typesOf runs the compiled program in a folder, and returns the types that it writes.
func (p *Program) typesOf(ctx context.Context, program, binary, dir string, runsMain bool) (string, error) {
	before := "What newApp does"
	failed := "Correct what it complains of. newApp only declares the app: it is called with zero values for its parameters, in an empty folder."
	if runsMain {
		before = "What main does before app.Main() or app.Run(ctx)"
		failed = "Correct what it complains of. " + MoveToNewApp
	}
	file := filepath.Join(p.scratch, "types.ts")
	if err := os.RemoveAll(file); err != nil {
		return "", fmt.Errorf("removing the types before: %w", err)
	}
	out, err := execute(ctx, p.RunTime, dir, append(p.Environ, variable+"="+file, "PWD="+dir), binary)
	switch {
	case errors.Is(err, errTooLong):
		return "", &ui.Error{
			Code: "app_hangs",
			Message: fmt.Sprintf("%s was asked for its types and has not answered after %v.%s", program, p.RunTime,
				quoted(out.stderr.String()+out.stdout.String())),
			Fix: before + " must not wait.",
		}
	case err != nil:
		return "", p.failure(err, "app_failed", fmt.Sprintf("%s was asked for its types and %v.", program, err), out.stderr.String(), failed)
	}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return "", &ui.Error{
			Code:    "app_types_missing",
			Message: fmt.Sprintf("%s was asked for its types, and ended without them.%s", program, quoted(out.stderr.String()+out.stdout.String())),
			Fix:     MoveToNewApp,
		}
	case info.Size() > MaxBytes:
		return "", malformed(program, fmt.Sprintf("they are longer than %d MiB", MaxBytes/mebibyte))
	}
	text, err := os.ReadFile(file) //nolint:gosec // a folder of ours
	switch {
	case err != nil:
		return "", malformed(program, rootCause(err).Error())
	case !utf8.Valid(text):
		return "", malformed(program, "they are not UTF-8")
	case !strings.HasPrefix(string(text), typescript.Mark+"\n"):
		return "", malformed(program, "they do not begin as they should")
	}
	return string(text), nil
}

func malformed(program, why string) error {
	return &ui.Error{
		Code:    "app_types_malformed",
		Message: fmt.Sprintf("%s was asked for its types, but wrote something else: %s.", program, why),
		Fix:     "Only app.Main() may write the file in the environment variable " + variable + ".",
	}
}

// failure returns the error of a program that failed, with the end of its output.
func (p *Program) failure(err error, code, message, printed, fix string) error {
	if errors.Is(err, context.Canceled) {
		return &ui.Error{Code: "cancelled", Message: "Asking for the types was cancelled."}
	}
	if known, ok := errors.AsType[*ui.Error](err); ok {
		return known
	}
	return &ui.Error{Code: code, Message: message + quoted(printed), Fix: fix}
}

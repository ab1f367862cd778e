package main

import (
	"context"
	"io"

	"github.com/orielapps/oriel/internal/tool/terminal"
)

// environment has the process state that verbs use. Nothing else in this package
// touches os.Stdout, os.Args or os.Environ, so a test can run any verb in process.
type environment struct {
	ctx            context.Context //nolint:containedctx // a verb's Run has one parameter; this is the request scope of a process
	stdin          io.Reader
	stdout, stderr io.Writer
	// environ has the environment variables as "KEY=value".
	environ []string
	// command has the arguments after "--"; nil without "--".
	command []string
}

// errorOutput is standard error, with colours if it is a terminal.
func (e *environment) errorOutput() *terminal.Terminal { return terminal.New(e.stderr, e.environ) }

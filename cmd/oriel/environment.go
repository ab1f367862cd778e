package main

import (
	"context"
	"io"

	"github.com/orielapps/oriel/internal/tool/terminal"
)

// environment is everything a verb may reach of the world outside: nothing in
// this package touches os.Stdout, os.Args or os.Environ itself, so that a test
// can run any verb in process.
type environment struct {
	ctx            context.Context //nolint:containedctx // a verb's Run has one parameter; this is the request scope of a process
	stdin          io.Reader
	stdout, stderr io.Writer
	// environ are the environment variables as "KEY=value".
	environ []string
	// command is what stands behind "--"; nil where there is no "--".
	command []string
}

// complaints is standard error as people read it.
func (e *environment) complaints() *terminal.Terminal { return terminal.New(e.stderr, e.environ) }

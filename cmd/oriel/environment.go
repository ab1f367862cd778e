package main

import (
	"context"
	"io"
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

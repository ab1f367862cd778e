package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"

	"github.com/orielapps/oriel/internal/tool/workbench"
)

// benchFlags are those of every verb that opens the workbench.
type benchFlags struct {
	NoOpen bool `help:"Don't open the browser."`
	Port   int  `default:"4747"                 help:"The workbench's port on 127.0.0.1, 4747 if nothing is said; 0 takes any that is free." placeholder:"N"`
}

// bench is a workbench with its listener.
type bench struct {
	*workbench.Workbench

	listener net.Listener
}

// listen makes a workbench on its port. Address, Logger and Version of the
// options are filled in.
func (f benchFlags) listen(env *environment, o workbench.Options) (*bench, error) {
	listener, err := listenOnLoopback(env.ctx, f.Port)
	if err != nil {
		return nil, err
	}
	o.Address = listener.Addr()
	o.Logger = slog.New(slog.NewTextHandler(env.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	o.Version = moduleVersion()
	made, err := workbench.New(o)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return &bench{Workbench: made, listener: listener}, nil
}

// announce prints the workbench's URL, before which no other may be printed,
// and opens it.
func (f benchFlags) announce(env *environment, b *bench) error {
	if _, err := fmt.Fprintf(env.stdout, "Workbench: %s\nCtrl-C ends it.\n", b.URL()); err != nil {
		return fmt.Errorf("printing the workbench's URL: %w", err)
	}
	if !f.NoOpen {
		openBrowser(env, b.URL())
	}
	return nil
}

// serve runs the workbench until ctx ends.
func (b *bench) serve(ctx context.Context) error { return b.Serve(ctx, b.listener) }

// close gives the port back where serve was never called.
func (b *bench) close() error {
	if err := b.listener.Close(); err != nil {
		return fmt.Errorf("closing the workbench's port: %w", err)
	}
	return nil
}

func listenOnLoopback(ctx context.Context, port int) (net.Listener, error) {
	if port < 0 || port > 65535 {
		return nil, &problem{usage: true, message: fmt.Sprintf("%d is not a port.", port), fix: "Use one from 1 to 65535, or 0 for any that is free."}
	}
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", address)
	switch {
	case err == nil:
		return listener, nil
	case workbench.PortTaken(err):
		return nil, &problem{
			code:    "port_taken",
			message: fmt.Sprintf("Port %d is in use by another program, perhaps another workbench.", port),
			fix:     "Run it with --port 0 to take any free port, or with --port N for another one.",
		}
	default:
		return nil, &problem{
			code:    "port_refused",
			message: fmt.Sprintf("Can't listen on port %d: %v.", port, err),
			fix:     "Run it with --port 0 to take any free port.",
		}
	}
}

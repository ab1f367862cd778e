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

const (
	workbenchPort = 4747
	// portTries is the number of ports to try, from the default one on, if no port is
	// given.
	portTries = 20
)

// workbenchFlags are the flags of every verb that opens the workbench.
type workbenchFlags struct {
	NoOpen bool `help:"Don't open the browser."`
	Port   int  `default:"-1" help:"The workbench's port on 127.0.0.1 (default: 4747, or the next free port); 0 takes any free port." placeholder:"N"`
}

// localWorkbench is a workbench with its listener.
type localWorkbench struct {
	*workbench.Workbench

	listener net.Listener
}

// listen creates a workbench on the port of the flags. It sets Address, Logger and
// Version of the options.
func (f workbenchFlags) listen(env *environment, o workbench.Options) (*localWorkbench, error) {
	listener, err := listenFrom(env.ctx, f.Port, workbenchPort)
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
	return &localWorkbench{Workbench: made, listener: listener}, nil
}

// announce prints the workbench's URL and opens it. Scripts rely on this being the
// first URL that the program prints.
func (f workbenchFlags) announce(env *environment, b *localWorkbench) error {
	if _, err := fmt.Fprintf(env.stdout, "Workbench: %s\nPress Ctrl-C to stop.\n", b.URL()); err != nil {
		return fmt.Errorf("printing the workbench's URL: %w", err)
	}
	if !f.NoOpen {
		openBrowser(env.ctx, b.OpeningURL(), func(hint string) { _, _ = fmt.Fprintln(env.stderr, hint) })
	}
	return nil
}

// serve runs the workbench until ctx ends.
func (b *localWorkbench) serve(ctx context.Context) error { return b.Serve(ctx, b.listener) }

// close frees the port if serve was never called.
func (b *localWorkbench) close() error {
	if err := b.listener.Close(); err != nil {
		return fmt.Errorf("closing the workbench's port: %w", err)
	}
	return nil
}

// listenFrom listens on a port of this machine: the wanted one, or, if that is negative,
// the first free port from the default one on.
func listenFrom(ctx context.Context, wanted, byDefault int) (net.Listener, error) {
	if wanted >= 0 {
		return listenOnLoopback(ctx, wanted)
	}
	for port := byDefault; port < byDefault+portTries; port++ {
		if listener, err := listenOnLoopback(ctx, port); err == nil {
			return listener, nil
		}
	}
	return listenOnLoopback(ctx, 0)
}

func listenOnLoopback(ctx context.Context, port int) (net.Listener, error) {
	if port < 0 || port > 65535 {
		return nil, &problem{usage: true, message: fmt.Sprintf("%d is not a port.", port), fix: "Use a port from 1 to 65535, or 0 for any free port."}
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
			fix:     "Use --port 0 for any free port, or --port N for another one.",
		}
	default:
		return nil, &problem{
			code:    "port_refused",
			message: fmt.Sprintf("Can't listen on port %d: %v.", port, err),
			fix:     "Use --port 0 for any free port.",
		}
	}
}

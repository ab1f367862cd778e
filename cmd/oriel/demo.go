package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"github.com/orielapps/oriel/examples/almanac/app"
	"github.com/orielapps/oriel/internal/mcpclient"
	"github.com/orielapps/oriel/internal/workbench"
)

const (
	demoTool      = "almanac_day"
	demoArguments = `{"place":"Lisbon"}`

	appHeaderTimeout = 10 * time.Second
	// errWindowsInUse is what EADDRINUSE is called on Windows, WSAEADDRINUSE.
	errWindowsInUse = syscall.Errno(10048)
)

// demoCommand shows the almanac, an example app, in the workbench.
type demoCommand struct {
	NoOpen bool `help:"Don't open the browser."`
	Port   int  `default:"4747"                 help:"The workbench's port on 127.0.0.1; 0 takes any that is free." placeholder:"N"`
}

// Run serves the workbench and the almanac until the context ends. The first
// thing it prints is the workbench's URL.
func (c *demoCommand) Run(env *environment) error {
	listener, err := listenOnLoopback(env.ctx, c.Port)
	if err != nil {
		return err
	}
	endpoint, err := listenOnLoopback(env.ctx, 0)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	bench, err := workbench.New(workbench.Options{
		Address: listener.Addr(),
		Servers: []mcpclient.Server{{ID: "almanac", Endpoint: "http://" + endpoint.Addr().String() + "/mcp"}},
		Demo:    &workbench.Demo{Tool: demoTool, Arguments: json.RawMessage(demoArguments)},
		Logger:  slog.New(slog.NewTextHandler(env.stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
		Version: moduleVersion(),
		Title:   "Almanac",
	})
	if err != nil {
		return errors.Join(err, listener.Close(), endpoint.Close())
	}
	if _, err = fmt.Fprintf(env.stdout, "Workbench: %s\nCtrl-C ends it.\n", bench.URL()); err != nil {
		return errors.Join(fmt.Errorf("printing the workbench's URL: %w", err), listener.Close(), endpoint.Close())
	}
	ctx, stop := context.WithCancel(env.ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() {
		defer stop() // the workbench has nothing to show without it
		ended <- serveAlmanac(ctx, endpoint)
	}()
	if !c.NoOpen {
		openBrowser(env, bench.URL())
	}
	err = bench.Serve(ctx, listener)
	stop()
	return errors.Join(err, <-ended)
}

// serveAlmanac serves the example on /mcp until ctx ends.
func serveAlmanac(ctx context.Context, listener net.Listener) error {
	almanac := app.New()
	if err := almanac.Err(); err != nil {
		return errors.Join(fmt.Errorf("the almanac can't start: %w", err), listener.Close())
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", almanac.Handler())
	server := &http.Server{Handler: mux, ReadHeaderTimeout: appHeaderTimeout}
	// Nobody but the workbench is connected, and it ends at the same time.
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving the almanac: %w", err)
	}
	return nil
}

func listenOnLoopback(ctx context.Context, port int) (net.Listener, error) {
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", address)
	switch {
	case err == nil:
		return listener, nil
	case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, errWindowsInUse):
		return nil, &problem{
			message: fmt.Sprintf("Port %d is in use by another program, perhaps another workbench.", port),
			fix:     "Run it with --port 0 to take any free port, or with --port N for another one.",
		}
	default:
		return nil, &problem{
			message: fmt.Sprintf("Can't listen on port %d: %v.", port, err),
			fix:     "Run it with --port 0 to take any free port.",
		}
	}
}

// moduleVersion is the version that this program was built as; "(devel)" in a
// checkout.
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/orielapps/oriel/examples/almanac/app"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

const (
	demoTool      = "almanac_day"
	demoArguments = `{"place":"Lisbon"}`

	appHeaderTimeout = 10 * time.Second
)

// demoCommand shows the almanac, an example app, in the workbench.
type demoCommand struct {
	workbenchFlags
}

// Run serves the workbench and the almanac until the context ends. It prints the
// workbench's URL first.
func (c *demoCommand) Run(env *environment) error {
	endpoint, err := listenOnLoopback(env.ctx, 0)
	if err != nil {
		return err
	}
	b, err := c.listen(env, workbench.Options{
		Servers: []mcpclient.Server{{ID: "almanac", Endpoint: "http://" + endpoint.Addr().String() + "/mcp"}},
		Demo:    &workbench.Demo{Tool: demoTool, Arguments: json.RawMessage(demoArguments)},
		Title:   "Almanac",
	})
	if err != nil {
		return errors.Join(err, endpoint.Close())
	}
	if err = c.announce(env, b); err != nil {
		return errors.Join(err, b.close(), endpoint.Close())
	}
	ctx, stop := context.WithCancel(env.ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() {
		defer stop() // the workbench is useless without the almanac
		ended <- serveAlmanac(ctx, endpoint)
	}()
	err = b.serve(ctx)
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
	// Only the workbench is connected, and it ends at the same time.
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving the almanac: %w", err)
	}
	return nil
}

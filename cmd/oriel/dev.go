package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/orielapps/oriel/internal/tool/answers"
	"github.com/orielapps/oriel/internal/tool/devloop"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

// devUsage is the verb's usage as kong prints it, see inspectUsage.
const devUsage = "oriel dev [<dir>] [flags]"

// appPort is the default port of the app.
const appPort = 8080

// devCommand runs a project while it is being worked on.
type devCommand struct {
	answersFlag

	Dir           string            `arg:"" default:"." help:"The project's folder (default: this one)."`
	Port          int               `default:"-1" help:"The app's port on 127.0.0.1 (default: 8080, or the next free port); 0 takes any free port." placeholder:"N"` //nolint:lll // a tag is one line
	WorkbenchPort int               `default:"-1" help:"The workbench's port (default: 4747, or the next free port); 0 takes any free port." placeholder:"N"`
	App           string            `help:"The folder of the app's program, if the project has several." placeholder:"DIR"`
	URL           string            `help:"The server's URL, if it is not on 127.0.0.1:$$PORT." placeholder:"URL"`
	Stdio         bool              `help:"The command speaks MCP over its standard input and output."`
	View          map[string]string `help:"Show a view from another bundler's development server." placeholder:"NAME=URL" mapsep:"none"`
	NoRestart     bool              `help:"Don't restart the command when its files change."`
	NoDist        bool              `help:"Write no committed files except views/oriel.ts."`
	Tunnel        tunnelFlag        `help:"Open a public tunnel to the app with cloudflared or ngrok; --tunnel=ngrok chooses ngrok."`
	PublicURL     string            `help:"The public URL of the app's endpoint, if you run your own tunnel to its port." placeholder:"URL"`
	Expose        []string          `help:"Also make this path of the app public. May be repeated." placeholder:"PATH" sep:"none"`
	JSON          bool              `name:"json" help:"Print events as JSON, one object per line."`
	Verbose       bool              `help:"Print all requests, and everything that the app prints."`
	NoOpen        bool              `help:"Don't open the browser."`
}

// Help is shown below the verb's usage.
func (*devCommand) Help() string {
	return `For example:

    oriel dev
    oriel dev -- node server.js
    oriel dev --stdio -- python server.py
    oriel dev --url http://localhost:3000/mcp -- npm start
    oriel dev --view chart=http://localhost:5173
    oriel dev --tunnel
    oriel dev --public-url https://my-tunnel.example.com/mcp
    oriel dev --answers answers.json
    oriel dev --json --no-open

When a file of a view changes, the view is built again and shown with its state. When a file of the
Go program changes, the program is compiled and restarted; the app's address stays the same. Errors
are shown here and in the workbench, and the last version that compiled keeps running.

The command after "--" can be in any language and replaces the Go program. It must listen on
127.0.0.1:$PORT and serve MCP at /mcp. --url gives another address; with --stdio the command uses
its standard input and output. ORIEL_DEV in its environment is the address where a server that uses
Oriel gets the views.

An app with sign-in and no provider gets a test issuer, whose address is in ORIEL_ISSUER unless you
have set that. Only this machine reaches it.

With --tunnel, Claude and ChatGPT can reach the app at the printed address: its endpoint, its assets
and /.well-known/. --expose adds other paths of the app. The workbench is never public. If an
assistant's stored copy of the app is out of date, a message says so, with the steps to update it.

If the project has TypeScript 7 or later installed, its compiler checks the views.

When the types of the tools change, views/oriel.ts is written. Two seconds after the last edit, the
files of "oriel generate" are written. Commit them.`
}

// Run runs until the context ends. It prints the workbench's URL first.
func (c *devCommand) Run(env *environment) (err error) {
	if err = c.checkUsage(env); err != nil {
		return err
	}
	script, err := c.script()
	if err != nil {
		return err
	}
	front, err := listenFrom(env.ctx, c.Port, appPort)
	if err != nil {
		return err
	}
	reporter := newDevReporter(env, c.JSON, c.Verbose)
	assistants := newAssistants(reporter)
	loop, err := devloop.New(env.ctx, devloop.Options{
		Dir: c.Dir, Program: c.App, Command: env.command, Stdio: c.Stdio, Endpoint: c.URL,
		NoRestart: c.NoRestart, NoDist: c.NoDist, Environ: env.environ, Foreign: c.View, Listener: front, PublicURL: c.PublicURL, Expose: c.Expose,
		Events: func(e devloop.Event) {
			reporter.handle(e)
			assistants.handle(e)
		},
	})
	if err != nil {
		return err
	}
	reporter.dir = loop.Dir()
	opened, err := c.openTunnel(env, loop, reporter)
	if err != nil {
		loop.Close()
		if env.ctx.Err() != nil {
			return nil // stopped by the user
		}
		return err
	}
	if opened != nil {
		defer opened.Close()
	}
	b, err := c.workbench(env, loop, reporter, script)
	if err != nil {
		loop.Close()
		return err
	}
	if err = c.announce(env, reporter, loop, b); err != nil {
		loop.Close()
		return errors.Join(err, b.close())
	}
	ctx, stop := context.WithCancel(env.ctx)
	var background sync.WaitGroup
	defer background.Wait()
	defer stop()
	background.Go(func() { collectWhenIdle(ctx) })
	if opened != nil {
		background.Go(func() { watchTunnel(ctx, opened, reporter) })
	}
	if loop.PublicURL() != "" {
		background.Go(func() { assistants.run(ctx, loop.URL()) })
	}
	shown := make(chan error, 1)
	go func() {
		defer stop() // the loop is useless without the workbench
		shown <- b.serve(ctx)
	}()
	err = loop.Run(ctx, &devScreen{Workbench: b.Workbench, server: serverID(loop)})
	stop()
	return errors.Join(err, <-shown)
}

// checkUsage refuses arguments that don't go together.
func (c *devCommand) checkUsage(env *environment) error {
	misuse := func(message, fix string) error { return &problem{usage: true, message: message, fix: fix} }
	switch {
	case env.command != nil && (len(env.command) == 0 || env.command[0] == ""):
		return misuse(`There is no command after "--".`, "Write the program and its arguments there: oriel dev -- node server.js")
	case c.Stdio && env.command == nil:
		return misuse(`--stdio needs a command after "--".`, "Add one: oriel dev --stdio -- node server.js")
	case c.Stdio && c.URL != "":
		return misuse("A server with --stdio has no URL.", "Leave out --stdio or --url.")
	case c.App != "" && env.command != nil:
		return misuse(`--app is for a Go program, but there is a command after "--".`, "Leave out one of them.")
	case c.Tunnel.wanted && c.PublicURL != "":
		return misuse("--tunnel opens a tunnel, but --public-url names an open one.", "Leave out one of them.")
	case c.Stdio && (c.Tunnel.wanted || c.PublicURL != ""):
		return misuse("A server with --stdio can't be public.",
			"Leave out --tunnel and --public-url, or make the server listen on $PORT.")
	case slices.ContainsFunc(c.Expose, func(path string) bool { return !strings.HasPrefix(path, "/") }):
		return misuse("--expose takes a path of the app.", "Begin it with a slash: --expose /images")
	case c.NoRestart && env.command == nil:
		return misuse(`--no-restart needs a command after "--".`, "Leave it out: a Go program has to be compiled.")
	}
	return nil
}

// serverID names the server in the workbench.
func serverID(loop *devloop.Loop) string { return filepath.Base(loop.Dir()) }

// workbench creates a workbench that shows the app.
func (c *devCommand) workbench(env *environment, loop *devloop.Loop, reporter *devReporter, script *answers.Script) (*localWorkbench, error) {
	listener, err := listenFrom(env.ctx, c.WorkbenchPort, workbenchPort)
	if err != nil {
		return nil, err
	}
	server := mcpclient.Server{ID: serverID(loop), Endpoint: loop.URL()}
	if c.Stdio {
		server.Endpoint, server.Command, server.Dir, server.Env = "", env.command, loop.Dir(), loop.Environ()
	}
	made, err := workbench.New(workbench.Options{
		Address: listener.Addr(), Servers: []mcpclient.Server{server}, Title: server.ID, Version: moduleVersion(), Auto: true, Answers: script,
		Logger: slog.New(slog.NewTextHandler(env.stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
		Health: reporter.health, SourceMap: loop.SourceMap,
	})
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return &localWorkbench{Workbench: made, listener: listener}, nil
}

// announce prints the addresses and opens the workbench.
func (c *devCommand) announce(env *environment, reporter *devReporter, loop *devloop.Loop, b *localWorkbench) error {
	at := addresses{Dir: loop.Dir(), Workbench: b.URL(), Public: loop.PublicURL()}
	if !c.Stdio {
		at.App = loop.URL()
	}
	if err := reporter.started(at); err != nil {
		return fmt.Errorf("printing the workbench's URL: %w", err)
	}
	if !c.NoOpen {
		reporter.openBrowser(env, b.OpeningURL())
	}
	return nil
}

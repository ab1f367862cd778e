package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/orielapps/oriel/internal/tool/devloop"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

// devUsage is the verb's usage as far as kong knows it, see inspectUsage.
const devUsage = "oriel dev [<dir>] [flags]"

const (
	appPort       = 8080
	workbenchPort = 4747
	// portTries is how many ports are tried from the usual one on, where none is asked
	// for.
	portTries = 20
)

// devCommand runs a project while it is being worked on.
type devCommand struct {
	Dir           string            `arg:"" default:"." help:"The project's folder (default: this one)."`
	Port          int               `default:"-1" help:"The app's port on 127.0.0.1; 0 takes any. By default 8080, or the next that is free." placeholder:"N"`
	WorkbenchPort int               `default:"-1" help:"The workbench's port, likewise. By default 4747, or the next that is free." placeholder:"N"`
	App           string            `help:"The folder of the app's program, where the project has several." placeholder:"DIR"`
	URL           string            `help:"Where the server listens, if that is not 127.0.0.1:$$PORT." placeholder:"URL"`
	Stdio         bool              `help:"The command speaks MCP over its standard input and output."`
	View          map[string]string `help:"Show a view as the development server of another bundler has it." placeholder:"NAME=URL" mapsep:"none"`
	NoRestart     bool              `help:"Leave the command running when its files change: it notices by itself."`
	NoDist        bool              `help:"Don't write views/dist and what else is committed."`
	Tunnel        tunnelFlag        `help:"Have the app reached from elsewhere, through cloudflared or ngrok; --tunnel=ngrok for that one."`
	PublicURL     string            `help:"Where people reach the app's endpoint, through a tunnel of your own to its port." placeholder:"URL"`
	Expose        []string          `help:"Let this path of the app be reached from elsewhere, too. May be repeated." placeholder:"PATH" sep:"none"`
	JSON          bool              `name:"json" help:"Print what happens as JSON, an object a line."`
	Verbose       bool              `help:"Print all requests, and all that the app prints."`
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
    oriel dev --json --no-open

Views are built in process and shown again as soon as one of their files changes, with all that the
page had. The Go program is compiled and restarted when one of its files changes; the app stays at
one address meanwhile. What does not compile is shown in the workbench and here, and the last that
did goes on.

What stands behind "--" is a command in any language, run in place of a Go program. It has to listen
on 127.0.0.1:$PORT, and serve MCP at /mcp; or say where with --url; or speak over its standard input
and output, with --stdio. ORIEL_DEV in its environment is where a server with Oriel gets the views.

With --tunnel, Claude and ChatGPT reach the app under an address that is printed: its endpoint, its
assets and what is below /.well-known/. Other paths of the app are named with --expose; the
workbench is never reached. When assistants have stored what is not so any more, that is said, with
what to do about it.

Views in TypeScript are checked by the compiler that the project has installed, from version 7 on.

Written are views/oriel.ts, when the types of the tools change, and, two seconds after the last edit,
what "oriel generate" writes. Commit it.`
}

// Run works until the context ends. The first URL that it prints is the workbench's.
func (c *devCommand) Run(env *environment) (err error) {
	if err = c.misused(env); err != nil {
		return err
	}
	front, err := listenFrom(env.ctx, c.Port, appPort)
	if err != nil {
		return err
	}
	teller := newDevTeller(env, c.JSON, c.Verbose)
	assistants := newAssistants(teller)
	loop, err := devloop.New(env.ctx, devloop.Options{
		Dir: c.Dir, Program: c.App, Command: env.command, Stdio: c.Stdio, Endpoint: c.URL,
		NoRestart: c.NoRestart, NoDist: c.NoDist, Environ: env.environ, Foreign: c.View, Listener: front, PublicURL: c.PublicURL, Expose: c.Expose,
		Events: func(e devloop.Event) {
			teller.tell(e)
			assistants.hear(e)
		},
	})
	if err != nil {
		return err
	}
	teller.dir = loop.Dir()
	opened, err := c.openTunnel(env, loop, teller)
	if err != nil {
		loop.Close()
		if env.ctx.Err() != nil {
			return nil // it was told to end
		}
		return err
	}
	if opened != nil {
		defer opened.Close()
	}
	b, err := c.bench(env, loop)
	if err != nil {
		loop.Close()
		return err
	}
	if err = c.announce(env, teller, loop, b); err != nil {
		loop.Close()
		return errors.Join(err, b.close())
	}
	ctx, stop := context.WithCancel(env.ctx)
	var beside sync.WaitGroup
	defer beside.Wait()
	defer stop()
	beside.Go(func() { collectAtRest(ctx) })
	if opened != nil {
		beside.Go(func() { watchTunnel(ctx, opened, teller) })
	}
	if loop.PublicURL() != "" {
		beside.Go(func() { assistants.run(ctx, loop.URL()) })
	}
	shown := make(chan error, 1)
	go func() {
		defer stop() // nobody sees what the loop does without it
		shown <- b.serve(ctx)
	}()
	err = loop.Run(ctx, &devScreen{Workbench: b.Workbench, server: serverID(loop)})
	stop()
	return errors.Join(err, <-shown)
}

// misused refuses arguments that make no sense together.
func (c *devCommand) misused(env *environment) error {
	misuse := func(message, fix string) error { return &problem{usage: true, message: message, fix: fix} }
	switch {
	case env.command != nil && (len(env.command) == 0 || env.command[0] == ""):
		return misuse(`There is no command behind "--".`, "Write the program and its arguments there: oriel dev -- node server.js")
	case c.Stdio && env.command == nil:
		return misuse(`--stdio is for a command behind "--", and there is none.`, "Write it there: oriel dev --stdio -- node server.js")
	case c.Stdio && c.URL != "":
		return misuse("A server that speaks over its standard input and output has no URL.", "Leave out --stdio or --url.")
	case c.App != "" && env.command != nil:
		return misuse(`--app is for a Go program, and there is a command behind "--".`, "Leave out one of them.")
	case c.Tunnel.wanted && c.PublicURL != "":
		return misuse("--tunnel opens a tunnel, and --public-url names one that is open.", "Leave out one of them.")
	case c.Stdio && (c.Tunnel.wanted || c.PublicURL != ""):
		return misuse("A server that speaks over its standard input and output can't be reached from elsewhere.",
			"Leave out --tunnel and --public-url, or let it listen on $PORT.")
	case slices.ContainsFunc(c.Expose, func(path string) bool { return !strings.HasPrefix(path, "/") }):
		return misuse("--expose takes a path of the app.", "Begin it with a slash: --expose /images")
	case c.NoRestart && env.command == nil:
		return misuse(`--no-restart is for a command behind "--", and there is none.`, "Leave it out: a Go program has to be compiled.")
	}
	return nil
}

// serverID names the server in the workbench.
func serverID(loop *devloop.Loop) string { return filepath.Base(loop.Dir()) }

// bench makes a workbench that shows the app.
func (c *devCommand) bench(env *environment, loop *devloop.Loop) (*bench, error) {
	listener, err := listenFrom(env.ctx, c.WorkbenchPort, workbenchPort)
	if err != nil {
		return nil, err
	}
	server := mcpclient.Server{ID: serverID(loop), Endpoint: loop.URL()}
	if c.Stdio {
		server.Endpoint, server.Command, server.Dir, server.Env = "", env.command, loop.Dir(), loop.Environ()
	}
	made, err := workbench.New(workbench.Options{
		Address: listener.Addr(), Servers: []mcpclient.Server{server}, Title: server.ID, Version: moduleVersion(), Auto: true,
		Logger: slog.New(slog.NewTextHandler(env.stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return &bench{Workbench: made, listener: listener}, nil
}

// announce says where everything is, and opens the workbench.
func (c *devCommand) announce(env *environment, teller *devTeller, loop *devloop.Loop, b *bench) error {
	at := places{Dir: loop.Dir(), Workbench: b.URL(), Public: loop.PublicURL()}
	if !c.Stdio {
		at.App = loop.URL()
	}
	if err := teller.started(at); err != nil {
		return fmt.Errorf("printing the workbench's URL: %w", err)
	}
	if !c.NoOpen {
		openBrowser(env, b.URL())
	}
	return nil
}

// listenFrom listens on a port of this machine: the one that is asked for, or else the
// usual one, or else one of the next.
func listenFrom(ctx context.Context, asked, usual int) (net.Listener, error) {
	if asked >= 0 {
		return listenOnLoopback(ctx, asked)
	}
	for port := usual; port < usual+portTries; port++ {
		if listener, err := listenOnLoopback(ctx, port); err == nil {
			return listener, nil
		}
	}
	return listenOnLoopback(ctx, 0)
}

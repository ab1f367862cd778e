package oriel

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

const (
	exitFailed = 1
	exitUsage  = 64 // EX_USAGE of sysexits.h
)

// Main is a complete program: it serves the app and exits when it is
// interrupted.
//
//	-http ADDR       listen here; the default is 127.0.0.1:8080
//	-public-url URL  where people reach the endpoint, through a proxy or a tunnel
//	-stdio           speak over standard input and output instead
//
// The environment variable PORT replaces the default's port, on loopback
// still: to be reached from elsewhere, say so with -http :8080 or
// -http 0.0.0.0:$PORT. ORIEL_PUBLIC_URL is the default of -public-url, and
// ORIEL_KEY that of [Options.Key]. What is served stands at [App.Routes].
//
// Interrupted, it takes no new requests and lets those that run end, for up to
// 25 seconds.
//
// Where the environment variable ORIEL_TYPES names a file, as "oriel types" and
// "oriel generate" have it, Main writes [App.TypeScript] to that file and exits: it
// reads no flags, listens nowhere and calls no handler. What main does before, it
// does then too; where that needs a database, it may look at the variable.
//
// It exits with 0 when interrupted, 1 when a declaration is faulty or the
// address can't be had, and 64 when the flags can't be read.
func (a *App) Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := a.run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func (a *App) run(ctx context.Context, args []string, getenv func(string) string, in io.ReadCloser, out io.WriteCloser, stderr io.Writer) int {
	say := func(format string, values ...any) {
		_, _ = fmt.Fprintf(stderr, format+"\n", values...)
	}
	if file := getenv("ORIEL_TYPES"); file != "" {
		return a.writeTypes(file, say)
	}
	flags := flag.NewFlagSet(a.name, flag.ContinueOnError)
	flags.SetOutput(stderr)
	address := flags.String("http", "", "listen on this address (default 127.0.0.1:8080, or 127.0.0.1:$PORT)")
	publicURL := flags.String("public-url", "", "where people reach the endpoint (default $ORIEL_PUBLIC_URL)")
	stdio := flags.Bool("stdio", false, "speak over standard input and output")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return exitUsage
	}
	if flags.NArg() > 0 || *stdio && *address != "" {
		say("%s: takes -http ADDR or -stdio, and no other arguments", a.name)
		return exitUsage
	}
	a.setURL(cmp.Or(*publicURL, getenv("ORIEL_PUBLIC_URL")))
	if err := a.Err(); err != nil {
		say("%s can't start:\n\n%s", a.name, err)
		return exitFailed
	}
	if a.options.Logger == nil {
		// Standard output belongs to the protocol.
		a.options.Logger = slog.New(slog.NewTextHandler(stderr, nil))
	}
	var err error
	if *stdio {
		err = a.Stdio(ctx, in, out)
	} else {
		err = a.listen(ctx, cmp.Or(*address, net.JoinHostPort("127.0.0.1", cmp.Or(getenv("PORT"), "8080"))), say)
	}
	if err != nil {
		say("%s: %v", a.name, err)
		return exitFailed
	}
	return 0
}

// writeTypes writes the types of the tools to a file and returns the exit code.
func (a *App) writeTypes(file string, say func(string, ...any)) int {
	if err := a.Err(); err != nil {
		say("%s can't start:\n\n%s", a.name, err)
		return exitFailed
	}
	const forUs = 0o600
	if err := os.WriteFile(file, []byte(a.TypeScript()), forUs); err != nil {
		say("%s: writing the types that ORIEL_TYPES asks for: %v", a.name, err)
		return exitFailed
	}
	return 0
}

// listenFix says what to do about an address that can't be listened on.
func listenFix(err error) string {
	if errors.Is(err, syscall.EADDRINUSE) {
		return "; another program has it, so try -http 127.0.0.1:0 for any free port"
	}
	if _, ok := errors.AsType[*net.AddrError](err); ok {
		return `; give a host and a port, such as 127.0.0.1:8080, or :8080 for every interface`
	}
	return "; -http 127.0.0.1:0 takes any free port of this machine"
}

func (a *App) listen(ctx context.Context, address string, say func(string, ...any)) error {
	const (
		headerTimeout = 10 * time.Second
		idleTimeout   = 2 * time.Minute
	)
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("listening on %s: %w%s", address, err, listenFix(err))
	}
	a.setLocal(listener.Addr())
	arriving := &arrivals{}
	server := &http.Server{Handler: a.Routes(), ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, ConnState: arriving.note}
	server.RegisterOnShutdown(a.Close)
	say("%s %s listening on http://%s%s", a.name, a.version, listener.Addr(), Endpoint)
	if host, _, splitErr := net.SplitHostPort(listener.Addr().String()); splitErr == nil && !strings.HasPrefix(host, "127.") && host != "::1" {
		say("reachable from other machines; there is no sign-in in front of it")
	}
	ended := make(chan struct{})
	stopped := context.AfterFunc(ctx, func() {
		defer close(ended)
		shutDown(ctx, server, listener, arriving)
	})
	if err := server.Serve(listener); ctx.Err() == nil && !errors.Is(err, http.ErrServerClosed) {
		stopped()
		return fmt.Errorf("serving: %w", err)
	}
	<-ended // Serve returns when the shutdown begins; calls may still run
	return nil
}

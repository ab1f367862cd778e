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
)

const (
	exitFailed = 1
	exitUsage  = 64 // EX_USAGE of sysexits.h
)

// ErrUsage is the error of [App.Run] for an invalid command line.
var ErrUsage = errors.New("the command line can't be read")

// Main runs the app as a complete program: it calls [App.Run], prints the error if there
// is one, and exits: with 0 on success, 64 for [ErrUsage], 1 for any other error. It does
// not return, so deferred functions don't run: a program that has something to close
// calls Run.
func (a *App) Main() {
	os.Exit(a.report(a.Run(context.Background()), os.Stderr))
}

// report prints the error of Run and returns the exit code.
func (a *App) report(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	_, _ = fmt.Fprintf(stderr, "%s: %v\n", a.name, err)
	if errors.Is(err, ErrUsage) {
		return exitUsage
	}
	return exitFailed
}

// Run serves the app until the context ends or the program is interrupted (SIGINT or
// SIGTERM), then returns nil. It reads the command line, os.Args:
//
//	-http ADDR       listen here; the default is 127.0.0.1:8080
//	-public-url URL  where people reach the endpoint, through a proxy or a tunnel
//	-stdio           speak over standard input and output instead
//	-h               print the flags and return nil
//
// The environment variable PORT replaces the port of the default address. The program
// then listens on all interfaces if a hosting platform has started it, which it knows by
// the platform's own variable: CONTAINER_APP_NAME, DYNO, FLY_APP_NAME, K_SERVICE,
// KUBERNETES_SERVICE_HOST, RAILWAY_ENVIRONMENT_ID, RENDER, VCAP_APPLICATION or
// WEBSITE_SITE_NAME. Otherwise it stays on loopback; in a container it then warns that
// nothing outside can reach it, and -http :8080 listens on all interfaces. ORIEL_PUBLIC_URL is the default of -public-url, ORIEL_KEY that
// of [Options.Key]. [App.Routes] lists what is served.
//
// When interrupted, or when the context ends, it ends without losing requests. For up to 3
// seconds it continues to serve as long as requests arrive, closes each connection after its
// answer, and /healthz is 503. Then new requests get 503, which asks clients to try again, and
// running ones end; clients can still answer their questions. After 24 seconds, or on a further
// interrupt, it ends the contexts of the calls that still run, and logs them. A second later it
// cuts off what is left. With -stdio it ends when interrupted or when its input ends, and
// running requests have 10 seconds.
//
// If the environment variable ORIEL_TYPES names a file, as "oriel types" and "oriel
// generate" set it, Run writes [App.TypeScript] to that file and returns: it reads no
// flags, does not listen and calls no handler. These commands call Run for the app that
// the function newApp of the package main returns, and run main only if there is none.
//
// The error is [ErrUsage], [App.Err] if a declaration is faulty, the reason why the app
// can't listen or serve, or that calls were interrupted or cut off. Messages for people, such
// as the address, go to standard error, and so does the log if [Options.Logger] is nil.
func (a *App) Run(ctx context.Context) error {
	const counted = 2 // of the signals
	signals, hurry, returned := make(chan os.Signal, counted), make(chan struct{}), make(chan struct{})
	defer close(returned)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	ctx, end := context.WithCancel(ctx)
	defer end()
	go heed(ctx, signals, returned, end, func() { close(hurry) })
	a.hurry = hurry
	return a.run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)
}

// heed calls end at the first signal, and hurry at one that comes when ctx is over, for
// whatever reason. It returns after that, or when returned is closed.
func heed(ctx context.Context, signals <-chan os.Signal, returned <-chan struct{}, end, hurry func()) {
	for {
		select {
		case <-signals:
		case <-returned:
			return
		}
		if ctx.Err() != nil {
			hurry()
			return
		}
		end()
	}
}

func (a *App) run(ctx context.Context, args []string, getenv func(string) string, in io.ReadCloser, out io.WriteCloser, stderr io.Writer) error {
	if file := getenv("ORIEL_TYPES"); file != "" {
		return a.writeTypes(file)
	}
	var usage strings.Builder
	flags := flag.NewFlagSet(a.name, flag.ContinueOnError)
	flags.SetOutput(&usage)
	address := flags.String("http", "", "listen on this address (default 127.0.0.1:8080, or port $PORT)")
	publicURL := flags.String("public-url", "", "where people reach the endpoint (default $ORIEL_PUBLIC_URL)")
	stdio := flags.Bool("stdio", false, "speak over standard input and output")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		_, _ = io.WriteString(stderr, usage.String())
		return nil
	case err != nil:
		return fmt.Errorf("%w: %s", ErrUsage, strings.TrimSpace(usage.String())) // begins with the error
	case flags.NArg() > 0 || *stdio && *address != "":
		return fmt.Errorf("%w: it takes -http ADDR or -stdio, and no other arguments", ErrUsage)
	}
	a.setURL(cmp.Or(*publicURL, getenv("ORIEL_PUBLIC_URL")))
	if err := a.startable(); err != nil {
		return err
	}
	if a.options.Logger == nil {
		// Standard output belongs to the protocol.
		a.options.Logger = slog.New(slog.NewTextHandler(stderr, nil))
	}
	if *stdio {
		return a.Stdio(ctx, in, out)
	}
	if a.unconfigured != nil {
		return fmt.Errorf("the app can't start: %w", a.unconfigured)
	}
	say := func(format string, values ...any) { _, _ = fmt.Fprintf(stderr, format+"\n", values...) }
	return a.listen(ctx, cmp.Or(*address, defaultAddress(getenv)), say)
}

// startable returns the faulty declarations for people: one per line.
func (a *App) startable() error {
	if err := a.Err(); err != nil {
		return fmt.Errorf("the app can't start:\n\n%w", err)
	}
	return nil
}

// writeTypes writes the types of the tools to a file.
func (a *App) writeTypes(file string) error {
	if err := a.startable(); err != nil {
		return err
	}
	const forUs = 0o600
	if err := os.WriteFile(file, []byte(a.TypeScript()), forUs); err != nil {
		return fmt.Errorf("writing the types that ORIEL_TYPES asks for: %w", err)
	}
	return nil
}

// listenFix returns the fix for an address that can't be listened on.
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
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("listening on %s: %w%s", address, err, listenFix(err))
	}
	a.listens.Store(true)
	a.setLocal(listener.Addr())
	if err := a.knowsAudience(); err != nil {
		_ = listener.Close() // nobody has connected
		return err
	}
	server := newHTTPServer(a, say)
	for _, line := range a.announcement(listener.Addr(), isContainer()) {
		say("%s", line)
	}
	ended := make(chan error, 1)
	stopped := context.AfterFunc(ctx, func() { ended <- server.end() }) //nolint:contextcheck // it begins when ctx is over
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		stopped()
		return fmt.Errorf("serving: %w", err)
	}
	return <-ended // Serve returns when the shutdown begins; requests may still run
}

// announcement returns the lines that say where the program listens, and who can reach it.
func (a *App) announcement(address net.Addr, inContainer bool) []string {
	listening := fmt.Sprintf("%s %s listening on http://%s%s", a.name, a.version, address, Endpoint)
	if a.dev == nil && inContainer && isLoopback(address) {
		listening += " (for programs in this container only; -http :8080 listens on all interfaces)"
	}
	return append([]string{listening}, a.exposure(address)...)
}

// exposure returns warnings about an address that other machines can reach.
func (a *App) exposure(address net.Addr) []string {
	if isLoopback(address) {
		return nil
	}
	var warnings []string
	if !a.checksSignIn() {
		warnings = append(warnings, "reachable from other machines; there is no sign-in in front of it")
	}
	if a.options.URL == "" && len(a.options.AllowedHosts) == 0 {
		warnings = append(warnings, "its host names are not known, so a web page can point a name of its own at it and call it: "+
			"set -public-url or Options.AllowedHosts")
	}
	return warnings
}

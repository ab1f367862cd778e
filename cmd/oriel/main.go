// Command oriel builds views for the assistants that show them, and shows them
// in a workbench of its own.
//
// Its exit code is 0 when all went well, 1 when something failed, and 64 when
// it was called the wrong way.
package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// Whoever reads what we print may stop, as "| head -1" does; what we have
	// started must end with us all the same.
	signal.Ignore(syscall.SIGPIPE)
	// The almanac's requests are on the workbench's page, and not also in the terminal.
	slog.SetLogLoggerLevel(slog.LevelWarn)
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr)) //nolint:gocritic // exitAfterDefer: stop only matters while run runs
}

// endings are the signals that end us with everything that we started: Ctrl-C, a
// supervisor's, and a terminal that is closed, unless nohup has us stay.
func endings() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

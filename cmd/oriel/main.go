// Command oriel builds the views of MCP Apps and shows them in a workbench.
//
// Its exit code is 0 on success, 1 on failure, and 64 (EX_USAGE) for wrong usage.
package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// A reader of our output may exit early, as "| head -1" does. SIGPIPE would then
	// end us without ending the processes that we started.
	signal.Ignore(syscall.SIGPIPE)
	// The workbench's page shows the almanac's requests, so the terminal doesn't.
	slog.SetLogLoggerLevel(slog.LevelWarn)
	ctx, stop := signal.NotifyContext(context.Background(), stopSignals()...)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr)) //nolint:gocritic // exitAfterDefer: stop only matters while run runs
}

// stopSignals are the signals that end the program and its child processes: Ctrl-C,
// SIGTERM, and a closed terminal (SIGHUP) unless nohup ignores it.
func stopSignals() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

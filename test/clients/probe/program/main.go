// Command program serves the probe over stdio. In the folder that its argument
// names it leaves a file when it has begun, and another when it has ended by
// itself.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/test/clients/probe"
)

func main() {
	if err := run(os.Args); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err) // there is nobody else to tell
		os.Exit(1)
	}
}

func run(args []string) error {
	const usage = 2
	if len(args) != usage {
		return errors.New("usage: program FOLDER")
	}
	// As [oriel.App.Main] does.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := mark(args[1], ".begun"); err != nil {
		return err
	}
	if err := new(probe.World).App(oriel.Options{}).Stdio(ctx, os.Stdin, os.Stdout); err != nil {
		return fmt.Errorf("the probe: %w", err)
	}
	return mark(args[1], ".ended")
}

func mark(folder, suffix string) error {
	const private = 0o600
	path := filepath.Join(folder, strconv.Itoa(os.Getpid())+suffix)
	if err := os.WriteFile(path, nil, private); err != nil { //nolint:gosec // a test says where
		return fmt.Errorf("leaving a mark: %w", err)
	}
	return nil
}

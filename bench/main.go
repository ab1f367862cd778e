// Command bench measures the budgets of docs/architecture.md, beside the
// official SDK, and fails when one is broken. Run it from the checkout's root,
// through "make bench".
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"text/tabwriter"
)

// Exit codes.
const (
	exitBroken = 1
	exitUsage  = 64
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	root := flags.String("root", ".", "the checkout's root")
	results := flags.String("results", filepath.Join("bench", "results"), "the folder that the numbers go to, below root")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	kept, err := measure(ctx, *root, filepath.Join(*root, *results), stdout)
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "bench: %v\n", err)
		return exitBroken
	}
	if !kept {
		return exitBroken
	}
	return 0
}

// measure measures everything, prints it, and saves the numbers in a folder. It
// reports whether all budgets are kept.
func measure(ctx context.Context, root, results string, stdout io.Writer) (kept bool, err error) {
	size, err := measureSizes(ctx, root)
	if err != nil {
		return false, err
	}
	if err = errors.Join(size.report(stdout), save(filepath.Join(results, "sizes.json"), size)); err != nil {
		return false, err
	}
	start, err := measureStartup(ctx, root)
	if err != nil {
		return false, fmt.Errorf("measuring how views start: %w", err)
	}
	if err = errors.Join(start.report(stdout), save(filepath.Join(results, "startup.json"), start)); err != nil {
		return false, err
	}
	return !size.Broken() && !start.Broken(), nil
}

// report prints what was measured as a table.
func (s sizes) report(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprint(w, "gzip -9, bytes\tours\tbudget\tofficial\tratio\t\t\n")
	for _, row := range s.Rows {
		verdict := ""
		switch {
		case row.Budget == 0:
		case row.Ours <= row.Budget:
			verdict = "ok"
		default:
			verdict = "BROKEN"
		}
		_, _ = fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t\n", row.Name, row.Ours, number(row.Budget), number(row.Official), ratio(row), verdict)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	_, err := fmt.Fprintf(to, "\nexamples/hello, which imports %v; official: %s\n", s.Imports, s.Peer)
	if err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	return nil
}

func number(n int) string {
	if n == 0 {
		return "–"
	}
	return strconv.Itoa(n)
}

func ratio(r row) string {
	if r.Official == 0 {
		return "–"
	}
	return fmt.Sprintf("1 : %.1f", float64(r.Official)/float64(r.Ours))
}

func save(path string, measured any) error {
	raw, err := json.MarshalIndent(measured, "", "  ")
	if err != nil {
		return fmt.Errorf("saving the numbers: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("saving the numbers: %w", err)
	}
	if err := os.WriteFile(path, append(raw, '\n'), 0o644); err != nil {
		return fmt.Errorf("saving the numbers: %w", err)
	}
	return nil
}

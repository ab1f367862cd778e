// Command bench measures the budgets of docs/architecture.md, beside the
// official SDK, and fails when one is broken. Run it from the checkout's root,
// through "make bench".
package main

import (
	"context"
	"encoding/json"
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
	measured, err := measureSizes(ctx, *root)
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "bench: %v\n", err)
		return exitBroken
	}
	if err := report(stdout, measured); err != nil {
		_, _ = fmt.Fprintf(stderr, "bench: %v\n", err)
		return exitBroken
	}
	if err := save(filepath.Join(*root, *results, "sizes.json"), measured); err != nil {
		_, _ = fmt.Fprintf(stderr, "bench: %v\n", err)
		return exitBroken
	}
	if measured.Broken() {
		return exitBroken
	}
	return 0
}

// report prints what was measured as a table.
func report(to io.Writer, measured sizes) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprint(w, "gzip -9, bytes\tours\tbudget\tofficial\tratio\t\t\n")
	for _, row := range measured.Rows {
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
	_, err := fmt.Fprintf(to, "\nexamples/hello, which imports %v; official: %s\n", measured.Imports, measured.Peer)
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

func save(path string, measured sizes) error {
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

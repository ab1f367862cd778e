package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"text/tabwriter"

	"github.com/orielapps/oriel/view"
)

// sizes are the sizes of built views.
type sizes struct {
	Rows []row `json:"rows"`
	// Scripts are those of the workbench.
	Scripts []script `json:"scripts,omitempty"`
	// Imports are the names that examples/hello imports from the runtime, Calls all names that a view
	// can import, except presets.
	Imports []string `json:"imports"`
	Calls   []string `json:"calls"`
	// Peer is the name and version of the official SDK.
	Peer string `json:"peer"`
}

// row is the size of something, with Oriel and with the official SDK, in bytes after gzip -9.
type row struct {
	Name     string `json:"name"`
	Ours     int    `json:"ours"`
	Budget   int    `json:"budget,omitempty"`
	Official int    `json:"official,omitempty"`
}

// Broken reports whether a size exceeds its budget.
func (s *sizes) Broken() bool {
	return slices.ContainsFunc(s.Rows, func(r row) bool { return r.Budget > 0 && r.Ours > r.Budget }) ||
		slices.ContainsFunc(s.Scripts, script.broken)
}

// measureSizes builds examples/hello, a view that uses every call, views that are components, and the same views with
// the official SDK, and measures their compressed sizes and those of the shims.
func measureSizes(ctx context.Context, root string) (*sizes, error) {
	document, err := helloDocument(root)
	if err != nil {
		return nil, err
	}
	s := &sizes{}
	if s.Imports, err = importsOf(helloSource(root)); err != nil {
		return nil, err
	}
	if s.Calls, err = everyCall(root); err != nil {
		return nil, err
	}
	exports, err := exportedCalls(view.Sources())
	if err != nil {
		return nil, err
	}
	if s.Peer, err = version(root, official); err != nil {
		return nil, err
	}
	runtime, err := buildRuntime(ctx, s.Imports)
	if err != nil {
		return nil, err
	}
	every, err := buildRuntime(ctx, s.Calls)
	if err != nil {
		return nil, err
	}
	whole, err := buildRuntime(ctx, exports)
	if err != nil {
		return nil, err
	}
	twin, err := buildOfficial(root, official, "hello")
	if err != nil {
		return nil, err
	}
	twinDocument, err := replaceScript(document, twin)
	if err != nil {
		return nil, err
	}
	everyTwin, err := buildOfficial(root, official, "every")
	if err != nil {
		return nil, err
	}
	for _, one := range []struct {
		name           string
		budget         int
		ours, official []byte
	}{
		{"examples/hello, runtime", runtimeBudget, runtime, twin},
		{"examples/hello, whole document", documentBudget, document, twinDocument},
		{"every call, runtime", everyBudget, every, everyTwin},
		{"every export, runtime", 0, whole, everyTwin},
	} {
		r := row{Name: one.name, Budget: one.budget}
		if r.Ours, err = gzipped(ctx, one.ours); err != nil {
			return nil, err
		}
		if r.Official, err = gzipped(ctx, one.official); err != nil {
			return nil, err
		}
		s.Rows = append(s.Rows, r)
	}
	shims, err := measureShims(ctx, root)
	if err != nil {
		return nil, err
	}
	components, err := measureComponents(ctx, root)
	if err != nil {
		return nil, err
	}
	s.Rows = slices.Concat(s.Rows, components, shims)
	s.Scripts, err = measureScripts(ctx, root)
	return s, err
}

// helloSource returns the source file of examples/hello's view.
func helloSource(root string) string {
	return filepath.Join(root, "examples", "hello", "views", "greeting", "index.ts")
}

// helloDocument returns the committed document of examples/hello's view.
func helloDocument(root string) ([]byte, error) {
	document, err := os.ReadFile(filepath.Join(root, "examples", "hello", "views", "dist", "greeting.html"))
	if err != nil {
		return nil, fmt.Errorf("the built view is missing, run \"make generate\": %w", err)
	}
	return document, nil
}

// gzipped returns the size of data after gzip -9.
func gzipped(ctx context.Context, data []byte) (int, error) {
	cmd := exec.CommandContext(ctx, "gzip", "-9", "-n", "-c")
	cmd.Stdin = bytes.NewReader(data)
	packed, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("compressing with gzip: %w", err)
	}
	return len(packed), nil
}

// report prints the results as a table.
func (s *sizes) report(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprint(w, "\ngzip -9, bytes\tours\tbudget\tofficial\tratio\t\t\n")
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
	_, err := fmt.Fprintf(to, "\nexamples/hello imports %v; every call is the %d of docs/view; official: %s\n", s.Imports, len(s.Calls), s.Peer)
	if err == nil {
		err = reportScripts(to, s.Scripts)
	}
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

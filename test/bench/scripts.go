package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"text/tabwriter"
)

// script is the size of scripts of the workbench, in bytes.
type script struct {
	Name       string `json:"name"`
	Minified   int    `json:"minified"`
	Gzip       int    `json:"gzip"`
	Budget     int    `json:"budget"`
	GzipBudget int    `json:"gzipBudget"`
}

func (s script) broken() bool { return s.Minified > s.Budget || s.Gzip > s.GzipBudget }

// importedAtStart finds the files that a script needs before it runs. What it loads with import() comes later.
var importedAtStart = regexp.MustCompile(`\bfrom"\./([\w.-]+\.js)"|\bimport"\./([\w.-]+\.js)"`)

// measureScripts measures what the workbench's page loads at the start and in all, and the reporter of views. Each file
// is compressed by itself, as it is loaded.
func measureScripts(ctx context.Context, root string) ([]script, error) {
	page := filepath.Join(root, "internal", "tool", "workbench", "dist")
	all, err := filepath.Glob(filepath.Join(page, "*.js"))
	if err != nil {
		return nil, fmt.Errorf("finding the workbench's scripts: %w", err)
	}
	start, err := loadedAtStart(filepath.Join(page, "main.js"))
	if err != nil {
		return nil, err
	}
	if len(all) <= len(start) {
		return nil, errors.New("the workbench's page loads nothing later: is it built?")
	}
	out := []script{
		{Name: "the workbench's scripts, at the start", Budget: startBudget, GzipBudget: startGzipBudget},
		{Name: "the workbench's scripts, all", Budget: allBudget, GzipBudget: allGzipBudget},
		{Name: "the reporter in each view", Budget: reporterSizeBudget, GzipBudget: reporterSizeGzipBudget},
	}
	for i, files := range [][]string{start, all, {filepath.Join(root, "internal", "tool", "sandbox", "dist", "reporter.js")}} {
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				return nil, fmt.Errorf("a script is missing, run \"make generate\": %w", err)
			}
			packed, err := gzipped(ctx, data)
			if err != nil {
				return nil, err
			}
			out[i].Minified += len(data)
			out[i].Gzip += packed
		}
	}
	return out, nil
}

// loadedAtStart returns a script and the files that it imports, and they import.
func loadedAtStart(main string) ([]string, error) {
	files := []string{main}
	for i := 0; i < len(files); i++ {
		data, err := os.ReadFile(files[i])
		if err != nil {
			return nil, fmt.Errorf("a script is missing, run \"make generate\": %w", err)
		}
		for _, found := range importedAtStart.FindAllSubmatch(data, -1) {
			file := filepath.Join(filepath.Dir(main), string(found[1])+string(found[2]))
			if !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	return files, nil
}

func reportScripts(to io.Writer, scripts []script) error {
	if len(scripts) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprint(w, "\nbytes\tminified\tbudget\tgzip -9\tbudget\t\t\n")
	for _, s := range scripts {
		verdict := "ok"
		if s.broken() {
			verdict = "BROKEN"
		}
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\t\n", s.Name, s.Minified, s.Budget, s.Gzip, s.GzipBudget, verdict)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	return nil
}

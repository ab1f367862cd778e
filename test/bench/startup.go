package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// startupBudget is the budget for the time until a view initializes, relative to the first paint of the same document in
// a tab.
const startupBudget = 2.0

// startup has the times of a view's start in the workbench, and of the same document in a tab.
type startup struct {
	// Bytes is the size of the document.
	Bytes int `json:"bytes"`
	// Initialize is the time from the message that the proxy is ready until ui/initialize arrives at the
	// page. It includes the page's command to load the view.
	Initialize series `json:"initialize"`
	// NewTab and SameTab are first paints: in a new tab, which needs a new process like a view, and in a
	// tab that has shown the document before.
	NewTab        series `json:"newTab"`
	NewTabContent series `json:"newTabContent"`
	SameTab       series `json:"sameTab"`
	// ClickInitialize and ClickReady are times since the click on Run.
	ClickInitialize series `json:"clickInitialize"`
	ClickReady      series `json:"clickReady"`
}

// series are repeated measurements of the same amount.
type series []float64

// median returns 0 for an empty series.
func (s series) median() float64 {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

func (s series) least() float64 {
	if len(s) == 0 {
		return 0
	}
	return slices.Min(s)
}

// ratioTo returns the median of Initialize, relative to that of another series.
func (s startup) ratioTo(other series) float64 { return s.Initialize.median() / other.median() }

// Broken reports whether the budget is missed. An empty series counts as missed.
func (s startup) Broken() bool {
	within := s.ratioTo(s.NewTab) <= startupBudget
	return !within || s.Initialize.median() == 0
}

// report prints the results as a table.
func (s startup) report(to io.Writer) error {
	verdict := "ok"
	if s.Broken() {
		verdict = "BROKEN"
	}
	compare := func(other series) string { return fmt.Sprintf("1 : %.2f", s.ratioTo(other)) }
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(w, "\na view of %d bytes, %d loads, ms\tmedian\tleast\tratio\tbudget\t\t\n", s.Bytes, len(s.Initialize))
	for _, row := range []struct {
		name                   string
		took                   series
		ratio, budget, verdict string
	}{
		{"its iframe.src to ui/initialize", s.Initialize, "–", "–", ""},
		{"first paint of the same in a new tab", s.NewTab, compare(s.NewTab), fmt.Sprintf("1 : %.2f", startupBudget), verdict},
		{"first contentful paint there", s.NewTabContent, compare(s.NewTabContent), "–", ""},
		{"first paint in the same tab again", s.SameTab, compare(s.SameTab), "–", ""},
		{"click on Run to ui/initialize", s.ClickInitialize, "–", "–", ""},
		{"click on Run to ready", s.ClickReady, "–", "–", ""},
	} {
		_, _ = fmt.Fprintf(w, "%s\t%.1f\t%.1f\t%s\t%s\t%s\t\n", row.name, row.took.median(), row.took.least(), row.ratio, row.budget, row.verdict)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	_, err := fmt.Fprint(to, "\nPaints happen 60 times a second, and Chromium reports them in steps of 4 ms.\n")
	if err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	return nil
}

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

// reporterBudget is the budget for the time from the click on Run until a view is ready, relative to the same view
// without the reporter.
const reporterBudget = 1.05

// startup has the times of a view's start in the workbench, and of the same document in a tab.
type startup struct {
	// Slack is as in [servers].
	Slack float64 `json:"slack"`
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
	// WithReporter and WithoutReporter are times since the click on Run until ready, in turn, behind a proxy that
	// takes the reporter out of the document, or leaves it.
	WithReporter    series `json:"withReporter"`
	WithoutReporter series `json:"withoutReporter"`
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

// reporter compares the view with and without the reporter with the budget.
func (s startup) reporter() verdict {
	b := budget{what: "click on Run to ready", against: "the same without the reporter", want: reporterBudget}
	return b.verdictOf(perRound(s.WithReporter, s.WithoutReporter), s.Slack)
}

// late reports whether the view initializes too late. An empty series counts as late.
func (s startup) late() bool {
	within := s.ratioTo(s.NewTab) <= startupBudget
	return !within || s.Initialize.median() == 0
}

// Broken reports whether a budget is missed.
func (s startup) Broken() bool { return s.late() || s.reporter().missed() }

// report prints the results as a table.
func (s startup) report(to io.Writer) error {
	verdict := "ok"
	if s.late() {
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
		{"the same, behind a proxy", s.WithReporter, "–", "–", ""},
		{"the same, without the reporter", s.WithoutReporter, "–", "–", ""},
	} {
		_, _ = fmt.Fprintf(w, "%s\t%.1f\t%.1f\t%s\t%s\t%s\t\n", row.name, row.took.median(), row.took.least(), row.ratio, row.budget, row.verdict)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	reporter := s.reporter()
	_, err := fmt.Fprintf(to, "\nPaints happen 60 times a second, and Chromium reports them in steps of 4 ms.\n%s: %s, got %.2f %s\n",
		reporter.What, reporter.limit(), reporter.Got, reporter.sign())
	if err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	return reportSlack(to, s.Slack)
}

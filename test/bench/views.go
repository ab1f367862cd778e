package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"text/tabwriter"
)

// The names of views in tables.
const (
	viewByHand        = "by hand, without an SDK"
	viewHello         = "examples/hello"
	viewEvery         = "examples/hello, importing every call"
	viewOfficial      = "the same on the official App"
	viewOfficialOld   = "the same on the official App 1.x"
	viewPreact        = "the same as a component of Preact"
	viewReact         = "the same as a component of React"
	viewOfficialReact = "the same on the official useApp, of React"
)

// views has the times from setting iframe.src to ui/initialize.
type views struct {
	// Slack is as in [servers].
	Slack float64  `json:"slack"`
	Load  float64  `json:"load"`
	Loads []loaded `json:"loads"`
	// Peers are the official SDK's versions.
	Peers   []string `json:"peers"`
	Verdict verdict  `json:"budget"`
}

// loaded has the loads of one view, one in each round.
type loaded struct {
	Name string `json:"name"`
	// Bytes is the size of the document.
	Bytes int `json:"bytes"`
	// Took is in milliseconds.
	Took series `json:"took"`
}

func (v *views) timesOf(name string) series {
	for _, l := range v.Loads {
		if l.Name == name {
			return l.Took
		}
	}
	return nil
}

// judge compares the measurements with the budget.
func (v *views) judge() verdict {
	b := budget{what: "examples/hello: iframe.src to ui/initialize", against: "a page by hand", want: initializeBudget}
	return b.verdictOf(perRound(v.timesOf(viewHello), v.timesOf(viewByHand)), v.Slack)
}

// Broken reports whether the budget is missed.
func (v *views) Broken() bool { return !v.Verdict.Kept && !v.Verdict.Near }

// report prints the results as a table.
func (v *views) report(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	bare := v.timesOf(viewByHand)
	_, _ = fmt.Fprintf(w, "\niframe.src to ui/initialize, ms, %d loads\tmedian\tleast\tto by hand\tbytes\t\n", len(bare))
	for _, l := range v.Loads {
		_, _ = fmt.Fprintf(w, "%s\t%.1f\t%.1f\t%.2f\t%d\t\n", l.Name, l.Took.median(), l.Took.least(), perRound(l.Took, bare), l.Bytes)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	_, err := fmt.Fprintf(to, "\n%s: %s, got %.2f %s\n%d processors, load before %.1f; ratios are medians over rounds; official: %s.\n",
		v.Verdict.What, v.Verdict.limit(), v.Verdict.Got, v.Verdict.sign(), runtime.NumCPU(), v.Load, strings.Join(v.Peers, ", "))
	if err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	return reportSlack(to, v.Slack)
}

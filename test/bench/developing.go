package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// The budgets of developing: milliseconds, MB of memory, and the time of a change of Go relative to go
// build alone.
const (
	newBudget     = 2000
	pageBudget    = 400
	visibleBudget = 1500
	editBudget    = 60
	// A document with Preact or React is several times as large. It is read from the server before it is shown, which
	// takes 20 to 40 ms.
	preactEditBudget   = 80
	reactEditBudget    = 120
	tailwindEditBudget = 100
	styleBudget        = 50
	goBudget           = 1.25
	goExtra            = 100
	buildBudget        = 60
	residentBudget     = 90
	tailwindBudget     = 130
	coldBudget         = 1500
	warmBudget         = 50
	processesAllowed   = 1
)

// developing has the durations of the steps of developing, and the memory of "oriel dev".
type developing struct {
	// Slack is as in [servers].
	Slack float64 `json:"slack"`
	// Timed is whether the run fails if a step takes too long. That depends on the machine, so it is only
	// set if exact numbers were requested.
	Timed bool    `json:"timed"`
	Load  float64 `json:"load"`
	Rows  []step  `json:"rows"`
}

// step is one measured step.
type step struct {
	What string `json:"what"`
	// Field is the best result of other frameworks on a similar machine (docs/bench.md names them); empty
	// if there is none.
	Field string `json:"field,omitempty"`
	Unit  string `json:"unit"`
	// Took are all measurements; their median is compared with the budget.
	Took series `json:"took"`
	// Want is the budget; zero if there is none.
	Want float64 `json:"want,omitempty"`
	// Exact is set for results that are the same each time, so that they need no slack.
	Exact bool `json:"exact,omitempty"`
}

func (s step) kept() bool { return len(s.Took) > 0 && (s.Want == 0 || s.Took.median() <= s.Want) }

func (s step) near(slack float64) bool {
	return !s.Exact && len(s.Took) > 0 && s.Took.median() <= s.Want*slack
}

// Broken reports whether a budget is missed.
func (d *developing) Broken() bool {
	for _, one := range d.Rows {
		if !one.kept() && !one.near(d.Slack) && (d.Timed || one.Unit != "ms") {
			return true
		}
	}
	return len(d.Rows) == 0
}

// report prints what was measured as a table.
func (d *developing) report(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(w, "\ndeveloping, at a load of %.1f\tmedian\tleast\tmost allowed\tthe field's best\t\t\n", d.Load)
	for _, one := range d.Rows {
		verdict := "ok"
		switch {
		case one.kept():
		case one.near(d.Slack):
			verdict = "near"
		case one.Unit == "ms" && !d.Timed:
			verdict = "slow"
		default:
			verdict = "BROKEN"
		}
		most, field := one.amount(one.Want), one.Field
		if one.Want == 0 {
			most, verdict = "–", ""
		}
		if field == "" {
			field = "–"
		}
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t\n", one.What,
			one.amount(one.Took.median()), one.amount(one.Took.least()), most, field, verdict)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	return nil
}

// amount writes a number with the unit.
func (s step) amount(value float64) string {
	switch s.Unit {
	case "ms", "MB":
		return fmt.Sprintf("%.0f %s", value, s.Unit)
	case "":
		return fmt.Sprintf("%.0f", value)
	default:
		return fmt.Sprintf("%.2f %s", value, s.Unit)
	}
}

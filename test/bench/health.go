package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"slices"
	"text/tabwriter"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/sickviews"
)

// health has the times until the workbench says what is wrong with a view.
type health struct {
	// Slack is as in [servers].
	Slack float64   `json:"slack"`
	Views []illness `json:"views"`
}

// illness has the times of one view.
type illness struct {
	Name string `json:"name"`
	// Took is in seconds, from the click on Run to the reason in the card's data-reason.
	Took    series  `json:"took"`
	Verdict verdict `json:"budget"`
}

// whenFound makes the workbench's page record when the view's health has a reason.
const whenFound = `(() => {
	globalThis.moments = {};
	addEventListener("click", (event) => {
		if (event.target.closest('[data-testid="run"]')) globalThis.moments = { click: performance.now() };
	}, true);
	new MutationObserver(() => {
		const { health, reason = "" } = document.querySelector('[data-testid="view"]')?.dataset ?? {};
		if (health === %q && reason.includes(%q)) moments.found ??= performance.now();
	}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-health", "data-reason"] });
	return true;
})()`

// measureHealth runs each view in the workbench, in a tab of its own in each round.
func measureHealth(ctx context.Context, o scope) (h *health, err error) {
	app := sickviews.NewApp(sickviews.Twelve())
	defer app.Close()
	server := httptest.NewServer(app.Handler())
	defer server.Close()
	bench, err := workbenchtest.Launch(ctx, workbench.Options{Servers: []mcpclient.Server{{ID: "sick", Endpoint: server.URL}}})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, bench.Stop()) }()
	browser, err := browsertest.Launch(ctx, browsertest.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, browser.Close()) }()
	h = &health{Slack: o.slack}
	for _, view := range app.Views {
		one := illness{Name: view.Name}
		for range o.illnesses {
			took, err := findIllness(ctx, browser, bench.URL(), view)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", view.Name, err)
			}
			one.Took = append(one.Took, took)
		}
		h.Views = append(h.Views, one.judged(o.slack))
	}
	return h, nil
}

// findIllness returns the seconds from the click on Run until the reason is there.
func findIllness(ctx context.Context, browser *browsertest.Browser, address string, view sickviews.View) (float64, error) {
	page, err := newTab(ctx, browser)
	if err != nil {
		return 0, err
	}
	defer page.Close()
	if err = page.Navigate(ctx, address+"&profiles=vscode&tool="+view.Name); err != nil {
		return 0, err
	}
	if _, err = browsertest.Eval[bool](ctx, page.Main(), fmt.Sprintf(whenFound, view.Health, view.Reason)); err != nil {
		return 0, err
	}
	if err = page.Main().Click(ctx, `[data-testid="run"]`); err != nil {
		return 0, err
	}
	if err = page.Main().WaitFor(ctx, "moments.found"); err != nil {
		return 0, err
	}
	ms, err := browsertest.Eval[float64](ctx, page.Main(), "moments.found - moments.click")
	const second = 1000
	return ms / second, err
}

// judged returns the times with their verdict. A machine that is busy takes longer, so this is a number for the
// bench, and no test has it.
func (i illness) judged(slack float64) illness {
	b := budget{what: i.Name, want: healthBudget, unit: "s"}
	i.Verdict = b.verdictOf(i.Took.median(), slack)
	return i
}

// Broken reports whether the budget is missed.
func (h *health) Broken() bool {
	return len(h.Views) == 0 || slices.ContainsFunc(h.Views, func(one illness) bool { return one.Verdict.missed() })
}

// report prints the results as a table.
func (h *health) report(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprint(w, "\nclick on Run to the reason, s\tmedian\tleast\tbudget\t\t\n")
	for _, one := range h.Views {
		_, _ = fmt.Fprintf(w, "%s\t%.1f\t%.1f\t%s\t%s\t\n", one.Name, one.Took.median(), one.Took.least(), one.Verdict.limit(), one.Verdict.sign())
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	return reportSlack(to, h.Slack)
}

package peers_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/test/browsertest"
)

func tryBudget(t *testing.T, browser *browsertest.Browser, by transport) {
	t.Helper()
	s := show(t, browser, by.start(t, "server-budget-allocator"), call{tool: "get-budget-data"})
	for _, id := range s.ids {
		s.checkChart(id)
		s.checkBudgetTools(id)
	}
	s.check()
}

// checkChart looks for a segment in the colour of each category.
func (s *stage) checkChart(id string) {
	s.t.Helper()
	s.waitFor(s.inside(id), `(() => {
		const canvas = document.querySelector("#budget-chart");
		const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
		const painted = new Map();
		for (let i = 0; i < data.length; i += 4) {
			const colour = data.slice(i, i + 4).join();
			painted.set(colour, (painted.get(colour) ?? 0) + 1);
		}
		return ["59,130,246", "16,185,129", "245,158,11", "239,68,68", "139,92,246"]
			.every((colour) => painted.get(colour + ",255") > 100);
	})()`)
}

// checkBudgetTools asks the view for the tools that it offers itself, and calls
// one through the card.
func (s *stage) checkBudgetTools(id string) {
	s.t.Helper()
	s.click(s.main, s.card(id)+" .view-tools > summary")
	names := fmt.Sprintf("[...document.querySelectorAll(`%s [data-testid=view-tool]`)].map((one) => one.dataset.tool)", s.card(id))
	want := []string{"get-allocations", "get-benchmark-comparison", "set-allocation", "set-company-stage", "set-total-budget"}
	if diff := cmp.Diff(want, eval[[]string](s, s.main, names+".sort()")); diff != "" {
		s.t.Errorf("%s: the view's tools (-want +got):\n%s", id, diff)
	}

	tool := s.card(id) + ` [data-tool="set-total-budget"]`
	s.fill(s.main, tool+" textarea", `{"amount": 250000}`)
	s.click(s.main, tool+" button")
	s.waitForText(s.main, tool+" .view-tool-outcome", "Total budget set to $250,000")
	s.waitFor(s.inside(id), `document.querySelector("#status-bar").textContent.includes("$250,000")`)
	s.fill(s.main, tool+" textarea", `{"amount": "much"}`)
	s.click(s.main, tool+" button")
	s.waitFor(s.main, fmt.Sprintf("document.querySelector(`%s .view-tool-outcome`).dataset.outcome === 'error'", tool))

	for _, method := range []string{"tools/list", "tools/call"} {
		s.waitFor(s.main, s.events(id, fmt.Sprintf("[data-lane=view][data-direction=in][data-kind=response][data-method='%s']", method))+".length > 0")
	}
}

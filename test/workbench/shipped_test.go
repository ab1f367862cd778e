package workbench_test

import (
	"testing"

	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// A card shows the size that ships, not that of the document in development.
func TestSystemShippedSize(t *testing.T) {
	t.Parallel()
	_, bench := develop(t, workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "first"), Answer: "noted"}, workbench.Options{})
	_, outside, _ := atWork(t, bench, "claude")
	const size = ".card-foot .card-bytes"
	steps(t, outside.sees(size, "Development build"))
	bench.Ship("app", map[string]int{"note": 75_400, "other": 12})
	steps(t, outside.sees(size, "75 kB gzipped when built"))
	_, later, _ := atWork(t, bench, "claude")
	steps(t, later.sees(size, "75 kB gzipped when built"))
}

// The rail's head and the cards have room for a pseudo-version, a number of problems, three hosts, and the time of a run.
func TestSystemRoomOnASmallScreen(t *testing.T) {
	t.Parallel()
	const version = "v0.0.0-20261124035729-191b1c1fed15"
	_, bench := develop(t, workbenchtest.Edition{Document: workbenchtest.NoteDocument(t, "first"), Answer: "noted"},
		workbench.Options{Version: version})
	h := openAt(t, bench.URL()+runNote+"claude,chatgpt,mcp-ui", 1400, 1000)
	bench.Ship("app", map[string]int{"note": 75_400})
	bench.Report([]devreport.Problem{{Source: "types", Code: "ts2322", Message: "The types do not match."}})
	steps(t,
		h.waits(`document.querySelectorAll('.card[data-status="ready"]').length === 3`),
		h.waits(`[...document.querySelectorAll(".card-bytes")].every(({textContent}) => textContent === "75 kB gzipped when built")`),
		h.sees(`[data-testid="problem-count"]`, "1 problem"),
		h.waits(`document.querySelector(".brand-version").textContent === "`+version+`"`),
		h.waits(`document.querySelector(".brand-version").getClientRects().length === 1`),
		h.waits(`document.querySelector(".brand-version").clientHeight < 24`),
		h.waits(`document.querySelector(".brand .mark").getBoundingClientRect().width === 24`),
		h.waits(`document.querySelector(".brand").scrollWidth === document.querySelector(".brand").clientWidth`),
		h.waits(`[...document.querySelectorAll(".card-status")].every((status) => {
			status.lastChild.data = "999 ms";
			return status.scrollWidth <= status.clientWidth;
		})`),
	)
	if out, err := browsertest.Eval[string](t.Context(), h.main, stickingOut); err != nil || out != "" {
		t.Errorf("these stick out: %s %v", out, err)
	}
}

package workbench_test

import (
	"testing"

	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
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

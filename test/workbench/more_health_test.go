package workbench_test

import (
	"testing"

	"github.com/orielapps/oriel/test/sickviews"
)

// Of the twelve, one is not found: a view that waits for a message of a wrong name, and says
// so. To the workbench, "Loading…" is a text as any other.
func TestMoreSickViews(t *testing.T) {
	t.Parallel()
	testSickViews(t, sickviews.More())
}

package peers_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

// allVariable, set to 1, makes the tests show every peer; without it they show
// the two whose views do most.
const allVariable = "ORIEL_TEST_ALL"

// published is a server whose views are shown, and how.
type published struct {
	name string
	try  func(t *testing.T, browser *browsertest.Browser, by transport)
}

func chosen() []published {
	usual := []published{{"budget-allocator", tryBudget}, {"system-monitor", tryMonitor}}
	if os.Getenv(allVariable) != "1" {
		return usual
	}
	return append(append(usual, basics()...), debugs()...)
}

func TestPublishedViews(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	for _, p := range chosen() {
		for _, by := range []transport{overHTTP, overStdio} {
			t.Run(fmt.Sprintf("%s over %s", p.name, by), func(t *testing.T) {
				t.Parallel()
				p.try(t, browser, by)
			})
		}
	}
}

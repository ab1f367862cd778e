package main

import (
	"strings"
	"testing"
)

func TestHealthBudget(t *testing.T) {
	t.Parallel()
	const slack = 1.3
	for _, test := range []struct {
		name         string
		took         series
		broken, near bool
	}{
		{"usually within", series{3, 3, 60}, false, false},
		{"just within", series{6}, false, false},
		{"a little too late", series{6.1}, false, true},
		{"too late", series{8}, true, false},
		{"not measured", nil, true, false},
	} {
		h := &health{Slack: slack, Views: []illness{illness{Name: "well", Took: series{1}}.judged(slack), illness{Name: "blank", Took: test.took}.judged(slack)}}
		var table strings.Builder
		if err := h.report(&table); err != nil {
			t.Error(err)
		}
		if h.Broken() != test.broken || strings.Contains(table.String(), "✗") != test.broken ||
			strings.Count(table.String(), "≈") != map[bool]int{false: 1, true: 2}[test.near] {
			t.Errorf("%s: broken is %v in %s", test.name, h.Broken(), table.String())
		}
	}
	if !new(health).Broken() {
		t.Error("nothing was measured, and the budget is kept")
	}
}

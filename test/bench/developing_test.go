package main

import (
	"strings"
	"testing"
)

func TestDevelopingBudgets(t *testing.T) {
	t.Parallel()
	row := func(unit string, took, want float64, exact bool) step {
		return step{What: "x", Unit: unit, Took: series{took}, Want: want, Exact: exact}
	}
	for name, test := range map[string]struct {
		rows   []step
		timed  bool
		broken bool
		says   string
	}{
		"nothing":                        {nil, false, true, ""},
		"nothing measured":               {[]step{{What: "x", Want: 3}}, false, true, "BROKEN"},
		"kept":                           {[]step{row("ms", 50, 60, false)}, true, false, "ok"},
		"near":                           {[]step{row("MB", 99, 90, false)}, true, false, "near"},
		"nothing is near what is exact":  {[]step{row("", 2, 1.9, true)}, false, true, "BROKEN"},
		"too large":                      {[]step{row("MB", 200, 90, false)}, false, true, "BROKEN"},
		"too slow":                       {[]step{row("ms", 200, 90, false)}, true, true, "BROKEN"},
		"too slow, on a machine at work": {[]step{row("ms", 200, 90, false)}, false, false, "slow"},
		"a ratio counts always":          {[]step{row("×", 2, 1.25, false)}, false, true, "BROKEN"},
		"nothing promised":               {[]step{row("ms", 200, 0, false)}, true, false, "–"},
	} {
		d := &developing{Slack: 1.3, Timed: test.timed, Rows: test.rows}
		var table strings.Builder
		if err := d.report(&table); err != nil || d.Broken() != test.broken || !strings.Contains(table.String(), test.says) {
			t.Errorf("%s: broken is %t, %v\n%s", name, d.Broken(), err, table.String())
		}
	}
}

package main

import (
	"strings"
	"testing"
)

func TestSeries(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		in            series
		median, least float64
	}{
		{nil, 0, 0},
		{series{3}, 3, 3},
		{series{9, 1, 4}, 4, 1},
		{series{9, 1, 4, 2}, 3, 1},
	} {
		if median, least := test.in.median(), test.in.least(); median != test.median || least != test.least {
			t.Errorf("%v: median %v, least %v", test.in, median, least)
		}
	}
}

func TestStartupBudget(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name         string
		view, newTab series
		broken       bool
	}{
		{"quicker", series{50, 60, 1000}, series{100, 90, 80}, false},
		{"just within", series{200}, series{100}, false},
		{"just too slow", series{200.1}, series{100}, true},
		{"quick in the same tab is no excuse", series{300}, series{100}, true},
		{"nothing to compare with", series{10}, nil, true},
		{"nothing measured", nil, series{10}, true},
	} {
		measured := startup{Initialize: test.view, NewTab: test.newTab, SameTab: series{1000}}
		if measured.Broken() != test.broken {
			t.Errorf("%s: broken is %v", test.name, measured.Broken())
		}
		var table strings.Builder
		if err := measured.report(&table); err != nil || strings.Contains(table.String(), "BROKEN") != test.broken {
			t.Errorf("%s: the table is %s, %v", test.name, table.String(), err)
		}
	}
}

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
		measured := startup{Slack: 1, Initialize: test.view, NewTab: test.newTab, SameTab: series{1000}, WithReporter: series{1}, WithoutReporter: series{1}}
		if measured.Broken() != test.broken {
			t.Errorf("%s: broken is %v", test.name, measured.Broken())
		}
		var table strings.Builder
		if err := measured.report(&table); err != nil || strings.Contains(table.String(), "BROKEN") != test.broken {
			t.Errorf("%s: the table is %s, %v", test.name, table.String(), err)
		}
	}
}

func TestReporterBudget(t *testing.T) {
	t.Parallel()
	const slack = 1.3
	for _, test := range []struct {
		name          string
		with, without series
		broken        bool
	}{
		{"just within", series{105}, series{100}, false},
		{"too slow, but maybe noise", series{130}, series{100}, false},
		{"too slow", series{140}, series{100}, true},
		{"nothing to compare with", series{100}, nil, true},
	} {
		measured := startup{Slack: slack, Initialize: series{1}, NewTab: series{1}, WithReporter: test.with, WithoutReporter: test.without}
		var table strings.Builder
		if err := measured.report(&table); err != nil || measured.Broken() != test.broken || strings.Contains(table.String(), "✗") != test.broken {
			t.Errorf("%s: broken is %v in %s, %v", test.name, measured.Broken(), table.String(), err)
		}
	}
}

// The reporter is the first script, and nothing else is taken out.
func TestWithoutReporter(t *testing.T) {
	t.Parallel()
	const reporter, rest = `<script>(()=>{PromiseRejectionEvent.prototype})()</script>`, `<script>run()</script></head>`
	for document, want := range map[string]string{
		`<!doctype html><head>` + reporter + rest: `<!doctype html><head>` + rest,
		`<!doctype html><head>` + rest + reporter: "",
		`<!doctype html><p>nothing`:               "",
	} {
		got, ok := withoutReporter([]byte(document))
		if string(got) != want || ok != (want != "") {
			t.Errorf("%s: %q, %v", document, got, ok)
		}
	}
}

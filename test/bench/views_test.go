package main

import (
	"strings"
	"testing"
	"time"
)

func TestViewBudget(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name         string
		hello, bare  series
		broken, near bool
	}{
		{"as quick", series{10, 30}, series{10, 30}, false, false},
		{"just within", series{115}, series{100}, false, false},
		{"a little too slow", series{116}, series{100}, false, true},
		{"too slow", series{140}, series{100}, true, false},
		{"quick in one round is no excuse", series{1, 140, 140}, series{100, 100, 100}, true, false},
		{"nothing to compare with", series{10}, nil, true, false},
		{"nothing measured", nil, series{10}, true, false},
	} {
		const slack = 1.2
		v := &views{Slack: slack, Loads: []loaded{{Name: viewByHand, Took: test.bare}, {Name: viewHello, Took: test.hello}}}
		v.Verdict = v.judge()
		var table strings.Builder
		if err := v.report(&table); err != nil {
			t.Error(err)
		}
		if v.Broken() != test.broken || strings.Contains(table.String(), "✗") != test.broken ||
			strings.Contains(table.String(), "got "+"1.16 ≈") != test.near {
			t.Errorf("%s: broken is %v in %s", test.name, v.Broken(), table.String())
		}
	}
}

// Views are loaded in a browser, and one that says nothing is named.
func TestLoadPages(t *testing.T) {
	t.Parallel()
	const rounds = 2
	bare := page{"bare", loadsByHand}
	took, err := loadPages(t.Context(), []page{bare, {"twice", loadsByHand}}, rounds, loadTimeout)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range took {
		if len(one) != rounds || one.least() <= 0 {
			t.Errorf("loads took %v ms", took)
		}
	}
	for _, silent := range []string{
		`<!doctype html><p>nothing`,
		// The policy holds: what it refuses does not run.
		`<!doctype html><script>new Function("parent.postMessage({ method: 'ui/initialize', id: 1 }, '*')")()</script>`,
		// Nobody but the view is heard.
		`<!doctype html><body><script>
			const frame = document.createElement("iframe");
			frame.srcdoc = "<script>top.postMessage({ method: 'ui/initialize', id: 1 }, '*')</scr" + "ipt>";
			document.body.append(frame);
		</script>`,
	} {
		_, err := loadPages(t.Context(), []page{{"silent", []byte(silent)}}, rounds, time.Second)
		if err == nil || !strings.Contains(err.Error(), "silent never sent ui/initialize") {
			t.Errorf("%s: %v", silent, err)
		}
	}
}

func TestLoadsAnswer(t *testing.T) {
	t.Parallel()
	pages := []page{{name: "a"}, {name: "b"}}
	for name, answer := range map[string]loadsAnswer{
		"none":         {},
		"a view less":  {Took: []series{{1, 2}}},
		"a load less":  {Took: []series{{1, 2}, {1}}},
		"no time":      {Took: []series{{1, 2}, {1, 0}}},
		"with a fault": {Took: []series{{1, 2}, {1, 2}}, Error: "x"},
	} {
		if took, err := answer.series(pages, 2); err == nil {
			t.Errorf("%s: %v", name, took)
		}
	}
	if took, err := (loadsAnswer{Took: []series{{1, 2}, {3, 4}}}).series(pages, 2); err != nil || took[1][1] != 4 {
		t.Errorf("%v, %v", took, err)
	}
}

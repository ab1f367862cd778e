package main

import (
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/test/bench/load"
	"github.com/orielapps/oriel/test/bench/peer"
	"github.com/orielapps/oriel/test/bench/peer/orielpeer"
)

func TestPerRound(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b series
		want float64
	}{
		{series{2, 4, 60}, series{1, 2, 3}, 2},
		{series{2, 9}, series{1, 0}, 2}, // a round without a measurement counts for nothing
		{series{2, 4}, series{1}, 2},
		{series{2}, nil, 0},
		{nil, nil, 0},
	} {
		if got := perRound(test.a, test.b); got != test.want {
			t.Errorf("%v to %v: %v", test.a, test.b, got)
		}
	}
	if quotient(1, 0) != 0 || quotient(6, 3) != 2 {
		t.Error("6 / 3")
	}
}

func TestBudgetLimits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		got   float64
		least bool
		kept  bool
	}{
		{"more than the most", 2.01, false, false},
		{"the most", 2, false, true},
		{"less", 1, false, true},
		{"nothing measured, of the most", 0, false, false},
		{"the least", 2, true, true},
		{"less than the least", 1.99, true, false},
		{"nothing measured, of the least", 0, true, false},
	} {
		b := budget{what: test.name, against: mcpgo, minimum: test.least, want: 2, got: func(*servers) float64 { return test.got }}
		if v := b.verdictFor(&servers{Slack: 1}); v.Kept != test.kept || v.Near {
			t.Errorf("%s: %+v", test.name, v)
		}
		near := test.got == 2.01 || test.got == 1.99
		if v := b.verdictFor(&servers{Slack: 1.1}); v.Kept != test.kept || v.Near != near {
			t.Errorf("%s, with slack: %+v", test.name, v)
		}
		b.exact = true
		if v := b.verdictFor(&servers{Slack: 1.1}); v.Kept != test.kept || v.Near {
			t.Errorf("%s, exactly: %+v", test.name, v)
		}
	}
}

// Each budget looks at something that is measured: with nothing, none is kept, and
// with figures that are all well, all are.
func TestBudgets(t *testing.T) {
	t.Parallel()
	nothing := &servers{}
	well := &servers{}
	for _, sc := range scenarios() {
		c := comparison{Name: sc.name}
		for _, name := range sc.servers {
			o := outcome{Server: name, Rates: series{100}, CPUs: series{100}, Bytes: 1000}
			switch name {
			case ours, hello:
				o.Rates, o.CPUs, o.Bytes = series{300}, series{20}, 200
			case floorName:
				o.Rates, o.CPUs = series{320}, series{15}
			}
			c.Servers = append(c.Servers, o)
		}
		well.Comparisons = append(well.Comparisons, c)
	}
	for _, name := range []string{callLegacy, callModern} {
		well.Inside = append(well.Inside,
			inProcess{Name: name, Server: ours, Rounds: series{1}, Allocs: 50, Bytes: 8000},
			inProcess{Name: name, Server: mcpgo, Rounds: series{9}}, inProcess{Name: name, Server: harness, Allocs: 20, Bytes: 6000})
	}
	well.Inside = append(well.Inside,
		inProcess{Name: listOf(someTools), Server: ours, Rounds: series{10}, Answer: 100},
		inProcess{Name: listOf(manyTools), Server: ours, Rounds: series{500}, Answer: 10_000})
	well.Cold = []coldStart{
		{Name: coldOurs, Starts: series{5}, Resident: 15e6}, {Name: coldBare, Starts: series{5}}, {Name: coldHello, Size: 9e6},
	}
	for _, b := range budgets() {
		if v := b.verdictFor(nothing); v.Kept {
			t.Errorf("kept with nothing measured: %+v", v)
		}
		v := b.verdictFor(well)
		if !v.Kept {
			t.Errorf("missed: %+v", v)
		}
		well.Verdicts = append(well.Verdicts, v)
	}
	if well.Broken() {
		t.Error("all is well, and yet it is broken")
	}
	var table strings.Builder
	if err := well.report(&table); err != nil || strings.Contains(table.String(), "✗") || !strings.Contains(table.String(), "✓") {
		t.Errorf("the table is %s, %v", table.String(), err)
	}
	well.Verdicts[3].Kept, well.Verdicts[4].Kept, well.Verdicts[4].Near, well.Slack = false, false, true, 1.5
	table.Reset()
	if err := well.report(&table); err != nil || !well.Broken() || strings.Count(table.String(), "✗") != 1 || strings.Count(table.String(), "≈") != 2 {
		t.Errorf("a missed budget: the table is %s, %v", table.String(), err)
	}
}

// What is measured again takes the place of what was, and is judged alone.
func TestComparedAgain(t *testing.T) {
	t.Parallel()
	read := func(rate float64) comparison {
		return comparison{Name: readPlain, Servers: []outcome{
			{Server: ours, Rates: series{rate}, CPUs: series{20}}, {Server: floorName, Rates: series{100}}, {Server: mcpgo, CPUs: series{100}},
		}}
	}
	s := &servers{Slack: 1.3}
	if s.addComparison(read(60)) {
		t.Error("0.6 of what is to be 0.9 is kept")
	}
	if !s.addComparison(read(80)) || len(s.Comparisons) != 1 {
		t.Errorf("0.8 of what is to be 0.9 is no noise: %+v", s.Comparisons)
	}
}

func TestSoakGrows(t *testing.T) {
	t.Parallel()
	before := state{Goroutines: 5, Heap: 2 << 20, Descriptors: 10, Resident: 1}
	for want, after := range map[string]state{
		"":            {Goroutines: 6, Heap: 3 << 20, Descriptors: 10, Resident: 1 << 40},
		"goroutines":  {Goroutines: 8, Heap: 2 << 20, Descriptors: 10},
		"heap":        {Goroutines: 5, Heap: 3<<20 + 1, Descriptors: 10},
		"descriptors": {Goroutines: 5, Heap: 2 << 20, Descriptors: 11},
	} {
		s := servers{Soak: soak{Before: before, After: after}}
		if got := s.Soak.grown(); got != want || s.Broken() != (want != "") || s.Soak.Broken() != s.Broken() {
			t.Errorf("%+v: %q grows, and not %q", after, got, want)
		}
		var table strings.Builder
		if err := s.Soak.report(&table); err != nil || strings.Contains(table.String(), "BROKEN") != (want != "") {
			t.Errorf("the table is %s, %v", table.String(), err)
		}
	}
}

func TestPlot(t *testing.T) {
	t.Parallel()
	s := &servers{Comparisons: []comparison{
		{Name: callLegacy, Servers: []outcome{{Server: ours, Rates: series{3}, CPUs: series{1}, CPU: 42}, {Server: mcpgo, Rates: series{1}, CPUs: series{2}}}},
		{Name: callModern},
	}}
	raw := string(plot(panels(s)))
	var bars int
	for decoder := xml.NewDecoder(strings.NewReader(raw)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "rect" {
			bars++
		}
	}
	if bars != 16 || !strings.Contains(raw, ">3.00<") || !strings.Contains(raw, ">0.50 · 42 µs<") {
		t.Errorf("%d bars in %s", bars, raw)
	}
}

func TestAddressIn(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"http://127.0.0.1:5/mcp\n":                           "127.0.0.1:5",
		"hello 1.0.0 listening on http://127.0.0.1:77/mcp\n": "127.0.0.1:77",
		"no address":  "",
		"http://":     "",
		"http://%zz/": "",
	} {
		u, err := addressIn(line)
		if (err == nil) != (want != "") || err == nil && u.Host != want {
			t.Errorf("%q: %v, %v", line, u, err)
		}
	}
}

// A server that ends, or is not there, is told of.
func TestStartFails(t *testing.T) {
	t.Parallel()
	p := &programs{dir: t.TempDir()}
	if err := os.WriteFile(p.path(ours), []byte("#!/bin/sh\necho sorry\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{ours, mcpgo} {
		if s, err := p.start(t.Context(), name); err == nil {
			t.Errorf("%s runs at %v", name, s.url)
		}
	}
	if _, err := p.size(mcpgo); err == nil {
		t.Error("what is not there has a size")
	}
}

// What is allocated is counted, and a handler that fails is no measurement.
func TestInside(t *testing.T) {
	t.Parallel()
	handler, err := orielpeer.New(peer.Config{})
	if err != nil {
		t.Fatal(err)
	}
	call := load.Call{Protocol: load.Legacy, Method: load.CallTool, Target: peer.Tool}
	one := inProcess{Name: callLegacy, Server: ours, handler: handler, call: call}
	if err := one.round(t.Context(), time.Millisecond); err != nil || one.Nanos <= 0 || one.Allocs < 10 || one.Bytes < 1000 || one.Answer < 100 {
		t.Errorf("%+v, %v", one, err)
	}
	for name, bad := range map[string]http.HandlerFunc{
		"nothing":  func(http.ResponseWriter, *http.Request) {},
		"a status": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "x", http.StatusTeapot) },
		"an error": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"isError":true}`) },
	} {
		broken := inProcess{Name: name, Server: mcpgo, handler: bad, call: call}
		if err := broken.round(t.Context(), time.Millisecond); err == nil {
			t.Errorf("%s was measured", name)
		}
	}
}

func BenchmarkCall(b *testing.B) {
	handler, err := orielpeer.New(peer.Config{})
	if err != nil {
		b.Fatal(err)
	}
	for _, protocol := range []string{load.Legacy, load.Modern} {
		b.Run(protocol, func(b *testing.B) {
			one := inProcess{handler: handler, call: load.Call{Protocol: protocol, Method: load.CallTool, Target: peer.Tool}}
			once, _, err := one.prepare(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				once()
			}
		})
	}
}

package main

import (
	"fmt"
	"slices"
)

// servers has all measurements of servers.
type servers struct {
	// Slack is the factor by which a budget may be missed before the run fails, because short
	// measurements beside other programs are not exact.
	Slack       float64      `json:"slack"`
	Load        float64      `json:"load"`
	Others      float64      `json:"othersPercent"`
	Comparisons []comparison `json:"comparisons"`
	Inside      []inProcess  `json:"inside"`
	Cold        []coldStart  `json:"cold"`
	Soak        soak         `json:"soak"`
	Verdicts    []verdict    `json:"budgets"`
}

// The budgets of views. All but the last are bytes after gzip -9: of examples/hello, of a view that uses every
// call, of what a shim adds, of what all hooks add, and of examples/hello as a component. The last is the
// time to ui/initialize, relative to a page written by hand.
const (
	runtimeBudget    = 4096
	documentBudget   = 4800
	everyBudget      = 7168
	shimBudget       = 1024
	hooksBudget      = 2048
	preactBudget     = 12 * 1024
	reactBudget      = 75 * 1024
	initializeBudget = 1.15
)

// The budgets of the workbench: what its page loads at the start, and all that it can load, minified and after gzip -9;
// what each view carries as its reporter; and the seconds from the click on Run until it says what is wrong with a view.
const (
	startBudget, startGzipBudget               = 226_000, 78_500
	allBudget, allGzipBudget                   = 258_000, 90_000
	reporterSizeBudget, reporterSizeGzipBudget = 13_700, 5_700
	healthBudget                               = 6
)

// A budget is a limit for a ratio or an amount.
type budget struct {
	what string
	// scenario is the name of its scenario; empty if it belongs to none, or to several.
	scenario string
	against  string // empty for an amount
	minimum  bool   // want is the least that is good enough, not the most
	want     float64
	unit     string
	// exact is set for results that are the same each time, so that they need no slack.
	exact bool
	got   func(s *servers) float64
}

// A verdict is a budget with the measured value.
type verdict struct {
	What    string  `json:"what"`
	Against string  `json:"against,omitempty"`
	Least   bool    `json:"least,omitempty"`
	Want    float64 `json:"want"`
	Got     float64 `json:"got"`
	Unit    string  `json:"unit,omitempty"`
	Kept    bool    `json:"kept"`
	// Near is set if the budget is missed, but by no more than the slack.
	Near bool `json:"near,omitempty"`
}

// budgets returns the budgets of servers in docs/architecture.md.
func budgets() []budget {
	const (
		rateLegacy, rateModern, rateFloor = 1.8, 2.4, 0.65
		cpuLegacy, cpuModern, cpuFloor    = 0.5, 0.33, 2
		insideTime                        = 0.35
		// The budget is 90 allocations and 10 KB, of which the harness takes 25 and 6.6.
		insideAllocs, insideKilobytes    = 90 - 25, 10 - 6.6
		listRate                         = 2
		readCPU, readFloor, readBytes    = 0.25, 0.9, 0.3
		coldTime, residentSize, fileSize = 1.2, 20, 10
		million                          = 1e6
		kilo                             = 1e3
	)
	rate := func(name, against string, want float64) budget {
		return budget{what: name + ": requests a second", scenario: name, against: against, minimum: true, want: want, got: rateRatio(name, ours, against)}
	}
	cpu := func(name, against string, want float64) budget {
		return budget{what: name + ": server CPU", scenario: name, against: against, want: want, got: cpuRatio(name, ours, against)}
	}
	asShipped := func(name string, want float64) budget {
		shipped := cpu(name, mcpgo, want)
		shipped.what, shipped.got = name+": server CPU of examples/hello, with its log", cpuRatio(name, hello, mcpgo)
		return shipped
	}
	size := func(name string) budget {
		return budget{what: name + ": bytes", against: mcpgo, want: readBytes, exact: true, got: func(s *servers) float64 {
			c := s.comparison(name)
			return quotient(c.resultsOf(ours).Bytes, c.resultsOf(mcpgo).Bytes)
		}}
	}
	all := []budget{
		rate(callLegacy, mcpgo, rateLegacy), rate(callModern, mcpgo, rateModern),
		rate(callLegacy, floorName, rateFloor), rate(callModern, floorName, rateFloor),
		cpu(callLegacy, mcpgo, cpuLegacy), cpu(callModern, mcpgo, cpuModern),
		cpu(callLegacy, floorName, cpuFloor), cpu(callModern, floorName, cpuFloor),
		asShipped(callLegacy, cpuLegacy), asShipped(callModern, cpuModern),
	}
	for _, name := range []string{callLegacy, callModern} {
		all = append(all,
			budget{what: name + ", in process: time", against: mcpgo, want: insideTime, got: func(s *servers) float64 {
				return perRound(s.inside(name, ours).Rounds, s.inside(name, mcpgo).Rounds)
			}},
			budget{what: name + ", in process: allocations beyond the harness", want: insideAllocs, exact: true, got: func(s *servers) float64 {
				return s.inside(name, ours).Allocs - s.inside(name, harness).Allocs
			}},
			budget{what: name + ", in process: memory beyond the harness", want: insideKilobytes, unit: "KB", exact: true, got: func(s *servers) float64 {
				return (s.inside(name, ours).Bytes - s.inside(name, harness).Bytes) / kilo
			}})
	}
	return append(all,
		rate(listLegacy, mcpgo, listRate), rate(listModern, mcpgo, listRate), rate(listMany, mcpgo, listRate),
		budget{what: "tools/list, growth of time from 10 to 1,000 tools", against: "growth of bytes", want: 1, got: func(s *servers) float64 {
			few, many := s.inside(listOf(someTools), ours), s.inside(listOf(manyTools), ours)
			return quotient(perRound(many.Rounds, few.Rounds), quotient(float64(many.Answer), float64(few.Answer)))
		}},
		cpu(readPlain, mcpgo, readCPU), rate(readPlain, floorName, readFloor), size(readGzip), size(readZstd),
		budget{what: "cold start to the first answer, four views", against: coldBare, want: coldTime, got: func(s *servers) float64 {
			return perRound(s.cold(coldOurs).Starts, s.cold(coldBare).Starts)
		}},
		budget{what: "resident when idle, four views", want: residentSize, unit: "MB", got: func(s *servers) float64 {
			return float64(s.cold(coldOurs).Resident) / million
		}},
		budget{what: "examples/hello, stripped", want: fileSize, unit: "MB", exact: true, got: func(s *servers) float64 {
			return float64(s.cold(coldHello).Size) / million
		}},
	)
}

func rateRatio(name, server, against string) func(*servers) float64 {
	return func(s *servers) float64 {
		c := s.comparison(name)
		return perRound(c.resultsOf(server).Rates, c.resultsOf(against).Rates)
	}
}

func cpuRatio(name, server, against string) func(*servers) float64 {
	return func(s *servers) float64 {
		c := s.comparison(name)
		return perRound(c.resultsOf(server).CPUs, c.resultsOf(against).CPUs)
	}
}

// quotient returns 0 for a division by 0.
func quotient(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// verdictFor compares the measurements of servers with a budget.
func (b budget) verdictFor(s *servers) verdict { return b.verdictOf(b.got(s), s.Slack) }

// verdictOf compares a value with a budget. Without a measurement, the budget is not kept.
func (b budget) verdictOf(got, slack float64) verdict {
	v := verdict{What: b.what, Against: b.against, Least: b.minimum, Want: b.want, Unit: b.unit, Got: got}
	within := func(slack float64) bool {
		if b.minimum {
			return v.Got*slack >= b.want
		}
		return v.Got > 0 && v.Got <= b.want*slack
	}
	v.Kept = within(1)
	v.Near = !v.Kept && !b.exact && within(slack)
	return v
}

// limit returns a verdict's budget as text.
func (v verdict) limit() string {
	sign := "≤"
	if v.Least {
		sign = "≥"
	}
	if v.Against == "" {
		return fmt.Sprintf("%s %g %s", sign, v.Want, v.Unit)
	}
	return fmt.Sprintf("%s %g × %s", sign, v.Want, v.Against)
}

// Broken reports whether a budget is missed, or the server has grown in the soak.
func (s *servers) Broken() bool {
	return slices.ContainsFunc(s.Verdicts, verdict.missed) || s.Soak.grown() != ""
}

// missed reports whether a budget is missed by more than the slack.
func (v verdict) missed() bool { return !v.Kept && !v.Near }

// addComparison adds or replaces the result of a scenario, and reports whether it keeps its budgets.
func (s *servers) addComparison(c comparison) (kept bool) {
	s.Comparisons = slices.DeleteFunc(s.Comparisons, func(earlier comparison) bool { return earlier.Name == c.Name })
	s.Comparisons = append(s.Comparisons, c)
	return !slices.ContainsFunc(budgets(), func(b budget) bool { return b.scenario == c.Name && b.verdictFor(s).missed() })
}

func (s *servers) comparison(name string) comparison {
	for _, c := range s.Comparisons {
		if c.Name == name {
			return c
		}
	}
	return comparison{}
}

func (s *servers) inside(name, server string) inProcess {
	for _, i := range s.Inside {
		if i.Name == name && i.Server == server {
			return i
		}
	}
	return inProcess{}
}

func (s *servers) cold(name string) coldStart {
	for _, c := range s.Cold {
		if c.Name == name {
			return c
		}
	}
	return coldStart{}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"text/tabwriter"
	"time"

	"github.com/orielapps/oriel/test/bench/proc"
)

// scope is the extent of all measurements.
type scope struct {
	pace, inside schedule
	// recheck is the schedule for a second measurement of scenarios that miss a budget; zero for
	// none.
	recheck schedule
	slack   float64
	colds   int
	// edits is the number of measurements of each step of developing.
	edits int
	// starts is how often the workbench shows a large view, and loads how often a page loads each
	// small one, after some that fill caches.
	starts, loads int
	// illnesses is how often each broken view is run.
	illnesses  int
	soakCalls  int
	soakWithin time.Duration
	// profiles is the folder for CPU profiles of our server in each scenario; empty for
	// none.
	profiles string
}

// The default number of calls and time limit of a soak.
const (
	soakCalls = 1_000_000
	soakTime  = 10 * time.Minute
)

// short returns the scope for "make test-all".
func short() scope {
	const rounds, insideRounds, roundsInDoubt, slice, colds, edits, starts, loads, illnesses, soakSeconds, slack = 5, 3, 25, 100, 7, 1, 5, 8, 1, 4, 1.3
	return scope{
		pace: schedule{rounds, slice * time.Millisecond}, inside: schedule{insideRounds, slice * time.Millisecond}, colds: colds, edits: edits,
		starts: starts, loads: loads, illnesses: illnesses, recheck: schedule{roundsInDoubt, slice * time.Millisecond},
		slack: slack, soakCalls: soakCalls, soakWithin: soakSeconds * time.Second,
	}
}

// long returns the scope for numbers that are published.
func long() scope {
	const rounds, insideRounds, slice, colds, edits, starts, loads, illnesses, slack = 25, 15, 300, 31, 15, 20, 30, 3, 1
	return scope{
		pace: schedule{rounds, slice * time.Millisecond}, inside: schedule{insideRounds, slice * time.Millisecond}, colds: colds, edits: edits,
		starts: starts, loads: loads, illnesses: illnesses,
		slack: slack, soakCalls: soakCalls, soakWithin: soakTime,
	}
}

// measureServers makes all measurements of servers.
func measureServers(ctx context.Context, root string, sc scope) (s *servers, err error) {
	p, remove, err := newPrograms(ctx, root)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	s = &servers{Slack: sc.slack}
	if s.Load, err = proc.Load(); err != nil {
		return nil, err
	}
	f, err := launch(ctx, p)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.stop()) }()
	busy, err := measureOthers(f)
	if err != nil {
		return nil, err
	}
	for _, one := range scenarios() {
		for _, p := range []schedule{sc.pace, sc.recheck} {
			c, failure := compare(ctx, f, one, p)
			if failure != nil {
				return nil, fmt.Errorf("comparing at %s: %w", one.name, failure)
			}
			if s.addComparison(c) || sc.recheck.rounds == 0 {
				break
			}
		}
	}
	if s.Others, err = busy(); err != nil {
		return nil, err
	}
	if err = profile(ctx, f, sc.profiles); err != nil {
		return nil, err
	}
	if s.Inside, err = measureInProcess(ctx, sc.inside); err != nil {
		return nil, fmt.Errorf("measuring in process: %w", err)
	}
	if s.Cold, err = coldStarts(ctx, p, sc.colds); err != nil {
		return nil, err
	}
	if s.Soak, err = soakServer(ctx, p, f, sc.soakCalls, sc.soakWithin); err != nil {
		return nil, err
	}
	for _, b := range budgets() {
		s.Verdicts = append(s.Verdicts, b.verdictFor(s))
	}
	return s, nil
}

// newPrograms builds the servers into a temporary folder, which remove removes.
func newPrograms(ctx context.Context, root string) (p *programs, remove func() error, err error) {
	dir, err := os.MkdirTemp("", "oriel-bench-")
	if err != nil {
		return nil, nil, fmt.Errorf("making a folder for the servers: %w", err)
	}
	remove = func() error { return os.RemoveAll(dir) }
	p, err = buildPrograms(ctx, root, dir)
	if err != nil {
		return nil, nil, errors.Join(err, remove())
	}
	return p, remove, nil
}

// measureOthers returns a function that returns how much of all processors other programs have used in the meantime, in
// percent.
func measureOthers(f *serverSet) (func() (float64, error), error) {
	look := func() (all, us time.Duration, err error) {
		if all, err = proc.Busy(); err != nil {
			return 0, 0, err
		}
		pids := []int{os.Getpid()}
		for _, set := range []map[string]*server{f.few, f.many} {
			for _, s := range set {
				pids = append(pids, s.cmd.Process.Pid)
			}
		}
		for _, pid := range pids {
			used, failure := proc.CPU(pid)
			if failure != nil {
				return 0, 0, failure
			}
			us += used
		}
		return all, us, nil
	}
	began := time.Now()
	all, us, err := look()
	return func() (float64, error) {
		allNow, usNow, failure := look()
		const percent = 100
		there := time.Since(began) * time.Duration(runtime.NumCPU())
		return max(0, percent*float64((allNow-all)-(usNow-us))/float64(there)), failure
	}, err
}

// report prints the results as tables.
func (s *servers) report(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(format string, values ...any) { _, _ = fmt.Fprintf(w, format+"\t\n", values...) }
	line("\n%d connections, medians\trequests/s\tto mcp-go\tserver µs\tto mcp-go\tp50 µs\tp99 µs\tbytes", connections)
	for _, c := range s.Comparisons {
		line("%s\t\t\t\t\t\t\t", c.Name)
		them := c.resultsOf(mcpgo)
		for _, o := range c.Servers {
			line("%s\t%.0f\t%.2f\t%.1f\t%.2f\t%.0f\t%.0f\t%.0f", o.Server, o.Rate, perRound(o.Rates, them.Rates),
				o.CPU, perRound(o.CPUs, them.CPUs), o.P50, o.P99, o.Bytes)
		}
	}
	line("\nin process\tCPU ns\tto mcp-go\tbytes\tallocations\t\t\t")
	for _, i := range s.Inside {
		times := "–"
		if them := s.inside(i.Name, mcpgo); them.Nanos > 0 {
			times = fmt.Sprintf("%.2f", perRound(i.Rounds, them.Rounds))
		}
		line("%s, %s\t%.0f\t%s\t%.0f\t%.0f\t\t\t", i.Name, i.Server, i.Nanos, times, i.Bytes, i.Allocs)
	}
	line("\ncold start to the first answer\tms\tto gosdk\tresident MB\tprogram MB\t\t\t")
	const million = 1e6
	for _, c := range s.Cold {
		line("%s\t%.1f\t%.2f\t%.1f\t%.1f\t\t\t", c.Name, c.Took, perRound(c.Starts, s.cold(coldBare).Starts),
			float64(c.Resident)/million, float64(c.Size)/million)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	return errors.Join(s.Soak.report(to), s.reportBudgets(to))
}

// reportBudgets prints the budgets, and the load by other programs.
func (s *servers) reportBudgets(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprint(w, "\nbudget\twant\tgot\t\n")
	for _, v := range s.Verdicts {
		_, _ = fmt.Fprintf(w, "%s\t%s\t%.2f\t%s\n", v.What, v.limit(), v.Got, v.sign())
	}
	grown := s.Soak.grown()
	_, _ = fmt.Fprintf(w, "%d calls\tnothing grows\t%s\t%s\n", s.Soak.Calls, grown, sign(grown == ""))
	if err := w.Flush(); err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	_, err := fmt.Fprintf(to, "\n%d processors, of which other programs used %.0f %%; load before %.1f. Ratios are medians over rounds.\n",
		runtime.NumCPU(), s.Others, s.Load)
	if err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	return reportSlack(to, s.Slack)
}

func reportSlack(to io.Writer, slack float64) error {
	if slack <= 1 {
		return nil
	}
	if _, err := fmt.Fprintf(to, "A budget that is missed by a factor of at most %g (≈) may be noise: check with -long.\n", slack); err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	return nil
}

func (v verdict) sign() string {
	if v.Near {
		return "≈"
	}
	return sign(v.Kept)
}

func sign(kept bool) string {
	if kept {
		return "✓"
	}
	return "✗"
}

// profile writes CPU profiles of our server in each scenario.
func profile(ctx context.Context, f *serverSet, folder string) error {
	if folder == "" {
		return nil
	}
	const seconds = 5
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("keeping a profile: %w", err)
	}
	for i, one := range scenarios() {
		s := f.serverFor(one, ours)
		name := filepath.Join(folder, fmt.Sprintf("%d.pprof", i+1))
		got := make(chan error, 1)
		go func() {
			raw, failure := s.get(ctx, fmt.Sprintf("/debug/pprof/profile?seconds=%d", seconds))
			if failure == nil {
				failure = os.WriteFile(name, raw, 0o644)
			}
			got <- failure
		}()
		_, err := compare(ctx, f, scenario{name: one.name, call: one.call, many: one.many, servers: []string{ours}},
			schedule{rounds: 1, slice: (seconds + 1) * time.Second / 2})
		if err = errors.Join(err, <-got); err != nil {
			return fmt.Errorf("keeping a profile of %s: %w", one.name, err)
		}
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/orielapps/oriel/test/bench/load"
)

// connections is how many clients there are at once.
const connections = 16

// pace is how long is measured.
type pace struct {
	rounds int
	slice  time.Duration
}

// outcome is how a server did in a scenario.
type outcome struct {
	Server string `json:"server"`
	// Rate is in requests a second, CPU the server's time for each in µs, P50 and
	// P99 are latencies in µs, Bytes those of an answer with its headers.
	Rate  float64 `json:"rate"`
	CPU   float64 `json:"cpuMicros"`
	P50   float64 `json:"p50Micros"`
	P99   float64 `json:"p99Micros"`
	Bytes float64 `json:"bytes"`
	// Rates and CPUs are of each round, of which the others are the medians.
	Rates series `json:"rates"`
	CPUs  series `json:"cpus"`
}

// comparison is a scenario with all its servers.
type comparison struct {
	Name    string    `json:"name"`
	Servers []outcome `json:"servers"`
}

// of returns how a server did.
func (c comparison) of(server string) outcome {
	for _, o := range c.Servers {
		if o.Server == server {
			return o
		}
	}
	return outcome{}
}

// perRound is the median of what one server's series is to another's, round by round:
// what a machine is busy with besides changes from one to the next.
func perRound(a, b series) float64 {
	var all series
	for i := range min(len(a), len(b)) {
		if b[i] > 0 {
			all = append(all, a[i]/b[i])
		}
	}
	return all.median()
}

// compare lets the servers of a scenario take turns, in short slices.
func compare(ctx context.Context, f *fleet, s scenario, p pace) (result comparison, err error) {
	var groups []*load.Group
	defer func() {
		for _, g := range groups {
			err = errors.Join(err, g.Close())
		}
	}()
	for _, name := range s.servers {
		g, err := load.Open(ctx, f.serverFor(s, name).target(), f.callFor(s, name), f.want(s), connections)
		if err != nil {
			return result, fmt.Errorf("%s: %w", name, err)
		}
		groups = append(groups, g)
	}
	outcomes := make([]outcome, len(groups))
	latencies := make([][]time.Duration, len(groups))
	// The first round is for the caches, of ours as of the processor's.
	for round := range p.rounds + 1 {
		for turn := range groups {
			at := (round + turn) % len(groups)
			sample, err := groups[at].Run(ctx, p.slice, 0)
			if err != nil {
				return result, fmt.Errorf("%s: %w", s.servers[at], err)
			}
			if round == 0 {
				continue
			}
			o := &outcomes[at]
			o.Rates, o.CPUs = append(o.Rates, sample.Rate()), append(o.CPUs, micros(sample.Each()))
			o.Bytes = sample.Size()
			latencies[at] = append(latencies[at], sample.Latencies...)
		}
	}
	const half, nearlyAll = 0.5, 0.99
	for i := range outcomes {
		o := &outcomes[i]
		o.Server, o.Rate, o.CPU = s.servers[i], o.Rates.median(), o.CPUs.median()
		o.P50, o.P99 = micros(load.Percentile(latencies[i], half)), micros(load.Percentile(latencies[i], nearlyAll))
	}
	return comparison{Name: s.name, Servers: outcomes}, nil
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

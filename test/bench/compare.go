package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/orielapps/oriel/test/bench/load"
)

// connections is the number of concurrent clients.
const connections = 16

// schedule is the duration of a measurement.
type schedule struct {
	rounds int
	slice  time.Duration
}

// outcome has the results of a server in a scenario.
type outcome struct {
	Server string `json:"server"`
	// Rate is in requests per second, CPU is the server's processor time for each in µs, P50 and
	// P99 are latencies in µs, and Bytes is the size of an answer with its headers.
	Rate  float64 `json:"rate"`
	CPU   float64 `json:"cpuMicros"`
	P50   float64 `json:"p50Micros"`
	P99   float64 `json:"p99Micros"`
	Bytes float64 `json:"bytes"`
	// Rates and CPUs are those of each round; Rate and CPU are their medians.
	Rates series `json:"rates"`
	CPUs  series `json:"cpus"`
}

// comparison has the results of all servers in a scenario.
type comparison struct {
	Name    string    `json:"name"`
	Servers []outcome `json:"servers"`
}

func (c comparison) resultsOf(server string) outcome {
	for _, o := range c.Servers {
		if o.Server == server {
			return o
		}
	}
	return outcome{}
}

// perRound returns the median of the ratios in each round. Ratios within a round are less affected by other
// programs on the machine, which change over time.
func perRound(a, b series) float64 {
	var all series
	for i := range min(len(a), len(b)) {
		if b[i] > 0 {
			all = append(all, a[i]/b[i])
		}
	}
	return all.median()
}

// compare measures the servers of a scenario in turn, in short slices.
func compare(ctx context.Context, f *serverSet, s scenario, p schedule) (result comparison, err error) {
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
	// The first round fills caches and is not counted.
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
			o.Rates, o.CPUs = append(o.Rates, sample.Rate()), append(o.CPUs, micros(sample.CPUPerRequest()))
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

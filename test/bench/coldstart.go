package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/orielapps/oriel/test/bench/load"
	"github.com/orielapps/oriel/test/bench/peer"
	"github.com/orielapps/oriel/test/bench/proc"
)

// coldViews is how many views Oriel has when it starts.
const coldViews = 4

// cold is how a program begins.
type cold struct {
	Name string `json:"name"`
	// Starts are from the program's start to its first answer, in ms, one of each
	// round; Took is their median.
	Starts series  `json:"starts"`
	Took   float64 `json:"took"`
	// Resident is what it has in memory after that, Size how large the program is,
	// stripped, both in bytes.
	Resident int64 `json:"resident"`
	Size     int64 `json:"size"`

	program string
	flags   []string
}

// The names of what is started.
const (
	coldOurs  = "oriel, four views"
	coldBare  = "gosdk, no view"
	coldHello = "examples/hello"
)

// settle is how long a program that has nothing to do may take to become quiet.
const settle = 200 * time.Millisecond

// coldStarts starts programs in turn.
func coldStarts(ctx context.Context, p *programs, rounds int) ([]cold, error) {
	all := []cold{
		{Name: coldOurs, program: ours, flags: p.withView(coldViews, 1)},
		{Name: coldBare, program: gosdk},
		{Name: "gosdk, four views", program: gosdk, flags: p.withView(coldViews, 1)},
		{Name: "mcpgo, no view", program: mcpgo},
		{Name: coldHello, program: hello},
	}
	for round := range rounds + 1 {
		for turn := range all {
			c := &all[(round+turn)%len(all)]
			took, err := c.start(ctx, p, round == rounds)
			if err != nil {
				return nil, fmt.Errorf("starting %s: %w", c.Name, err)
			}
			if round > 0 { // before, it may have to come from the disk
				c.Starts = append(c.Starts, float64(took)/float64(time.Millisecond))
			}
		}
	}
	for i := range all {
		var err error
		all[i].Took = all[i].Starts.median()
		if all[i].Size, err = p.size(all[i].program); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// start starts a program, and ends it once it has answered.
func (c *cold) start(ctx context.Context, p *programs, look bool) (took time.Duration, err error) {
	call := load.Call{Protocol: load.Modern, Method: load.CallTool, Target: peer.Tool}
	began := time.Now()
	s, err := p.start(ctx, c.program, c.flags...)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	if err = load.First(ctx, s.target(), call, load.Want{}); err != nil {
		return 0, err
	}
	took = time.Since(began)
	if look {
		time.Sleep(settle)
		c.Resident, err = proc.Resident(s.cmd.Process.Pid)
	}
	return took, err
}

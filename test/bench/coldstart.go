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

// coldStartViews is the number of views of the app that is started.
const coldStartViews = 4

// coldStart has the measurements of a program's start.
type coldStart struct {
	Name string `json:"name"`
	// Starts are the times from the start to the first answer, in ms, one per round; Took is their
	// median.
	Starts series  `json:"starts"`
	Took   float64 `json:"took"`
	// Resident is the memory in use after that, and Size the size of the stripped program, both in
	// bytes.
	Resident int64 `json:"resident"`
	Size     int64 `json:"size"`

	programName string
	flags       []string
}

// The names of the started programs.
const (
	coldOurs  = "oriel, four views"
	coldBare  = "gosdk, no view"
	coldHello = "examples/hello"
)

// settleTime is the pause before the memory of an idle program is measured.
const settleTime = 200 * time.Millisecond

// coldStarts measures the starts of all programs, in turn.
func coldStarts(ctx context.Context, p *programs, rounds int) ([]coldStart, error) {
	all := []coldStart{
		{Name: coldOurs, programName: ours, flags: p.withView(coldStartViews, 1)},
		{Name: coldBare, programName: gosdk},
		{Name: "gosdk, four views", programName: gosdk, flags: p.withView(coldStartViews, 1)},
		{Name: "mcpgo, no view", programName: mcpgo},
		{Name: coldHello, programName: hello},
	}
	for round := range rounds + 1 {
		for turn := range all {
			c := &all[(round+turn)%len(all)]
			took, err := c.start(ctx, p, round == rounds)
			if err != nil {
				return nil, fmt.Errorf("starting %s: %w", c.Name, err)
			}
			if round > 0 { // the first round fills the disk cache
				c.Starts = append(c.Starts, float64(took)/float64(time.Millisecond))
			}
		}
	}
	for i := range all {
		var err error
		all[i].Took = all[i].Starts.median()
		if all[i].Size, err = p.size(all[i].programName); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// start starts a program, waits for its first answer, and ends it. With look, it also measures the memory.
func (c *coldStart) start(ctx context.Context, p *programs, look bool) (took time.Duration, err error) {
	call := load.Call{Protocol: load.Modern, Method: load.CallTool, Target: peer.Tool}
	began := time.Now()
	s, err := p.start(ctx, c.programName, c.flags...)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	if err = load.First(ctx, s.target(), call, load.Want{}); err != nil {
		return 0, err
	}
	took = time.Since(began)
	if look {
		time.Sleep(settleTime)
		c.Resident, err = proc.Resident(s.cmd.Process.Pid)
	}
	return took, err
}

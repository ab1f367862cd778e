package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/orielapps/oriel/test/bench/load"
	"github.com/orielapps/oriel/test/bench/proc"
)

// state has the amounts of a server's resources, which must not grow with the number of calls.
type state struct {
	Goroutines  int    `json:"goroutines"`
	Heap        uint64 `json:"heap"`
	Descriptors int    `json:"descriptors"`
	Resident    int64  `json:"resident"`
}

// soak has a server's state before and after many calls.
type soak struct {
	Calls  int     `json:"calls"`
	Took   float64 `json:"seconds"`
	Before state   `json:"before"`
	After  state   `json:"after"`
}

// How much may change anyway: a goroutine of the runtime, or one that is about to end; memory in pools and
// maps.
const (
	goroutineSlack = 2
	heapSlack      = 1 << 20
)

// grown returns the name of a resource that has grown; empty if there is none. Resident memory is reported, but not
// checked, because the runtime returns it at any time.
func (s soak) grown() string {
	switch b, a := s.Before, s.After; {
	case a.Goroutines > b.Goroutines+goroutineSlack:
		return "goroutines"
	case a.Heap > b.Heap+heapSlack:
		return "heap"
	case a.Descriptors > b.Descriptors:
		return "descriptors"
	default:
		return ""
	}
}

// Broken reports whether a resource has grown.
func (s soak) Broken() bool { return s.grown() != "" }

// report prints the states as a table.
func (s soak) report(to io.Writer) error {
	const kilo, million = 1e3, 1e6
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(w, "\n%d calls in %.1f s\tgoroutines\theap KB\tdescriptors\tresident MB\t\n", s.Calls, s.Took)
	for _, at := range []struct {
		name  string
		state state
	}{{"before", s.Before}, {"after", s.After}} {
		_, _ = fmt.Fprintf(w, "%s\t%d\t%.0f\t%d\t%.1f\t\n", at.name, at.state.Goroutines, float64(at.state.Heap)/kilo,
			at.state.Descriptors, float64(at.state.Resident)/million)
	}
	if grown := s.grown(); grown != "" {
		_, _ = fmt.Fprintf(w, "%s: BROKEN\t\t\t\t\t\n", grown)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("printing the table: %w", err)
	}
	return nil
}

// measureSoak measures a soak only.
func measureSoak(ctx context.Context, root string, sc scope) (result soak, err error) {
	p, remove, err := newPrograms(ctx, root)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	f, err := launch(ctx, p)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, f.stop()) }()
	return soakServer(ctx, p, f, sc.soakCalls, sc.soakWithin)
}

const (
	// soakBatch is the number of calls on the same connections and in the same sessions.
	soakBatch = 16_000
	// soakFirst is the number of calls before the first state, to fill caches.
	soakFirst = 4_000
	// abandoned is the number of clients per batch that disconnect before the answer.
	abandoned = 16
)

// soakServer makes a number of calls, or as many as fit into the time limit.
func soakServer(ctx context.Context, p *programs, f *serverSet, calls int, within time.Duration) (result soak, err error) {
	s, err := p.start(ctx, ours, p.withView(1, 1)...)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	if _, err = soakOnce(ctx, s, f, soakFirst, time.Minute); err != nil {
		return result, err
	}
	if result.Before, err = s.settledState(ctx); err != nil {
		return result, err
	}
	began := time.Now()
	for result.Calls < calls && time.Since(began) < within {
		made, failure := soakOnce(ctx, s, f, min(soakBatch, calls-result.Calls), within-time.Since(began))
		if failure != nil {
			return result, failure
		}
		result.Calls += made
	}
	result.Took = time.Since(began).Seconds()
	result.After, err = s.settledState(ctx)
	return result, err
}

// soakOnce makes a batch of calls: tool calls in both lifecycles, a few lists and reads, and some whose client
// disconnects.
func soakOnce(ctx context.Context, s *server, f *serverSet, calls int, within time.Duration) (made int, err error) {
	const rare = 50
	deadline := time.Now().Add(within)
	for _, sc := range scenarios() {
		share := calls / connections / rare
		switch {
		case sc.many:
			continue
		case sc.call.Method == load.CallTool:
			share = calls / connections / 2
		}
		call := f.callFor(sc, ours)
		n, failure := soakGroup(ctx, s, call, f.want(sc), max(share, 1), max(time.Until(deadline), time.Millisecond))
		if failure != nil {
			return made, failure
		}
		made += n
		for range abandoned {
			if failure = load.Abandon(ctx, s.target(), call); failure != nil {
				return made, failure
			}
		}
	}
	return made, nil
}

func soakGroup(ctx context.Context, s *server, call load.Call, want load.Want, each int, within time.Duration) (made int, err error) {
	g, err := load.Open(ctx, s.target(), call, want, connections)
	if err != nil {
		return 0, fmt.Errorf("soaking: %w", err)
	}
	defer func() { err = errors.Join(err, g.Close()) }()
	sample, err := g.Run(ctx, within, each)
	return sample.Requests, err
}

// settledState returns the state of a server once it has closed all connections.
func (s *server) settledState(ctx context.Context) (state, error) {
	const tries, pause = 50, 100 * time.Millisecond
	var before state
	for range tries {
		time.Sleep(pause)
		// Count descriptors first, because requesting the snapshot opens a connection.
		open, err := proc.Descriptors(s.cmd.Process.Pid)
		if err != nil {
			return state{}, err
		}
		snapshot, err := s.snapshot(ctx)
		if err != nil {
			return state{}, err
		}
		now := state{Goroutines: snapshot.Goroutines, Heap: snapshot.Heap, Descriptors: open}
		if now.Resident, err = proc.Resident(s.cmd.Process.Pid); err != nil {
			return state{}, err
		}
		if before.Goroutines == now.Goroutines && before.Descriptors == now.Descriptors {
			return now, nil
		}
		before = now
	}
	return before, nil
}

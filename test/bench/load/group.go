package load

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// A Target is a server that runs.
type Target struct {
	Address, Path string
	// CPU is how much time of a processor the server has taken so far.
	CPU func() (time.Duration, error)
}

// A Group is connections to a server that make the same call.
type Group struct {
	target  Target
	workers []*worker
}

type worker struct {
	connection *Connection
	request    *Request
	check      check
	next       int64
	took       []time.Duration
	size       int64
}

// numbersEach is how many numbers a connection has for itself.
const numbersEach = 100_000_000

// Open opens connections, each with a session of its own where the server gives
// some, and makes the call once on each.
func Open(ctx context.Context, target Target, call Call, want Want, connections int) (*Group, error) {
	g := &Group{target: target}
	for i := range connections {
		w, err := target.worker(ctx, call, want)
		if err == nil {
			w.next = firstNumber + int64(i)*numbersEach
			g.workers = append(g.workers, w)
			err = w.once()
		}
		if err != nil {
			return nil, errors.Join(err, g.Close())
		}
	}
	return g, nil
}

const patience = 30 * time.Second

func (t Target) worker(ctx context.Context, call Call, want Want) (*worker, error) {
	connection, err := Dial(ctx, t.Address)
	if err != nil {
		return nil, err
	}
	w := &worker{connection: connection, check: check{call: call, want: want}}
	err = connection.Until(time.Now().Add(patience))
	session := ""
	if err == nil && call.Protocol != Modern {
		session, err = connection.initialize(t)
	}
	if err == nil {
		w.request, err = call.Request(t.Address, t.Path, session)
	}
	if err != nil {
		return nil, errors.Join(err, connection.Close())
	}
	return w, nil
}

// initialize begins a session, and returns its id; empty where the server has none.
func (c *Connection) initialize(t Target) (string, error) {
	r, err := Call{Protocol: Legacy, Method: Initialize}.Request(t.Address, t.Path, "")
	if err != nil {
		return "", err
	}
	a, err := c.Do(r)
	if err != nil {
		return "", err
	}
	k := check{call: Call{Protocol: Legacy, Method: Initialize}}
	return a.Session, k.answer(a, firstNumber)
}

// once makes one call.
func (w *worker) once() error {
	n := w.next
	w.next++
	w.request.number(n)
	began := time.Now()
	a, err := w.connection.Do(w.request)
	if err != nil {
		return err
	}
	w.took = append(w.took, time.Since(began))
	w.size += int64(a.Size)
	return w.check.answer(a, n)
}

// Close closes the connections.
func (g *Group) Close() error {
	failures := make([]error, len(g.workers))
	for i, w := range g.workers {
		failures[i] = w.connection.Close()
	}
	return errors.Join(failures...)
}

// A Sample is what some time of a group's calls cost.
type Sample struct {
	Requests int
	Took     time.Duration
	CPU      time.Duration
	// Bytes came from the server.
	Bytes int64
	// Latencies are of each request, in no order.
	Latencies []time.Duration
}

// Rate is how many requests were answered in a second.
func (s Sample) Rate() float64 { return float64(s.Requests) / s.Took.Seconds() }

// Each is the time of a processor that the server took for a request.
func (s Sample) Each() time.Duration { return s.CPU / time.Duration(max(s.Requests, 1)) }

// Size is how many bytes an answer had.
func (s Sample) Size() float64 { return float64(s.Bytes) / float64(max(s.Requests, 1)) }

// Run makes calls for a while, and at most so many on each connection; zero means
// as many as there is time for. An answer that is wrong ends it.
func (g *Group) Run(ctx context.Context, during time.Duration, most int) (Sample, error) {
	deadline := time.Now().Add(during)
	for _, w := range g.workers {
		w.took, w.size = w.took[:0], 0
		if err := w.connection.Until(deadline.Add(patience)); err != nil {
			return Sample{}, err
		}
	}
	before, err := g.target.CPU()
	if err != nil {
		return Sample{}, err
	}
	began := time.Now()
	failures := make([]error, len(g.workers))
	var all sync.WaitGroup
	for i, w := range g.workers {
		all.Go(func() {
			for failures[i] == nil && time.Now().Before(deadline) && ctx.Err() == nil && (most == 0 || len(w.took) < most) {
				failures[i] = w.once()
			}
		})
	}
	all.Wait()
	s := Sample{Took: time.Since(began)}
	after, err := g.target.CPU()
	if err = errors.Join(errors.Join(failures...), err, ctx.Err()); err != nil {
		return Sample{}, fmt.Errorf("under load: %w", err)
	}
	s.CPU = after - before
	for _, w := range g.workers {
		s.Requests += len(w.took)
		s.Bytes += w.size
		s.Latencies = append(s.Latencies, w.took...)
	}
	if s.Requests == 0 {
		return Sample{}, errors.New("nothing was answered in the time that there was")
	}
	return s, nil
}

// Percentile is the latency that a share of the requests took at most. It sorts
// them.
func Percentile(latencies []time.Duration, share float64) time.Duration {
	if len(latencies) == 0 {
		return 0
	}
	slices.Sort(latencies)
	return latencies[min(int(share*float64(len(latencies))), len(latencies)-1)]
}

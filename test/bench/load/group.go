package load

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// A Target is a running server.
type Target struct {
	Address, Path string
	// CPU returns the processor time that the server has used so far.
	CPU func() (time.Duration, error)
}

// A Group is a number of connections to a server that make the same call.
type Group struct {
	target  Target
	workers []*worker
}

type worker struct {
	connection *Connection
	requests   []*Request // of which each is sent in turn
	check      check
	next       int64
	took       []time.Duration
	size       int64
}

// numbersEach is the number of request numbers for each connection.
const numbersEach = 100_000_000

// Open opens connections, each with its own session if the server has sessions, and makes the call once on
// each.
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

const requestTimeout = 30 * time.Second

func (t Target) worker(ctx context.Context, call Call, want Want) (*worker, error) {
	connection, err := Dial(ctx, t.Address)
	if err != nil {
		return nil, err
	}
	w := &worker{connection: connection, check: check{call: call, want: want}}
	err = connection.SetDeadline(time.Now().Add(requestTimeout))
	session := ""
	if err == nil && call.Protocol != Modern {
		session, err = connection.initialize(t)
	}
	if err == nil {
		w.requests, err = call.requests(t.Address, t.Path, session)
	}
	if err != nil {
		return nil, errors.Join(err, connection.Close())
	}
	return w, nil
}

// initialize begins a session, and returns its id; empty if the server has no sessions.
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
	request := w.requests[n%int64(len(w.requests))]
	request.number(n)
	began := time.Now()
	a, err := w.connection.Do(request)
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

// A Sample has the measurements of a group's calls in some time.
type Sample struct {
	Requests int
	Took     time.Duration
	CPU      time.Duration
	// Bytes is the size of all answers.
	Bytes int64
	// Latencies are those of each request, in any order.
	Latencies []time.Duration
}

// Rate returns the requests per second.
func (s Sample) Rate() float64 { return float64(s.Requests) / s.Took.Seconds() }

// CPUPerRequest returns the server's processor time for one request.
func (s Sample) CPUPerRequest() time.Duration { return s.CPU / time.Duration(max(s.Requests, 1)) }

// Size returns the average size of an answer in bytes.
func (s Sample) Size() float64 { return float64(s.Bytes) / float64(max(s.Requests, 1)) }

// Run makes calls for the duration, and at most limit calls on each connection; zero means no limit. A wrong
// answer ends it with an error.
func (g *Group) Run(ctx context.Context, duration time.Duration, limit int) (Sample, error) {
	deadline := time.Now().Add(duration)
	for _, w := range g.workers {
		w.took, w.size = w.took[:0], 0
		if err := w.connection.SetDeadline(deadline.Add(requestTimeout)); err != nil {
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
			for failures[i] == nil && time.Now().Before(deadline) && ctx.Err() == nil && (limit == 0 || len(w.took) < limit) {
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
		return Sample{}, errors.New("no request was answered in time")
	}
	return s, nil
}

// Percentile returns the latency that a share of the requests, from 0 to 1, did not exceed. It sorts the
// latencies.
func Percentile(latencies []time.Duration, share float64) time.Duration {
	if len(latencies) == 0 {
		return 0
	}
	slices.Sort(latencies)
	return latencies[min(int(share*float64(len(latencies))), len(latencies)-1)]
}

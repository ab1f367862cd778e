package bundle

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"
)

// Timed is a built view and how long that took.
type Timed struct {
	*Document

	Duration time.Duration
}

// BuildAll builds all views of the project, as many at a time as there are
// processors, and returns them sorted by name. If any fails, the error has the
// faults of all, as [Faults].
func (p *Project) BuildAll(ctx context.Context) ([]Timed, error) {
	names, err := p.Names()
	if err != nil {
		return nil, err
	}
	faulty := p.checkNames(names)
	built := make([]Timed, len(names))
	failures := make([]error, len(names))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wait sync.WaitGroup
	for i, name := range names {
		if !viewName.MatchString(name) {
			continue // reported by checkNames
		}
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			start := time.Now()
			built[i].Document, failures[i] = p.Build(ctx, name)
			built[i].Duration = time.Since(start)
		})
	}
	wait.Wait()
	if err := joinFaults(append([]error{faulty.Err()}, failures...)); err != nil {
		return nil, err
	}
	return built, nil
}

// joinFaults joins several Faults; any other error takes precedence.
func joinFaults(failures []error) error {
	var faults Faults
	for _, err := range failures {
		var some Faults
		switch {
		case err == nil:
		case errors.As(err, &some):
			faults = append(faults, some...)
		default:
			return err
		}
	}
	return faults.Err()
}

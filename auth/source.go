package auth

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// maxWait is how long a call may wait for a provider.
	maxWait = 5 * time.Second
	// refreshAfter is the age from which a value is fetched again in the background, and
	// maxAge the one from which it is not used any more.
	refreshAfter, maxAge = 10 * time.Minute, 24 * time.Hour
	// quietTime is how long nobody may have asked the provider for keys before a call waits for
	// them: one of those that are known may have been withdrawn.
	quietTime = 2 * refreshAfter
	// refreshPause is how old a value has to be before it is fetched again because something
	// is not in it, and retryPause the time after which a failed fetch is repeated. Until then,
	// everybody gets the same error at once.
	refreshPause, retryPause = 30 * time.Second, 5 * time.Second
)

// source has a value that a provider publishes. It fetches it when it is asked for, at most
// once at a time.
type source[T any] struct {
	fetch func(ctx context.Context) (T, error)
	// replaced is called, if it is not nil, with a fetched value and the one before; it returns
	// the one to use. No two calls overlap.
	replaced func(before, fetched T) T
	failed   func(error) // is called after each failed fetch
	// quiet is the time without a fetch after which calls wait for one, though there is a value
	// that may be used if it fails. Zero means that they don't.
	quiet time.Duration

	value atomic.Pointer[fetched[T]]

	mu      sync.Mutex
	running *flight
	failure error // of the last fetch
	since   time.Time
}

type fetched[T any] struct {
	value T
	at    time.Time
}

// flight is a running fetch.
type flight struct {
	done chan struct{}
	err  error
}

// current returns the value if there is one that may be used. If it is old, a fetch begins.
// Calls wait for it only after a quiet time: while a provider fails slowly, they don't.
func (s *source[T]) current(ctx context.Context, now time.Time) (value T, ok bool) {
	have := s.value.Load()
	if have == nil {
		return value, false
	}
	switch age := now.Sub(have.at); {
	case age >= maxAge, age >= refreshAfter && !s.wasQuiet(have.at, now):
		_, _ = s.start(ctx) // what fails is reported there
	case age >= refreshAfter:
		if _, err := s.wait(ctx); err != nil && ctx.Err() != nil {
			return value, false // a caller that goes away does not get what may be withdrawn
		}
		now, have = time.Now(), s.value.Load()
	}
	return have.value, now.Sub(have.at) < maxAge
}

// wasQuiet reports whether nothing has been fetched for so long that calls have to wait.
func (s *source[T]) wasQuiet(last, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.since.After(last) {
		last = s.since // a fetch that failed
	}
	return s.quiet > 0 && now.Sub(last) >= s.quiet
}

// get returns the value. If there is none that may be used, it waits for it.
func (s *source[T]) get(ctx context.Context) (value T, err error) {
	if have, ok := s.current(ctx, time.Now()); ok {
		return have, nil
	}
	return s.wait(ctx)
}

// newer returns a value that was fetched within the last 30 s; ok is false if that is the one
// that the caller has, too.
func (s *source[T]) newer(ctx context.Context) (value T, ok bool, err error) {
	if have := s.value.Load(); have != nil && time.Since(have.at) < refreshPause {
		return value, false, nil
	}
	value, err = s.wait(ctx)
	return value, err == nil, err
}

func (s *source[T]) wait(ctx context.Context) (value T, err error) {
	f, err := s.start(ctx)
	if err != nil {
		return value, err
	}
	select {
	case <-f.done:
	case <-ctx.Done():
		return value, fmt.Errorf("the provider does not answer in time: %w", ctx.Err())
	}
	if f.err != nil {
		return value, f.err
	}
	return s.value.Load().value, nil
}

// start returns the running fetch. If there is none it begins one, unless the last one has
// just failed.
func (s *source[T]) start(ctx context.Context) (*flight, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running != nil {
		return s.running, nil
	}
	if s.failure != nil && time.Since(s.since) < retryPause {
		return nil, s.failure
	}
	s.running = &flight{done: make(chan struct{})}
	go s.run(context.WithoutCancel(ctx), s.running) // others wait for it, too
	return s.running, nil
}

func (s *source[T]) run(ctx context.Context, f *flight) {
	ctx, end := context.WithTimeout(ctx, maxWait)
	defer end()
	value, err := s.fetch(ctx)
	s.mu.Lock()
	s.running, s.failure, s.since = nil, err, time.Now()
	if err == nil {
		if s.replaced != nil {
			var before T
			if have := s.value.Load(); have != nil {
				before = have.value
			}
			value = s.replaced(before, value)
		}
		s.value.Store(&fetched[T]{value, s.since})
	}
	s.mu.Unlock()
	if err != nil {
		s.failed(err)
	}
	f.err = err
	close(f.done)
}

// errBusy is the error for a token that can't be checked because too many are being checked.
var errBusy = errors.New("too many tokens are being checked")

// slots bounds how much is done at a time.
type slots chan struct{}

func (s slots) enter(ctx context.Context) error {
	select {
	case s <- struct{}{}:
		return nil
	default:
	}
	select {
	case s <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", errBusy, ctx.Err())
	}
}

func (s slots) leave() { <-s }

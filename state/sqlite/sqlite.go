package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel/state"
)

const (
	defaultBusyTimeout = 5 * time.Second
	defaultSweepEvery  = time.Minute
	defaultMaxBytes    = 1 << 30

	// readers is the maximum number of concurrent reads. They don't wait for writes.
	readers = 4
)

// Options configure a [Store]. The zero value works.
type Options struct {
	// MaxBytes is the maximum size of the file in bytes, rounded up to pages of 4 KiB. A
	// write that would exceed it fails with [state.ErrFull]. The log beside the file is not
	// counted, and an existing larger file doesn't shrink. Zero means 1 GiB: what an app
	// stores for clients that nobody knows must not fill the disk. [math.MaxInt64] means no
	// limit.
	MaxBytes int64
	// BusyTimeout is how long a call waits for other processes to finish writing, before it
	// fails with [ErrBusy]. The call's context may end it sooner. Zero means 5 seconds.
	BusyTimeout time.Duration
	// SweepEvery is the interval at which expired entries are removed from the file. Zero
	// means one minute.
	SweepEvery time.Duration
	// Logger gets a warning when removing expired entries fails. Nil means slog.Default().
	Logger *slog.Logger
}

// Store is a [state.Store] in a file. It is safe for concurrent use. It never drops entries
// early: if the file can't grow, writes fail with [state.ErrFull].
type Store struct {
	path    string
	options Options

	// writer has one connection: SQLite has one writer at a time, and waiting for the
	// connection can be cancelled, unlike waiting inside SQLite.
	writer, reader *sql.DB

	closed  atomic.Bool
	using   sync.RWMutex // read-locked by calls that have a connection or wait for one
	closing sync.Once
	stop    context.CancelFunc
	swept   sync.WaitGroup
	expired chan struct{} // signals that a call has found an expired entry
}

// Open opens the file at path with the default [Options], and creates it if it doesn't
// exist; its folder must exist. The path is a plain path: spaces, "?" and ":memory:" have no
// special meaning.
//
// The error wraps [ErrForeign], [ErrNewer], [ErrCorrupt], [ErrReadOnly], [ErrBusy] or
// [state.ErrFull] if it is one of those, and contains the fix.
func Open(path string) (*Store, error) { return OpenWith(path, Options{}) }

// OpenWith is [Open] with options. It fails for negative ones.
func OpenWith(path string, o Options) (*Store, error) {
	s := &Store{path: path, options: o, expired: make(chan struct{}, 1)}
	if s.options.MaxBytes < 0 || s.options.BusyTimeout < 0 || s.options.SweepEvery < 0 {
		return nil, s.failed("opening", errOptionsNegative)
	}
	s.options.MaxBytes = cmp.Or(s.options.MaxBytes, defaultMaxBytes)
	s.options.BusyTimeout = cmp.Or(s.options.BusyTimeout, defaultBusyTimeout)
	s.options.SweepEvery = cmp.Or(s.options.SweepEvery, defaultSweepEvery)
	if s.options.Logger == nil {
		s.options.Logger = slog.Default()
	}
	if err := s.open(); err != nil {
		return nil, s.failed("opening", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.swept.Go(func() { s.sweepUntil(ctx) })
	return s, nil
}

// Close stops the background work and closes the file. It waits for running calls. Calls
// that still wait for the file, and later ones, fail with an error that wraps
// [fs.ErrClosed]. Closing again has no effect.
func (s *Store) Close() error {
	var err error
	s.closing.Do(func() {
		s.closed.Store(true)
		s.stop()
		s.swept.Wait()
		s.using.Lock() // database/sql doesn't wait for connections in use
		defer s.using.Unlock()
		err = s.closeFile()
	})
	return err
}

var _ state.Store = (*Store)(nil)

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

	// readers is how many reads take place at once. They wait for no write.
	readers = 4
)

// Options configure a [Store]. The zero value works.
type Options struct {
	// MaxBytes bounds the file; what would make it larger is [state.ErrFull]. It is
	// rounded up to pages of 4 KiB, and the log beside the file takes some more. It
	// does not make a file smaller. Zero means that the disk is the bound.
	MaxBytes int64
	// BusyTimeout is how long a call waits while other processes write, before it
	// fails with [ErrBusy]. The context of the call may end it sooner. Zero means 5
	// seconds.
	BusyTimeout time.Duration
	// SweepEvery is how often expired entries are removed from the file. Zero means a
	// minute.
	SweepEvery time.Duration
	// Logger hears when that fails. Nil means slog.Default().
	Logger *slog.Logger
}

// Store is a [state.Store] in a file. It is safe for concurrent use.
//
// It drops nothing before its time: a file that may not grow refuses more, with
// [state.ErrFull].
type Store struct {
	path    string
	options Options

	// writer has one connection: SQLite writes one thing at a time, and who waits for
	// the connection can stop waiting, unlike who waits for SQLite.
	writer, reader *sql.DB

	closed  atomic.Bool
	using   sync.RWMutex // held for reading by calls that have a connection, or wait for one
	closing sync.Once
	stop    context.CancelFunc
	swept   sync.WaitGroup
	expired chan struct{} // somebody has met an expired entry
}

// Open opens the file of a path with the default [Options], and creates it if it does
// not exist; its folder has to exist. The path is a plain path: spaces, "?" and
// ":memory:" have no special meaning.
//
// The error is, or wraps, [ErrForeign], [ErrNewer], [ErrCorrupt], [ErrReadOnly],
// [ErrBusy] or [state.ErrFull], and says how to mend it.
func Open(path string) (*Store, error) { return OpenWith(path, Options{}) }

// OpenWith is [Open] with options. Negative ones are an error.
func OpenWith(path string, o Options) (*Store, error) {
	s := &Store{path: path, options: o, expired: make(chan struct{}, 1)}
	if s.options.MaxBytes < 0 || s.options.BusyTimeout < 0 || s.options.SweepEvery < 0 {
		return nil, s.failed("opening", errOptionsNegative)
	}
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

// Close ends what goes on in the background and closes the file. Calls that have
// begun their work end first; those that still wait for others, and later ones, fail
// with an error that is [fs.ErrClosed]. Closing again
// does nothing.
func (s *Store) Close() error {
	var err error
	s.closing.Do(func() {
		s.closed.Store(true)
		s.stop()
		s.swept.Wait()
		s.using.Lock() // database/sql does not wait for connections that are in use
		defer s.using.Unlock()
		err = s.closeFile()
	})
	return err
}

var _ state.Store = (*Store)(nil)

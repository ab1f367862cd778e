package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"math/rand/v2"
	"time"
)

// How long a call pauses before it tries again what others have locked.
const (
	firstPause   = time.Millisecond
	longestPause = 50 * time.Millisecond
)

// patiently does something again as long as others have the file locked. SQLite could
// wait by itself, but not until a context ends.
func (s *Store) patiently(ctx context.Context, do func() error) error {
	deadline := time.Now().Add(s.options.BusyTimeout)
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		if err := ctx.Err(); err != nil {
			return err //nolint:wrapcheck // the caller does
		}
		err := do()
		if !isBusy(err) || time.Now().After(deadline) {
			return err
		}
		timer := time.NewTimer(pause/2 + rand.N(pause)) //nolint:gosec // chance only spreads the tries
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err() //nolint:wrapcheck // the caller does
		}
	}
}

// writing does something in a transaction, alone. It waits for others as long as ctx
// allows, and then does it to the end: a commit that is interrupted may have taken
// place or not.
func (s *Store) writing(ctx context.Context, do func(ctx context.Context, conn *sql.Conn) error) error {
	return s.patiently(ctx, func() error {
		conn, done, err := s.connection(ctx, s.writer)
		if err != nil {
			return err
		}
		defer done()
		lasting := context.WithoutCancel(ctx)
		if _, err = conn.ExecContext(lasting, "BEGIN IMMEDIATE"); err != nil {
			return err //nolint:wrapcheck // the caller does
		}
		if err = ctx.Err(); err == nil {
			err = do(lasting, conn)
		}
		if err == nil {
			_, err = conn.ExecContext(lasting, "COMMIT")
		}
		if err != nil {
			undo(lasting, conn)
		}
		return err //nolint:wrapcheck // the caller does
	})
}

// undo ends a transaction that has failed. SQLite may have done so already; where
// that is not certain the connection is not used again.
func undo(ctx context.Context, conn *sql.Conn) {
	if _, err := conn.ExecContext(ctx, "ROLLBACK"); err != nil {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
}

// reading does something with a connection that sees all that was acknowledged.
func (s *Store) reading(ctx context.Context, do func(ctx context.Context, conn *sql.Conn) error) error {
	return s.patiently(ctx, func() error {
		conn, done, err := s.connection(ctx, s.reader)
		if err != nil {
			return err
		}
		defer done()
		return do(context.WithoutCancel(ctx), conn)
	})
}

// connection returns a connection, which is the caller's until done, and which Close
// waits for.
func (s *Store) connection(ctx context.Context, db *sql.DB) (conn *sql.Conn, done func(), err error) {
	s.using.RLock()
	if s.closed.Load() {
		s.using.RUnlock()
		return nil, nil, errClosed
	}
	conn, err = db.Conn(ctx)
	if err == nil && s.closed.Load() {
		err = errors.Join(errClosed, conn.Close())
	}
	if err != nil {
		s.using.RUnlock()
		return nil, nil, err
	}
	return conn, func() {
		_ = conn.Close() // it goes back to the others
		s.using.RUnlock()
	}, nil
}

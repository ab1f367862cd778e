package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"math/rand/v2"
	"time"
)

// The pauses before retrying while other processes have the file locked.
const (
	firstPause   = time.Millisecond
	longestPause = 50 * time.Millisecond
)

// retryBusy calls a function again as long as other processes have the file locked. SQLite
// could wait itself, but would ignore the context.
func (s *Store) retryBusy(ctx context.Context, do func() error) error {
	deadline := time.Now().Add(s.options.BusyTimeout)
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		if err := ctx.Err(); err != nil {
			return err //nolint:wrapcheck // wrapped by the caller
		}
		err := do()
		if !isBusy(err) || time.Now().After(deadline) {
			return err
		}
		timer := time.NewTimer(pause/2 + rand.N(pause)) //nolint:gosec // it only spreads retries
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err() //nolint:wrapcheck // wrapped by the caller
		}
	}
}

// writing runs a function in a write transaction. It waits for other writers as long as ctx
// allows; once begun, the transaction ignores ctx: an interrupted commit may or may not take
// effect.
func (s *Store) writing(ctx context.Context, do func(ctx context.Context, conn *sql.Conn) error) error {
	return s.retryBusy(ctx, func() error {
		conn, done, err := s.connection(ctx, s.writer)
		if err != nil {
			return err
		}
		defer done()
		lasting := context.WithoutCancel(ctx)
		if _, err = conn.ExecContext(lasting, "BEGIN IMMEDIATE"); err != nil {
			return err //nolint:wrapcheck // wrapped by the caller
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
		return err //nolint:wrapcheck // wrapped by the caller
	})
}

// undo rolls back a failed transaction. If that fails, SQLite may have done so already, but
// the connection is discarded to be safe.
func undo(ctx context.Context, conn *sql.Conn) {
	if _, err := conn.ExecContext(ctx, "ROLLBACK"); err != nil {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
}

// reading runs a function with a connection that sees all acknowledged writes.
func (s *Store) reading(ctx context.Context, do func(ctx context.Context, conn *sql.Conn) error) error {
	return s.retryBusy(ctx, func() error {
		conn, done, err := s.connection(ctx, s.reader)
		if err != nil {
			return err
		}
		defer done()
		return do(context.WithoutCancel(ctx), conn)
	})
}

// connection returns a connection that the caller may use until it calls done. Close waits
// for that.
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
		_ = conn.Close() // returns it to the pool
		s.using.RUnlock()
	}, nil
}

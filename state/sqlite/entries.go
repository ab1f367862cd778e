package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/orielapps/oriel/state"
)

// Get returns the entry of a key; see [state.Store].
func (s *Store) Get(ctx context.Context, key string) (state.Entry, error) {
	if err := s.begin(ctx, "reading", key); err != nil {
		return state.Entry{}, err
	}
	var found row
	err := s.reading(ctx, func(ctx context.Context, conn *sql.Conn) (err error) {
		found, err = lookUp(ctx, conn, "value", key)
		return err
	})
	switch {
	case err != nil:
		return state.Entry{}, s.broken(ctx, "reading", key, err)
	case found.gone(time.Now()):
		s.metExpired()
		return state.Entry{}, notFound(key)
	case !found.there:
		return state.Entry{}, notFound(key)
	}
	entry := state.Entry{Value: found.value, Revision: found.revision}
	if found.expires.Valid {
		entry.Expires = time.UnixMicro(found.expires.Int64)
	}
	return entry, nil
}

// Put writes a value under a condition; see [state.Store].
func (s *Store) Put(ctx context.Context, key string, value []byte, expected state.Revision, ttl time.Duration) (state.Revision, error) {
	if err := s.begin(ctx, "writing", key); err != nil {
		return 0, err
	}
	if err := state.CheckPut(key, value, ttl); err != nil {
		return 0, err
	}
	if value == nil {
		value = []byte{}
	}
	var revision state.Revision
	put := func(ctx context.Context, conn *sql.Conn) (err error) {
		if err = meets(ctx, conn, key, expected); err != nil {
			return err
		}
		revision, err = write(ctx, conn, key, value, ttl)
		return err
	}
	err := s.writing(ctx, put)
	if errors.Is(classified(err), state.ErrFull) && s.sweep(ctx) == nil {
		err = s.writing(ctx, put)
	}
	if err != nil {
		return 0, s.broken(ctx, "writing", key, err)
	}
	return revision, nil
}

// Delete removes an entry under a condition; see [state.Store].
func (s *Store) Delete(ctx context.Context, key string, expected state.Revision) error {
	if err := s.begin(ctx, "deleting", key); err != nil {
		return err
	}
	err := s.writing(ctx, func(ctx context.Context, conn *sql.Conn) error {
		if err := meets(ctx, conn, key, expected); err != nil {
			return err
		}
		if expected == state.NoRevision {
			return state.ErrConflict
		}
		_, err := conn.ExecContext(ctx, "DELETE FROM entries WHERE key = ?", key)
		return err //nolint:wrapcheck // wrapped by broken
	})
	if err != nil {
		return s.broken(ctx, "deleting", key, err)
	}
	return nil
}

// begin returns the error that prevents a method from running.
func (s *Store) begin(ctx context.Context, doing, key string) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s %s: %w", doing, quote(key), err)
	}
	if s.closed.Load() {
		return fmt.Errorf("%s %s: %w", doing, quote(key), errClosed)
	}
	return state.CheckKey(key)
}

// broken wraps an error with the call in which it happened.
func (s *Store) broken(ctx context.Context, doing, key string, err error) error {
	ended := ctx.Err()
	switch {
	case errors.Is(err, state.ErrConflict):
	case s.closed.Load() && !errors.Is(err, ended):
		err = errClosed
	case ended == nil || !errors.Is(err, ended):
		err = fmt.Errorf("%w, in the file %q", classified(err), s.path)
	}
	return fmt.Errorf("%s %s: %w", doing, quote(key), err)
}

func notFound(key string) error { return fmt.Errorf("reading %s: %w", quote(key), state.ErrNotFound) }

// quote returns a key for an error, shortened if it is long.
func quote(key string) string { return fmt.Sprintf("%.100q", key) }

// row is the row of a key.
type row struct {
	there    bool
	value    []byte
	revision state.Revision
	expires  sql.NullInt64
}

// gone reports whether the row exists and has expired.
func (r *row) gone(now time.Time) bool {
	return r.there && r.expires.Valid && r.expires.Int64 <= now.UnixMicro()
}

// lookUp reads the row of a key, with its value, or with "NULL" instead.
func lookUp(ctx context.Context, conn *sql.Conn, value, key string) (row, error) {
	found := row{there: true}
	err := conn.QueryRowContext(ctx, "SELECT "+value+", revision, expires FROM entries WHERE key = ?", key).
		Scan(&found.value, &found.revision, &found.expires)
	if errors.Is(err, sql.ErrNoRows) {
		return row{}, nil
	}
	if found.value == nil {
		found.value = []byte{} // the driver returns nil for an empty value
	}
	return found, err //nolint:wrapcheck // wrapped by broken
}

// meets returns ErrConflict unless the entry has the expected revision.
func meets(ctx context.Context, conn *sql.Conn, key string, expected state.Revision) error {
	if expected == state.AnyRevision {
		return nil
	}
	found, err := lookUp(ctx, conn, "NULL", key)
	if err != nil {
		return err
	}
	now := state.NoRevision
	if found.there && !found.gone(time.Now()) {
		now = found.revision
	}
	if now != expected {
		return state.ErrConflict
	}
	return nil
}

// write inserts a row, or replaces it.
func write(ctx context.Context, conn *sql.Conn, key string, value []byte, ttl time.Duration) (state.Revision, error) {
	var revision state.Revision
	if err := conn.QueryRowContext(ctx, "UPDATE counter SET revision = revision + 1 RETURNING revision").Scan(&revision); err != nil {
		return 0, err //nolint:wrapcheck // wrapped by broken
	}
	var expires sql.NullInt64
	if ttl > 0 {
		expires = sql.NullInt64{Int64: time.Now().Add(ttl).UnixMicro() + 1, Valid: true}
	}
	_, err := conn.ExecContext(ctx, `INSERT INTO entries (key, value, revision, expires) VALUES (?, ?, ?, ?)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, revision = excluded.revision, expires = excluded.expires`,
		key, value, int64(revision), expires)
	return revision, err //nolint:wrapcheck // wrapped by broken
}

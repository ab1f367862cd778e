package sqlite

import (
	"context"
	"database/sql"
	"time"
)

// sweptAtOnce is how many expired entries one transaction removes: few, so that other
// writes don't wait long.
const sweptAtOnce = 100

// metExpired wakes the sweeper: where there is one expired entry, there may be more.
func (s *Store) metExpired() {
	select {
	case s.expired <- struct{}{}:
	default: // it is already awake
	}
}

// sweepUntil removes expired entries periodically until ctx ends.
func (s *Store) sweepUntil(ctx context.Context) {
	tick := time.NewTicker(s.options.SweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-s.expired:
		}
		if err := s.sweep(ctx); err != nil && ctx.Err() == nil {
			s.options.Logger.WarnContext(ctx, "can't remove expired entries", "error", s.failed("sweeping", err))
		}
	}
}

// sweep removes all expired entries. Other writers get their turn between its transactions;
// if nothing has expired, it doesn't write.
func (s *Store) sweep(ctx context.Context) error {
	for {
		var expired int
		err := s.reading(ctx, func(ctx context.Context, conn *sql.Conn) error {
			return conn.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM entries WHERE expires <= ?)", time.Now().UnixMicro()).Scan(&expired)
		})
		if err != nil || expired == 0 {
			return err
		}
		err = s.writing(ctx, func(ctx context.Context, conn *sql.Conn) (err error) {
			_, err = conn.ExecContext(ctx, "DELETE FROM entries WHERE id IN (SELECT id FROM entries WHERE expires <= ? ORDER BY expires LIMIT ?)",
				time.Now().UnixMicro(), sweptAtOnce)
			return err //nolint:wrapcheck // wrapped by sweepUntil
		})
		if err != nil {
			return err
		}
	}
}

package oriel

import (
	"context"
	"crypto/rand"
	"log/slog"
	"strconv"
	"strings"
	"sync/atomic"
)

// requestLog adds the request's id, method and name to the app's log. It builds that
// logger on first use, because most requests log nothing.
type requestLog struct {
	inner   slog.Handler
	request *Request
}

// Enabled asks the app's handler.
func (l *requestLog) Enabled(ctx context.Context, level slog.Level) bool {
	return l.inner.Enabled(ctx, level)
}

// Handle writes a record.
func (l *requestLog) Handle(ctx context.Context, r slog.Record) error {
	return l.named().Handle(ctx, r) //nolint:wrapcheck // the app's own handler
}

// WithAttrs returns the log with attributes.
func (l *requestLog) WithAttrs(attrs []slog.Attr) slog.Handler { return l.named().WithAttrs(attrs) }

// WithGroup returns the log with a group.
func (l *requestLog) WithGroup(name string) slog.Handler { return l.named().WithGroup(name) }

func (l *requestLog) named() slog.Handler {
	return l.inner.WithAttrs([]slog.Attr{
		slog.String("request", l.request.ID), slog.String("method", string(l.request.Method)), slog.String("name", l.request.name()),
	})
}

// requestIDs makes ids for the log: a prefix for the process, and a number.
type requestIDs struct {
	process string
	last    atomic.Uint64
}

func newRequestIDs() *requestIDs {
	const length = 8
	return &requestIDs{process: "req-" + strings.ToLower(rand.Text()[:length]) + "-"}
}

func (ids *requestIDs) next() string {
	const base, room = 36, 32
	id := append(make([]byte, 0, room), ids.process...)
	return string(strconv.AppendUint(id, ids.last.Add(1), base))
}

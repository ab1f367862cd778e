package oriel

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/orielapps/oriel/hosts"
)

var silent = slog.New(slog.DiscardHandler)

// clientHandler sends each log record to the client (MCP notifications/message),
// encoded by slog's JSON handler.
type clientHandler struct {
	send func(ctx context.Context, m hosts.LogMessage) error
	name string
	// format adds the attributes and groups of the logger; nil if there are none.
	format func(slog.Handler) slog.Handler
}

// Enabled always returns true: the peer filters by the level that the client has set.
func (h *clientHandler) Enabled(context.Context, slog.Level) bool { return true }

// WithAttrs returns a handler that adds attributes.
func (h *clientHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return h.with(func(inner slog.Handler) slog.Handler { return inner.WithAttrs(attrs) })
}

// WithGroup returns a handler with a group for the attributes that follow.
func (h *clientHandler) WithGroup(name string) slog.Handler {
	return h.with(func(inner slog.Handler) slog.Handler { return inner.WithGroup(name) })
}

func (h *clientHandler) with(add func(slog.Handler) slog.Handler) slog.Handler {
	clone, before := *h, h.format
	clone.format = func(inner slog.Handler) slog.Handler {
		if before != nil {
			inner = before(inner)
		}
		return add(inner)
	}
	return &clone
}

// Handle sends a record: its message alone, or an object of message and attributes if
// there are attributes.
func (h *clientHandler) Handle(ctx context.Context, r slog.Record) error {
	m := hosts.LogMessage{Level: logLevel(r.Level), Logger: h.name, Data: r.Message}
	if h.format != nil || r.NumAttrs() > 0 {
		var out bytes.Buffer
		var inner slog.Handler = slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: r.Level, ReplaceAttr: withoutOwn})
		if h.format != nil {
			inner = h.format(inner)
		}
		if err := inner.Handle(ctx, r); err != nil {
			return fmt.Errorf("logging to the client: %w", err)
		}
		m.Data = json.RawMessage(bytes.TrimSpace(out.Bytes()))
	}
	return h.send(ctx, m)
}

// withoutOwn drops the level and time, which a log message of MCP has elsewhere.
func withoutOwn(groups []string, a slog.Attr) slog.Attr {
	if len(groups) > 0 {
		return a
	}
	switch a.Key {
	case slog.TimeKey, slog.LevelKey:
		return slog.Attr{}
	case slog.MessageKey:
		a.Key = "message"
	}
	return a
}

// logLevel returns MCP's name for a level.
func logLevel(l slog.Level) hosts.LogLevel {
	const step = 4
	switch {
	case l < slog.LevelInfo:
		return hosts.LevelDebug
	case l < slog.LevelInfo+step/2:
		return hosts.LevelInfo
	case l < slog.LevelWarn:
		return hosts.LevelNotice
	case l < slog.LevelError:
		return hosts.LevelWarning
	case l < slog.LevelError+step:
		return hosts.LevelError
	case l < slog.LevelError+2*step:
		return hosts.LevelCritical
	case l < slog.LevelError+3*step:
		return hosts.LevelAlert
	default:
		return hosts.LevelEmergency
	}
}

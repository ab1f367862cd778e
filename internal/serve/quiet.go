package serve

import (
	"context"
	"log/slog"
)

// quiet lets only warnings and errors through: go-sdk logs each session's
// beginning and end at the info level, which on a stateless server is each
// request.
type quiet struct{ slog.Handler }

func (q quiet) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && q.Handler.Enabled(ctx, level)
}

func (q quiet) WithAttrs(attrs []slog.Attr) slog.Handler { return quiet{q.Handler.WithAttrs(attrs)} }

func (q quiet) WithGroup(name string) slog.Handler { return quiet{q.Handler.WithGroup(name)} }

// sdkLogger is what go-sdk logs to.
func sdkLogger(logger *slog.Logger) *slog.Logger {
	if logger == nil {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(quiet{logger.Handler()})
}

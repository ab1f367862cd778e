package app

import (
	"context"
	"time"

	"github.com/orielapps/oriel"
)

// beat is the time between two signs of life.
const beat = 50 * time.Millisecond

// telling declares tools that tell the client something before they answer.
func telling(app *oriel.App) {
	oriel.AddTool(app, oriel.Tool{
		Name: "test_tool_with_logging", Description: "Logs to the client while it runs", ReadOnly: true,
	}, logs)
	oriel.AddTool(app, oriel.Tool{
		Name: "test_logging_tool", Description: "Logs one message, which clients get that want logs", ReadOnly: true,
	}, logsOnce)
	oriel.AddTool(app, oriel.Tool{
		Name: "test_tool_with_progress", Description: "Tells how far it has come", ReadOnly: true,
	}, progress)
	oriel.AddTool(app, oriel.Tool{
		Name: "test_error_handling", Description: "Fails, always", ReadOnly: true,
	}, fails)
	oriel.AddTool(app, oriel.Tool{
		Name: "test_reconnection", Description: "Takes a moment, so that there is time to lose the connection", ReadOnly: true,
	}, slow)
}

// Clients say whether they want log messages, and from which level on; ClientLog
// heeds that. It is a *slog.Logger, so attributes and levels are as anywhere.
func logs(ctx context.Context, _ none) (answer, error) {
	log := oriel.RequestFrom(ctx).ClientLog
	log.InfoContext(ctx, "Tool execution started")
	if err := pause(ctx, beat); err != nil {
		return answer{}, err
	}
	log.InfoContext(ctx, "Tool processing data", "step", 2)
	if err := pause(ctx, beat); err != nil {
		return answer{}, err
	}
	log.InfoContext(ctx, "Tool execution completed")
	return answer{Text: "Tool with logging executed successfully."}, nil
}

func logsOnce(ctx context.Context, _ none) (answer, error) {
	oriel.RequestFrom(ctx).ClientLog.InfoContext(ctx, "test_logging_tool executed")
	return answer{Text: "Logged a message."}, nil
}

func progress(ctx context.Context, _ none) (answer, error) {
	const all = 100
	r := oriel.RequestFrom(ctx)
	for _, done := range []float64{0, all / 2, all} {
		if done > 0 {
			if err := pause(ctx, beat); err != nil {
				return answer{}, err
			}
		}
		// A client that can't be told is no reason to stop.
		_ = r.Progress(ctx, done, all, "Working")
	}
	return answer{Text: "Tool with progress executed successfully."}, nil
}

// An *oriel.Error is for the model. Of any other error it learns only that there was
// one, and an id; the log has the rest under that id.
func fails(context.Context, none) (answer, error) {
	return answer{}, &oriel.Error{Code: "on_purpose", Message: "This tool intentionally returns an error for testing."}
}

func slow(ctx context.Context, _ none) (answer, error) {
	if err := pause(ctx, 2*beat); err != nil {
		return answer{}, err
	}
	return answer{Text: "Reconnection test completed."}, nil
}

// pause waits, unless the call is cancelled or the client has gone.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err() //nolint:wrapcheck // nothing to add
	}
}

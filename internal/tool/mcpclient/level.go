package mcpclient

import (
	"context"
	"encoding/json"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// logLevelKey is the member of _meta that says which log messages a request wants (MCP 2026-07-28,
// "Logging").
const logLevelKey = "io.modelcontextprotocol/logLevel"

// SetLogLevel says which log messages the server should send: those of this level and above.
// Up to protocol 2025-11-25 the server is told at once, and again in each new session. From
// 2026-07-28 on, each later request says so. Empty is the server's own choice; where another
// level was set before, older servers keep that until the next session.
func (c *Client) SetLogLevel(ctx context.Context, level hosts.LogLevel) error {
	if level != "" && !level.Known() {
		return &ui.Error{
			Code: "log_level_unknown", Message: "There is no such log level.",
			Fix: "Use debug, info, notice, warning, error, critical, alert or emergency.",
		}
	}
	c.mu.Lock()
	c.level = level
	c.mu.Unlock()
	if level == "" || c.Info().Protocol >= statelessFrom || c.Info().Protocol == "" {
		return nil
	}
	_, err := c.request(ctx, setLevel(level))
	return err
}

func (c *Client) logLevel() hosts.LogLevel {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.level
}

func setLevel(level hosts.LogLevel) exchange {
	return exchange{method: "logging/setLevel", params: map[string]any{"level": level}}
}

// tellLevel repeats the log level in a new session of protocol 2025-11-25 or before.
func (c *Client) tellLevel(ctx context.Context, s *session) {
	level := c.logLevel()
	if level == "" || s.conn.stateless {
		return
	}
	telling, cancel := context.WithTimeout(ctx, c.options.Timeout)
	go func() {
		defer cancel()
		_, _ = s.conn.roundTrip(telling, setLevel(level)) // the timeline shows what comes of it
	}()
}

// Complete asks for values of an argument (MCP 2025-11-25, "Completion"). ref is a reference to
// a prompt or a template. The result is a CompleteResult as the server wrote it.
func (c *Client) Complete(ctx context.Context, ref json.RawMessage, name, value string, known map[string]string) (json.RawMessage, error) {
	params := map[string]any{"ref": ref, "argument": map[string]string{"name": name, "value": value}}
	if len(known) > 0 {
		params["context"] = map[string]any{"arguments": known}
	}
	return c.request(ctx, exchange{method: "completion/complete", params: params})
}

package hosts

import (
	"context"
	"encoding/json"
)

// Peer is the other end of one request: the client, and what it sent along. The zero value
// is an unknown client.
type Peer struct {
	Client Client
	// Meta is the request's _meta. Up to MCP 2025-11-25, it also has the locale from
	// initialize.
	Meta Meta
	// Progress sends a progress notification (notifications/progress). Nil if the client
	// didn't ask for progress.
	Progress func(ctx context.Context, p Progress) error
	// Log sends a log message to the client (notifications/message), unless it is below
	// the level that the client wants. Nil if the client wants no logs.
	Log func(ctx context.Context, m LogMessage) error
	// Ask sends a request to the client and waits for its result. Nil if questions are
	// asked in rounds, or can't be asked.
	Ask func(ctx context.Context, r InputRequest) (json.RawMessage, error)
	// Round is what the client has answered so far, if questions are asked in rounds
	// (MCP 2026-07-28, "Multi round-trip requests"); otherwise nil.
	Round *Round
	// Raw is the request as the transport has it: a *http.Request without its body over
	// HTTP, nil over stdio, and the library's own request behind go-sdk or mcp-go. Its
	// type may change.
	Raw any
}

// Progress is how far a request has come (MCP 2025-11-25, "Progress").
type Progress struct {
	// Done must grow from one notification to the next. Total is zero if it isn't known.
	// Both are in any unit.
	Done, Total float64
	// Message describes the current step, for people.
	Message string
}

// LogLevel is the severity of a log message (MCP 2025-11-25, "Logging").
type LogLevel string

// The levels, from the least to the most severe.
const (
	LevelDebug     LogLevel = "debug"
	LevelInfo      LogLevel = "info"
	LevelNotice    LogLevel = "notice"
	LevelWarning   LogLevel = "warning"
	LevelError     LogLevel = "error"
	LevelCritical  LogLevel = "critical"
	LevelAlert     LogLevel = "alert"
	LevelEmergency LogLevel = "emergency"
)

// Reaches reports whether messages of this level are sent to a client that wants messages
// from least on. It is false if one of the levels is unknown.
func (l LogLevel) Reaches(least LogLevel) bool {
	at, wanted := l.rank(), least.rank()
	return at >= 0 && wanted >= 0 && at >= wanted
}

// Known reports whether MCP has the level.
func (l LogLevel) Known() bool { return l.rank() >= 0 }

func (l LogLevel) rank() int {
	for i, level := range []LogLevel{LevelDebug, LevelInfo, LevelNotice, LevelWarning, LevelError, LevelCritical, LevelAlert, LevelEmergency} {
		if l == level {
			return i
		}
	}
	return -1
}

// LogMessage is a log message to the client.
type LogMessage struct {
	Level LogLevel
	// Logger names the part of the app that logs. Empty means not specified.
	Logger string
	// Data is the message: a string, or anything that marshals to JSON.
	Data any
}

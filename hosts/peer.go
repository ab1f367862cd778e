package hosts

import (
	"context"
	"encoding/json"
)

// Peer is the other end of one request: the client, and what it sent along. The
// zero value is a client of which nothing is known.
type Peer struct {
	Client Client
	// Meta is the request's _meta; in the older lifecycle also the locale that came
	// with initialize.
	Meta Meta
	// Progress sends a notification of how far the request has come
	// (notifications/progress). Nil where the client didn't ask for any.
	Progress func(ctx context.Context, p Progress) error
	// Log sends a log message to the client (notifications/message); what is below
	// the level that the client wants is left out. Nil where it wants none.
	Log func(ctx context.Context, m LogMessage) error
	// Ask sends a request to the client and waits for its result. Nil where
	// questions are asked in rounds, or can't be asked.
	Ask func(ctx context.Context, r InputRequest) (json.RawMessage, error)
	// Round is what the client has answered so far, in the lifecycle in which
	// questions are asked in rounds (MCP 2026-07-28, "Multi round-trip requests").
	// Nil elsewhere.
	Round *Round
	// Raw is the request as whoever carries it has it, for what nothing else here
	// tells: over HTTP a *http.Request without its body, over stdio nil, behind a
	// server of go-sdk or mcp-go that library's request. Its type is no promise.
	Raw any
}

// Progress is how far a request has come (MCP 2025-11-25, "Progress").
type Progress struct {
	// Done must grow from one notification to the next; Total is zero where it
	// isn't known. Both are in whatever unit the work has.
	Done, Total float64
	// Message says what is going on, for people.
	Message string
}

// LogLevel is how much a log message matters (MCP 2025-11-25, "Logging").
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

// Reaches reports whether a message of this level is sent to a client that wants
// messages from least on. An unknown level reaches nothing and is reached by
// nothing.
func (l LogLevel) Reaches(least LogLevel) bool {
	at, wanted := l.rank(), least.rank()
	return at >= 0 && wanted >= 0 && at >= wanted
}

// Known reports whether the level is one of MCP.
func (l LogLevel) Known() bool { return l.rank() >= 0 }

func (l LogLevel) rank() int {
	for i, level := range []LogLevel{LevelDebug, LevelInfo, LevelNotice, LevelWarning, LevelError, LevelCritical, LevelAlert, LevelEmergency} {
		if l == level {
			return i
		}
	}
	return -1
}

// LogMessage is a log message for the client.
type LogMessage struct {
	Level LogLevel
	// Logger names the part of the app that says it; empty says nothing.
	Logger string
	// Data is the message: a string, or anything that marshals to JSON.
	Data any
}

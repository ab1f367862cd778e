package ui

import "encoding/json"

// Action is something a view asks its host to do. The implementations are
// [CallTool], [SendPrompt], [SendIntent], [Notify], [OpenLink] and [SetState]; the
// interface is sealed.
type Action interface{ action() }

// CallTool runs a tool of the app.
type CallTool struct {
	Name      string
	Arguments json.RawMessage
	// ID lets the view match the answer; empty where none is wanted.
	ID string
}

// SendPrompt puts a message into the conversation, as the user.
type SendPrompt struct{ Text string }

// SendIntent tells the host what the user wants in the app's own terms.
type SendIntent struct {
	Name   string
	Params json.RawMessage
}

// Notify tells the host that something happened.
type Notify struct {
	Level   Level
	Message string
}

// OpenLink opens a page outside the view.
type OpenLink struct{ URL string }

// SetState keeps the view's state with the host.
type SetState struct{ State json.RawMessage }

// Level is a severity, as in MCP logging.
type Level string

// The levels of MCP logging. The zero value means [LevelInfo].
const (
	LevelDebug   Level = "debug"
	LevelInfo    Level = "info"
	LevelWarning Level = "warning"
	LevelError   Level = "error"
)

func (CallTool) action()   {}
func (SendPrompt) action() {}
func (SendIntent) action() {}
func (Notify) action()     {}
func (OpenLink) action()   {}
func (SetState) action()   {}

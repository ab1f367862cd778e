package ui

import "encoding/json"

// Action is something that a view asks its host to do. The implementations are
// [CallTool], [SendPrompt], [SendIntent], [Notify], [OpenLink] and [SetState]; other
// packages can't add any.
type Action interface{ action() }

// CallTool calls a tool of the app.
type CallTool struct {
	Name      string
	Arguments json.RawMessage
	// ID lets the view match the answer. Empty means that it wants none.
	ID string
}

// SendPrompt adds a message of the user to the conversation.
type SendPrompt struct{ Text string }

// SendIntent tells the host, in the app's own terms, what the user wants.
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

// SetState stores the view's state with the host.
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

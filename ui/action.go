package ui

import "encoding/json"

// Action is something a view asks its host to do. The implementations are
// [CallTool], [Prompt], [Intent], [Notify], [OpenLink] and [SetState]; the
// interface is sealed.
type Action interface{ action() }

// CallTool runs a tool of the app.
type CallTool struct {
	Name      string
	Arguments json.RawMessage
	// ID lets the view match the answer; empty where none is wanted.
	ID string
}

// Prompt puts a message into the conversation, as the user.
type Prompt struct{ Text string }

// Intent tells the host what the user wants in the app's own terms.
type Intent struct {
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

// The levels of MCP logging. The zero value means [Info].
const (
	Debug      Level = "debug"
	Info       Level = "info"
	Warning    Level = "warning"
	ErrorLevel Level = "error"
)

func (CallTool) action() {}
func (Prompt) action()   {}
func (Intent) action()   {}
func (Notify) action()   {}
func (OpenLink) action() {}
func (SetState) action() {}

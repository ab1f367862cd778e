package main

import (
	"encoding/json"

	"github.com/orielapps/oriel/internal/tool/devloop"
)

// The event types of oriel dev beyond those of package devloop, with their fields of
// [devEvent].
const (
	// Started is the first event. Dir is the project's folder; Workbench, App and Public
	// are the addresses.
	devStarted devloop.EventType = "started"
	// Requested: the app answered a request of Client for Method and Name in MS
	// milliseconds. Code is the error's code, if it failed.
	devRequested devloop.EventType = "request"
	// TunnelEnded: the tunnel with the address Public has ended.
	devTunnelEnded devloop.EventType = "tunnel_ended"
	// AssistantStale: what Assistant stored of the app is out of date. Changes are those
	// of the lists, Views have new documents, and Steps update the assistant.
	devAssistantStale devloop.EventType = "assistant_stale"
	// ViewHealth: a page of the workbench shows View as the host Profile, and has found
	// Health.
	devViewHealth devloop.EventType = "view_health"
)

// devEvent is an event as "oriel dev --json" prints it. Fields of other types are left
// out.
type devEvent struct {
	devloop.Event
	addresses

	Method    string   `json:"method,omitempty"`
	Name      string   `json:"name,omitempty"`
	Client    string   `json:"client,omitempty"`
	Code      string   `json:"code,omitempty"`
	Assistant string   `json:"assistant,omitempty"`
	Changes   []string `json:"changes,omitempty"`
	Views     []string `json:"views,omitempty"`
	Steps     []string `json:"steps,omitempty"`
	Profile   string   `json:"profile,omitempty"`

	Health *devHealth `json:"health,omitempty"`
}

// devHealth is something that is wrong with a view that runs.
type devHealth struct {
	Level   string `json:"level"` // "warning" or "broken"
	Kind    string `json:"kind"`
	Message string `json:"message"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Excerpt string `json:"excerpt,omitempty"`
	Fix     string `json:"fix,omitempty"`
}

// addresses are the project's folder and the URLs of oriel dev.
type addresses struct {
	Dir string `json:"dir,omitempty"`
	// Workbench is the workbench's URL, with its token.
	Workbench string `json:"workbench,omitempty"`
	// App is the endpoint on this machine, Public its public URL.
	App    string `json:"app,omitempty"`
	Public string `json:"public,omitempty"`
}

// line returns the event as one line of JSON.
func (e devEvent) line() ([]byte, error) {
	text, err := json.Marshal(e)
	return append(text, '\n'), err
}

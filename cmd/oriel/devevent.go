package main

import (
	"encoding/json"

	"github.com/orielapps/oriel/internal/tool/devloop"
)

// What happens around a loop, and which fields of [devEvent] say more.
const (
	// Started is the first: Dir is the project's folder; Workbench, App and Public are
	// the addresses.
	devStarted devloop.EventType = "started"
	// Requested: the app has answered a request of Method for Name, of Client, in MS;
	// with Code, where that went wrong.
	devRequested devloop.EventType = "request"
	// TunnelEnded: nobody reaches the app at Public any more.
	devTunnelEnded devloop.EventType = "tunnel_ended"
	// AssistantStale: what Assistant has stored of the app is out of date, by Changes in
	// its lists, or in Views; Steps mend that.
	devAssistantStale devloop.EventType = "assistant_stale"
)

// devEvent is an event as "oriel dev --json" prints it. Fields that don't belong to
// its type are left out.
type devEvent struct {
	devloop.Event
	places

	Method    string   `json:"method,omitempty"`
	Name      string   `json:"name,omitempty"`
	Client    string   `json:"client,omitempty"`
	Code      string   `json:"code,omitempty"`
	Assistant string   `json:"assistant,omitempty"`
	Changes   []string `json:"changes,omitempty"`
	Views     []string `json:"views,omitempty"`
	Steps     []string `json:"steps,omitempty"`
}

// places are where everything is.
type places struct {
	Dir string `json:"dir,omitempty"`
	// Workbench is its URL, with the token that lets in.
	Workbench string `json:"workbench,omitempty"`
	// App is the endpoint on this machine, Public where people elsewhere reach it.
	App    string `json:"app,omitempty"`
	Public string `json:"public,omitempty"`
}

// line is the event in one line of JSON.
func (e devEvent) line() ([]byte, error) {
	text, err := json.Marshal(e)
	return append(text, '\n'), err
}

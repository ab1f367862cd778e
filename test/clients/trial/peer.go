// Package trial takes clients through the same steps and knows what they have to
// see. No production code imports it.
package trial

import (
	"context"

	"github.com/orielapps/oriel/ui"
)

// Peer is a connected client that is written in Go.
type Peer interface { //nolint:interfacebloat // it is all that a client can do
	Introduction() Introduction
	Tools(ctx context.Context) ([]Tool, error)
	// Resources and Templates return their URIs.
	Resources(ctx context.Context) ([]string, error)
	Templates(ctx context.Context) ([]string, error)
	Prompts(ctx context.Context) ([]Prompt, error)
	Read(ctx context.Context, uri string) ([]ui.Document, error)
	// Call calls a tool; its progress comes to [Heard] if it is wanted.
	Call(ctx context.Context, tool string, arguments any, progress bool) (*Result, error)
	Prompt(ctx context.Context, name string, arguments map[string]string) ([]Message, error)
	Complete(ctx context.Context, c Completing) ([]string, error)
	// LogLevel says which log messages are wanted from now on.
	LogLevel(ctx context.Context, level string) error
	Subscribe(ctx context.Context, uri string) error
	Unsubscribe(ctx context.Context, uri string) error
	Close() error
	// Code is the code of an error of JSON-RPC; zero if it is none.
	Code(err error) int64
	// Heard is what the client was told and asked; it is always the same.
	Heard() *Heard
}

// Introduction is what a server said of itself.
type Introduction struct {
	Server       Server   `json:"server"`
	Instructions string   `json:"instructions"`
	Offers       []string `json:"offers"`
	Protocol     string   `json:"protocol"`
}

// Server is a server's name.
type Server struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Version string `json:"version"`
}

// Tool is a tool and the URI of its view, if it has one.
type Tool struct{ Name, View string }

// Prompt is a prompt; optional arguments end with "?".
type Prompt struct {
	Name      string   `json:"name"`
	Arguments []string `json:"arguments"`
}

// Result is what a tool has given.
type Result struct {
	Data     any
	Text     string
	ViewData any
	IsError  bool
}

// Message is a message of a prompt.
type Message struct{ Role, Text string }

// Completing is an argument of a prompt, or of a template, to be completed.
type Completing struct {
	Prompt, Template string
	Name, Typed      string
	Known            map[string]string
}

// Heard is what a client was told and asked while it did other things.
type Heard struct {
	Progress  chan string
	Logs      chan [2]any // level and data
	Updates   chan string // URIs
	ToolLists chan struct{}
	Questions chan Question

	manners chan string
}

// Question is a question that the user was asked.
type Question struct {
	Message string   `json:"message"`
	Fields  []string `json:"fields"`
}

// NewHeard returns one that has heard nothing yet.
func NewHeard() *Heard {
	const many = 1000
	h := &Heard{
		Progress: make(chan string, many), Logs: make(chan [2]any, many), Updates: make(chan string, many),
		ToolLists: make(chan struct{}, many), Questions: make(chan Question, many), manners: make(chan string, 1),
	}
	h.manners <- "accept"
	return h
}

func (h *Heard) behave(manners string) {
	<-h.manners
	h.manners <- manners
}

// The rest of what a client answers that has everything.
const (
	ModelText   = "drizzle"
	ModelName   = "a model"
	ModelStop   = "endTurn"
	RootURI     = "file:///home/ada"
	RootName    = "home"
	UIExtension = "io.modelcontextprotocol/ui"
)

// UISettings are what hosts of MCP Apps declare.
func UISettings() map[string]any {
	return map[string]any{"mimeTypes": []string{"text/html;profile=mcp-app"}}
}

// Answer answers a form as a person would: with what is required, if at all.
func (h *Heard) Answer(message string, requestedSchema any) (action string, content map[string]any) {
	form, _ := requestedSchema.(map[string]any)
	properties, _ := form["properties"].(map[string]any)
	required, _ := form["required"].([]any)
	h.Questions <- Question{message, sorted(properties)}
	action = <-h.manners
	h.manners <- action
	if action != "accept" {
		return action, nil
	}
	values := map[string]any{"name": "Ada", "seats": 2, "colour": "teal"}
	content = map[string]any{}
	for _, field := range required {
		name, _ := field.(string)
		content[name] = values[name]
	}
	return action, content
}

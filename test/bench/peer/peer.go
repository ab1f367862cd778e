// Package peer is what the servers that are compared have in common: what they
// serve, and how a program of each is started and looked into.
package peer

import (
	"errors"
	"fmt"
	"os"
)

// The app that each of them serves.
const (
	Name        = "hello"
	Version     = "1.0.0"
	Tool        = "greet"
	Title       = "Greet somebody"
	Description = "Says hello to somebody by name"
	MIMEType    = "text/html;profile=mcp-app"
)

// Person is the input of the tool.
type Person struct {
	Name string `json:"name" jsonschema:"Whom to greet" doc:"Whom to greet"`
}

// Greeting is its output.
type Greeting struct {
	Greeting string `json:"greeting"`
}

// Greet is what the tool does.
func Greet(p Person) Greeting { return Greeting{"Hello, " + p.Name + "!"} }

// Config says what a server has. The zero value is one tool without a view.
type Config struct {
	// Document is the view, and Views how many there are of it; the first is the
	// tool's.
	Document string
	Views    int
	// Tools is how many tools there are; those beyond the first do the same under
	// other names. Zero is one.
	Tools int
	// Answers is the file that the floor takes its answers from.
	Answers string
}

// ToolNames are the names of the tools.
func (c Config) ToolNames() []string {
	names := []string{Tool}
	for i := 1; i < c.Tools; i++ {
		names = append(names, fmt.Sprintf("%s-%04d", Tool, i))
	}
	return names
}

// View is one of the views of an app.
type View struct{ Name, URI, Document string }

// AllViews are the views of the app, which are alike but for their names.
func (c Config) AllViews() []View {
	all := make([]View, 0, c.Views)
	for i := range c.Views {
		name := fmt.Sprintf("view-%d", i)
		all = append(all, View{Name: name, URI: "ui://" + Name + "/" + name, Document: c.Document})
	}
	return all
}

// ReadDocument reads the view from a file.
func ReadDocument(path string) (string, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("reading the view, which \"npm ci\" installs: %w", err)
	}
	if len(raw) == 0 {
		return "", errors.New("the view is empty")
	}
	return string(raw), nil
}

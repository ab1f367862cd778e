// Package peer has the shared parts of the measured servers: the app that they serve, and the main function of their
// programs.
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

// The sign-in of the server that has one.
const (
	Issuer   = "https://id.example.com"
	Audience = "https://hello.example.com/mcp"
	Scope    = "greet"
)

// Person is the input of the tool.
type Person struct {
	Name string `json:"name" jsonschema:"Whom to greet" doc:"Whom to greet"`
}

// Greeting is its output.
type Greeting struct {
	Greeting string `json:"greeting"`
}

// Greet implements the tool.
func Greet(p Person) Greeting { return Greeting{"Hello, " + p.Name + "!"} }

// Config describes the app of a server. The zero value is one tool without a view.
type Config struct {
	// Document is the document of all views, and Views is their number. The first one is the tool's.
	Document string
	Views    int
	// Tools is the number of tools, which only differ in their names. Zero means one.
	Tools int
	// Answers is the file with the answers for package floor.
	Answers string
	// Keys is the file with the public keys of who issues tokens, as a JWK set, and Remembered is how many
	// accepted tokens are remembered, as in auth.Keys. They are for the server with a sign-in.
	Keys       string
	Remembered int
}

// ToolNames returns the names of the tools.
func (c Config) ToolNames() []string {
	names := []string{Tool}
	for i := 1; i < c.Tools; i++ {
		names = append(names, fmt.Sprintf("%s-%04d", Tool, i))
	}
	return names
}

// View is one of the views of an app.
type View struct{ Name, URI, Document string }

// AllViews returns the views of the app, which only differ in their names.
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

// Package app shows everything Oriel has, one idea a file:
//
//	content.go    tools that answer with text, pictures, sound, documents and links
//	telling.go    log messages, progress and errors while a tool runs
//	asking.go     asking the user and the client's model
//	rounds.go     several questions, and what happens where nobody can be asked
//	changing.go   tools, prompts and resources that change while the app serves
//	schemas.go    tools whose schema comes from elsewhere
//	resources.go  what clients can read
//	prompts.go    texts that people choose, and completion
//	dice.go       a view
//
// The names and texts are those that the official MCP conformance suite asks a server
// for, which is how this app is tested. Yours will have better ones: start from
// examples/hello, and look here how a thing is done.
package app

import (
	"context"
	"time"

	"github.com/orielapps/oriel"
)

// none is what a tool without arguments takes, and one without data gives.
type none = struct{}

// answer is a result for the model and for people, without data for programs.
type answer = oriel.Result[none]

// New returns the app. At most one Options may be given; its title and instructions
// are the app's own.
func New(options ...oriel.Options) *oriel.App {
	var o oriel.Options
	if len(options) > 0 {
		o = options[0]
	}
	o.Title = "Everything"
	o.Instructions = "Tools for testing an MCP client. Each does what its description says, and nothing else."

	app := oriel.NewWith("everything", "1.0.0", o)
	app.Use(timed)
	content(app)
	telling(app)
	asking(app)
	rounds(app)
	changing(app)
	schemas(app)
	resources(app)
	prompts(app)
	dice(app)
	return app
}

// timed is middleware: it is around every call, read, prompt and completion.
func timed(next oriel.RequestHandler) oriel.RequestHandler {
	return func(ctx context.Context, r *oriel.Request) (*oriel.Response, error) {
		began := time.Now()
		response, err := next(ctx, r)
		r.Log.DebugContext(ctx, "answered", "host", r.Profile.ID, "took", time.Since(began), "error", err)
		return response, err
	}
}

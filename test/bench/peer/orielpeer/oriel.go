// Package orielpeer is the measured app, written with Oriel's public API.
package orielpeer

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/test/bench/peer"
	"github.com/orielapps/oriel/ui"
)

// New returns its endpoint. It logs nothing, like the other servers.
func New(c peer.Config) (http.Handler, error) { return NewSigned(c, nil, nil) }

// NewSigned is [New] with a sign-in, which the tools need in one of these ways.
func NewSigned(c peer.Config, auth oriel.Auth, ways []ui.SecurityScheme) (http.Handler, error) {
	app := oriel.NewWith(peer.Name, peer.Version, oriel.Options{Logger: slog.New(slog.DiscardHandler), Auth: auth})
	var first *ui.View
	for _, v := range c.AllViews() {
		view := oriel.AddView(app, v.Name, ui.HTML(v.Document))
		if first == nil {
			first = view
		}
	}
	for _, name := range c.ToolNames() {
		oriel.AddTool(app, oriel.Tool{
			Name: name, Title: peer.Title, Description: peer.Description, View: first, ReadOnly: true, Security: ways,
		}, greet)
	}
	if err := app.Err(); err != nil {
		return nil, fmt.Errorf("declaring the app: %w", err)
	}
	return app.Handler(), nil
}

func greet(_ context.Context, p peer.Person) (oriel.Result[peer.Greeting], error) {
	g := peer.Greet(p)
	return oriel.Result[peer.Greeting]{Data: g, Text: g.Greeting}, nil
}

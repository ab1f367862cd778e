// Command everything is an MCP server that shows everything Oriel has.
package main

import (
	"context"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/examples/everything/app"
)

func main() {
	everything := newApp()
	go app.Tick(context.Background(), everything) // until Main ends the process
	everything.Main()
}

func newApp() *oriel.App { return app.New() }

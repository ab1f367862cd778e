// Command everything is an MCP server that shows everything Oriel has.
package main

import (
	"context"

	"github.com/orielapps/oriel/examples/everything/app"
)

func main() {
	everything := app.New()
	go app.Tick(context.Background(), everything) // until Main ends the process
	everything.Main()
}

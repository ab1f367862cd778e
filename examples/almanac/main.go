// Command almanac is an MCP server that shows sun and moon over a day at a
// place. Everything is computed, so it works offline.
package main

import (
	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/examples/almanac/app"
)

func main() { newApp().Main() }

func newApp() *oriel.App { return app.New() }

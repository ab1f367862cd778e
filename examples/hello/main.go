// Command hello is the smallest app with a view.
package main

import (
	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/examples/hello/app"
)

func main() { newApp().Main() }

func newApp() *oriel.App { return app.New() }

// Command hello is the smallest app with a view.
package main

import "github.com/orielapps/oriel/examples/hello/app"

func main() { app.New().Main() }

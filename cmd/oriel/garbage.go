package main

import "runtime/debug"

// collectSeldom lets memory grow further than usual before garbage is collected,
// until the function that it returns is called: for what makes much of it, and is over
// before collecting it pays.
func collectSeldom() (asBefore func()) {
	const growth = 400 // percent
	before := debug.SetGCPercent(growth)
	return func() { debug.SetGCPercent(before) }
}

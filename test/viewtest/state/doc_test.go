// Package state_test shows a view with a state to each kind of host, in Chromium and
// with the app's server behind it, does to it what may happen to a view, and writes
// down what becomes of the state.
package state_test

// Package terminal writes for people: with colours on a terminal, and with progress for
// slow work.
//
// Output to a file or a pipe has no escape sequences. It respects NO_COLOR
// (https://no-color.org), TERM=dumb and CLICOLOR_FORCE.
package terminal

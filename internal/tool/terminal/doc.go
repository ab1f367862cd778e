// Package terminal writes for people: colours where a terminal shows them, and
// progress for what takes longer than they like to wait unasked.
//
// What is written to a file or a pipe has no escape sequences. NO_COLOR
// (https://no-color.org), TERM=dumb and CLICOLOR_FORCE count as usual.
package terminal

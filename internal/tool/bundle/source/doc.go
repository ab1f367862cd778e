// Package source reads the files that views are built from, and describes what is wrong
// in them.
package source

// Package watch reports which files change in a folder and below it, in batches: the steps
// in which an editor saves a file are one change.
//
// Hidden folders, node_modules and folders that the caller names are left out. Where the
// system can't watch so many folders, all files are scanned again and again instead, and a
// warning says so.
package watch

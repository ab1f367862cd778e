// Package watch tells which files of a folder change, and those of all folders below
// it, in batches: what an editor does to save a file is one change of one file.
//
// Folders that nobody edits are left out: hidden ones, node_modules, and those that
// the caller names. Where the system can't watch so many folders, all are looked
// through again and again instead, and a warning says so.
package watch

// Package webpage changes HTML documents that other tools have written: it finds the files
// that they load, changes their addresses, puts them into the document, or moves them out.
//
// All other bytes of a document stay the same.
package webpage

// Package webpage changes HTML documents that others have made: it finds what they
// load, gives it other addresses, puts it into the document, or takes it out.
//
// What it does not have to change stays byte for byte as it was.
package webpage

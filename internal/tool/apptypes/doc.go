// Package apptypes asks an app for the TypeScript of its tools.
//
// Only the compiled app knows its types, so its program is found below a folder,
// compiled, and run in a way in which App.Run, and so App.Main, writes the types and ends. The
// views are not needed for that: where there are folders of views, the generated
// package that declares them is replaced, for this one compilation, by one with
// empty views. So the types can be had before the views are built, which need them.
//
// The program is another's, so all of it is bounded: how long it may take, how much
// it may say, and what it writes.
package apptypes

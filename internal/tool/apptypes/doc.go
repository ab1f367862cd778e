// Package apptypes asks an app for the TypeScript of its tools.
//
// Only the compiled app knows its types, so its program is found below a folder, compiled,
// and run with an environment variable that makes App.Run, and so App.Main, write the types
// and exit. Views need the types to be built, so for this compilation the generated package of
// views is replaced by one with empty views.
//
// Time, output and types of the program are limited.
package apptypes

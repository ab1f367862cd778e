// Package apptypes asks an app for the TypeScript of its tools.
//
// Only the compiled app knows its types, so its program is found below a folder and compiled. A file
// is compiled into it that calls the program's newApp before main begins. An environment variable
// makes App.Run, and so App.Main, write the types and exit. Without newApp, main is run with that
// variable. Views need the types to be built, so for this compilation the generated package of
// views is replaced by one with empty views.
//
// Time, output and types of the program are limited.
package apptypes

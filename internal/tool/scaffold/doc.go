// Package scaffold makes new apps, and new views and tools in apps that there are.
//
// An app is written as a whole or not at all: into a folder beside the one that is
// asked for, which gets its name at the end. Nothing that there is already is ever
// changed, but for what says so, and no other program is needed: what a module
// requires, its checksums, the lockfiles of packages and the TypeScript of the
// templates' tools are part of this package, and a test compares them with what the
// go command, npm and the templates say.
package scaffold

// Package scaffold makes new apps, and new views and tools in existing apps.
//
// An app is written completely or not at all: into another folder, which is renamed at the end.
// Existing files are not changed, except where documented. No other program is needed: a
// module's requirements and checksums, the lockfiles of packages and the types of the templates'
// tools are part of this package, and a test compares them with those of the go command, npm and
// the templates.
package scaffold

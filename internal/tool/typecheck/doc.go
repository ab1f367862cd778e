// Package typecheck runs the type checker of a project, where it has one that needs
// no Node: from version 7 on, TypeScript is a program for each platform, in a
// package of its own beside the package typescript.
package typecheck

// Package procgroup runs a program in a process group of its own (a job on Windows), so that
// its children end with it, even after the program itself, and when this process is killed.
package procgroup

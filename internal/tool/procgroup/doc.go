// Package procgroup runs a program in a process group of its own (a job on
// Windows), so that what it starts ends with it, also when the program itself is
// gone already, and when this process is killed.
package procgroup

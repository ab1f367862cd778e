//go:build unix && !linux

package procgroup

import "syscall"

// DiesWithThread says that a child ends with the thread that started it.
const DiesWithThread = false

// dieWithUs has nothing to set: a program sees the end of its input when this
// process is killed.
func dieWithUs(*syscall.SysProcAttr) {}

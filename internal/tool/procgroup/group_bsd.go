//go:build unix && !linux

package procgroup

import "syscall"

// diesWithThread says that a child ends with the thread that started it.
const diesWithThread = false

// dieWithUs does nothing: a program sees the end of its input when this process is killed.
func dieWithUs(*syscall.SysProcAttr) {}

// runs reports whether the group has processes.
func (g *group) runs() bool { return !g.gone() }

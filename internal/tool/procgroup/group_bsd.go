//go:build unix && !linux

package procgroup

import "syscall"

// diesWithThread says that a child ends with the thread that started it.
const diesWithThread = false

// dieWithUs has nothing to set: a program sees the end of its input when this
// process is killed.
func dieWithUs(*syscall.SysProcAttr) {}

// runs reports whether anybody is in the group.
func (g *group) runs() bool { return !g.gone() }

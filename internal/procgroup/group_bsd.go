//go:build unix && !linux

package procgroup

import (
	"errors"
	"syscall"
)

// diesWithThread says that a child ends with the thread that started it.
const diesWithThread = false

// dieWithUs has nothing to set: a program sees the end of its input when this
// process is killed.
func dieWithUs(*syscall.SysProcAttr) {}

// empty reports whether nobody is in the group any more.
func (g *group) empty() bool { return errors.Is(syscall.Kill(-g.id, 0), syscall.ESRCH) }

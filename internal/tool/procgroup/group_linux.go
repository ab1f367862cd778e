package procgroup

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// diesWithThread says that a child ends with the thread that started it.
const diesWithThread = true

// dieWithUs has the kernel end the program when this process is killed so hard
// that it can't end it itself.
func dieWithUs(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGKILL }

// runs reports whether anybody in the group has not ended. Those that have are in it
// until somebody asks how: the first process of a container, which inherits them, may do
// that late or never.
func (g *group) runs() bool {
	if g.gone() {
		return false
	}
	statuses, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(statuses) == 0 {
		return true // as far as can be known
	}
	for _, file := range statuses {
		status, err := os.ReadFile(file) //nolint:gosec // the kernel's own
		if err == nil && runsIn(g.id, status) {
			return true
		}
	}
	return false
}

// runsIn reads /proc/PID/stat: PID (NAME) STATE PARENT GROUP …, where a name may hold
// anything.
func runsIn(group int, status []byte) bool {
	fields := bytes.Fields(status[bytes.LastIndexByte(status, ')')+1:])
	const ended, removed = "Z", "X"
	return len(fields) > 2 && string(fields[2]) == strconv.Itoa(group) &&
		string(fields[0]) != ended && string(fields[0]) != removed
}

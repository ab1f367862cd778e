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

// dieWithUs lets the kernel kill the program when this process is killed.
func dieWithUs(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGKILL }

// runs reports whether the group has running processes. Zombies don't count: the first process
// of a container, which inherits them, may wait for them late or never.
func (g *group) runs() bool {
	if g.gone() {
		return false
	}
	statuses, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(statuses) == 0 {
		return true // unknown
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

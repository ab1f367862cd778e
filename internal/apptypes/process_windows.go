package apptypes

import (
	"os"
	"syscall"
)

// apart keeps our Ctrl-C from a program: we end it ourselves.
func apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// endAll ends a program.
func endAll(program *os.Process) error { return program.Kill() } //nolint:wrapcheck // os/exec shows it to nobody

//go:build unix

package apptypes

import (
	"errors"
	"os"
	"syscall"
)

// apart gives a program a group of its own, so that what it starts can be ended
// with it.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// endAll ends a program and what it started.
func endAll(program *os.Process) error {
	err := syscall.Kill(-program.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err //nolint:wrapcheck // os/exec shows it to nobody
}

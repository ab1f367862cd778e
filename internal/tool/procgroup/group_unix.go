//go:build unix

package procgroup

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// group is a program's process group. Its number is the program's.
type group struct{ id int }

// prepare makes a program that is not started yet the first of the group.
func (g *group) prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithUs(cmd.SysProcAttr)
}

// began is called when the program was started.
func (g *group) began(cmd *exec.Cmd) { g.id = cmd.Process.Pid }

// terminate asks the whole group to end: a runner such as npx may not pass on signals.
func (g *group) terminate() { g.signal(syscall.SIGTERM) }

// kill ends the whole group at once.
func (g *group) kill() { g.signal(syscall.SIGKILL) }

// signal fails only if no process is left.
func (g *group) signal(s syscall.Signal) { _ = syscall.Kill(-g.id, s) }

// gone reports whether the group has no processes. Its number may then be reused.
func (g *group) gone() bool { return errors.Is(syscall.Kill(-g.id, 0), syscall.ESRCH) }

// endRest ends the children that the program left behind. A group keeps its number as long as
// it has processes, even after the program itself.
func (g *group) endRest(timeout time.Duration) {
	if g.gone() {
		return
	}
	g.terminate()
	g.endsWithin(timeout)
	if g.gone() {
		return
	}
	g.kill() // including children started meanwhile
	g.endsWithin(timeout)
}

func (g *group) endsWithin(timeout time.Duration) {
	const look = 10 * time.Millisecond
	for deadline := time.Now().Add(timeout); g.runs() && time.Now().Before(deadline); {
		time.Sleep(look)
	}
}

// DescribeExit says how a program ended.
func DescribeExit(state *os.ProcessState) string {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		if name := unix.SignalName(status.Signal()); name != "" {
			return "was killed by " + name
		}
		return fmt.Sprintf("was killed by signal %d", status.Signal())
	}
	return fmt.Sprintf("exited with code %d", state.ExitCode())
}

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

// began tells that the program has been started.
func (g *group) began(cmd *exec.Cmd) { g.id = cmd.Process.Pid }

// terminate asks the whole group to end: a runner such as npx may not pass on
// what it is told.
func (g *group) terminate() { g.signal(syscall.SIGTERM) }

// kill ends the whole group at once.
func (g *group) kill() { g.signal(syscall.SIGKILL) }

// signal fails only where nobody is left.
func (g *group) signal(s syscall.Signal) { _ = syscall.Kill(-g.id, s) }

// gone reports whether nobody is in the group, whose number may be another's then.
func (g *group) gone() bool { return errors.Is(syscall.Kill(-g.id, 0), syscall.ESRCH) }

// endRest ends what the program left behind. A group keeps its number as long
// as somebody is in it, also when the program itself is gone.
func (g *group) endRest(patience time.Duration) {
	if g.gone() {
		return
	}
	g.terminate()
	g.endsWithin(patience)
	if g.gone() {
		return
	}
	g.kill() // also whom somebody has started while he was asked to end
	g.endsWithin(patience)
}

func (g *group) endsWithin(patience time.Duration) {
	const look = 10 * time.Millisecond
	for deadline := time.Now().Add(patience); g.runs() && time.Now().Before(deadline); {
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

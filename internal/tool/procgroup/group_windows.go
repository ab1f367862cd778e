package procgroup

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// diesWithThread says that a child ends with the thread that started it.
const diesWithThread = false

// group is the job that a program and all that it starts belong to. Windows
// ends it with us, too. Without one, only the program itself is ended.
type group struct {
	mu      sync.Mutex
	job     windows.Handle
	process *os.Process
}

// prepare makes a program that is not started yet the first of the group.
func (g *group) prepare(cmd *exec.Cmd) {
	// Its own group keeps our Ctrl-C from it: we end it ourselves.
	cmd.SysProcAttr = &windows.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW}
}

// began is called when the program was started.
func (g *group) began(cmd *exec.Cmd) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.process = cmd.Process
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits))) //nolint:gosec // as the call wants it
	if err == nil {
		err = assign(job, cmd.Process.Pid)
	}
	if err != nil {
		_ = windows.CloseHandle(job) // it is empty
		return
	}
	g.job = job
}

func assign(job windows.Handle, pid int) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(pid)) //nolint:gosec // as Windows gave it
	if err != nil {
		return fmt.Errorf("opening the process: %w", err)
	}
	defer func() { _ = windows.CloseHandle(process) }() // only a handle
	if err := windows.AssignProcessToJobObject(job, process); err != nil {
		return fmt.Errorf("assigning it to a job: %w", err)
	}
	return nil
}

// terminate does nothing: on Windows, a program without a window can only be asked to end by
// closing its input.
func (g *group) terminate() {}

// kill ends the whole group at once.
func (g *group) kill() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.job != 0 {
		_ = windows.TerminateJobObject(g.job, 1) // fails only if no process is left
	} else if g.process != nil {
		_ = g.process.Kill() // likewise
	}
}

// endRest ends the children that the program left behind.
func (g *group) endRest(time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.job != 0 {
		_ = windows.CloseHandle(g.job) // ends all processes in the job
		g.job = 0
	}
}

// DescribeExit says how a program ended.
func DescribeExit(state *os.ProcessState) string {
	return fmt.Sprintf("exited with code %d", state.ExitCode())
}

package procgroup

import (
	"context"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// orphanPatience is how long what a program has left behind may take to end.
const orphanPatience = 500 * time.Millisecond

// Running is a program that was started with [Start].
type Running struct {
	group  group
	exited chan struct{}
	err    error

	ending sync.Once
	ended  chan struct{}
}

// Start starts a program that has not been started, in a group of its own. Its
// standard streams have to be files or nil: nothing then waits for a pipe that
// somebody else holds open.
func Start(cmd *exec.Cmd) (*Running, error) {
	r := &Running{exited: make(chan struct{}), ended: make(chan struct{})}
	started := make(chan error, 1)
	go r.run(cmd, started)
	if err := <-started; err != nil {
		return nil, err
	}
	return r, nil
}

// run sees a program to its end. Where the kernel ends a child with the thread
// that started it, the thread has to live as long.
func (r *Running) run(cmd *exec.Cmd, started chan<- error) {
	if diesWithThread {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
	}
	r.group.prepare(cmd)
	if err := cmd.Start(); err != nil {
		started <- err
		return
	}
	r.group.began(cmd)
	started <- nil
	r.err = cmd.Wait()
	r.group.endRest(orphanPatience)
	close(r.exited)
}

// Exited is closed when nothing is left of the program.
func (r *Running) Exited() <-chan struct{} { return r.exited }

// Err is how the program ended, as [exec.Cmd.Wait] says it, once Exited is closed.
func (r *Running) Err() error {
	<-r.exited
	return r.err
}

// End ends the program, and returns when nothing is left of it: it is asked to end,
// and made to when that takes longer than patience.
func (r *Running) End(patience time.Duration) {
	r.ending.Do(func() {
		defer close(r.ended)
		select {
		case <-r.exited:
			return // the group's number may be another's by now
		default:
		}
		r.group.terminate()
		timer := time.NewTimer(patience)
		defer timer.Stop()
		select {
		case <-r.exited:
			return
		case <-timer.C:
		}
		r.group.kill()
		<-r.exited
	})
	<-r.ended
}

// Run runs a program until it ends, or ctx does, which ends it. The error is that
// of [exec.Cmd.Wait], or ctx's.
func Run(ctx context.Context, cmd *exec.Cmd) error {
	r, err := Start(cmd)
	if err != nil {
		return err
	}
	select {
	case <-r.exited:
		return r.err
	case <-ctx.Done():
		r.End(0)
		return ctx.Err() //nolint:wrapcheck // it is the caller's own
	}
}

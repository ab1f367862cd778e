package procgroup

import (
	"context"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// orphanTimeout is how long the children that a program left behind may take to end.
const orphanTimeout = 500 * time.Millisecond

// Running is a program that was started with [Start].
type Running struct {
	group  group
	exited chan struct{}
	err    error

	ending sync.Once
	ended  chan struct{}
}

// Start starts a program in a group of its own. Its standard streams have to be files or nil:
// pipes could be held open by children.
func Start(cmd *exec.Cmd) (*Running, error) {
	r := &Running{exited: make(chan struct{}), ended: make(chan struct{})}
	started := make(chan error, 1)
	go r.run(cmd, started)
	if err := <-started; err != nil {
		return nil, err
	}
	return r, nil
}

// run waits for the end of a program. Where the kernel kills a child with the thread that
// started it, the thread has to live as long.
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
	r.group.endRest(orphanTimeout)
	close(r.exited)
}

// Exited is closed when the program and its children have ended.
func (r *Running) Exited() <-chan struct{} { return r.exited }

// Err returns the error of [exec.Cmd.Wait], once Exited is closed.
func (r *Running) Err() error {
	<-r.exited
	return r.err
}

// End asks the program to end, kills it after the timeout, and waits until it and its children
// have ended.
func (r *Running) End(timeout time.Duration) {
	r.ending.Do(func() {
		defer close(r.ended)
		select {
		case <-r.exited:
			return // the group's number may be reused by now
		default:
		}
		r.group.terminate()
		timer := time.NewTimer(timeout)
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

// Run runs a program until it ends or ctx does. The error is that of [exec.Cmd.Wait], or ctx's.
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

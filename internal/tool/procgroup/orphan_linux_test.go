package procgroup_test

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Of what a program leaves behind, this process does not ask how it has ended, as the
// first process of a container may not.
func TestEndedIsNotWaitedFor(t *testing.T) { //nolint:paralleltest // the whole process inherits orphans meanwhile
	inherit := func(yes uintptr) {
		if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, yes, 0, 0, 0); err != nil {
			t.Fatal(err)
		}
	}
	inherit(1)
	defer inherit(0)
	running, orphan := family(t, "sleep 100 & echo $!")
	begun := time.Now()
	<-running.Exited()
	if took := time.Since(begun); took > 400*time.Millisecond {
		t.Errorf("what has ended was waited for: %v", took)
	}
	var status unix.WaitStatus
	if _, err := unix.Wait4(orphan, &status, 0, nil); err != nil || !status.Signaled() {
		t.Errorf("the orphan: %v, %v", status, err)
	}
}

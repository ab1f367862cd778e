//go:build unix

package procgroup_test

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/procgroup"
)

const timeout = 30 * time.Second

// family starts a shell that has started another program, and returns the other's
// number.
func family(t *testing.T, script string) (*procgroup.Running, int) {
	t.Helper()
	ours, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ours.Close() }()
	cmd := exec.Command("sh", "-c", script) //nolint:noctx // Running ends it
	cmd.Stdout = theirs
	running, err := procgroup.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { running.End(0) })
	if err = theirs.Close(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(ours).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	child, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	return running, child
}

func gone(t *testing.T, id int) {
	t.Helper()
	for deadline := time.Now().Add(timeout); !errors.Is(syscall.Kill(id, 0), syscall.ESRCH); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the process %d is still there", id)
		}
	}
}

func TestEndsWhatItStarted(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"gently":  "sleep 100 & echo $!; wait",
		"by kill": "trap '' TERM; sleep 100 & echo $!; while :; do sleep 1; done",
		"orphan":  "sleep 100 & echo $!",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			running, child := family(t, script)
			running.End(50 * time.Millisecond)
			gone(t, child)
			running.End(0) // again
		})
	}
}

func TestOrphansEndByThemselves(t *testing.T) {
	t.Parallel()
	running, child := family(t, "sleep 100 & echo $!")
	select {
	case <-running.Exited():
	case <-time.After(timeout):
		t.Fatal("the program does not end")
	}
	gone(t, child)
	if err := running.Err(); err != nil {
		t.Error(err)
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	if err := procgroup.Run(t.Context(), exec.Command("sh", "-c", "exit 3")); err == nil || err.Error() != "exit status 3" { //nolint:noctx // Run has it
		t.Errorf("got %v", err)
	}
	if err := procgroup.Run(t.Context(), exec.Command("/nowhere/program")); !errors.Is(err, os.ErrNotExist) { //nolint:noctx // Run has it
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	begun := time.Now()
	if err := procgroup.Run(ctx, exec.Command("sleep", "100")); !errors.Is(err, context.DeadlineExceeded) { //nolint:noctx // Run has it
		t.Errorf("got %v", err)
	}
	if took := time.Since(begun); took > timeout {
		t.Errorf("it took %v", took)
	}
}

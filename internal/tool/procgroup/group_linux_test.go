package procgroup

import (
	"os/exec"
	"syscall"
	"testing"
	"time"
)

func TestRunsIn(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]bool{
		"12 (sleep) S 1 40 40 0 -1":         true,
		"12 (a) R 7 99) S 1 40 40 0 -1":     true,
		"12 (sleep) S 1 41 41 0 -1":         false,
		"12 (sleep) S 40 41 41 0 -1":        false,
		"12 (chromium) Z 1 40 40 0 -1":      false,
		"12 (chromium) X 1 40 40 0 -1":      false,
		"12 (40 Z 1 40) D 1 40 40 0 -1 0 0": true,
		"":                                  false,
		"12 (sleep)":                        false,
	} {
		if got := runsIn(40, []byte(status)); got != want {
			t.Errorf("%q: %t", status, got)
		}
	}
}

// A process that has ended, and whose end nobody has asked for, doesn't run.
func TestZombieDoesNotRun(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("sleep", "100") //nolint:noctx // it is killed
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var g group
	g.began(cmd)
	if !g.runs() {
		t.Error("it does not run")
	}
	g.kill()
	g.endsWithin(time.Minute)
	if g.runs() || g.gone() {
		t.Errorf("after its end, it runs: %t, it is gone: %t", g.runs(), g.gone())
	}
	if err := cmd.Wait(); err == nil {
		t.Error("it was not killed")
	}
}

package npmtest_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/npm/npmtest"
)

// An npm that never ends is ended, with what it has started.
func TestEndlessIsEnded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "package.json")
	if err := os.WriteFile(file, []byte(`{"scripts":{"forever":"echo $$ > child; while :; do sleep 1; done"}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	var number []byte
	// On a busy machine npm may take long to start the script.
	for limit := 2 * time.Second; len(number) == 0; limit *= 2 {
		if limit > time.Minute {
			t.Fatal("npm has started nothing")
		}
		stdout, stderr, err := npmtest.Run(t, limit, dir, os.Environ(), "run", "forever")
		if !errors.Is(err, npmtest.ErrEndless) {
			t.Fatalf("it ended by itself: %v\n%s%s", err, stdout, stderr)
		}
		number, err = os.ReadFile(filepath.Join(dir, "child"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	child, err := strconv.Atoi(strings.TrimSpace(string(number)))
	if err != nil {
		t.Fatal(err)
	}
	// Who is killed takes a moment to go, and longer to be counted out.
	const patience = 30 * time.Second
	for deadline := time.Now().Add(patience); !errors.Is(syscall.Kill(child, 0), syscall.ESRCH); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("what npm has started goes on as process %d", child)
		}
	}
}

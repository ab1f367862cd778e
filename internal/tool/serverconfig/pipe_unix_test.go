//go:build unix

package serverconfig_test

import (
	"errors"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/serverconfig"
	"github.com/orielapps/oriel/ui"
)

// A named pipe without a writer is refused, and not waited for.
func TestConfigIsPipe(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mcp.json")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	loaded := make(chan error, 1)
	go func() {
		_, err := serverconfig.Load(path, nil)
		loaded <- err
	}()
	select {
	case err := <-loaded:
		if fault, ok := errors.AsType[*ui.Error](err); !ok || fault.Code != "config_unreadable" || !strings.Contains(fault.Message, "pipe") || fault.Fix == "" {
			t.Errorf("a pipe: %v", err)
		}
	case <-time.After(time.Minute):
		t.Error("it waits for the pipe's writer")
	}
}

package sqlite_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/orielapps/oriel/state"
	"github.com/orielapps/oriel/state/sqlite"
)

// nobody is a user who owns nothing.
const nobody = 65534

// Without the right to write there is an error when the file is opened, and not when
// the first user wants to keep something.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "denied") //nolint:usetesting // others can't look into a folder of t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if left := errors.Join(os.Chmod(folder, 0o700), os.RemoveAll(folder)); left != nil { //nolint:gosec // a folder
			t.Error(left)
		}
	})
	copied := filepath.Join(folder, "program")
	if err = os.WriteFile(copied, program, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "state.db")
	store, err := sqlite.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Put(t.Context(), "k", nil, state.NoRevision, 0); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		path         string
		file, folder os.FileMode
	}{
		"a file to be read":              {path, 0o444, 0o777},
		"a folder to be read":            {path, 0o666, 0o555},
		"both":                           {path, 0o444, 0o555},
		"a secret":                       {path, 0o000, 0o755},
		"a new file in a folder to read": {filepath.Join(folder, "new.db"), 0o444, 0o555},
	} {
		if err := errors.Join(os.Chmod(path, test.file), os.Chmod(folder, test.folder)); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), copied, test.path)
		cmd.Env = append(os.Environ(), childVariable+"=denied")
		if os.Geteuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		}
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "denied:") {
			t.Errorf("%s: %v, %s", name, err, out)
		}
	}
}

// A disk that is full is a store that is full; what it has can still be read.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=2m"); err != nil {
		t.Skip("this process may not make a disk: ", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	path := filepath.Join(disk, "state.db")
	store, err := sqlite.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	written := fill(t, store, "k", 0)
	if written < 10 {
		t.Errorf("only %d entries of 20 KB have room on 2 MiB", written)
	}
	for i := range written {
		var e state.Entry
		if e, err = store.Get(t.Context(), fmt.Sprint("k", i)); err != nil || len(e.Value) != 20_000 {
			t.Fatalf("entry %d is %d bytes, %v", i, len(e.Value), err)
		}
	}
	_ = store.Close() // it may not be able to tidy up
	again, err := sqlite.Open(path)
	if err != nil && !errors.Is(err, state.ErrFull) {
		t.Fatal(err)
	}
	if err == nil {
		if e, err := again.Get(t.Context(), "k0"); err != nil || len(e.Value) != 20_000 {
			t.Errorf("after opening it again the first entry is %d bytes, %v", len(e.Value), err)
		}
		if err := again.Close(); err != nil {
			t.Error(err)
		}
	}
}

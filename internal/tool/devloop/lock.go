package devloop

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// scratchName begins the name of the folder for compiled programs.
const scratchName = "oriel-dev-"

const (
	// folder is the loop's own folder in a project, ignored by version control.
	folder      = ".oriel"
	privateMode = 0o600
)

// lock prevents a second loop in a project. The system releases it when the process ends,
// even by a crash.
type lock struct {
	file *os.File
	path string
}

// lockInfo describes the loop that has the lock.
type lockInfo struct {
	PID int `json:"pid"`
	// URL is the address of the app.
	URL string `json:"url"`
	// Scratch is the folder for compiled programs, which a killed process leaves behind.
	Scratch string `json:"scratch"`
}

// errLocked is returned by lockFile of each system.
var errLocked = errors.New("another process has the lock")

// acquire locks a project and writes the lock's description. It removes what a killed loop
// has left behind.
func acquire(dir string, now lockInfo) (*lock, error) {
	at := filepath.Join(dir, folder)
	if err := os.MkdirAll(at, 0o755); err != nil {
		return nil, lockFailed(at, err)
	}
	if err := writeGitignore(at); err != nil {
		return nil, lockFailed(at, err)
	}
	l := &lock{path: filepath.Join(at, "dev.json")}
	for {
		file, err := os.OpenFile(l.path, os.O_RDWR|os.O_CREATE, privateMode)
		if err != nil {
			return nil, lockFailed(at, err)
		}
		l.file = file
		if err = lockFile(file); err != nil {
			other := l.read()
			_ = file.Close() // it was only read
			if errors.Is(err, errLocked) {
				return nil, alreadyRunning(other)
			}
			return nil, lockFailed(at, err)
		}
		if l.isCurrent() {
			break
		}
		_ = file.Close() // the owner has just removed it
	}
	if before := l.read(); strings.HasPrefix(filepath.Base(before.Scratch), scratchName) {
		_ = os.RemoveAll(before.Scratch) // otherwise the system clears it one day
	}
	if err := l.write(now); err != nil {
		l.release()
		return nil, lockFailed(at, err)
	}
	return l, nil
}

func writeGitignore(at string) error {
	file, err := os.OpenFile(filepath.Join(at, ".gitignore"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, privateMode)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err //nolint:wrapcheck // lockFailed adds the folder
	}
	_, err = file.WriteString("*\n")
	return errors.Join(err, file.Close())
}

// isCurrent reports whether the locked file is still the one with its name.
func (l *lock) isCurrent() bool {
	ours, err := l.file.Stat()
	if err != nil {
		return false
	}
	theirs, err := os.Stat(l.path)
	return err == nil && os.SameFile(ours, theirs)
}

func (l *lock) read() (h lockInfo) {
	const most = 64 << 10
	data, err := io.ReadAll(io.NewSectionReader(l.file, 0, most))
	if err != nil || json.Unmarshal(data, &h) != nil {
		return lockInfo{}
	}
	return h
}

func (l *lock) write(now lockInfo) error {
	data, err := json.Marshal(now)
	if err != nil {
		return err //nolint:wrapcheck // lockFailed adds the folder
	}
	if err = l.file.Truncate(0); err != nil {
		return err //nolint:wrapcheck // likewise
	}
	_, err = l.file.WriteAt(append(data, '\n'), 0)
	return err //nolint:wrapcheck // likewise
}

func (l *lock) release() {
	// Where an open file can't be removed, it stays, unlocked.
	_ = os.Remove(l.path)
	_ = l.file.Close()
}

func alreadyRunning(other lockInfo) error {
	message := "oriel dev already runs in this project"
	if other.PID != 0 {
		message += fmt.Sprintf(", as process %d", other.PID)
	}
	if other.URL != "" {
		message += ", and serves the app at " + other.URL
	}
	return &ui.Error{Code: "dev_running", Message: message + ".", Fix: "Use that one, or stop it first."}
}

func lockFailed(at string, err error) error {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathError.Err
	}
	return &ui.Error{
		Code:    "project_not_writable",
		Message: fmt.Sprintf("Nothing can be written to %s: %v.", at, err),
		Fix:     "oriel dev writes to the project: check your permissions and the free disk space.",
	}
}

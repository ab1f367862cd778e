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

// scratchName is how the name of the folder begins that has what was compiled.
const scratchName = "oriel-dev-"

const (
	// folder is what a loop keeps in a project, out of version control.
	folder = ".oriel"
	forUs  = 0o600
)

// lock keeps a second loop from a project. The system gives it back when the process
// ends, however it does.
type lock struct {
	file *os.File
	path string
}

// holder is what a loop says of itself to the next one.
type holder struct {
	PID int `json:"pid"`
	// URL is where the app is.
	URL string `json:"url"`
	// Scratch is the folder with what was compiled; what has been killed has left it.
	Scratch string `json:"scratch"`
}

// errLocked is told by the system's part.
var errLocked = errors.New("another process has the lock")

// acquire locks a project, and says who has it now. What a loop that was killed has
// left behind is removed.
func acquire(dir string, now holder) (*lock, error) {
	at := filepath.Join(dir, folder)
	if err := os.MkdirAll(at, 0o755); err != nil {
		return nil, notLocked(at, err)
	}
	if err := ignored(at); err != nil {
		return nil, notLocked(at, err)
	}
	l := &lock{path: filepath.Join(at, "dev.json")}
	for {
		file, err := os.OpenFile(l.path, os.O_RDWR|os.O_CREATE, forUs)
		if err != nil {
			return nil, notLocked(at, err)
		}
		l.file = file
		if err = lockFile(file); err != nil {
			other := l.read()
			_ = file.Close() // it was only read
			if errors.Is(err, errLocked) {
				return nil, running(other)
			}
			return nil, notLocked(at, err)
		}
		if l.isThere() {
			break
		}
		_ = file.Close() // who had it before has just removed it
	}
	if before := l.read(); strings.HasPrefix(filepath.Base(before.Scratch), scratchName) {
		_ = os.RemoveAll(before.Scratch) // the system clears it otherwise
	}
	if err := l.write(now); err != nil {
		l.release()
		return nil, notLocked(at, err)
	}
	return l, nil
}

// ignored keeps the folder out of version control.
func ignored(at string) error {
	file, err := os.OpenFile(filepath.Join(at, ".gitignore"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, forUs)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err //nolint:wrapcheck // notLocked says what it is about
	}
	_, err = file.WriteString("*\n")
	return errors.Join(err, file.Close())
}

// isThere reports whether the file is still the one of its name.
func (l *lock) isThere() bool {
	ours, err := l.file.Stat()
	if err != nil {
		return false
	}
	theirs, err := os.Stat(l.path)
	return err == nil && os.SameFile(ours, theirs)
}

func (l *lock) read() (h holder) {
	const most = 64 << 10
	data, err := io.ReadAll(io.NewSectionReader(l.file, 0, most))
	if err != nil || json.Unmarshal(data, &h) != nil {
		return holder{}
	}
	return h
}

func (l *lock) write(now holder) error {
	data, err := json.Marshal(now)
	if err != nil {
		return err //nolint:wrapcheck // notLocked says what it is about
	}
	if err = l.file.Truncate(0); err != nil {
		return err //nolint:wrapcheck // likewise
	}
	_, err = l.file.WriteAt(append(data, '\n'), 0)
	return err //nolint:wrapcheck // likewise
}

// release gives the lock back.
func (l *lock) release() {
	// Where a file that is open can't be removed, it is left, and locked by nobody.
	_ = os.Remove(l.path)
	_ = l.file.Close()
}

func running(other holder) error {
	message := "oriel dev runs in this project already"
	if other.PID != 0 {
		message += fmt.Sprintf(", as process %d", other.PID)
	}
	if other.URL != "" {
		message += ", and serves the app at " + other.URL
	}
	return &ui.Error{Code: "dev_running", Message: message + ".", Fix: "Use that one, or end it first."}
}

func notLocked(at string, err error) error {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathError.Err
	}
	return &ui.Error{
		Code:    "project_not_writable",
		Message: fmt.Sprintf("Nothing can be written to %s: %v.", at, err),
		Fix:     "oriel dev writes to the project: see that you may, and that the disk is not full.",
	}
}

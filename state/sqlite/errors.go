package sqlite

import (
	"errors"
	"fmt"
	"io/fs"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/orielapps/oriel/state"
)

// Errors of the file. They are wrapped: use [errors.Is].
var (
	// ErrBusy means that other processes kept the file locked for too long.
	ErrBusy = errors.New("other processes keep the file locked. Look for one that hangs, or raise Options.BusyTimeout")
	// ErrReadOnly means that the file or its folder can't be written.
	ErrReadOnly = errors.New("the file can't be written. Give this process the right to write it and its folder, on a disk that isn't read-only")
	// ErrCorrupt means that the file is damaged or not an SQLite database.
	ErrCorrupt = errors.New("the file is damaged or not an SQLite database. Restore a copy, or move it away with its -wal and -shm to start with a new one")
	// ErrForeign means that the file is a database of another program.
	ErrForeign = errors.New("the file is a database of another program. Give another path")
	// ErrNewer means that a newer version of this package has written the file.
	ErrNewer = errors.New("the file was written by a newer version of this package. Update this program")
)

var (
	errOptionsNegative = errors.New("an option is negative. Use zero for the default")
	errNoPath          = errors.New("the path is empty. Give one, such as \"state.db\"")
	errFolder          = errors.New("the path is a folder. Give the path of a file in it")
	errNotLocal        = errors.New("the file system can't share a file between processes (no WAL). Use a disk of this machine")
	errClosed          = fmt.Errorf("the store is closed: %w", fs.ErrClosed)
)

// failed wraps an error with the step in which it happened, and the fix.
func (s *Store) failed(doing string, err error) error {
	return fmt.Errorf("%s the store %q: %w", doing, s.path, classified(err))
}

// classified wraps an error of SQLite in one of this package's errors, so that callers can
// test for it.
func classified(err error) error {
	broken, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return err
	}
	var meaning error
	switch primary(broken) {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		meaning = ErrBusy
	case lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_PERM:
		meaning = ErrReadOnly
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		meaning = ErrCorrupt
	case lib.SQLITE_FULL:
		meaning = fmt.Errorf("%w. Make room on the disk, or raise Options.MaxBytes", state.ErrFull)
	default:
		return err
	}
	return fmt.Errorf("%w (%w)", meaning, err)
}

// primary returns an error's code without SQLite's extension.
func primary(err *sqlite.Error) int {
	const extension = 8
	return err.Code() & (1<<extension - 1)
}

// isBusy reports whether retrying may help.
func isBusy(err error) bool {
	broken, ok := errors.AsType[*sqlite.Error](err)
	return ok && (primary(broken) == lib.SQLITE_BUSY || primary(broken) == lib.SQLITE_LOCKED)
}

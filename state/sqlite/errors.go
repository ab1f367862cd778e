package sqlite

import (
	"errors"
	"fmt"
	"io/fs"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/orielapps/oriel/state"
)

// Errors of a file, wrapped in what they were about: use [errors.Is].
var (
	// ErrBusy is that of a file that others have kept locked for too long.
	ErrBusy = errors.New("other processes keep the file locked. Look for one that hangs, or raise Options.BusyTimeout")
	// ErrReadOnly is that of a file, or of a folder, that can't be written.
	ErrReadOnly = errors.New("the file can't be written. This process needs the right to write it and its folder, on a disk that isn't read-only")
	// ErrCorrupt is that of a file that is damaged, or no SQLite database.
	ErrCorrupt = errors.New("the file is damaged, or no SQLite database. Put back a copy, or move it away with its -wal and -shm to begin with a new one")
	// ErrForeign is that of a database of something else.
	ErrForeign = errors.New("the file is a database of something else. Give the path of another one")
	// ErrNewer is that of a file of a newer version of this package.
	ErrNewer = errors.New("the file was written by a newer version of this package. Update this program")
)

var (
	errOptionsNegative = errors.New("an option is negative. Zero means the default")
	errNoPath          = errors.New("there is no path. Give one, such as \"state.db\"")
	errFolder          = errors.New("the path is that of a folder. Give that of a file in it")
	errNotLocal        = errors.New("the file system can't share a file between processes (no WAL). Use a disk of this machine")
	errClosed          = fmt.Errorf("the store is closed: %w", fs.ErrClosed)
)

// failed says what a failure was about, and how to mend it.
func (s *Store) failed(doing string, err error) error {
	return fmt.Errorf("%s the store %q: %w", doing, s.path, mended(err))
}

// mended adds to an error of SQLite what callers can test it for.
func mended(err error) error {
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

// primary is the code of an error without what SQLite adds to it.
func primary(err *sqlite.Error) int {
	const extension = 8
	return err.Code() & (1<<extension - 1)
}

// isBusy tells whether to try again.
func isBusy(err error) bool {
	broken, ok := errors.AsType[*sqlite.Error](err)
	return ok && (primary(broken) == lib.SQLITE_BUSY || primary(broken) == lib.SQLITE_LOCKED)
}

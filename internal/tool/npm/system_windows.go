package npm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// xdg is whether caches are where XDG_CACHE_HOME says.
const xdg = false

func isQuota(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL) ||
		errors.Is(err, windows.ERROR_DISK_QUOTA_EXCEEDED)
}

// lockFolder locks a project against other installs. It locks a byte far behind the end of the lockfile, so
// that others can still read the file.
func lockFolder(dir, lockfile string) (release func(), err error) {
	file, err := os.Open(filepath.Join(dir, lockfile))
	if err != nil {
		return nil, fmt.Errorf("locking the project: %w", err)
	}
	const far = 1 << 30
	at := &windows.Overlapped{OffsetHigh: far}
	err = windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
	switch {
	case err == nil:
		return func() { _ = file.Close() }, nil
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION), errors.Is(err, windows.ERROR_IO_PENDING):
		err = errLocked
	default:
		err = fmt.Errorf("locking the project: %w", err)
	}
	return nil, errors.Join(err, file.Close())
}

// linkFolder makes a link to a folder, which need not exist yet: os.Symlink would then make a link to a
// file.
func linkFolder(target, place string) error {
	from, err := windows.UTF16PtrFromString(filepath.FromSlash(place))
	if err != nil {
		return err //nolint:wrapcheck // the caller says what it is about
	}
	to, err := windows.UTF16PtrFromString(filepath.FromSlash(target))
	if err != nil {
		return err //nolint:wrapcheck // the caller says what it is about
	}
	const unprivileged = 2                                                                         // SYMBOLIC_LINK_FLAG_ALLOW_UNPRIVILEGED_CREATE, in developer mode
	return windows.CreateSymbolicLink(from, to, windows.SYMBOLIC_LINK_FLAG_DIRECTORY|unprivileged) //nolint:wrapcheck // as above
}

//go:build unix

package npm

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
)

// xdg is whether caches are where XDG_CACHE_HOME says.
const xdg = runtime.GOOS != "darwin" && runtime.GOOS != "ios"

func isQuota(err error) bool { return errors.Is(err, syscall.EDQUOT) }

// lockFolder locks a project against other installs. It locks the folder itself, so that no file is left
// behind; the system releases the lock of a killed process.
func lockFolder(dir, _ string) (release func(), err error) {
	folder, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("locking the project: %w", err)
	}
	for {
		err = flock(folder)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	switch {
	case err == nil:
		return func() { _ = folder.Close() }, nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		err = errLocked
	case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.EINVAL), errors.Is(err, syscall.ENOLCK):
		// Some network disks have no locks. Two installs at the same time are still safe, because each
		// prepares its own folder, and the last one wins.
		return func() { _ = folder.Close() }, nil
	default:
		err = fmt.Errorf("locking the project: %w", err)
	}
	return nil, errors.Join(err, folder.Close())
}

// linkFolder makes a link to a folder, which need not be there yet.
func linkFolder(target, place string) error {
	return os.Symlink(target, place) //nolint:wrapcheck // the caller says what it is about
}

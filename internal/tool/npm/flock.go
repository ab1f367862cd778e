//go:build unix && !solaris && !aix

package npm

import (
	"os"
	"syscall"
)

func flock(folder *os.File) error {
	return syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) //nolint:wrapcheck // the caller distinguishes the errors
}

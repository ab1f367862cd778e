package npm

import "golang.org/x/sys/unix"

// swapFolders exchanges two folders atomically.
func swapFolders(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE) //nolint:wrapcheck // the caller falls back on two renames
}

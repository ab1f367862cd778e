package npm

import "golang.org/x/sys/unix"

// swapFolders exchanges two folders atomically.
func swapFolders(a, b string) error {
	return unix.RenamexNp(a, b, unix.RENAME_SWAP) //nolint:wrapcheck // the caller falls back on two renames
}

//go:build !linux && !darwin

package npm

import "errors"

// swapFolders exchanges two folders atomically, which is not supported here.
func swapFolders(string, string) error { return errors.ErrUnsupported }

//go:build !linux && !darwin

package npm

import "errors"

// swapFolders exchanges two folders at once, which is not to be had here.
func swapFolders(string, string) error { return errors.ErrUnsupported }

//go:build !windows

package terminal

import "os"

// enableEscapes does nothing: terminals understand escape sequences.
func enableEscapes(*os.File) {}

package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// enableEscapes turns on escape sequences in a console of Windows 10 or later.
func enableEscapes(file *os.File) {
	var mode uint32
	console := windows.Handle(file.Fd())
	if windows.GetConsoleMode(console, &mode) == nil {
		_ = windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) // on failure, sequences appear as odd characters
	}
}

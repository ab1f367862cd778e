package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// enableEscapes has a console of Windows 10 and later understand escape sequences,
// which it does on request.
func enableEscapes(file *os.File) {
	var mode uint32
	console := windows.Handle(file.Fd())
	if windows.GetConsoleMode(console, &mode) == nil {
		_ = windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) // without it, there are odd characters
	}
}

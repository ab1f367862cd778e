package main

import (
	"context"
	"os/exec"
	"runtime"
)

// openBrowser opens an address in the user's browser. All users of the machine can see it,
// so it must not contain a secret that lasts. It may fail, for example on a machine
// without a screen; then it calls hint, possibly later and from another goroutine, with a sentence
// for the user.
func openBrowser(ctx context.Context, address string, hint func(text string)) {
	const noBrowser = "Can't open a browser. Open the address above yourself."
	command := browserCommand(runtime.GOOS, address)
	// It must outlive this program, because some of these commands become the browser.
	process := exec.CommandContext(context.WithoutCancel(ctx), command[0], command[1:]...)
	process.SysProcAttr = newProcessGroup()
	if err := process.Start(); err != nil {
		hint(noBrowser)
		return
	}
	go func() {
		if err := process.Wait(); err != nil && ctx.Err() == nil {
			hint(noBrowser)
		}
	}()
}

// browserCommand returns the system's command that opens an address.
func browserCommand(system, address string) []string {
	switch system {
	case "darwin":
		return []string{"open", address}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler", address}
	default:
		return []string{"xdg-open", address}
	}
}

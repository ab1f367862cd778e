package main

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
)

// openBrowser opens an address in the browser of the person who sits here. That
// may fail, as on a machine without a screen, and then the printed URL is all
// that is needed.
func openBrowser(env *environment, address string) {
	command := browserCommand(runtime.GOOS, address)
	// It must outlive us: some of these programs become the browser.
	process := exec.CommandContext(context.WithoutCancel(env.ctx), command[0], command[1:]...)
	process.SysProcAttr = outliving()
	if err := process.Start(); err != nil {
		_, _ = fmt.Fprintln(env.stderr, "No browser could be opened; open the address above yourself.")
		return
	}
	go func() {
		if err := process.Wait(); err != nil && env.ctx.Err() == nil {
			_, _ = fmt.Fprintln(env.stderr, "No browser could be opened; open the address above yourself.")
		}
	}()
}

// browserCommand is how a system opens an address.
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

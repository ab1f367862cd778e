package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// versionCommand prints what this program was built from.
type versionCommand struct{}

// Run prints the module's version, the Go version and the platform.
func (versionCommand) Run(env *environment) error {
	_, err := fmt.Fprintf(env.stdout, "oriel %s %s %s/%s\n", moduleVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if err != nil {
		return fmt.Errorf("printing the version: %w", err)
	}
	return nil
}

// moduleVersion is the version that this program was built as; "(devel)" in a
// checkout.
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}

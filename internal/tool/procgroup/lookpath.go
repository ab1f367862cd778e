package procgroup

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// LookPath finds a program by its name, in the absolute folders in the PATH of an environment of
// "KEY=value". As in [exec.Cmd], nil means the environment of this process. The error is
// [exec.ErrNotFound], or for nil that of [exec.LookPath].
func LookPath(name string, environ []string) (string, error) {
	if environ == nil {
		return exec.LookPath(name) //nolint:wrapcheck // it stands for it
	}
	for _, dir := range filepath.SplitList(pathOf(environ, runtime.GOOS)) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if found, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return found, nil
		}
	}
	return "", exec.ErrNotFound
}

// pathOf returns the PATH of an environment. The last value of a variable counts.
func pathOf(environ []string, system string) string {
	for _, pair := range slices.Backward(environ) {
		key, list, _ := strings.Cut(pair, "=")
		// Windows writes Path, and ignores the case of variables.
		if key == "PATH" || system == "windows" && strings.EqualFold(key, "PATH") {
			return list
		}
	}
	return ""
}

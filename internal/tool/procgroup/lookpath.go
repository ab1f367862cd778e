package procgroup

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// LookPath finds a program, named without a folder, where a program with such an
// environment, of "KEY=value", would find it: in the folders that its PATH names in
// full. An environment of nil is this process's own, as in [exec.Cmd]. The error is
// [exec.ErrNotFound], or for nil what [exec.LookPath] says.
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

// pathOf returns the PATH of an environment. Of a variable that is set twice a
// program gets the last.
func pathOf(environ []string, system string) string {
	for _, pair := range slices.Backward(environ) {
		key, list, _ := strings.Cut(pair, "=")
		// Windows writes Path, and takes names of variables in any case for the same.
		if key == "PATH" || system == "windows" && strings.EqualFold(key, "PATH") {
			return list
		}
	}
	return ""
}

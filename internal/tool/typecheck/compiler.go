package typecheck

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

const (
	nodeModules = "node_modules"
	// firstNative is the first version of TypeScript that is a program.
	firstNative = 7
	maxManifest = 1 << 20
)

// Compiler returns the file of the type checker that is installed for a folder, in
// its own node_modules or in one above it up to root; empty where there is none for
// this platform, or an older one, which needs Node.
func Compiler(dir, root string) string {
	for at := dir; ; at = filepath.Dir(at) {
		modules := filepath.Join(at, nodeModules)
		if isNative(filepath.Join(modules, "typescript", "package.json")) {
			return program(modules)
		}
		if at == root || at == filepath.Dir(at) {
			return ""
		}
	}
}

// isNative reports whether a manifest is that of a TypeScript that is a program.
func isNative(file string) bool {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxManifest {
		return false
	}
	data, err := os.ReadFile(file) //nolint:gosec // of the project
	if err != nil {
		return false
	}
	var manifest struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	if json.Unmarshal(data, &manifest) != nil || manifest.Name != "typescript" {
		return false
	}
	major, err := strconv.Atoi(strings.SplitN(manifest.Version, ".", 2)[0])
	return err == nil && major >= firstNative
}

// program returns the program of this platform, beside the package typescript or
// below it; empty where it is not installed.
func program(modules string) string {
	name := "tsc"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	platform := filepath.Join("@typescript", "typescript-"+platformOf(runtime.GOOS)+"-"+cpuOf(runtime.GOARCH), "lib", name)
	for _, where := range []string{modules, filepath.Join(modules, "typescript", nodeModules)} {
		file := filepath.Join(where, platform)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file
		}
	}
	return ""
}

// platformOf is a system's name in Node's words.
func platformOf(goos string) string {
	if goos == "windows" {
		return "win32"
	}
	return goos
}

// cpuOf is a processor's name in Node's words.
func cpuOf(goarch string) string {
	switch goarch {
	case "amd64":
		return "x64"
	case "386":
		return "ia32"
	default:
		return goarch
	}
}

// Config returns the tsconfig.json that applies to a folder: its own, or the
// nearest one above it up to root; empty where there is none.
func Config(dir, root string) string {
	for at := dir; ; at = filepath.Dir(at) {
		file := filepath.Join(at, "tsconfig.json")
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file
		}
		if at == root || at == filepath.Dir(at) {
			return ""
		}
	}
}

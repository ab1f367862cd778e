package typecheck

import (
	"encoding/json"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

const (
	nodeModules  = "node_modules"
	manifestFile = "package.json"
	typeScript   = "typescript"
	// firstNative is the first version of TypeScript that is a program.
	firstNative = 7
	maxManifest = 1 << 20
)

// Compiler returns the file of the type checker that is installed for a folder, in
// its own node_modules or in one above it up to root; empty where there is none for
// this platform, or an older one, which needs Node.
func Compiler(dir, root string) string {
	modules, version := installed(dir, root)
	if version < firstNative {
		return ""
	}
	return program(modules)
}

// NeedsNode reports whether the TypeScript that is installed for a folder is an older one,
// which only Node can run.
func NeedsNode(dir, root string) bool {
	_, version := installed(dir, root)
	return 0 < version && version < firstNative
}

// Wanted reports whether the package.json of a folder, or the nearest one above it up to root,
// lists TypeScript.
func Wanted(dir, root string) bool {
	for at := range upwards(dir, root) {
		var manifest struct {
			Dependencies         map[string]any `json:"dependencies"`
			DevDependencies      map[string]any `json:"devDependencies"`
			OptionalDependencies map[string]any `json:"optionalDependencies"`
		}
		if !readManifest(filepath.Join(at, manifestFile), &manifest) {
			continue
		}
		return manifest.Dependencies[typeScript] != nil || manifest.DevDependencies[typeScript] != nil || manifest.OptionalDependencies[typeScript] != nil
	}
	return false
}

// installed returns the node_modules with TypeScript that applies to a folder, and the major
// version, which is 0 without TypeScript.
func installed(dir, root string) (modules string, version int) {
	for at := range upwards(dir, root) {
		modules = filepath.Join(at, nodeModules)
		var manifest struct {
			Name    string `json:"name"`
			Version string `json:"version"`
		}
		if !readManifest(filepath.Join(modules, typeScript, manifestFile), &manifest) || manifest.Name != typeScript {
			continue
		}
		major, _, _ := strings.Cut(manifest.Version, ".")
		if version, err := strconv.Atoi(major); err == nil && version > 0 {
			return modules, version
		}
	}
	return "", 0
}

// upwards are a folder and those above it, up to root.
func upwards(dir, root string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := dir; yield(at) && at != root && at != filepath.Dir(at); {
			at = filepath.Dir(at)
		}
	}
}

// readManifest reads a package.json, and reports whether it could.
func readManifest(file string, manifest any) bool {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxManifest {
		return false
	}
	data, err := os.ReadFile(file) //nolint:gosec // of the project
	return err == nil && json.Unmarshal(data, manifest) == nil
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
	for at := range upwards(dir, root) {
		file := filepath.Join(at, "tsconfig.json")
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file
		}
	}
	return ""
}

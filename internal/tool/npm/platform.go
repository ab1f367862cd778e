package npm

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Platform is a kind of machine, in npm's words.
type Platform struct {
	// OS is "linux", "darwin", "win32" …, CPU is "x64", "arm64", "ia32" …
	OS, CPU string
	// Libc is "glibc" or "musl" on Linux, and empty elsewhere.
	Libc string
}

// thisPlatform returns the platform of this machine.
func thisPlatform() Platform {
	p := Platform{OS: runtime.GOOS, CPU: runtime.GOARCH}
	switch p.OS {
	case "windows":
		p.OS = "win32"
	case "solaris", "illumos":
		p.OS = "sunos"
	default:
	}
	switch p.CPU {
	case "amd64":
		p.CPU = "x64"
	case "386":
		p.CPU = "ia32"
	case "ppc64le":
		p.CPU = "ppc64"
	case "mipsle":
		p.CPU = "mipsel"
	default:
	}
	if p.OS == "linux" {
		p.Libc = thisLibc()
	}
	return p
}

// String is for people: "linux x64 glibc".
func (p Platform) String() string { return strings.TrimSpace(p.OS + " " + p.CPU + " " + p.Libc) }

// complete sets empty fields to the values of this machine.
func (p Platform) complete() Platform {
	this := thisPlatform()
	if p.OS == "" {
		p.OS = this.OS
	}
	if p.CPU == "" {
		p.CPU = this.CPU
	}
	if p.Libc == "" && p.OS == "linux" {
		p.Libc = this.Libc
	}
	return p
}

// runs reports whether a package is for this platform.
func (p Platform) runs(pkg *lockedPackage) bool {
	return matchesList(p.OS, pkg.OS) && matchesList(p.CPU, pkg.CPU) && (len(pkg.Libc) == 0 || p.Libc != "" && matchesList(p.Libc, pkg.Libc))
}

// matchesList is npm's rule for a list such as ["linux", "darwin"] or ["!win32"].
func matchesList(value string, list []string) bool {
	if len(list) == 0 || len(list) == 1 && list[0] == "any" {
		return true
	}
	negated := 0
	for _, one := range list {
		if unwanted, isNegated := strings.CutPrefix(one, "!"); isNegated {
			if unwanted == value {
				return false
			}
			negated++
		}
	}
	return negated == len(list) || slices.Contains(list, value)
}

// thisLibc detects the C library of a Linux system, as npm does: from the text of ldd, or else from
// the dynamic loaders.
func thisLibc() string {
	const enough = 64 << 10
	if file, err := os.Open("/usr/bin/ldd"); err == nil {
		text, err := io.ReadAll(io.LimitReader(file, enough))
		_ = file.Close()
		switch {
		case err != nil:
		case bytes.Contains(text, []byte("musl")):
			return "musl"
		case bytes.Contains(text, []byte("GNU C Library")):
			return "glibc"
		default:
		}
	}
	for pattern, libc := range map[string]string{
		"/lib/ld-musl-*": "musl", "/lib64/ld-linux-*": "glibc", "/lib/ld-linux*": "glibc", "/lib/*-linux-gnu*/ld-linux*": "glibc",
	} {
		if found, err := filepath.Glob(pattern); err == nil && len(found) > 0 {
			return libc
		}
	}
	return ""
}

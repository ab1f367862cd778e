package scaffold

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// library is the path of Oriel's module.
const library = "github.com/orielapps/oriel"

// What an app requires beside Oriel itself, the checksums of that, and the checksum of
// Oriel's own go.mod. "go test ./internal/tool/scaffold -update" writes them.
var (
	//go:embed module/require.txt
	required string
	//go:embed module/sum.txt
	sums string
	//go:embed module/gomod.txt
	goModSum string
)

// Library is the Oriel that an app requires: a released version, or a checkout.
type Library struct {
	// Version is a version of the module, and Sum its checksum, if known.
	Version, Sum string
	// Checkout is the folder of a checkout, which replaces the version.
	Checkout string
}

// unreleased is the required version of a module that is replaced by a checkout.
const unreleased = "v0.0.0"

// Own returns the Oriel that this program was built from: its version if it was installed as
// one, otherwise the checkout in which it was compiled. The error has the code "oriel_unknown".
func Own() (Library, error) {
	released := linked(debug.ReadBuildInfo())
	if released.Sum != "" {
		return released, nil
	}
	_, file, _, ok := runtime.Caller(0)
	if ok && filepath.IsAbs(file) { // -trimpath leaves no folder
		l, err := Checkout(filepath.Join(filepath.Dir(file), "..", "..", ".."))
		if err == nil {
			return l, nil
		}
	}
	if released.Version != "" {
		return released, nil
	}
	return Library{}, &ui.Error{
		Code:    "oriel_unknown",
		Message: "This program was built in a checkout of Oriel that no longer exists, so a module can't refer to it.",
		Fix:     "Name the folder of a checkout: --checkout DIR. Or install a release: go install " + library + "/cmd/oriel@latest.",
	}
}

// linked is the release of Oriel's module that a program was linked with: the command
// oriel is a module of its own. It is empty where that module came from a folder. There is
// no checksum where it was vendored.
func linked(info *debug.BuildInfo, ok bool) Library {
	if !ok {
		return Library{}
	}
	for _, m := range info.Deps {
		if m.Path == library && m.Replace == nil && strings.HasPrefix(m.Version, "v") && !strings.Contains(m.Version, "+") {
			return Library{Version: m.Version, Sum: m.Sum}
		}
	}
	return Library{}
}

// Checkout returns a checkout of Oriel in a folder. The error has the code
// "checkout_invalid".
func Checkout(dir string) (Library, error) {
	abs, err := filepath.Abs(dir)
	var text []byte
	if err == nil {
		text, err = os.ReadFile(filepath.Join(abs, "go.mod")) //nolint:gosec // the folder is what the caller names
	}
	if err != nil || !strings.HasPrefix(string(text), "module "+library+"\n") {
		return Library{}, &ui.Error{
			Code:    "checkout_invalid",
			Message: fmt.Sprintf("%q is not a checkout of Oriel: its go.mod is not that of %s.", dir, library),
			Fix:     "Name the folder that git clone has made.",
		}
	}
	return Library{Checkout: abs}, nil
}

// moduleFiles returns go.mod and go.sum of an app, as "go mod tidy" would have them.
func moduleFiles(module string, l Library) []File {
	version := l.Version
	if l.Checkout != "" {
		version = unreleased
	}
	mod := fmt.Sprintf("module %s\n\ngo 1.26.0\n\nrequire %s %s\n", module, library, version)
	if required != "" {
		mod += "\nrequire (\n" + required + ")\n"
	}
	sum := sums
	if l.Checkout != "" {
		mod += fmt.Sprintf("\nreplace %s => %s\n", library, quotedPath(l.Checkout))
	} else if l.Sum != "" {
		lines := fmt.Sprintf("%[1]s %[2]s %[3]s\n%[1]s %[2]s/go.mod %[4]s\n", library, version, l.Sum, strings.TrimSpace(goModSum))
		sum = withLines(sums, lines)
	}
	return []File{{Path: "go.mod", Data: []byte(mod)}, {Path: "go.sum", Data: []byte(sum)}}
}

// quotedPath is a path as a go.mod has it.
func quotedPath(path string) string {
	for _, r := range path {
		if !strings.ContainsRune("/\\._-:~+@", r) && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') {
			return strconv.Quote(path)
		}
	}
	return path
}

// withLines puts lines to where they belong in a sorted text.
func withLines(text, lines string) string {
	at := 0
	for line := range strings.Lines(text) {
		if line > lines {
			break
		}
		at += len(line)
	}
	return text[:at] + lines + text[at:]
}

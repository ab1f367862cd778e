package serverconfig

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// variables replaces ${…} as the hosts do: ${NAME} and ${NAME:-default} of Claude Code,
// ${env:NAME} and the predefined variables of VS Code and Cursor.
type variables struct {
	folder, home string
	environ      []string
}

func newVariables(folder string, environ []string) *variables {
	v := &variables{folder: folder, environ: environ}
	home := "HOME"
	if runtime.GOOS == "windows" {
		home = "USERPROFILE"
	}
	v.home, _ = v.lookup(home)
	return v
}

// Expand replaces the variables of a command-line argument. With ${NAME} in single
// quotes, a secret stays out of the shell's history and the list of processes. The error
// is a [*ui.Error] if a variable is invalid.
func Expand(text string, environ []string) (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("finding the current folder: %w", err)
	}
	out, fault := newVariables(folder, environ).expand(text)
	if fault != nil {
		return "", fault
	}
	return out, nil
}

// lookup returns the last value of a variable, which is the one that counts.
func (v *variables) lookup(name string) (value string, set bool) {
	for _, variable := range slices.Backward(v.environ) {
		key, text, ok := strings.Cut(variable, "=")
		if ok && (key == name || runtime.GOOS == "windows" && strings.EqualFold(key, name)) {
			return text, true
		}
	}
	return "", false
}

// expand replaces each ${…} once; it doesn't expand the values. Forms that no host
// supports, such as $NAME or ${1}, stay unchanged.
func (v *variables) expand(text string) (string, *ui.Error) {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "${")
		out.WriteString(before)
		inside, after, closed := strings.Cut(rest, "}")
		if !found {
			return out.String(), nil
		}
		if !closed {
			out.WriteString("${" + rest)
			return out.String(), nil
		}
		value, err := v.value(inside)
		if err != nil {
			return "", err
		}
		out.WriteString(value)
		text = after
	}
}

var (
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	variableKind = regexp.MustCompile(`^[A-Za-z]+$`)
)

// value returns the replacement of ${inside}.
func (v *variables) value(inside string) (string, *ui.Error) {
	switch inside {
	case "workspaceFolder":
		return v.folder, nil
	case "workspaceFolderBasename":
		return filepath.Base(v.folder), nil
	case "userHome":
		if v.home == "" {
			return "", unset("HOME")
		}
		return v.home, nil
	case "pathSeparator", "/":
		return string(filepath.Separator), nil
	}
	if name, fallback, has := strings.Cut(inside, ":-"); has && variableName.MatchString(name) {
		if value, set := v.lookup(name); set {
			return value, nil
		}
		return fallback, nil
	}
	prefix, name, has := strings.Cut(inside, ":")
	switch {
	case has && prefix == "env":
		return v.mustBeSet(name)
	case has && prefix == "input":
		return "", &ui.Error{
			Code:    "variable_unsupported",
			Message: fmt.Sprintf("${input:%s} is a prompt of VS Code, which is not supported here.", shorten(printable(name))),
			Fix:     `Use ${env:NAME} instead, and set NAME in the shell that runs oriel.`,
		}
	case has && variableKind.MatchString(prefix):
		return "", &ui.Error{
			Code:    "variable_unsupported",
			Message: fmt.Sprintf("${%s:…} is not supported.", prefix),
			Fix:     "Write the value itself, or use ${env:NAME}.",
		}
	case variableName.MatchString(inside):
		return v.mustBeSet(inside)
	}
	return "${" + inside + "}", nil
}

func (v *variables) mustBeSet(name string) (string, *ui.Error) {
	if value, set := v.lookup(name); set {
		return value, nil
	}
	return "", unset(name)
}

func unset(name string) *ui.Error {
	name = shorten(printable(name))
	return &ui.Error{
		Code:    "variable_unset",
		Message: fmt.Sprintf("The environment variable %s is not set.", name),
		Fix:     fmt.Sprintf("Set it in the shell that runs oriel, or give it a default: ${%s:-…}.", name),
	}
}

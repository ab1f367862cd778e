package scaffold

import (
	"fmt"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/naming"
	"github.com/orielapps/oriel/ui"
)

const maxName = 64

var (
	properName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	notInNames = regexp.MustCompile(`[^a-z0-9]+`)
	// properTool is what hosts and models take without trouble: MCP allows more.
	properTool = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	// modulePath is the form of a module's path that the go command takes without a
	// version suffix of its own meaning.
	modulePath = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]*\.[a-z0-9-]+(/[A-Za-z0-9][A-Za-z0-9._~-]*)*$|^[a-z][a-z0-9-]*(/[A-Za-z0-9][A-Za-z0-9._~-]*)*$`)
)

// reserved are names with another meaning: to the go command, to a file system, or in a project
// of Oriel.
var reserved = []string{
	"cmd", "dist", "internal", "main", "oriel", "std", "test", "testdata", "vendor", "views",
}

// standard are the packages of Go's standard library that have no folder above them.
// A program of such a name would be confusing.
var standard = []string{
	"bufio", "builtin", "bytes", "cmp", "context", "crypto", "embed", "encoding", "errors", "expvar", "flag", "fmt", "hash", "html",
	"image", "io", "iter", "log", "maps", "math", "mime", "net", "os", "path", "plugin", "reflect", "regexp", "runtime", "slices", "sort",
	"strconv", "strings", "structs", "sync", "syscall", "testing", "time", "unicode", "unique", "unsafe", "weak",
}

// CheckName reports whether an app may have a name. The error is an [*ui.Error] with the
// code "name_invalid".
func CheckName(name string) error {
	why := unnamable(name)
	switch {
	case why != "":
	case token.IsKeyword(name):
		why = "is a word of the Go language"
	case slices.Contains(standard, name):
		why = "is a package of Go's standard library"
	default:
		return nil
	}
	return badName("an app", name, why)
}

// checkView reports whether a view may have a name, as [CheckName] does. It may be a word
// of Go's: its variable begins with a capital.
func checkView(name string) error {
	if why := unnamable(name); why != "" {
		return badName("a view", name, why)
	}
	return nil
}

// unnamable says why a name is not valid for apps and views; empty for a valid name.
func unnamable(name string) string {
	switch {
	case len(name) > maxName:
		return fmt.Sprintf("is longer than %d letters", maxName)
	case !properName.MatchString(name):
		return "is not made of lower-case letters, digits and single hyphens between them"
	case slices.Contains(reserved, name):
		return "means something else"
	case naming.ReservedOnWindows(name):
		return "means something else on Windows"
	}
	return ""
}

func badName(what, name, why string) error {
	return &ui.Error{
		Code:    "name_invalid",
		Message: fmt.Sprintf("%q can't name %s: it %s.", name, what, why),
		Fix:     "Take a name such as " + suggestion(name, "-") + ".",
	}
}

// checkTool reports whether a tool may have a name, as [CheckName] does.
func checkTool(name string) error {
	if len(name) <= maxName && properTool.MatchString(name) && !token.IsKeyword(name) && !strings.HasPrefix(name, "oriel_") {
		return nil
	}
	return &ui.Error{
		Code:    "name_invalid",
		Message: fmt.Sprintf("%q can't name a tool here: such names are lower-case words with %q between them.", name, "_"),
		Fix:     "Take a name such as " + suggestion(name, "_") + ".",
	}
}

// suggestion returns a valid name that is similar to another.
func suggestion(name, between string) string {
	near := strings.Trim(notInNames.ReplaceAllString(strings.ToLower(path.Base(name)), between), between)
	near = strings.TrimLeft(near, "0123456789"+between)
	const enough = 40
	if len(near) > enough {
		near = strings.TrimRight(near[:enough], between)
	}
	switch {
	case near == "":
		return "my" + between + "app"
	case token.IsKeyword(near), slices.Contains(standard, near), slices.Contains(reserved, near), naming.ReservedOnWindows(near):
		return "my" + between + near
	}
	return near
}

// checkModule reports whether a module may have a path.
func checkModule(module string) error {
	if !modulePath.MatchString(module) || len(module) > 200 || strings.HasPrefix(module, "github.com/orielapps/oriel/") ||
		module == library || slices.Contains(standard, strings.SplitN(module, "/", 2)[0]) {
		return &ui.Error{
			Code:    "module_invalid",
			Message: fmt.Sprintf("%q can't be the path of the module.", module),
			Fix:     "Give the place of its code, such as github.com/you/app; or leave it out.",
		}
	}
	return nil
}

// title returns a name for people: "My app" for "my-app".
func title(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' })
	text := strings.Join(words, " ")
	return strings.ToUpper(text[:1]) + text[1:]
}

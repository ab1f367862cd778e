package oriel

import (
	"reflect"
	"strings"
)

// inThisPackage reports whether a function belongs to this package, and not to its
// callers or its external tests.
func inThisPackage(function string) bool {
	path := reflect.TypeFor[App]().PkgPath()
	rest, ok := strings.CutPrefix(function, path)
	return ok && strings.HasPrefix(rest, ".") || strings.HasPrefix(function, "runtime.")
}

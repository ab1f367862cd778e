package oriel

import (
	"reflect"
	"strings"
)

// inThisPackage tells this package's own functions from those of the caller
// and from this package's external tests.
func inThisPackage(function string) bool {
	path := reflect.TypeFor[App]().PkgPath()
	rest, ok := strings.CutPrefix(function, path)
	return ok && strings.HasPrefix(rest, ".") || strings.HasPrefix(function, "runtime.")
}

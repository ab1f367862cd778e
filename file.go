package oriel

import (
	"reflect"
	"slices"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// FileParam is a file that a person gave to the host, as a field of a tool's input. See
// [ui.FileParam].
type FileParam = ui.FileParam

// withFileParams adds the fields of In that are files to those that the tool names.
func withFileParams[In any](named []string) []string {
	in := reflect.TypeFor[In]()
	if in.Kind() != reflect.Struct {
		return named
	}
	all := slices.Clone(named)
	for _, field := range reflect.VisibleFields(in) {
		kind := field.Type
		if kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		if kind != reflect.TypeFor[FileParam]() || !field.IsExported() {
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" {
			name = field.Name
		}
		if name != "-" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

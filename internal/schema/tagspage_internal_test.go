package schema

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The table of struct tags in docs/types.md has each tag, and each row is true.
func TestPageOfTags(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/types.md")
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]reflect.Type{
		"string": reflect.TypeFor[string](), "int": reflect.TypeFor[int](), "float64": reflect.TypeFor[float64](), "[]string": reflect.TypeFor[[]string](),
	}
	var listed []string
	for _, row := range regexp.MustCompile("(?m)^\\| `((\\w+):\"[^`]*)` \\| `([^`]+)` \\| `([^`]+)` \\|").FindAllStringSubmatch(string(page), -1) {
		tag, name, goType, want := row[1], row[2], types[row[3]], row[4]
		if goType == nil {
			t.Fatalf("%s: of which type is %s?", tag, row[3])
		}
		listed = append(listed, name)
		field := reflect.StructField{Name: "Field", Type: goType, Tag: reflect.StructTag(tag)}
		schema, err := ForType(reflect.StructOf([]reflect.StructField{field}))
		if err != nil {
			t.Errorf("%s: %v", tag, err)
		} else if got := string(schema.JSON()); !strings.Contains(got, want) {
			t.Errorf("%s: the schema has no %s:\n%s", tag, want, got)
		}
	}
	if want := append([]string{"json"}, ourTags...); !slices.Equal(listed, want) {
		t.Errorf("docs/types.md lists the tags\n%q, want\n%q", listed, want)
	}
}

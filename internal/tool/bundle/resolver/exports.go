package resolver

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/bundle/source"
)

// Node's rules for "exports" and "imports" in a package.json (from
// PACKAGE_EXPORTS_RESOLVE down, in Node's documentation of ESM_Resolver). A target is a
// path "./x/y" in the package or, for "imports", a specifier of another package.

var (
	errNotExported   = errors.New("there is no such entry")
	errExportsBroken = errors.New("its entries mix paths with conditions")
)

// targetError is a target that is not a path within the package.
type targetError struct{ target string }

func (e *targetError) Error() string {
	return fmt.Sprintf("%q is not a path within the package", e.target)
}

// exported returns the target in "exports" of a subpath: "." or "./x".
func (m *Package) exported(subpath string, conditions []string) (string, error) {
	exports := m.exports
	paths, others := 0, 0
	if exports.kind == objectValue {
		for _, one := range exports.members {
			if strings.HasPrefix(one.key, ".") {
				paths++
			} else {
				others++
			}
		}
	}
	switch {
	case paths > 0 && others > 0:
		return "", errExportsBroken
	case paths > 0:
		return matched(subpath, exports, false, conditions)
	case subpath == ".":
		return targetOf(exports, "", false, conditions)
	default:
		return "", errNotExported
	}
}

// imported returns the target in "imports" of a name that begins with "#".
func (m *Package) imported(name string, conditions []string) (string, error) {
	if m.imports == nil || m.imports.kind != objectValue || name == "#" || strings.HasPrefix(name, "#/") {
		return "", errNotExported
	}
	return matched(name, m.imports, true, conditions)
}

// entries returns the subpaths in "exports", as they are written there.
func (m *Package) entries() []string {
	if m.exports == nil || m.exports.kind != objectValue {
		return nil
	}
	var list []string
	for _, one := range m.exports.members {
		if strings.HasPrefix(one.key, ".") && one.value.kind != nullValue {
			list = append(list, one.key)
		}
	}
	return list
}

// matched is PACKAGE_IMPORTS_EXPORTS_RESOLVE. It also accepts folders ("./x/"), which Node
// no longer does and packages still have.
func matched(name string, table *value, imports bool, conditions []string) (string, error) {
	if !strings.Contains(name, "*") && !strings.HasSuffix(name, "/") {
		if target := table.member(name); target != nil {
			return targetOf(target, "", imports, conditions)
		}
	}
	var best member
	middle := ""
	for _, one := range table.members {
		before, after, ok := strings.Cut(one.key, "*")
		if !ok {
			after = ""
			if !strings.HasSuffix(one.key, "/") {
				continue
			}
		}
		if strings.Contains(after, "*") || !strings.HasPrefix(name, before) || name == before ||
			!strings.HasSuffix(name, after) || len(name) < len(before)+len(after) {
			continue
		}
		if best.value == nil || moreSpecific(one.key, best.key) {
			best, middle = one, name[len(before):len(name)-len(after)]
		}
	}
	if best.value == nil {
		return "", errNotExported
	}
	if leavesPackage(middle) {
		return "", &targetError{name}
	}
	return targetOf(best.value, middle, imports, conditions)
}

// moreSpecific is PATTERN_KEY_COMPARE: the longer text before the star wins, then the
// longer key.
func moreSpecific(a, b string) bool {
	base := func(key string) int {
		if star := strings.IndexByte(key, '*'); star >= 0 {
			return star + 1
		}
		return len(key)
	}
	if base(a) != base(b) {
		return base(a) > base(b)
	}
	if strings.Contains(a, "*") != strings.Contains(b, "*") {
		return strings.Contains(a, "*")
	}
	return len(a) > len(b)
}

// targetOf is PACKAGE_TARGET_RESOLVE. Both null and undefined there are errNotExported here.
func targetOf(target *value, middle string, imports bool, conditions []string) (string, error) {
	found, _, err := pick(target, middle, imports, conditions)
	return found, err
}

// pick also reports whether the search is over: after a target, and after null.
func pick(target *value, middle string, imports bool, conditions []string) (found string, over bool, err error) {
	switch target.kind {
	case textValue:
		found, err = withMiddle(target.text, middle, imports)
		return found, true, err
	case objectValue:
		for _, one := range target.members {
			if one.key != "default" && !slices.Contains(conditions, one.key) {
				continue
			}
			if found, over, err = pick(one.value, middle, imports, conditions); over {
				return found, true, err
			}
		}
		return "", false, errNotExported
	case listValue:
		err = errNotExported
		for _, one := range target.list {
			found, over, err = pick(one, middle, imports, conditions)
			if over && err == nil {
				return found, true, nil
			}
		}
		return "", len(target.list) == 0 || over, err
	case nullValue:
		return "", true, errNotExported
	default:
		return "", true, &targetError{"a number or a boolean"}
	}
}

// withMiddle replaces the stars in a target, which may lead neither out of the package nor
// into a node_modules in it.
func withMiddle(target, middle string, imports bool) (string, error) {
	if len(target)+strings.Count(target, "*")*len(middle) > maxPath {
		return "", &targetError{source.Clip(target) + "…"}
	}
	if !strings.HasPrefix(target, "./") {
		if !imports || IsRelative(target) || strings.HasPrefix(target, "/") || strings.HasPrefix(target, "#") || IsRemote(target) {
			return "", &targetError{target}
		}
		return strings.ReplaceAll(target, "*", middle), nil
	}
	if leavesPackage(target[len("./"):]) {
		return "", &targetError{target}
	}
	if strings.HasSuffix(target, "/") && !strings.Contains(target, "*") {
		return target + middle, nil
	}
	return strings.ReplaceAll(target, "*", middle), nil
}

// leavesPackage reports whether a path has a part that leads out of a package or into a
// node_modules in it.
func leavesPackage(name string) bool {
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '/' || r == '\\' }) {
		switch strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(part, "%2e", "."), "%2E", ".")) {
		case ".", "..", "node_modules":
			return true
		}
	}
	return false
}

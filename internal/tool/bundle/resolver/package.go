package resolver

import (
	"errors"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/bundle/source"
)

// Package is a package.json. Members of the wrong type count as missing, as they do
// in Node.
type Package struct {
	// Dir is the folder of the package.json.
	Dir string
	// Name and Version are empty where it has none.
	Name, Version string

	main, module, browser, style string
	// replaced maps files ("./x.js") and packages to what "browser" replaces them
	// with; "" is an empty module.
	replaced         map[string]string
	exports, imports *value
	typesOnly        bool // it has type declarations and no code

	dependencies, peers, development map[string]bool

	pure        bool // no file has side effects, except those that match
	withEffects []*regexp.Regexp
}

// Label returns name and version: "react 19.2.0".
func (m *Package) Label() string {
	return strings.TrimSpace(m.Name + " " + m.Version)
}

// DependsOn returns which of the names the package depends on, in the order given:
// those in "dependencies", else those in "peerDependencies", else those in
// "devDependencies".
func (m *Package) DependsOn(names ...string) []string {
	for _, set := range []map[string]bool{m.dependencies, m.peers, m.development} {
		var found []string
		for _, name := range names {
			if set[name] {
				found = append(found, name)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

func parsePackage(dir string, data []byte) (*Package, error) {
	whole, err := parseJSON(data)
	if err != nil {
		return nil, err
	}
	if whole.kind != objectValue {
		return nil, errors.New("it is not an object")
	}
	m := &Package{
		Dir:          dir,
		Name:         whole.textOf("name"),
		Version:      whole.textOf("version"),
		main:         whole.textOf("main"),
		module:       whole.textOf("module"),
		browser:      whole.textOf("browser"),
		style:        whole.textOf("style"),
		exports:      whole.member("exports"),
		imports:      whole.member("imports"),
		dependencies: whole.keys("dependencies"),
		peers:        whole.keys("peerDependencies"),
		development:  whole.keys("devDependencies"),
	}
	if m.exports != nil && m.exports.kind == nullValue {
		m.exports = nil
	}
	m.typesOnly = (whole.textOf("types") != "" || whole.textOf("typings") != "") && m.main == "" && m.module == "" && m.exports == nil
	m.readReplaced(whole.member("browser"))
	m.readSideEffects(whole.member("sideEffects"))
	return m, nil
}

func (m *Package) readReplaced(browser *value) {
	if browser == nil || browser.kind != objectValue {
		return
	}
	m.replaced = make(map[string]string, len(browser.members))
	for _, one := range browser.members {
		key := one.key
		if IsRelative(key) {
			key = inside(key)
		}
		switch {
		case one.value.kind == textValue && one.value.text != "":
			m.replaced[key] = one.value.text
		case one.value.kind == boolValue && !one.value.truth:
			m.replaced[key] = ""
		}
	}
}

func (m *Package) readSideEffects(effects *value) {
	switch {
	case effects == nil:
	case effects.kind == boolValue:
		m.pure = !effects.truth
	case effects.kind == listValue:
		m.pure = true
		for _, one := range effects.list {
			if one.kind == textValue && len(one.text) > maxPath {
				m.pure = false // no path is that long
			} else if one.kind == textValue {
				m.withEffects = append(m.withEffects, glob(one.text))
			}
		}
	}
}

// hasEffects reports whether a file may have side effects, so that it has to stay even
// where nothing of it is used.
func (m *Package) hasEffects(name string) bool {
	if !m.pure {
		return true
	}
	name = source.Below(m.Dir, name)
	for _, pattern := range m.withEffects {
		if pattern.MatchString(name) {
			return true
		}
	}
	return false
}

// inside returns a path within a package as "./x/y", without "..".
func inside(name string) string {
	return "./" + path.Clean("/" + name)[1:]
}

// glob compiles a pattern of "sideEffects": "*" is within a name, "**" spans folders, and a
// pattern without a slash is for files in any folder.
func glob(pattern string) *regexp.Regexp {
	pattern = strings.TrimPrefix(pattern, "./")
	if !strings.Contains(pattern, "/") {
		pattern = "**/" + pattern
	}
	var b strings.Builder
	b.WriteString("^")
	for pattern != "" {
		switch {
		case strings.HasPrefix(pattern, "**/"):
			b.WriteString("(?:.*/)?")
			pattern = pattern[len("**/"):]
		case strings.HasPrefix(pattern, "**"):
			b.WriteString(".*")
			pattern = pattern[len("**"):]
		case pattern[0] == '*':
			b.WriteString("[^/]*")
			pattern = pattern[1:]
		case pattern[0] == '?':
			b.WriteString("[^/]")
			pattern = pattern[1:]
		default:
			b.WriteString(regexp.QuoteMeta(pattern[:1]))
			pattern = pattern[1:]
		}
	}
	return regexp.MustCompile(b.String() + "$")
}

// Package returns the package.json of a folder; nil where there is none.
func (r *Resolver) Package(dir string) (*Package, *source.Fault) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if known, ok := r.packages[dir]; ok {
		return known, r.broken[dir]
	}
	var m *Package
	var fault *source.Fault
	name := path.Join(dir, "package.json")
	if r.tree.Look(name) == source.Regular {
		var data []byte
		if data, fault = r.tree.Read(name, true); fault == nil {
			var err error
			if m, err = parsePackage(dir, data); err != nil {
				fault = packageInvalid(name, err)
			}
		}
	}
	r.packages[dir], r.broken[dir] = m, fault
	return m, fault
}

// PackageOf returns the package that the files of a folder belong to: the nearest
// package.json with a name or imports, within the same node_modules; nil where there
// is none. A package.json inside a package that only has "type" doesn't count.
func (r *Resolver) PackageOf(dir string) *Package {
	for at := dir; path.Base(at) != NodeModules; at = path.Dir(at) {
		if m, fault := r.Package(at); fault == nil && m != nil && (m.Name != "" || m.imports != nil || isPackageFolder(at)) {
			return m
		}
		if at == "." {
			break
		}
	}
	return nil
}

// isPackageFolder reports whether a folder lies where packages do:
// "node_modules/a", "node_modules/@s/a".
func isPackageFolder(dir string) bool {
	above := path.Dir(dir)
	return path.Base(above) == NodeModules || strings.HasPrefix(path.Base(above), "@") && path.Base(path.Dir(above)) == NodeModules
}

// PackageName returns the name of the package that a specifier leads to, "@s/a" for
// "@s/a/b"; "" where it can't be one.
func PackageName(specifier string) string {
	name, _, _ := splitName(specifier)
	return name
}

// splitName splits a specifier into a package's name and the subpath in it: "." or
// "./x/y".
func splitName(specifier string) (name, subpath string, ok bool) {
	name, rest, _ := strings.Cut(specifier, "/")
	if strings.HasPrefix(specifier, "@") {
		var second string
		second, rest, _ = strings.Cut(rest, "/")
		if second == "" {
			return "", "", false
		}
		name += "/" + second
	}
	if name == "" || strings.HasPrefix(name, "@/") || strings.HasPrefix(name, "~") || len(specifier) > maxPath ||
		strings.HasPrefix(name, ".") || strings.Contains(name, "/.") || strings.ContainsAny(name, "\\%\x00*?:") ||
		slices.Contains(strings.Split(name, "/"), NodeModules) {
		return "", "", false
	}
	if rest == "" {
		return name, ".", true
	}
	return name, "./" + rest, true
}

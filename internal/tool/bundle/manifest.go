package bundle

import (
	"errors"
	"path"
	"regexp"
	"strings"
)

// manifest is what the bundler asks of a package.json. Members of another type
// than they should have count as missing, as Node takes them.
type manifest struct {
	dir           string // the folder it lies in
	name, version string

	main, module, browser, style string
	// replaced is what the member "browser" puts in the place of files ("./x.js")
	// and packages; "" stands for nothing at all.
	replaced         map[string]string
	exports, imports *value
	typesOnly        bool // there are types, and nothing that runs

	dependencies, peers, development map[string]bool

	pure     bool // no file of it does anything when it is loaded,
	impurely []*regexp.Regexp
}

// label is how people know a package: "react 19.2.0".
func (m *manifest) label() string {
	return strings.TrimSpace(m.name + " " + m.version)
}

// parseManifest reads a package.json of a folder.
func parseManifest(dir string, data []byte) (*manifest, error) {
	whole, err := parseValue(data)
	if err != nil {
		return nil, err
	}
	if whole.kind != objectValue {
		return nil, errors.New("it is no object")
	}
	m := &manifest{
		dir:          dir,
		name:         whole.text("name"),
		version:      whole.text("version"),
		main:         whole.text("main"),
		module:       whole.text("module"),
		browser:      whole.text("browser"),
		style:        whole.text("style"),
		exports:      whole.member("exports"),
		imports:      whole.member("imports"),
		dependencies: whole.keys("dependencies"),
		peers:        whole.keys("peerDependencies"),
		development:  whole.keys("devDependencies"),
	}
	if m.exports != nil && m.exports.kind == nullValue {
		m.exports = nil
	}
	m.typesOnly = (whole.text("types") != "" || whole.text("typings") != "") && m.main == "" && m.module == "" && m.exports == nil
	m.readReplaced(whole.member("browser"))
	m.readSideEffects(whole.member("sideEffects"))
	return m, nil
}

func (m *manifest) readReplaced(browser *value) {
	if browser == nil || browser.kind != objectValue {
		return
	}
	m.replaced = make(map[string]string, len(browser.members))
	for _, one := range browser.members {
		key := one.key
		if relative(key) {
			key = inside(key)
		}
		switch {
		case one.value.kind == textValue && one.value.content != "":
			m.replaced[key] = one.value.content
		case one.value.kind == boolValue && !one.value.truth:
			m.replaced[key] = ""
		}
	}
}

func (m *manifest) readSideEffects(effects *value) {
	switch {
	case effects == nil:
	case effects.kind == boolValue:
		m.pure = !effects.truth
	case effects.kind == listValue:
		m.pure = true
		for _, one := range effects.list {
			if one.kind == textValue && len(one.content) > maxPath {
				m.pure = false // no path is that long, and an expression can't be
			} else if one.kind == textValue {
				m.impurely = append(m.impurely, glob(one.content))
			}
		}
	}
}

// effects reports whether a file of the package may do something when it is
// loaded, so that it stays even where nothing of it is used.
func (m *manifest) effects(name string) bool {
	if !m.pure {
		return true
	}
	name = relativeName(m.dir, name)
	for _, pattern := range m.impurely {
		if pattern.MatchString(name) {
			return true
		}
	}
	return false
}

// inside returns a path within a package as "./x/y".
func inside(name string) string {
	return "./" + path.Clean("/" + name)[1:]
}

// glob turns a pattern of "sideEffects" into an expression: "*" within a name,
// "**" over folders, and a pattern without a slash for files in any folder.
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

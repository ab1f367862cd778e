package bundle

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// packages finds the files that imports by name mean, by Node's rules and those
// that bundlers added for browsers, in the folders node_modules of the project
// and nowhere else.
type packages struct {
	tree        *tree
	views       string // the folder of views
	environment string // the condition in "exports" that says what the build is for

	mu        sync.Mutex
	manifests map[string]*manifest // by folder; nil where there is none
	broken    map[string]*Fault    // package.json files that can't be read, by folder
}

func newPackages(t *tree, views string) *packages {
	return &packages{
		tree: t, views: views, environment: production,
		manifests: make(map[string]*manifest), broken: make(map[string]*Fault),
	}
}

// need is how a package is asked for: by import, by require, or by a style.
type need uint8

const (
	byImport need = iota
	byRequire
	byStyle
)

// conditions are the names in "exports" that hold for a view, besides "default".
func (p *packages) conditions(how need) []string {
	switch how {
	case byRequire:
		return []string{"browser", "require", "module", p.environment}
	case byStyle:
		return []string{"style", "browser", p.environment}
	default:
		return []string{"browser", "import", "module", p.environment}
	}
}

// entries are the members of package.json that name the file to begin with, the
// best first.
func (n need) entries(m *manifest) []string {
	switch n {
	case byRequire:
		return []string{m.browser, m.main, m.module}
	case byStyle:
		return []string{m.style, m.main}
	default:
		return []string{m.browser, m.module, m.main}
	}
}

// place is what an import by name leads to.
type place struct {
	name string // of the file
	// nothing is set for what the package has replaced by nothing.
	nothing bool
	// pure is set for a file that does nothing when it is loaded.
	pure bool
}

// nodeModules is the folder that packages lie in.
const nodeModules = "node_modules"

// packaged reports whether a file is somebody else's: below node_modules.
func packaged(name string) bool {
	return strings.HasPrefix(name, nodeModules+"/") || strings.Contains(name, "/"+nodeModules+"/")
}

// manifest returns the package.json of a folder; nil where there is none.
func (p *packages) manifest(dir string) (*manifest, *Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known, ok := p.manifests[dir]; ok {
		return known, p.broken[dir]
	}
	var m *manifest
	var fault *Fault
	name := path.Join(dir, "package.json")
	if p.tree.look(name) == regular {
		var data []byte
		if data, fault = p.tree.read(name, true); fault == nil {
			var err error
			if m, err = parseManifest(dir, data); err != nil {
				fault = manifestInvalid(name, err)
			}
		}
	}
	p.manifests[dir], p.broken[dir] = m, fault
	return m, fault
}

// scope returns the package that a file of a folder belongs to: the nearest
// package.json with a name or imports, within the same node_modules. Files named
// package.json that only say "type" don't count.
func (p *packages) scope(dir string) *manifest {
	for at := dir; path.Base(at) != nodeModules; at = path.Dir(at) {
		if m, fault := p.manifest(at); fault == nil && m != nil && (m.name != "" || m.imports != nil || installedAt(at)) {
			return m
		}
		if at == "." {
			break
		}
	}
	return nil
}

// installedAt reports whether a folder is a package by where it lies:
// "node_modules/a", "node_modules/@s/a".
func installedAt(dir string) bool {
	above := path.Dir(dir)
	return path.Base(above) == nodeModules || strings.HasPrefix(path.Base(above), "@") && path.Base(path.Dir(above)) == nodeModules
}

// resolve finds the file that a specifier means which is no path, seen from a
// folder without links.
func (p *packages) resolve(dir, specifier string, how need) (place, *Fault) {
	scope := p.scope(dir)
	if strings.HasPrefix(specifier, "#") {
		return p.internal(scope, specifier, how)
	}
	if scope != nil && packaged(scope.dir+"/") {
		if other, ok := scope.replaced[specifier]; ok {
			if other == "" {
				return place{name: specifier, nothing: true}, nil
			}
			if relative(other) {
				return p.file(scope, path.Join(scope.dir, inside(other)), specifier, how)
			}
			specifier = other
		}
	}
	return p.byName(dir, specifier, how)
}

// internal finds what a name with "#" means in the package that uses it.
func (p *packages) internal(scope *manifest, specifier string, how need) (place, *Fault) {
	if scope == nil {
		return place{}, importsUnknown(specifier, nil)
	}
	target, err := scope.imported(specifier, p.conditions(how))
	switch {
	case errors.Is(err, errNotExported):
		return place{}, importsUnknown(specifier, scope)
	case err != nil:
		return place{}, manifestInvalid(path.Join(scope.dir, "package.json"), err)
	case strings.HasPrefix(target, "./"):
		return p.target(scope, target, specifier, how)
	default:
		return p.byName(scope.dir, target, how)
	}
}

// byName finds what the name of a package means, seen from a folder.
func (p *packages) byName(dir, specifier string, how need) (place, *Fault) {
	name, subpath, ok := splitSpecifier(specifier)
	if !ok {
		return place{}, specifierInvalid(specifier)
	}
	if own := p.scope(dir); own != nil && own.name == name && own.exports != nil {
		return p.exported(own, subpath, specifier, how)
	}
	var first *manifest // that has the name, but not the file
	for at := dir; ; at = path.Dir(at) {
		if path.Base(at) != nodeModules {
			m, found, fault := p.under(path.Join(at, nodeModules, name), subpath, specifier, how)
			if fault != nil || found.name != "" {
				return found, fault
			}
			if first == nil {
				first = m
			}
		}
		if at == "." {
			break
		}
	}
	if first != nil {
		return place{}, p.subpathMissing(first, specifier, subpath)
	}
	return place{}, p.packageMissing(dir, specifier, name)
}

// under finds a subpath of the package that a folder is. There is no package where
// there is none, and the place has no name where the package has no such file.
func (p *packages) under(folderName, subpath, specifier string, how need) (*manifest, place, *Fault) {
	m, fault := p.installed(folderName, specifier)
	if fault != nil || m == nil {
		return nil, place{}, fault
	}
	var found place
	if m.exports != nil {
		found, fault = p.exported(m, subpath, specifier, how)
	} else {
		found, fault = p.inFolder(m, subpath, how)
	}
	return m, found, fault
}

// installed returns the package that a folder is, or links to; nil where there
// is none.
func (p *packages) installed(folderName, specifier string) (*manifest, *Fault) {
	switch p.tree.look(folderName) {
	case folder:
	case outside:
		return nil, linkedOut(specifier, folderName)
	default:
		if entry, ok := p.tree.list(path.Dir(folderName))[path.Base(folderName)]; ok && entry.Type()&fs.ModeSymlink != 0 {
			return nil, linkedNowhere(specifier, folderName)
		}
		return nil, nil
	}
	dir := p.tree.resolved(folderName)
	if dir == "" {
		return nil, linkedOut(specifier, folderName)
	}
	m, fault := p.manifest(dir)
	if fault == nil && m == nil {
		m = &manifest{dir: dir} // Node takes any folder there
	}
	return m, fault
}

// exported finds a subpath of a package that says what it offers.
func (p *packages) exported(m *manifest, subpath, specifier string, how need) (place, *Fault) {
	target, err := m.exported(subpath, p.conditions(how))
	switch {
	case errors.Is(err, errNotExported):
		return place{}, p.subpathMissing(m, specifier, subpath)
	case err != nil:
		return place{}, manifestInvalid(path.Join(m.dir, "package.json"), err)
	default:
		return p.target(m, target, specifier, how)
	}
}

// splitSpecifier takes a specifier apart into a package's name and the subpath
// in it, "." or "./x/y".
func splitSpecifier(specifier string) (name, subpath string, ok bool) {
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
		slices.Contains(strings.Split(name, "/"), nodeModules) {
		return "", "", false
	}
	if rest == "" {
		return name, ".", true
	}
	return name, "./" + rest, true
}

package bundle

import (
	"path"
	"strings"
)

// target finds the file that a target within a package means. It is written in
// full, but for sources of the project that are imported as what they compile to.
func (p *packages) target(m *manifest, target, specifier string, how need) (place, *Fault) {
	name := path.Join(m.dir, inside(target))
	sources := sourceOf[path.Ext(name)]
	candidates := append(make([]string, 0, 1+len(sources)), name)
	for _, source := range sources {
		candidates = append(candidates, strings.TrimSuffix(name, path.Ext(name))+source)
	}
	for _, candidate := range candidates {
		if p.tree.look(candidate) == regular {
			return p.file(m, candidate, specifier, how)
		}
	}
	return place{}, targetMissing(m, specifier, target)
}

// file finds a file of a package, or what it puts in its place.
func (p *packages) file(m *manifest, name, specifier string, how need) (place, *Fault) {
	found, fault := p.load(m, name, how)
	if fault == nil && found.name == "" {
		fault = targetMissing(m, specifier, inside(relativeName(m.dir, name)))
	}
	return found, fault
}

// inFolder finds a subpath of a package that says nothing of what it offers.
func (p *packages) inFolder(m *manifest, subpath string, how need) (place, *Fault) {
	if escapes(strings.TrimPrefix(subpath, ".")) {
		return place{}, specifierInvalid(subpath)
	}
	return p.load(m, path.Join(m.dir, subpath), how)
}

// beside finds what a path means in a file of a package: "./x", "../x/y.js".
func (p *packages) beside(dir, specifier string, how need) (place, *Fault) {
	scope := p.scope(dir)
	if scope == nil {
		scope = &manifest{dir: dir}
	}
	return p.load(scope, path.Join(dir, specifier), how)
}

// load is LOAD_AS_FILE and LOAD_AS_DIRECTORY of Node. The place has no name
// where there is no such file.
func (p *packages) load(m *manifest, name string, how need) (place, *Fault) {
	if found := p.asFile(m, name); found.name != "" {
		return p.settled(found)
	}
	switch p.tree.look(name) {
	case folder:
	case outside:
		return place{}, linkedOut(path.Base(name), name)
	default:
		return place{}, nil
	}
	inner, fault := p.manifest(name)
	if fault != nil {
		return place{}, fault
	}
	if inner != nil {
		for _, entry := range how.entries(inner) {
			at := path.Join(name, entry) // which may go up: "../dist/x.js" of a folder in the package
			if entry == "" || !within(m.dir, at) {
				continue
			}
			if found := p.asFile(m, at); found.name != "" {
				return p.settled(found)
			}
			if found := p.asFile(m, path.Join(at, "index")); found.name != "" {
				return p.settled(found)
			}
			if p.tree.look(at) == outside {
				return place{}, linkedOut(path.Base(name), at)
			}
		}
	}
	return p.settled(p.asFile(m, path.Join(name, "index")))
}

// packageExtensions are tried, in this order, for a file of a package: it is
// JavaScript where there is the same as TypeScript beside it.
var packageExtensions = []string{"", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".mts", ".css", ".json"}

// asFile finds a file by its name, without its extension too, or what the
// package puts in its place.
func (p *packages) asFile(m *manifest, name string) place {
	if other, ok := p.instead(m, name); ok {
		return other
	}
	for _, extension := range packageExtensions {
		if p.tree.look(name+extension) != regular {
			continue
		}
		if other, ok := p.instead(m, name+extension); ok {
			return other
		}
		return place{name: name + extension}
	}
	for _, source := range sourceOf[path.Ext(name)] {
		if at := strings.TrimSuffix(name, path.Ext(name)) + source; !packaged(name) && p.tree.look(at) == regular {
			return place{name: at}
		}
	}
	return place{}
}

// instead returns what the member "browser" of a package puts in the place of
// one of its files. It is asked once for each import, so that two files that
// stand for each other do.
func (p *packages) instead(m *manifest, name string) (place, bool) {
	if len(m.replaced) == 0 || !strings.HasPrefix(name, m.dir+"/") {
		return place{}, false
	}
	key := "./" + relativeName(m.dir, name)
	keys := []string{key, strings.TrimSuffix(key, path.Ext(key))}
	if strings.TrimSuffix(path.Base(key), path.Ext(key)) == "index" {
		keys = append(keys, path.Dir(key), "./"+path.Dir(key))
	}
	for _, key := range keys {
		other, ok := m.replaced[key]
		if !ok {
			continue
		}
		if other == "" {
			return place{name: name, nothing: true}, true
		}
		if !relative(other) {
			continue
		}
		for _, extension := range packageExtensions {
			if at := path.Join(m.dir, inside(other)) + extension; p.tree.look(at) == regular {
				return place{name: at}, true
			}
		}
	}
	return place{}, false
}

// settled completes a place: where its links lead, and whether it does anything.
func (p *packages) settled(found place) (place, *Fault) {
	if found.name == "" || found.nothing {
		return found, nil
	}
	name := p.tree.resolved(found.name)
	if name == "" {
		return place{}, linkedOut(path.Base(found.name), found.name)
	}
	return place{name: name, pure: p.pure(name)}, nil
}

// pure reports whether a file does nothing when it is loaded, as its package
// says in "sideEffects". What the project's own package.json says is for those
// who install it: a view is there for its effects.
func (p *packages) pure(name string) bool {
	m := p.scope(path.Dir(name))
	return m != nil && (packaged(m.dir+"/") || !within(m.dir, p.views)) && !m.effects(name)
}

// within reports whether a path is that of a folder, or below it.
func within(dir, name string) bool {
	return name == dir || strings.HasPrefix(name, dir+"/") || dir == "." && name != ".." && !strings.HasPrefix(name, "../")
}

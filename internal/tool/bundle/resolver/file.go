package resolver

import (
	"path"
	"strings"

	"github.com/orielapps/oriel/internal/tool/bundle/source"
)

// target finds the file of a target in "exports" or "imports". It is a complete path,
// except in packages of the project, whose sources may stand for compiled files.
func (r *Resolver) target(m *Package, target, specifier string, by Reference) (File, *source.Fault) {
	name := path.Join(m.Dir, inside(target))
	for _, candidate := range append([]string{name}, typeScriptFor(name)...) {
		if r.tree.Look(candidate) == source.Regular {
			return r.packageFile(m, candidate, specifier, by)
		}
	}
	return File{}, targetMissing(m, specifier, target)
}

// packageFile finds a file of a package, or the one that "browser" replaces it with.
func (r *Resolver) packageFile(m *Package, name, specifier string, by Reference) (File, *source.Fault) {
	found, fault := r.load(m, name, by)
	if fault == nil && found.Name == "" {
		fault = targetMissing(m, specifier, inside(source.Below(m.Dir, name)))
	}
	return found, fault
}

// besideInPackage finds the file for a path in a file of a package: "./x", "../x/y.js".
func (r *Resolver) besideInPackage(dir, specifier string, by Reference) (File, *source.Fault) {
	own := r.PackageOf(dir)
	if own == nil {
		own = &Package{Dir: dir}
	}
	return r.load(own, path.Join(dir, specifier), by)
}

// load is LOAD_AS_FILE and LOAD_AS_DIRECTORY in the documentation of Node. The file has
// no name where there is none.
func (r *Resolver) load(m *Package, name string, by Reference) (File, *source.Fault) {
	if found := r.asFile(m, name); found.Name != "" {
		return r.complete(found)
	}
	switch r.tree.Look(name) {
	case source.Folder:
	case source.Outside:
		return File{}, linkLeavesProject(path.Base(name), name)
	default:
		return File{}, nil
	}
	inner, fault := r.Package(name)
	if fault != nil {
		return File{}, fault
	}
	if inner != nil {
		for _, file := range by.mainFiles(inner) {
			at := path.Join(name, file) // may go up: "../dist/x.js"
			if file == "" || !within(m.Dir, at) {
				continue
			}
			if found := r.asFile(m, at); found.Name != "" {
				return r.complete(found)
			}
			if found := r.asFile(m, path.Join(at, "index")); found.Name != "" {
				return r.complete(found)
			}
			if r.tree.Look(at) == source.Outside {
				return File{}, linkLeavesProject(path.Base(name), at)
			}
		}
	}
	return r.complete(r.asFile(m, path.Join(name, "index")))
}

// packageExtensions are tried in this order. JavaScript goes before the TypeScript that
// packages ship beside it.
var packageExtensions = []string{"", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".mts", ".css", ".json"}

// asFile finds a file by its name, with or without extension, or the one that "browser"
// replaces it with.
func (r *Resolver) asFile(m *Package, name string) File {
	if other, ok := r.replacement(m, name); ok {
		return other
	}
	for _, extension := range packageExtensions {
		if r.tree.Look(name+extension) != source.Regular {
			continue
		}
		if other, ok := r.replacement(m, name+extension); ok {
			return other
		}
		return File{Name: name + extension}
	}
	if !InPackage(name) {
		for _, candidate := range typeScriptFor(name) {
			if r.tree.Look(candidate) == source.Regular {
				return File{Name: candidate}
			}
		}
	}
	return File{}
}

// replacement returns the file that "browser" replaces one with. It is applied once, so
// that a package may swap two files.
func (r *Resolver) replacement(m *Package, name string) (File, bool) {
	if len(m.replaced) == 0 || !strings.HasPrefix(name, m.Dir+"/") {
		return File{}, false
	}
	key := "./" + source.Below(m.Dir, name)
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
			return File{Name: name, Empty: true}, true
		}
		if !IsRelative(other) {
			continue
		}
		for _, extension := range packageExtensions {
			if at := path.Join(m.Dir, inside(other)) + extension; r.tree.Look(at) == source.Regular {
				return File{Name: at}, true
			}
		}
	}
	return File{}, false
}

// complete follows a file's links, and says whether it has side effects.
func (r *Resolver) complete(found File) (File, *source.Fault) {
	if found.Name == "" || found.Empty {
		return found, nil
	}
	name := r.tree.RealPath(found.Name)
	if name == "" {
		return File{}, linkLeavesProject(path.Base(found.Name), found.Name)
	}
	return File{Name: name, Pure: r.pure(name)}, nil
}

// pure reports whether a file has no side effects, as its package says in
// "sideEffects". The project's own package.json says that to those who install it;
// files of a view run for their effects.
func (r *Resolver) pure(name string) bool {
	m := r.PackageOf(path.Dir(name))
	return m != nil && (InPackage(m.Dir+"/") || !within(m.Dir, r.views)) && !m.hasEffects(name)
}

// within reports whether a path is a folder or lies below it.
func within(dir, name string) bool {
	return name == dir || strings.HasPrefix(name, dir+"/") || dir == "." && name != ".." && !strings.HasPrefix(name, "../")
}

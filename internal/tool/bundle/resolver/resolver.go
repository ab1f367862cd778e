package resolver

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/orielapps/oriel/internal/tool/bundle/source"
)

// Resolver finds the files that imports lead to. Several goroutines may use one.
type Resolver struct {
	// Environment is the condition in "exports" that names the purpose of a build:
	// "production" or "development".
	Environment string

	tree  *source.Tree
	views string // the folder of views

	mu       sync.Mutex
	packages map[string]*Package      // by folder; nil without a package.json
	broken   map[string]*source.Fault // package.json files that can't be read, by folder
}

// New returns a resolver for production. The folder of views lies within the tree.
func New(tree *source.Tree, views string) *Resolver {
	return &Resolver{
		Environment: "production", tree: tree, views: views,
		packages: make(map[string]*Package), broken: make(map[string]*source.Fault),
	}
}

// Reference is the construct that names a file: an import, a require, or a style
// sheet's @import. Packages may offer different files to each.
type Reference uint8

// The kinds of references.
const (
	Import Reference = iota
	Require
	Style
)

// conditions returns the conditions in "exports" that hold for a view, besides
// "default".
func (r *Resolver) conditions(by Reference) []string {
	switch by {
	case Require:
		return []string{"browser", "require", "module", r.Environment}
	case Style:
		return []string{"style", "browser", r.Environment}
	default:
		return []string{"browser", "import", "module", r.Environment}
	}
}

// mainFiles returns what package.json names as the package's main file, in order
// of preference.
func (by Reference) mainFiles(m *Package) []string {
	switch by {
	case Require:
		return []string{m.browser, m.main, m.module}
	case Style:
		return []string{m.style, m.main}
	default:
		return []string{m.browser, m.module, m.main}
	}
}

// File is the file that an import leads to.
type File struct {
	Name string
	// Empty is set where the package says, in "browser", to import an empty module
	// in place of this file or package.
	Empty bool
	// Pure is set for a file without side effects, as its package says: where none
	// of its exports is used, it can be left out.
	Pure bool
}

// NodeModules is the folder that packages are installed in.
const NodeModules = "node_modules"

// InPackage reports whether a file is below a folder node_modules.
func InPackage(name string) bool {
	return strings.HasPrefix(name, NodeModules+"/") || strings.Contains(name, "/"+NodeModules+"/")
}

// IsName reports whether a specifier is the name of a package, a file in one or
// an alias ("react", "@scope/x/y", "#internal"), and not a path or an address.
func IsName(specifier string) bool {
	return !IsRelative(specifier) && !IsRemote(specifier) && !strings.HasPrefix(specifier, "/") && !hasBackslashes(specifier)
}

// Script finds the file that an import or require in a script leads to. The folder
// is that of the script, which may be a symbolic link.
func (r *Resolver) Script(dir, specifier string, by Reference) (File, *source.Fault) {
	switch {
	case len(specifier) > maxPath:
		return File{}, specifierInvalid(source.Clip(specifier) + "…")
	case strings.HasPrefix(specifier, "node:"):
		return File{}, builtin(specifier)
	case IsRelative(specifier) && InPackage(dir+"/"):
		file, fault := r.besideInPackage(dir, specifier, by)
		if fault == nil && file.Name == "" {
			fault = r.missing(dir, specifier, path.Join(dir, specifier))
			fault.Fix = "The package is broken: install it again, or report it to its authors."
		}
		return file, fault
	case !IsName(specifier):
		name, fault := r.projectFile(dir, specifier)
		return File{Name: name, Pure: fault == nil && r.pure(name)}, fault
	default:
		return r.Name(dir, specifier, by)
	}
}

// Name finds the file that the name of a package or an alias leads to, seen from a
// folder.
func (r *Resolver) Name(dir, specifier string, by Reference) (File, *source.Fault) {
	dir = r.tree.RealDir(dir)
	own := r.PackageOf(dir)
	if strings.HasPrefix(specifier, "#") {
		return r.alias(own, specifier, by)
	}
	if own != nil && InPackage(own.Dir+"/") {
		if other, ok := own.replaced[specifier]; ok {
			if other == "" {
				return File{Name: specifier, Empty: true}, nil
			}
			if IsRelative(other) {
				return r.packageFile(own, path.Join(own.Dir, inside(other)), specifier, by)
			}
			specifier = other
		}
	}
	return r.installedFile(dir, specifier, by)
}

// alias finds the file for a name with "#", which is in "imports" of the importing
// file's own package.
func (r *Resolver) alias(own *Package, specifier string, by Reference) (File, *source.Fault) {
	if own == nil {
		return File{}, aliasUnknown(specifier, nil)
	}
	target, err := own.imported(specifier, r.conditions(by))
	switch {
	case errors.Is(err, errNotExported):
		return File{}, aliasUnknown(specifier, own)
	case err != nil:
		return File{}, packageInvalid(path.Join(own.Dir, "package.json"), err)
	case strings.HasPrefix(target, "./"):
		return r.target(own, target, specifier, by)
	default:
		return r.installedFile(own.Dir, target, by)
	}
}

// installedFile searches the folders node_modules from a folder upwards.
func (r *Resolver) installedFile(dir, specifier string, by Reference) (File, *source.Fault) {
	name, subpath, ok := splitName(specifier)
	if !ok {
		return File{}, specifierInvalid(specifier)
	}
	if own := r.PackageOf(dir); own != nil && own.Name == name && own.exports != nil {
		return r.exported(own, subpath, specifier, by)
	}
	var nearest *Package // with this name, but without the file
	for at := dir; ; at = path.Dir(at) {
		if path.Base(at) != NodeModules {
			m, found, fault := r.inFolder(path.Join(at, NodeModules, name), subpath, specifier, by)
			if fault != nil || found.Name != "" {
				return found, fault
			}
			if nearest == nil {
				nearest = m
			}
		}
		if at == "." {
			break
		}
	}
	if nearest != nil {
		return File{}, r.subpathMissing(nearest, specifier, subpath)
	}
	return File{}, r.packageMissing(dir, specifier, name)
}

// inFolder finds a subpath of the package in a folder. The package is nil where the
// folder has none; the file has no name where the package does not have it.
func (r *Resolver) inFolder(folder, subpath, specifier string, by Reference) (*Package, File, *source.Fault) {
	m, fault := r.packageIn(folder, specifier)
	if fault != nil || m == nil {
		return nil, File{}, fault
	}
	var found File
	switch {
	case m.exports != nil:
		found, fault = r.exported(m, subpath, specifier, by)
	case leavesPackage(strings.TrimPrefix(subpath, ".")):
		fault = specifierInvalid(subpath)
	default:
		found, fault = r.load(m, path.Join(m.Dir, subpath), by)
	}
	return m, found, fault
}

// packageIn returns the package in a folder, which may be a link; nil where there
// is none.
func (r *Resolver) packageIn(folder, specifier string) (*Package, *source.Fault) {
	switch r.tree.Look(folder) {
	case source.Folder:
	case source.Outside:
		return nil, linkLeavesProject(specifier, folder)
	default:
		if entry, ok := r.tree.List(path.Dir(folder))[path.Base(folder)]; ok && entry.Type()&fs.ModeSymlink != 0 {
			return nil, linkBroken(specifier, folder)
		}
		return nil, nil
	}
	dir := r.tree.RealPath(folder)
	if dir == "" {
		return nil, linkLeavesProject(specifier, folder)
	}
	m, fault := r.Package(dir)
	if fault == nil && m == nil {
		m = &Package{Dir: dir} // Node accepts a folder without package.json
	}
	return m, fault
}

// exported finds a subpath of a package by its "exports".
func (r *Resolver) exported(m *Package, subpath, specifier string, by Reference) (File, *source.Fault) {
	target, err := m.exported(subpath, r.conditions(by))
	switch {
	case errors.Is(err, errNotExported):
		return File{}, r.subpathMissing(m, specifier, subpath)
	case err != nil:
		return File{}, packageInvalid(path.Join(m.Dir, "package.json"), err)
	default:
		return r.target(m, target, specifier, by)
	}
}

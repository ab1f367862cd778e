package bundle

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
)

// lockfileWarnings notes the lockfiles of the view's packages. In the hash of its sources they
// stand for the packages, so that a checkout without node_modules can tell whether a document
// is up to date. It warns of packages without a lockfile.
func (c *compiler) lockfileWarnings() Faults {
	owners := make(map[string]string) // folders with a node_modules, and a package there
	for _, name := range slices.Sorted(maps.Keys(c.packageFiles)) {
		owner, inner := splitOwner(name)
		if owners[owner] != "" {
			continue
		}
		owners[owner] = inner
		if m := c.resolver.PackageOf(path.Dir(name)); m != nil {
			owners[owner] = m.Name
		}
	}
	var warnings Faults
	for _, owner := range slices.Sorted(maps.Keys(owners)) {
		if !c.noteLockfiles(owner) {
			warnings = append(warnings, &Fault{
				Code:    "lockfile_missing",
				File:    path.Join(owner, resolver.NodeModules),
				Message: "No lockfile has the version of " + owners[owner] + " that is bundled, so it can't be known when the view is out of date.",
				Fix:     "Commit the lockfile that your package manager writes, such as package-lock.json.",
			})
		}
	}
	return warnings
}

// splitOwner splits the path of a package's file at the outermost node_modules.
func splitOwner(name string) (owner, inner string) {
	if rest, ok := strings.CutPrefix(name, resolver.NodeModules+"/"); ok {
		return ".", rest
	}
	owner, inner, _ = strings.Cut(name, "/"+resolver.NodeModules+"/")
	return owner, inner
}

// noteLockfiles notes the lockfiles in the nearest folder, at or above one, that has any, and
// reports whether there are any.
func (c *compiler) noteLockfiles(dir string) bool {
	for at := dir; ; at = path.Dir(at) {
		list := c.resolver.Lockfiles(at)
		for _, name := range list {
			c.projectFiles[name] = true
		}
		if locked := len(list) > 0; locked || at == "." {
			return locked
		}
	}
}

package bundle

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
)

// lock notes the lockfiles of the packages that the view is made of: they stand
// for the packages in the hash of its sources, so that a checkout tells without
// node_modules whether a document is fresh. Packages that no lockfile holds are
// a warning.
func (c *compiler) lock() Faults {
	owners := make(map[string]string) // folders with a node_modules, and a package there
	for _, name := range slices.Sorted(maps.Keys(c.held)) {
		owner, inner := owned(name)
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
		if !c.lockedAt(owner) {
			warnings = append(warnings, &Fault{
				Code:    "lockfile_missing",
				File:    path.Join(owner, resolver.NodeModules),
				Message: "No lockfile says which version of " + owners[owner] + " is bundled, so nobody can tell when the view is out of date.",
				Fix:     "Commit the lockfile that your package manager writes, such as package-lock.json.",
			})
		}
	}
	return warnings
}

// owned returns the folder whose node_modules a file lies in, the outermost, and
// the rest of the path.
func owned(name string) (owner, inner string) {
	if rest, ok := strings.CutPrefix(name, resolver.NodeModules+"/"); ok {
		return ".", rest
	}
	owner, inner, _ = strings.Cut(name, "/"+resolver.NodeModules+"/")
	return owner, inner
}

// lockedAt notes the lockfiles in the nearest folder, at or above one, that has
// any.
func (c *compiler) lockedAt(dir string) bool {
	for at := dir; ; at = path.Dir(at) {
		list := c.resolver.Lockfiles(at)
		for _, name := range list {
			c.used[name] = true
		}
		if locked := len(list) > 0; locked || at == "." {
			return locked
		}
	}
}

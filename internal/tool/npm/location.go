package npm

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/orielapps/oriel/internal/tool/npm/registry"
)

const nodeModules = "node_modules"

const (
	// maxLocation is the longest location, maxNested the deepest nesting of packages.
	maxLocation = 1024
	maxNested   = 64
)

// splitLocation splits a location: "packages/web/node_modules/a/node_modules/@b/c" into the
// folder "packages/web", and the packages "a" and "@b/c" below it.
func splitLocation(location string) (folder string, names []string) {
	const separator = "/" + nodeModules + "/"
	parts := strings.Split("/"+location, separator)
	return strings.TrimPrefix(parts[0], "/"), parts[1:]
}

// parent returns the location of the package that contains one; without such a package, the
// folder of its node_modules.
func parent(location string) string {
	if at := strings.LastIndex("/"+location, "/"+nodeModules+"/"); at > 0 {
		return location[:at-1]
	}
	return ""
}

// cutLast is strings.Cut around the last separator.
func cutLast(text, separator string) (before, after string, found bool) {
	if at := strings.LastIndex(text, separator); at >= 0 {
		return text[:at], text[at+len(separator):], true
	}
	return text, "", false
}

// check refuses paths out of the project, and two packages in one folder.
func (l *lockfile) check() error {
	folded := make(map[string]string, len(l.Packages))
	for _, location := range slices.Sorted(maps.Keys(l.Packages)) { // for the same message each time
		p := l.Packages[location]
		if location == "" {
			continue
		}
		folder, names := splitLocation(location)
		if err := checkLocation(location, folder, names); err != nil {
			return err
		}
		if len(names) > 0 {
			// On a disk without case, their files would be mixed. Names are ASCII.
			key := folder + "\x00" + strings.ToLower(strings.Join(names, "\x00"))
			if other, taken := folded[key]; taken {
				return fmt.Errorf("%q and %q are the same folder on many computers", min(location, other), max(location, other))
			}
			folded[key] = location
			if folder != "" && l.Packages[folder] == nil {
				return fmt.Errorf("%q lies in a folder that is not listed", location)
			}
			if above := l.Packages[parent(location)]; above != nil && above.Link {
				return fmt.Errorf("%q lies in a link", location)
			}
		}
		if err := l.checkLink(p, len(names)); err != nil {
			return err
		}
	}
	return nil
}

func checkLocation(location, folder string, names []string) error {
	if len(location) > maxLocation || len(names) > maxNested {
		return fmt.Errorf("the location %.60q… is too long", location)
	}
	whole := folder
	for _, name := range names {
		whole = path.Join(whole, nodeModules, name)
	}
	if whole != location || folder != "" && !insideProject(folder) {
		return fmt.Errorf("the location %q is not a folder of the project", location)
	}
	for _, name := range names {
		// Windows drops dots at the end.
		if !registry.ValidName(name) || strings.HasSuffix(name, ".") {
			return fmt.Errorf("%q in the location %q can't be the name of a package", name, location)
		}
	}
	return nil
}

// checkLink checks the folder that a link leads to.
func (l *lockfile) checkLink(p *lockedPackage, depth int) error {
	if !p.Link {
		return nil
	}
	switch {
	case depth == 0:
		return fmt.Errorf("%q is a link outside of node_modules", p.Location)
	case p.Resolved != "" && !insideProject(p.Resolved):
		return fmt.Errorf("the link %q leads to %q, which is not a folder of the project", p.Location, p.Resolved)
	case l.Packages[p.Resolved] == nil:
		return fmt.Errorf("the link %q leads to %q, which is not listed", p.Location, p.Resolved)
	}
	return nil
}

// insideProject reports whether a slash path stays within the project on every
// system, and leads to no folder of packages.
func insideProject(name string) bool {
	if !utf8.ValidString(name) || path.Clean(name) != name || path.IsAbs(name) || strings.ContainsAny(name, `\:`) ||
		strings.ContainsFunc(name, unicode.IsControl) {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "." || part == ".." || strings.EqualFold(part, nodeModules) {
			return false
		}
	}
	return true
}

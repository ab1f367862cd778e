package npm

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// plan is the part of a lockfile that is installed on a machine.
type plan struct {
	lock *lockfile
	// places are the packages that are unpacked, by location.
	places []*lockedPackage
	// bundled are those in the tarball of one of places.
	bundled []*lockedPackage
	links   []*lockedPackage
	// left are locations that are left out.
	left map[string]bool
	// dependents are the locations that require a package, by its location.
	edges *graph
}

// newPlan leaves out packages for other machines and, with omitDev, for development.
func newPlan(lock *lockfile, platform Platform, omitDev bool) (*plan, error) {
	p := &plan{lock: lock, left: make(map[string]bool), edges: newGraph(lock)}
	for _, location := range lock.Locations() {
		if pkg := lock.Packages[location]; pkg.Extraneous && inModules(location) || omitDev && pkg.Dev {
			p.left[location] = true
		}
	}
	for _, location := range lock.Locations() {
		pkg := lock.Packages[location]
		if p.left[location] || !inModules(location) || pkg.Link || platform.runs(pkg) {
			continue
		}
		if !pkg.Optional {
			return nil, platformUnsupported(pkg, platform)
		}
		p.leaveOut(pkg)
	}
	p.arrange()
	return p, nil
}

func inModules(location string) bool {
	return strings.HasPrefix(location, nodeModules+"/") || strings.Contains(location, "/"+nodeModules+"/")
}

// leaveOut removes an optional package, the packages that require it, and those that only they
// need.
func (p *plan) leaveOut(pkg *lockedPackage) {
	maps.Copy(p.left, p.edges.optionalSet(pkg, p.left))
}

// arrange sorts the installed packages into places, bundled and links.
func (p *plan) arrange() {
	p.places, p.bundled, p.links = nil, nil, nil
	for _, location := range p.lock.Locations() {
		pkg := p.lock.Packages[location]
		if !inModules(location) || p.leftWith(location) {
			continue
		}
		switch {
		case pkg.Link:
			p.links = append(p.links, pkg)
		case pkg.Bundled && p.bundler(location) != "":
			p.bundled = append(p.bundled, pkg)
		default:
			p.places = append(p.places, pkg)
		}
	}
}

// leftWith reports whether a location, or one that contains it, is left out.
func (p *plan) leftWith(location string) bool {
	for at := location; inModules(at); at = parent(at) {
		if p.left[at] {
			return true
		}
	}
	return false
}

// bundler returns the package whose tarball should have one that is bundled;
// empty for those that the project itself bundles, which are fetched as any.
func (p *plan) bundler(location string) string {
	at := parent(location)
	for inModules(at) && p.lock.Packages[at] != nil && p.lock.Packages[at].Bundled {
		at = parent(at)
	}
	if !inModules(at) || p.lock.Packages[at] == nil {
		return ""
	}
	return at
}

// folders returns the folders that get a node_modules: always "", the project's own.
func (p *plan) folders() []string {
	all := map[string]bool{"": true}
	for _, list := range [][]*lockedPackage{p.places, p.links} {
		for _, pkg := range list {
			folder, _ := splitLocation(pkg.Location)
			all[folder] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// inside are the packages that are unpacked into others, as paths within these:
// "node_modules/b", by the location of the other.
func (p *plan) inside() map[string][]string {
	all := make(map[string][]string)
	for _, list := range [][]*lockedPackage{p.places, p.links} {
		for _, pkg := range list {
			for at := parent(pkg.Location); inModules(at); at = parent(at) {
				all[at] = append(all[at], strings.TrimPrefix(pkg.Location, at+"/"))
			}
		}
	}
	return all
}

// graph has the dependencies, as Node would resolve them.
type graph struct {
	lock *lockfile
	out  map[string][]edge
	in   map[string][]edge
}

type edge struct {
	from, to string
	// optional is set for an optional dependency.
	optional bool
}

func newGraph(lock *lockfile) *graph {
	g := &graph{lock: lock, out: make(map[string][]edge), in: make(map[string][]edge)}
	for _, location := range lock.Locations() {
		pkg := lock.Packages[location]
		if pkg.Link {
			g.add(edge{from: location, to: pkg.Resolved})
			continue
		}
		wanted := make(map[string]bool) // names, with whether they are optional
		for name := range pkg.PeerDependencies {
			wanted[name] = pkg.OptionalPeers[name]
		}
		for name := range pkg.Dependencies {
			wanted[name] = false
		}
		for name := range pkg.OptionalDependencies {
			wanted[name] = true
		}
		if !inModules(location) {
			for name := range pkg.DevDependencies {
				wanted[name] = false
			}
		}
		for _, name := range slices.Sorted(maps.Keys(wanted)) {
			if to, ok := g.find(location, name); ok {
				g.add(edge{from: location, to: to, optional: wanted[name]})
			}
		}
	}
	return g
}

func (g *graph) add(e edge) {
	g.out[e.from] = append(g.out[e.from], e)
	g.in[e.to] = append(g.in[e.to], e)
}

// find looks for a package in the node_modules of a location and of all above.
func (g *graph) find(location, name string) (string, bool) {
	for at := location; ; at = above(at) {
		candidate := path.Join(at, nodeModules, name)
		if pkg := g.lock.Packages[candidate]; pkg != nil {
			return candidate, true
		}
		if at == "" {
			return "", false
		}
	}
}

// above returns the next location to look in.
func above(location string) string {
	if inModules(location) {
		return parent(location)
	}
	if at := strings.LastIndexByte(location, '/'); at >= 0 {
		return location[:at]
	}
	return ""
}

// optionalSet returns the packages that have to be left out with an optional one: those that
// require it, up to an optional dependency, and those that only they need. It follows
// arborist, npm's own tree.
func (g *graph) optionalSet(pkg *lockedPackage, left map[string]bool) map[string]bool {
	core := map[string]bool{pkg.Location: true}
	for queue := []string{pkg.Location}; len(queue) > 0; queue = queue[1:] {
		for _, e := range g.in[queue[0]] {
			// The project itself and its requirements are never left out.
			if !e.optional && !core[e.from] && g.lock.Packages[e.from].Optional {
				core[e.from] = true
				queue = append(queue, e.from)
			}
		}
	}
	return g.onlyFor(core, left)
}

// onlyFor adds the packages that only some packages need.
func (g *graph) onlyFor(core, left map[string]bool) map[string]bool {
	set := maps.Clone(core)
	for queue := slices.Sorted(maps.Keys(core)); len(queue) > 0; queue = queue[1:] {
		for _, e := range g.out[queue[0]] {
			if !set[e.to] && !left[e.from] {
				set[e.to] = true
				queue = append(queue, e.to)
			}
		}
	}
	needed := func(location string) bool {
		return !core[location] && slices.ContainsFunc(g.in[location], func(e edge) bool { return !set[e.from] && !left[e.from] })
	}
	for changed := true; changed; {
		changed = false
		for location := range set {
			if needed(location) {
				delete(set, location)
				changed = true
			}
		}
	}
	return set
}

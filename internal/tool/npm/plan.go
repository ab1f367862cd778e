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
	// leftOut are the locations that are not installed.
	leftOut map[string]bool
	edges   *graph
}

// newPlan leaves out packages for other machines and, with omitDev, for development.
func newPlan(lock *lockfile, platform Platform, omitDev bool) (*plan, error) {
	p := &plan{lock: lock, leftOut: make(map[string]bool), edges: newGraph(lock)}
	for _, location := range lock.Locations() {
		if pkg := lock.Packages[location]; pkg.Extraneous && inModules(location) || omitDev && pkg.Dev {
			p.leftOut[location] = true
		}
	}
	for _, location := range lock.Locations() {
		pkg := lock.Packages[location]
		if p.leftOut[location] || !inModules(location) || pkg.Link || platform.runs(pkg) {
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

// leaveOut removes an optional package, the packages that require it, and those that are then
// not needed.
func (p *plan) leaveOut(pkg *lockedPackage) {
	maps.Copy(p.leftOut, p.edges.optionalSet(pkg, p.leftOut))
}

// arrange sorts the installed packages into places, bundled and links.
func (p *plan) arrange() {
	p.places, p.bundled, p.links = nil, nil, nil
	for _, location := range p.lock.Locations() {
		pkg := p.lock.Packages[location]
		if !inModules(location) || p.isLeftOut(location) {
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

// isLeftOut reports whether a location, or one that contains it, is left out.
func (p *plan) isLeftOut(location string) bool {
	for at := location; inModules(at); at = parent(at) {
		if p.leftOut[at] {
			return true
		}
	}
	return false
}

// bundler returns the location of the package whose tarball has a bundled one. It is empty for packages that
// the project itself bundles, which are fetched.
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

// inside returns the paths at which packages are unpacked into other packages, such as "node_modules/b", by
// the location of the outer package.
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

// graph has the dependencies between locations, as Node would resolve them: out by the dependent, in by
// the dependency.
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

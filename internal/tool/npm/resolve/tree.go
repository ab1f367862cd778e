package resolve

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/npm/semver"
)

// A node is a package in a folder: the project, one of its workspaces, or a package in node_modules.
type node struct {
	*manifest

	// name is that of its folder in node_modules. With an alias, the package has another name.
	name string
	// parent is the node in whose node_modules it is; nil for the project and its workspaces.
	parent   *node
	children map[string]*node
	// folder is the slash path of a node without parent; "" is the project.
	folder string
	// outer is the node of the folder that contains a node without parent; nil for the project.
	outer *node
	// target is the workspace that a link leads to; nil if the node is not a link.
	target *node

	// edges are its dependencies by name.
	edges map[string]*edge
	// locked is its entry in the lockfile; nil for a new node.
	locked map[string]json.RawMessage
	// installedFor is the node for whose dependency it was placed, together with its peers.
	installedFor *node
	// The flags of the lockfile; see markFlags.
	extraneous, dev, optional, devOptional, peer bool
}

type edgeKind int

const (
	needed edgeKind = iota
	optionalEdge
	developmentEdge
	peerEdge
	optionalPeerEdge
	workspaceEdge
)

// An edge is a dependency of a node.
type edge struct {
	from *node
	name string
	spec spec
	kind edgeKind
	// conflicted is set if it can't be satisfied, because other packages need another version.
	conflicted bool
	// requested is set for a package in [Options].Add.
	requested bool
	// failed is set for an optional dependency that can't be fetched.
	failed bool
}

func (e *edge) isPeer() bool { return e.kind == peerEdge || e.kind == optionalPeerEdge }

func (e *edge) isOptional() bool { return e.kind == optionalEdge || e.kind == optionalPeerEdge }

// newNode returns a node without parent or children. isTop adds devDependencies, which only the project and its
// workspaces use.
func newNode(name string, m *manifest, isTop bool) *node {
	n := &node{name: name, children: make(map[string]*node)}
	n.setManifest(m, isTop)
	return n
}

// setManifest sets a node's dependencies. If several sections have the same name, the last one below wins.
func (n *node) setManifest(m *manifest, isTop bool) {
	before := n.edges
	n.manifest = m
	n.edges = make(map[string]*edge)
	add := func(list map[string]string, kind edgeKind) {
		for name, value := range list {
			n.edges[name] = &edge{from: n, name: name, spec: parseSpec(value), kind: kind}
			if old := before[name]; old != nil && old.kind == workspaceEdge {
				n.edges[name] = old
			}
		}
	}
	for name, value := range m.peers {
		kind := peerEdge
		if m.optionalPeers[name] {
			kind = optionalPeerEdge
		}
		add(map[string]string{name: value}, kind)
	}
	add(m.dependencies, needed)
	add(m.optional, optionalEdge)
	if isTop {
		add(m.development, developmentEdge)
	}
	for name, old := range before {
		if old.kind == workspaceEdge {
			n.edges[name] = old
		}
	}
}

func (n *node) isTop() bool { return n.parent == nil }

// owner returns a node for messages.
func (n *node) owner() string {
	if n.isTop() && n.manifest.name == "" {
		return "the project"
	}
	return n.label()
}

// up returns the node in whose node_modules Node looks next.
func (n *node) up() *node {
	if n.parent != nil {
		return n.parent
	}
	return n.outer
}

// location returns the path of its folder, relative to the project: "node_modules/a".
func (n *node) location() string {
	if n.parent == nil {
		return n.folder
	}
	return path.Join(n.parent.location(), "node_modules", n.name)
}

// depth returns the number of node_modules that contain it.
func (n *node) depth() int {
	depth := 0
	for at := n; at.parent != nil; at = at.parent {
		depth++
	}
	return depth
}

// lookup returns the package that the node's files get for a name, or nil.
func (n *node) lookup(name string) *node {
	for at := n; at != nil; at = at.up() {
		if found := at.children[name]; found != nil {
			return found
		}
	}
	return nil
}

// within reports whether the node is another one, or below it.
func (n *node) within(other *node) bool {
	for at := n; at != nil; at = at.up() {
		if at == other {
			return true
		}
	}
	return false
}

// to returns the node that a dependency gets now, or nil.
func (e *edge) to() *node {
	if found := e.from.lookup(e.name); found != e.from {
		return found
	}
	return nil
}

// satisfied reports whether a node satisfies a dependency.
func (e *edge) satisfied(by *node) bool {
	if by == nil || by.name != e.name {
		return false
	}
	if e.kind == workspaceEdge || e.spec.kind == folderSpec {
		return by.target != nil && (e.kind == workspaceEdge || by.target.folder == path.Join(e.from.folder, e.spec.folder))
	}
	found := by
	if by.target != nil {
		found = by.target
	}
	wanted := e.spec.name
	if wanted == "" {
		wanted = e.name
	}
	switch e.spec.kind {
	case rangeSpec:
		if found.manifest.name != wanted {
			return false
		}
		if e.spec.text == "*" || e.spec.text == "" {
			return true
		}
		v, err := semver.Parse(found.version)
		return err == nil && e.spec.versions.Allows(v)
	case tagSpec:
		// The tag was looked up when the node was installed.
		return found.manifest.name == wanted
	case foreignSpec:
		// The lockfile doesn't say enough to compare sources; accept an entry that is not from a registry.
		resolved := text(by.locked["resolved"])
		return resolved != "" || by.locked["version"] != nil && by.locked["resolved"] == nil && by.locked["integrity"] == nil
	case folderSpec:
		return false
	default:
		return false
	}
}

// valid reports whether a dependency is satisfied, or optional and missing.
func (e *edge) valid() bool {
	to := e.to()
	if to == nil {
		return e.isOptional()
	}
	if e.isPeer() && to.parent == e.from && !e.from.isTop() {
		// A peer must not be in the package's own node_modules.
		return false
	}
	return e.satisfied(to)
}

// problem reports whether a dependency has to be resolved.
func (e *edge) problem() bool {
	switch {
	case e.conflicted, e.failed:
		return false
	case !e.from.isTop() && e.from.bundled[e.name]:
		// It is in the package's tarball.
		return false
	case e.to() == nil:
		return e.kind != optionalPeerEdge || e.requested
	default:
		return e.requested || !e.valid()
	}
}

// same reports whether two nodes are the same version of the same package.
func (n *node) same(other *node) bool {
	return n.target == nil && other.target == nil && n.manifest.name == other.manifest.name && n.version == other.version
}

// newer reports whether a node has the same version as another, or a higher one.
func (n *node) newer(other *node) bool {
	a, errA := semver.Parse(n.version)
	b, errB := semver.Parse(other.version)
	return errA == nil && errB == nil && a.Compare(b) >= 0
}

// A tree is all nodes of a project.
type tree struct {
	root *node
	// folders are the nodes without parent: the project first, then its workspaces.
	folders []*node
}

// each calls a function for each node, parents first.
func (t *tree) each(visit func(*node)) {
	var walk func(*node)
	walk = func(n *node) {
		visit(n)
		for _, name := range sortedKeys(n.children) {
			walk(n.children[name])
		}
	}
	for _, top := range t.folders {
		walk(top)
	}
}

// incoming returns the dependencies that get a node now, in any order.
func (t *tree) incoming(n *node) []*edge {
	var found []*edge
	var walk func(*node)
	walk = func(from *node) {
		if e := from.edges[n.name]; e != nil && e.to() == n {
			found = append(found, e)
		}
		for _, child := range from.children {
			walk(child)
		}
	}
	for _, top := range t.folders {
		walk(top)
	}
	return found
}

// putInto adds a node to the node_modules of another.
func (n *node) putInto(into *node) {
	n.parent = into
	into.children[n.name] = n
}

// remove removes a node, with everything in it, from the tree.
func (n *node) remove() {
	if n.parent != nil && n.parent.children[n.name] == n {
		delete(n.parent.children, n.name)
	}
}

// inTree reports whether a node is still in the tree.
func (t *tree) inTree(n *node) bool {
	at := n
	for ; at.parent != nil; at = at.parent {
		if at.parent.children[at.name] != at {
			return false
		}
	}
	return slices.Contains(t.folders, at)
}

// splitLocation splits a location at its last node_modules.
func splitLocation(location string) (parent, name string, ok bool) {
	const folder = "node_modules/"
	at := strings.LastIndex("/"+location, "/"+folder)
	if at < 0 {
		return "", "", false
	}
	return strings.TrimSuffix(location[:at], "/"), location[at+len(folder):], true
}

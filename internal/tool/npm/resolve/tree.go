package resolve

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/npm/semver"
)

// A node is a package in a folder: the project, a folder of it, or one below
// somebody's node_modules.
type node struct {
	*manifest

	// name is that of its folder in node_modules; the package may have another.
	name string
	// parent is whose node_modules it lies in; nil for the project and its folders.
	parent   *node
	children map[string]*node
	// folder is where a node without parent lies, as a slash path; "" is the project.
	folder string
	// above is where a node without parent looks next: a folder around it.
	above *node
	// target is the folder that a link leads to.
	target *node

	// links are the values that its dependencies have, and who they are of.
	edges map[string]*edge
	// kept is what the lockfile says of it; nil for what is new.
	kept map[string]json.RawMessage
	// source is who had it installed, and by that its peers.
	source *node
	// extraneous and the other flags say by which way the project needs it.
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
	// conflicted is set where it was given up: somebody needs another version.
	conflicted bool
	// requested is set where the user asks for it now.
	requested bool
	// failed is set where an optional dependency is not to be had.
	failed bool
}

func (e *edge) isPeer() bool { return e.kind == peerEdge || e.kind == optionalPeerEdge }

func (e *edge) isOptional() bool { return e.kind == optionalEdge || e.kind == optionalPeerEdge }

// newNode makes a node of a package. isTop is set for the project and its
// folders, whose dependencies for development count.
func newNode(name string, m *manifest, isTop bool) *node {
	n := &node{name: name, children: make(map[string]*node)}
	n.setManifest(m, isTop)
	return n
}

// setManifest gives a node its dependencies. Where a name stands in several
// places, the last of these counts.
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

// owner names a node for people.
func (n *node) owner() string {
	if n.isTop() && n.manifest.name == "" {
		return "the project"
	}
	return n.label()
}

// isProject reports whether the node is the project or a folder of it, whose
// package.json is the user's own.
func (n *node) isProject() bool { return n.isTop() }

// up is where a name is looked up next.
func (n *node) up() *node {
	if n.parent != nil {
		return n.parent
	}
	return n.above
}

// location is the path of its folder from the project's: "node_modules/a".
func (n *node) location() string {
	if n.parent == nil {
		return n.folder
	}
	return path.Join(n.parent.location(), "node_modules", n.name)
}

// depth is how many node_modules it lies in.
func (n *node) depth() int {
	depth := 0
	for at := n; at.parent != nil; at = at.parent {
		depth++
	}
	return depth
}

// lookup returns what a name stands for in the node's own files.
func (n *node) lookup(name string) *node {
	for at := n; at != nil; at = at.up() {
		if found := at.children[name]; found != nil {
			return found
		}
	}
	return nil
}

// within reports whether the node is another or lies below it.
func (n *node) within(other *node) bool {
	for at := n; at != nil; at = at.up() {
		if at == other {
			return true
		}
	}
	return false
}

// to returns what a dependency stands for now. Peers are looked up from above.
func (e *edge) to() *node {
	if found := e.from.lookup(e.name); found != e.from {
		return found
	}
	return nil
}

// satisfied reports whether a node is what a dependency asks for.
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
		// Whoever installed it has looked the tag up.
		return found.manifest.name == wanted
	case foreignSpec:
		// It came from there, as far as the lockfile tells.
		resolved := text(by.kept["resolved"])
		return resolved != "" || by.kept["version"] != nil && by.kept["resolved"] == nil && by.kept["integrity"] == nil
	case folderSpec:
		return false
	default:
		return false
	}
}

// valid reports whether all is well with a dependency.
func (e *edge) valid() bool {
	to := e.to()
	if to == nil {
		return e.isOptional()
	}
	if e.isPeer() && to.parent == e.from && !e.from.isTop() {
		// A peer of its own is none.
		return false
	}
	return e.satisfied(to)
}

// problem reports whether something has to be done about a dependency.
func (e *edge) problem() bool {
	switch {
	case e.conflicted, e.failed:
		return false
	case !e.from.isTop() && e.from.bundled[e.name]:
		// It is in the package already.
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

// newer reports whether a node has at least the version of another.
func (n *node) newer(other *node) bool {
	a, errA := semver.Parse(n.version)
	b, errB := semver.Parse(other.version)
	return errA == nil && errB == nil && a.Compare(b) >= 0
}

// A tree is all nodes of a project.
type tree struct {
	root *node
	// folders are the nodes without parent, the project first.
	folders []*node
}

// all calls a function for each node, parents first.
func (t *tree) all(visit func(*node)) {
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

// incoming returns the dependencies that stand for a node now, in no order.
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

// put places a node in the node_modules of another.
func (n *node) put(into *node) {
	n.parent = into
	into.children[n.name] = n
}

// remove takes a node, with all in it, out of the tree.
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

// splitLocation is a location without its last node_modules and name.
func splitLocation(location string) (parent, name string, ok bool) {
	const folder = "node_modules/"
	at := strings.LastIndex("/"+location, "/"+folder)
	if at < 0 {
		return "", "", false
	}
	return strings.TrimSuffix(location[:at], "/"), location[at+len(folder):], true
}

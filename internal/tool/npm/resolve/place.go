package resolve

import (
	"context"
	"fmt"
	"slices"

	"github.com/orielapps/oriel/ui"
)

// A placement looks for the place of one package: as near to the project as
// nobody minds, so that as many as possible share it.
type placement struct {
	*builder

	// edge is the dependency that is to be satisfied, and entry the one by which
	// all of the set is wanted.
	edge, entry *edge
	set         *peerSet
	candidate   *node
	// start is where the one it comes along with began; nil for the first.
	start *node
	// alone is what the last check says of the package without its peers.
	alone verdict
}

// verdict is whether a package can be at a place.
type verdict int

const (
	conflict verdict = iota
	free
	keep
	replace
)

// place puts the package where it belongs, and then its peers beside or above.
func (p *placement) place(ctx context.Context) error {
	b := p.builder
	if b.placements++; b.placements > maxPlacements {
		return &ui.Error{
			Code:    "packages_unsettled",
			Message: "There is no end to placing packages: " + p.candidate.label() + " was the last.",
			Fix:     "Run \"npm install\" once, and commit the package-lock.json that it writes.",
		}
	}
	attempt := p.edge.from.location() + " " + p.edge.name
	if b.tries[attempt]++; b.tries[attempt] > maxTries && p.edge.to() != nil && (p.edge.isPeer() || p.edge.valid()) {
		// Sets of peers push each other away; one has to live with what there is.
		p.edge.requested = false
		if !p.edge.valid() {
			p.giveUp(p.edge, p.edge.to())
		}
		return nil
	}
	first := p.edge.from
	if p.start != nil {
		first = p.start
	}
	first = nestingPlace(first, p.edge.name)
	target, decision := p.find(first)
	switch {
	case target == nil || decision == conflict:
		return p.refuse(first)
	case decision == keep:
		if p.edge.isPeer() && !p.edge.valid() {
			p.giveUp(p.edge, p.edge.to())
		}
		b.dedupe(p.edge.name, target)
		return nil
	}
	if target.depth() >= maxDepth {
		return &ui.Error{
			Code:    "packages_too_deep",
			Message: fmt.Sprintf("Packages need each other in a circle of different versions: %s.", p.candidate.label()),
			Fix:     "Run \"npm install\" once, and commit the package-lock.json that it writes.",
		}
	}
	placed := newNode(p.candidate.name, p.candidate.manifest, false)
	placed.source = p.entry.from
	old := target.children[placed.name]
	if old != nil {
		b.giveWay(old, placed)
	}
	placed.put(target)
	if old != nil {
		// What lies in the old one may do for the new one.
		for _, child := range old.children {
			child.put(placed)
		}
		b.dropUnneeded()
	}
	b.dedupe(placed.name, target)
	if err := p.placePeers(ctx, placed, first); err != nil {
		return err
	}
	if old != nil {
		b.queueAll(ctx)
	} else {
		b.enqueue(ctx, placed)
		for _, e := range b.incoming(placed) {
			b.enqueue(ctx, e.from)
		}
	}
	return nil
}

// find returns the place that is nearest to the project before somebody minds,
// and what would be done there. Where there is none for the package with its
// peers, one will do for it alone: the peers get what is there. The project's own
// wishes are not treated like that.
func (p *placement) find(first *node) (target *node, decision verdict) {
	var alone *node
	decisionAlone := conflict
	for at := first; at != nil; at = at.up() {
		if own := at.edges[p.edge.name]; own != nil && own.isPeer() && !at.isTop() {
			continue
		}
		p.alone = conflict
		found := p.check(p.candidate, at, p.edge, nil)
		if found != conflict || p.alone != conflict {
			alone, decisionAlone = at, max(found, p.alone)
		}
		if found == conflict {
			break
		}
		target, decision = at, found
	}
	if target == nil && !p.isProjects() {
		return alone, decisionAlone
	}
	return target, decision
}

// placePeers places what a package wants beside it and doesn't find.
func (p *placement) placePeers(ctx context.Context, placed, first *node) error {
	for _, name := range sortedKeys(placed.edges) {
		e := placed.edges[name]
		if !e.isPeer() || e.valid() {
			continue
		}
		peer := p.set.nodes[name]
		if peer == nil || !p.inSet(peer) || !e.satisfied(peer) {
			// There may be one when it is the package's own turn.
			continue
		}
		next := &placement{builder: p.builder, edge: e, entry: p.entry, set: p.set, candidate: peer, start: first}
		if err := next.place(ctx); err != nil {
			return err
		}
	}
	return nil
}

// inSet reports whether a peer is one that the set brings, and not one of the
// tree that it found there.
func (p *placement) inSet(peer *node) bool { return peer.parent == nil && peer.target == nil }

// nestingPlace is the deepest place where a name can be for a node: not inside
// those that want it as a peer.
func nestingPlace(start *node, name string) *node {
	for at := start; ; at = at.up() {
		if own := at.edges[name]; at.isTop() || own == nil || !own.isPeer() {
			return at
		}
	}
}

// check decides whether a package of the set can be in a node's node_modules,
// with its peers there or above. path are those that brought it.
func (p *placement) check(n, target *node, e *edge, path []*node) verdict {
	current := target.children[n.name]
	own := target.edges[n.name]
	if own != nil && own.isPeer() && !target.isTop() {
		return conflict
	}
	if current == nil {
		if own != nil && own != e && !own.conflicted && !own.satisfied(n) {
			return conflict
		}
		if target != p.entry.from && p.shadows(n, target) {
			return conflict
		}
		return p.checkPeers(n, target, path, free)
	}
	return p.checkCurrent(n, current, target, e, path)
}

// shadows reports whether somebody below would find a package in the place of
// one that it has now, and not like it.
func (p *placement) shadows(n, target *node) bool {
	current := target.lookup(n.name)
	if current == nil {
		return false
	}
	return slices.ContainsFunc(p.incoming(current), func(e *edge) bool {
		return e.from.within(target) && e.valid() && !e.satisfied(n)
	})
}

// checkCurrent decides where there is one of that name already.
func (p *placement) checkCurrent(n, current, target *node, e *edge, path []*node) verdict {
	satisfied := e.satisfied(current)
	if n.same(current) && (satisfied || p.set.overridden[e]) {
		if e.requested {
			return replace
		}
		return keep
	}
	newer := n.newer(current)
	if newer && p.mayReplace(current, n) && p.checkPeers(n, target, path, replace) != conflict {
		return replace
	}
	if satisfied && (!e.requested || e.isPeer()) {
		return keep
	}
	if !newer && e.isPeer() && p.mayReplace(current, n) && p.checkPeers(n, target, path, replace) != conflict {
		return replace
	}
	start := e.from
	if len(path) > 0 || p.start != nil {
		start = p.entry.from
	}
	if target != nestingPlace(start, n.name) {
		return conflict
	}
	// It can go nowhere else; so perhaps the other one can.
	if !e.isPeer() && target == e.from || p.mayMove(current, n, target, nil) {
		return p.checkPeers(n, target, path, replace)
	}
	return conflict
}

// checkPeers decides whether all peers of a package find a place with it.
func (p *placement) checkPeers(n, target *node, path []*node, otherwise verdict) verdict {
	if len(path) == 0 {
		p.alone = otherwise
	}
	path = append(slices.Clone(path), n)
	for _, name := range sortedKeys(n.edges) {
		e := n.edges[name]
		peer := p.set.nodes[name]
		if !e.isPeer() || peer == nil || slices.Contains(path, peer) || !p.inSet(peer) {
			continue
		}
		place := nestingPlace(target, name)
		if there := place.lookup(name); there != nil && e.satisfied(there) {
			continue
		}
		if p.check(peer, place, e, path) == conflict {
			return conflict
		}
	}
	return otherwise
}

// mayReplace reports whether everybody who uses a node is pleased with another,
// apart from those that are only there because of it.
func (p *placement) mayReplace(current, other *node) bool {
	if current.target != nil || current.manifest.name != other.manifest.name {
		return false
	}
	for _, e := range p.incoming(current) {
		if e == p.edge || e.from == current || !e.valid() {
			continue
		}
		if replacement := p.set.nodes[e.from.name]; replacement != nil && e.isPeer() && e.from.parent == current.parent && replacement != e.from {
			// It is part of the set itself, and goes with it.
			if own := replacement.edges[e.name]; replacement.newer(e.from) && (own == nil || own.satisfied(other)) {
				continue
			}
		}
		if !e.satisfied(other) {
			return false
		}
	}
	return true
}

// mayMove reports whether a node can give way to another of the same name: all
// who would not like the other can have it in a deeper place.
func (p *placement) mayMove(current, other, target *node, path []*node) bool {
	if current.target != nil || slices.Contains(path, current) {
		return current.target == nil
	}
	path = append(path, current)
	for _, e := range p.incoming(current) {
		if e == p.edge || e == p.entry || !e.valid() || e.from == current || len(path) == 1 && e.satisfied(other) {
			continue
		}
		if !e.isPeer() || e.from.isTop() {
			if place := nestingPlace(e.from, current.name); place == target || target.within(place) {
				return false
			}
			continue
		}
		// It moves with the one whose peer it is.
		if !p.mayMove(e.from, other, target, path) {
			return false
		}
	}
	return true
}

// giveWay takes a node out of the tree, and those beside it whose peer it is and
// that another does not please: they are placed again, deeper.
func (b *builder) giveWay(old, placed *node) {
	target := old.parent
	for _, e := range b.incoming(old) {
		if e.isPeer() && e.valid() && e.from.parent == target && e.from != old && !e.satisfied(placed) && !b.wantedByProject(e.from) {
			e.from.remove()
		}
	}
	old.remove()
}

// wantedByProject reports whether the project itself asks for a node.
func (b *builder) wantedByProject(n *node) bool {
	return slices.ContainsFunc(b.incoming(n), func(e *edge) bool { return e.from.isProject() })
}

// refuse is for a package that can be nowhere: an error where the project asks
// for it, and for others a warning.
func (p *placement) refuse(first *node) error {
	current := first.lookup(p.edge.name)
	if p.isProjects() {
		if current == nil {
			current = p.candidate
		}
		return p.conflictError(current)
	}
	p.giveUp(p.edge, current)
	return nil
}

// isProjects reports whether the project has asked for this, or for the one
// whose peer it is.
func (p *placement) isProjects() bool {
	from := p.entry.from
	return from.isProject() || p.entry.isPeer() && p.wantedByProject(from)
}

// conflictError says which of the packages that are there is in the way.
func (p *placement) conflictError(current *node) error {
	for _, n := range p.set.nodes {
		for _, name := range sortedKeys(n.edges) {
			e := n.edges[name]
			if there := p.entry.from.lookup(name); e.isPeer() && there != nil && !e.satisfied(there) && !p.mayReplace(there, p.set.nodes[name]) {
				return peerConflict(e, there, p.entry.from)
			}
		}
	}
	for _, e := range p.incoming(current) {
		if e.isPeer() && !e.satisfied(p.candidate) {
			return peerConflict(e, p.candidate, p.entry.from)
		}
	}
	return peerConflict(p.edge, current, p.entry.from)
}

// giveUp leaves a peer as it is, and says so.
func (p *placement) giveUp(e *edge, current *node) {
	e.conflicted = true
	has := "there is none"
	if current != nil {
		has = "it gets " + current.label()
	}
	p.warn(fmt.Sprintf("%s wants %s %s beside it, but %s.", e.from.label(), e.name, wantedText(e), has))
}

// dedupe removes nodes below a place that are no longer needed, because what
// they would find above is as good.
func (b *builder) dedupe(name string, target *node) {
	var same []*node
	b.all(func(n *node) {
		if n.name == name && n.parent != nil && n.parent.up() != nil && n.within(target) && n.parent != target {
			same = append(same, n)
		}
	})
	for _, n := range same {
		if !b.inTree(n) || n.target != nil {
			continue
		}
		other := n.parent.up().lookup(name)
		if other == nil || other == n || other.target != nil {
			continue
		}
		incoming := b.incoming(n)
		fits := !slices.ContainsFunc(incoming, func(e *edge) bool { return !e.satisfied(other) })
		if len(incoming) == 0 || n.same(other) || fits && other.newer(n) {
			n.remove()
		}
	}
}

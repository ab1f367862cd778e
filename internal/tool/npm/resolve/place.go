package resolve

import (
	"context"
	"fmt"
	"slices"

	"github.com/orielapps/oriel/ui"
)

// A placement finds the place for one package: as near to the project as possible without a conflict, so that
// many packages share it.
type placement struct {
	*builder

	// edge is the dependency to satisfy. setEdge is the one for which the whole set is placed: for peers, that of
	// the package whose peers they are.
	edge, setEdge *edge
	set           *peerSet
	candidate     *node
	// start is where the search for the set's first package began; nil for that package itself.
	start *node
	// withoutPeers is the last check's verdict on the package alone, without its peers.
	withoutPeers verdict
}

// verdict says what to do with a package at a place: conflict, because it can't be there; free, to add it; keep, to
// use the existing one; replace, to put it in place of the existing one. Higher values are better.
type verdict int

const (
	verdictConflict verdict = iota
	verdictFree
	verdictKeep
	verdictReplace
)

// place adds the package to the tree, and then its peers in the same node_modules or above.
func (p *placement) place(ctx context.Context) error {
	b := p.builder
	if b.placements++; b.placements > maxPlacements {
		return &ui.Error{
			Code:    "packages_unsettled",
			Message: fmt.Sprintf("These packages have no stable arrangement: there were %d attempts, the last for %s.", maxPlacements, p.candidate.label()),
			Fix:     "Run \"npm install\" once, and commit the package-lock.json that it writes.",
		}
	}
	attempt := p.edge.from.location() + " " + p.edge.name
	if b.tries[attempt]++; b.tries[attempt] > maxTries && p.edge.to() != nil && (p.edge.isPeer() || p.edge.valid()) {
		// Sets of peers replace each other again and again. Accept the existing package.
		p.edge.requested = false
		if !p.edge.valid() {
			p.acceptConflict(p.edge, p.edge.to())
		}
		return nil
	}
	first := p.edge.from
	if p.start != nil {
		first = p.start
	}
	first = nestingPlace(first, p.edge.name)
	target, decision := p.findPlace(first)
	switch {
	case target == nil || decision == verdictConflict:
		return p.rejectPlacement(first)
	case decision == verdictKeep:
		if p.edge.isPeer() && !p.edge.valid() {
			p.acceptConflict(p.edge, p.edge.to())
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
	placed.installedFor = p.setEdge.from
	old := target.children[placed.name]
	if old != nil {
		b.evict(old, placed)
	}
	placed.putInto(target)
	if old != nil {
		// The packages in the old one's node_modules may satisfy the new one.
		for _, child := range old.children {
			child.putInto(placed)
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

// findPlace returns the place nearest to the project without a conflict, and the verdict there. If the package
// and its peers fit nowhere, it returns a place for the package alone, whose peers are then those
// that exist; but not for dependencies of the project itself.
func (p *placement) findPlace(first *node) (target *node, decision verdict) {
	var alone *node
	decisionAlone := verdictConflict
	for at := first; at != nil; at = at.up() {
		if own := at.edges[p.edge.name]; own != nil && own.isPeer() && !at.isTop() {
			continue
		}
		p.withoutPeers = verdictConflict
		found := p.check(p.candidate, at, p.edge, nil)
		if found != verdictConflict || p.withoutPeers != verdictConflict {
			alone, decisionAlone = at, max(found, p.withoutPeers)
		}
		if found == verdictConflict {
			break
		}
		target, decision = at, found
	}
	if target == nil && !p.forProject() {
		return alone, decisionAlone
	}
	return target, decision
}

// placePeers places the missing peers of a package.
func (p *placement) placePeers(ctx context.Context, placed, first *node) error {
	for _, name := range sortedKeys(placed.edges) {
		e := placed.edges[name]
		if !e.isPeer() || e.valid() {
			continue
		}
		peer := p.set.nodes[name]
		if peer == nil || !p.inSet(peer) || !e.satisfied(peer) {
			// It may be found when the package itself is processed.
			continue
		}
		next := &placement{builder: p.builder, edge: e, setEdge: p.setEdge, set: p.set, candidate: peer, start: first}
		if err := next.place(ctx); err != nil {
			return err
		}
	}
	return nil
}

// inSet reports whether a peer is a new node of the set, and not an existing one in the tree.
func (p *placement) inSet(peer *node) bool { return peer.parent == nil && peer.target == nil }

// nestingPlace returns the deepest node, from start upwards, whose node_modules can have the package: peers are not
// placed in the packages that need them.
func nestingPlace(start *node, name string) *node {
	for at := start; ; at = at.up() {
		if own := at.edges[name]; at.isTop() || own == nil || !own.isPeer() {
			return at
		}
	}
}

// check decides whether a package of the set can be in a node's node_modules, with its peers there or above. path
// are the packages through whose peers it was reached.
func (p *placement) check(n, target *node, e *edge, path []*node) verdict {
	current := target.children[n.name]
	own := target.edges[n.name]
	if own != nil && own.isPeer() && !target.isTop() {
		return verdictConflict
	}
	if current == nil {
		if own != nil && own != e && !own.conflicted && !own.satisfied(n) {
			return verdictConflict
		}
		if target != p.setEdge.from && p.shadows(n, target) {
			return verdictConflict
		}
		return p.checkPeers(n, target, path, verdictFree)
	}
	return p.checkCurrent(n, current, target, e, path)
}

// shadows reports whether the package at this place would hide another one from a dependency below that it does not
// satisfy.
func (p *placement) shadows(n, target *node) bool {
	current := target.lookup(n.name)
	if current == nil {
		return false
	}
	return slices.ContainsFunc(p.incoming(current), func(e *edge) bool {
		return e.from.within(target) && e.valid() && !e.satisfied(n)
	})
}

// checkCurrent is check for a place that already has a package of that name.
func (p *placement) checkCurrent(n, current, target *node, e *edge, path []*node) verdict {
	satisfied := e.satisfied(current)
	if n.same(current) && (satisfied || p.set.overridden[e]) {
		if e.requested {
			return verdictReplace
		}
		return verdictKeep
	}
	newer := n.newer(current)
	if newer && p.mayReplace(current, n) && p.checkPeers(n, target, path, verdictReplace) != verdictConflict {
		return verdictReplace
	}
	if satisfied && (!e.requested || e.isPeer()) {
		return verdictKeep
	}
	if !newer && e.isPeer() && p.mayReplace(current, n) && p.checkPeers(n, target, path, verdictReplace) != verdictConflict {
		return verdictReplace
	}
	start := e.from
	if len(path) > 0 || p.start != nil {
		start = p.setEdge.from
	}
	if target != nestingPlace(start, n.name) {
		return verdictConflict
	}
	// There is no other place for it, so see whether the existing package can be moved.
	if !e.isPeer() && target == e.from || p.mayMove(current, n, target, nil) {
		return p.checkPeers(n, target, path, verdictReplace)
	}
	return verdictConflict
}

// checkPeers returns otherwise if all peers of a package can be placed, and else conflict.
func (p *placement) checkPeers(n, target *node, path []*node, otherwise verdict) verdict {
	if len(path) == 0 {
		p.withoutPeers = otherwise
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
		if p.check(peer, place, e, path) == verdictConflict {
			return verdictConflict
		}
	}
	return otherwise
}

// mayReplace reports whether another package satisfies all dependencies on a node, except those of nodes that are
// replaced together with it.
func (p *placement) mayReplace(current, other *node) bool {
	if current.target != nil || current.manifest.name != other.manifest.name {
		return false
	}
	for _, e := range p.incoming(current) {
		if e == p.edge || e.from == current || !e.valid() {
			continue
		}
		if replacement := p.set.nodes[e.from.name]; replacement != nil && e.isPeer() && e.from.parent == current.parent && replacement != e.from {
			// This node is replaced by one of the set.
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

// mayMove reports whether a node can be replaced by another of the same name, because all dependencies that the
// other does not satisfy can have the node in a deeper place.
func (p *placement) mayMove(current, other, target *node, path []*node) bool {
	if current.target != nil || slices.Contains(path, current) {
		return current.target == nil
	}
	path = append(path, current)
	for _, e := range p.incoming(current) {
		if e == p.edge || e == p.setEdge || !e.valid() || e.from == current || len(path) == 1 && e.satisfied(other) {
			continue
		}
		if !e.isPeer() || e.from.isTop() {
			if place := nestingPlace(e.from, current.name); place == target || target.within(place) {
				return false
			}
			continue
		}
		// A peer moves together with the package that needs it.
		if !p.mayMove(e.from, other, target, path) {
			return false
		}
	}
	return true
}

// evict removes a node from the tree, to be replaced by another. It also removes the packages beside it that need
// it as a peer and that the other does not satisfy; they are placed again, deeper.
func (b *builder) evict(old, placed *node) {
	target := old.parent
	for _, e := range b.incoming(old) {
		if e.isPeer() && e.valid() && e.from.parent == target && e.from != old && !e.satisfied(placed) && !b.wantedByProject(e.from) {
			e.from.remove()
		}
	}
	old.remove()
}

// wantedByProject reports whether the project itself depends on a node.
func (b *builder) wantedByProject(n *node) bool {
	return slices.ContainsFunc(b.incoming(n), func(e *edge) bool { return e.from.isTop() })
}

// rejectPlacement handles a package that fits nowhere: an error for a dependency of the project, and a warning for
// others.
func (p *placement) rejectPlacement(first *node) error {
	current := first.lookup(p.edge.name)
	if p.forProject() {
		if current == nil {
			current = p.candidate
		}
		return p.conflictError(current)
	}
	p.acceptConflict(p.edge, current)
	return nil
}

// forProject reports whether the package is for a dependency of the project, or a peer of one.
func (p *placement) forProject() bool {
	from := p.setEdge.from
	return from.isTop() || p.setEdge.isPeer() && p.wantedByProject(from)
}

// conflictError returns the error for a package that fits nowhere, with the package that prevents it.
func (p *placement) conflictError(current *node) error {
	for _, n := range p.set.nodes {
		for _, name := range sortedKeys(n.edges) {
			e := n.edges[name]
			if there := p.setEdge.from.lookup(name); e.isPeer() && there != nil && !e.satisfied(there) && !p.mayReplace(there, p.set.nodes[name]) {
				return peerConflict(e, there, p.setEdge.from)
			}
		}
	}
	for _, e := range p.incoming(current) {
		if e.isPeer() && !e.satisfied(p.candidate) {
			return peerConflict(e, p.candidate, p.setEdge.from)
		}
	}
	return peerConflict(p.edge, current, p.setEdge.from)
}

// acceptConflict keeps an existing peer that does not satisfy a dependency, and adds a warning.
func (p *placement) acceptConflict(e *edge, current *node) {
	e.conflicted = true
	has := "it is not installed"
	if current != nil {
		has = "it gets " + current.label()
	}
	p.warn(fmt.Sprintf("%s needs the peer %s %s, but %s.", e.from.label(), e.name, wantedText(e), has))
}

// dedupe removes nodes with a name below a place, if the package above satisfies the same dependencies.
func (b *builder) dedupe(name string, target *node) {
	var same []*node
	b.each(func(n *node) {
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

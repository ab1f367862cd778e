package resolve

import (
	"context"
	"fmt"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// A peerSet is a package with its peers, and theirs: what has to be found
// together by whoever asks for the package. None of its nodes is in the tree.
type peerSet struct {
	// source is who asks.
	source *node
	nodes  map[string]*node
	// overridden are peers that got another version than they ask for, because
	// the one who asks for the set wants it so.
	overridden map[*edge]bool
}

// gather finds the version that a dependency gets, and its peers.
func (b *builder) gather(ctx context.Context, e *edge) (*peerSet, error) {
	source := e.from
	if e.isPeer() && e.from.source != nil && b.inTree(e.from.source) {
		source = e.from.source
	}
	set := &peerSet{source: source, nodes: make(map[string]*node), overridden: make(map[*edge]bool)}
	found, err := b.fetch(ctx, e)
	if err != nil {
		return nil, err
	}
	set.nodes[e.name] = found
	return set, b.addPeers(ctx, set, found, !e.isOptional())
}

// addPeers finds the peers of a node of the set. required is set where the
// project can't do without the node.
func (b *builder) addPeers(ctx context.Context, set *peerSet, n *node, required bool) error {
	for _, name := range sortedKeys(n.edges) {
		e := n.edges[name]
		if !e.isPeer() || set.nodes[n.name] != n {
			continue
		}
		if err := b.addPeer(ctx, set, e, required && e.kind == peerEdge); err != nil {
			if e.kind == optionalPeerEdge && mayBeLeftOut(ctx, err) {
				continue
			}
			return err
		}
	}
	return nil
}

// addPeer finds one peer of a node of the set.
func (b *builder) addPeer(ctx context.Context, set *peerSet, e *edge, required bool) error {
	current := set.nodes[e.name]
	if current != nil && e.satisfied(current) {
		return nil
	}
	wanted := set.source.edges[e.name]
	if wanted != nil && (wanted == e || wanted.isPeer() && !set.source.isTop()) {
		wanted = nil
	}
	mine := set.source.isTop() && required
	if current == nil {
		found, err := b.choosePeer(ctx, set, e, wanted)
		if err != nil {
			return err
		}
		set.nodes[e.name] = found
		if !e.satisfied(found) {
			if mine {
				return peerConflict(e, found, set.source)
			}
			set.overridden[e] = true
		}
		return b.addPeers(ctx, set, found, required)
	}
	// Another of the set has brought one that does not please this one.
	other, err := b.fetch(ctx, e)
	if err != nil {
		return err
	}
	if set.mayReplace(current, other, wanted) {
		set.nodes[e.name] = other
		return b.addPeers(ctx, set, other, required)
	}
	if mine {
		return peerConflict(e, current, set.source)
	}
	set.overridden[e] = true
	return nil
}

// choosePeer finds a version for a peer that also pleases the one who asks for
// the set, if it asks for the peer, too.
func (b *builder) choosePeer(ctx context.Context, set *peerSet, e, wanted *edge) (*node, error) {
	if wanted == nil {
		return b.fetch(ctx, e)
	}
	if wanted.spec.kind == folderSpec || wanted.spec.kind == foreignSpec || wanted.kind == workspaceEdge {
		// It is there, or nobody can bring it.
		if there := wanted.to(); there != nil {
			return there, nil
		}
		return nil, unsupported(wanted)
	}
	found, err := b.fetch(ctx, wanted)
	if err != nil || e.satisfied(found) {
		return found, err
	}
	if own, err := b.fetch(ctx, e); err == nil && wanted.satisfied(own) {
		return own, nil
	}
	// The one that is installed may please both, where the newest doesn't.
	if there := set.source.lookup(e.name); there != nil && wanted.satisfied(there) && e.satisfied(there) {
		return there, nil
	}
	return found, nil
}

// mayReplace reports whether all who have a say in a set are pleased with
// another version.
func (s *peerSet) mayReplace(current, other *node, wanted *edge) bool {
	if wanted != nil && !wanted.satisfied(other) {
		return false
	}
	for _, n := range s.nodes {
		if e := n.edges[current.name]; e != nil && n != current && e.isPeer() && !s.overridden[e] && e.satisfied(current) && !e.satisfied(other) {
			return false
		}
	}
	return true
}

// peerConflict says which packages can't be had together.
func peerConflict(e *edge, found *node, by *node) error {
	who := "the project"
	if !by.isTop() {
		who = by.owner()
	}
	return &ui.Error{
		Code: "peer_conflict",
		Message: fmt.Sprintf("%s wants %s %s beside it, but %s has %s.",
			e.from.label(), e.name, wantedText(e), who, found.label()),
		Fix: fmt.Sprintf("Add versions that fit together, for example both at once: \"oriel add %s@… %s@…\".", e.from.name, e.name),
	}
}

// wantedText is a range as people read it.
func wantedText(e *edge) string {
	value := strings.TrimSpace(e.spec.text)
	if value == "" {
		value = "*"
	}
	if e.spec.name != "" {
		return "npm:" + e.spec.name + "@" + value
	}
	return value
}

package resolve

import (
	"context"
	"fmt"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// A peerSet is a package with its peers and, recursively, their peers: packages that have to be placed together.
// Its nodes are not in the tree yet.
type peerSet struct {
	// dependent is the node that depends on the package.
	dependent *node
	nodes     map[string]*node
	// overridden are the peer dependencies whose range is not satisfied, because another package of the set
	// or the dependent needs another version.
	overridden map[*edge]bool
}

// peerSetFor chooses the version for a dependency, and the versions of its peers.
func (b *builder) peerSetFor(ctx context.Context, e *edge) (*peerSet, error) {
	source := e.from
	if e.isPeer() && e.from.installedFor != nil && b.inTree(e.from.installedFor) {
		source = e.from.installedFor
	}
	set := &peerSet{dependent: source, nodes: make(map[string]*node), overridden: make(map[*edge]bool)}
	found, err := b.newestNode(ctx, e)
	if err != nil {
		return nil, err
	}
	set.nodes[e.name] = found
	return set, b.addPeers(ctx, set, found, !e.isOptional())
}

// addPeers adds the peers of a node to the set. required is set unless the node is optional.
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

// addPeer adds one peer of a node to the set.
func (b *builder) addPeer(ctx context.Context, set *peerSet, e *edge, required bool) error {
	current := set.nodes[e.name]
	if current != nil && e.satisfied(current) {
		return nil
	}
	wanted := set.dependent.edges[e.name]
	if wanted != nil && (wanted == e || wanted.isPeer() && !set.dependent.isTop()) {
		wanted = nil
	}
	strict := set.dependent.isTop() && required
	if current == nil {
		found, err := b.choosePeer(ctx, set, e, wanted)
		if err != nil {
			return err
		}
		set.nodes[e.name] = found
		if !e.satisfied(found) {
			if strict {
				return peerConflict(e, found, set.dependent)
			}
			set.overridden[e] = true
		}
		return b.addPeers(ctx, set, found, required)
	}
	// Another node needs this peer in a version that does not satisfy e.
	other, err := b.newestNode(ctx, e)
	if err != nil {
		return err
	}
	if set.mayReplace(current, other, wanted) {
		set.nodes[e.name] = other
		return b.addPeers(ctx, set, other, required)
	}
	if strict {
		return peerConflict(e, current, set.dependent)
	}
	set.overridden[e] = true
	return nil
}

// choosePeer chooses a version for a peer. wanted is the dependent's own dependency on that package, or nil; the
// version satisfies both, if possible.
func (b *builder) choosePeer(ctx context.Context, set *peerSet, e, wanted *edge) (*node, error) {
	if wanted == nil {
		return b.newestNode(ctx, e)
	}
	if wanted.spec.kind == folderSpec || wanted.spec.kind == foreignSpec || wanted.kind == workspaceEdge {
		// No registry has it, so only an existing one can be used.
		if there := wanted.to(); there != nil {
			return there, nil
		}
		return nil, unsupported(wanted)
	}
	found, err := b.newestNode(ctx, wanted)
	if err != nil || e.satisfied(found) {
		return found, err
	}
	if own, err := b.newestNode(ctx, e); err == nil && wanted.satisfied(own) {
		return own, nil
	}
	// The installed version may satisfy both, even if the newest doesn't.
	if there := set.dependent.lookup(e.name); there != nil && wanted.satisfied(there) && e.satisfied(there) {
		return there, nil
	}
	return found, nil
}

// mayReplace reports whether another version satisfies everything that the current one satisfies.
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

// peerConflict returns the error of packages that can't be installed together.
func peerConflict(e *edge, found *node, by *node) error {
	who := "the project"
	if !by.isTop() {
		who = by.owner()
	}
	return &ui.Error{
		Code: "peer_conflict",
		Message: fmt.Sprintf("%s needs the peer %s %s, but %s has %s.",
			e.from.label(), e.name, wantedText(e), who, found.label()),
		Fix: fmt.Sprintf("Add versions that fit together, for example both at once: \"oriel add %s@… %s@…\".", e.from.name, e.name),
	}
}

// wantedText returns a dependency's range for messages.
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

package resolve

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/orielapps/oriel/internal/tool/npm/registry"
	"github.com/orielapps/oriel/ui"
)

const (
	// maxPlacements limits the placements of all packages, in case they never settle.
	maxPlacements = 10000
	// maxTries limits the placements for one dependency.
	maxTries = 10
	// maxDepth limits the nesting of node_modules.
	maxDepth = 64
	// maxPrefetches is the most packages that are requested at the same time before they are needed.
	maxPrefetches = 16
)

// A builder adds the missing packages to a tree.
type builder struct {
	*tree

	source   Source
	warnings []string
	warned   map[string]bool

	queue map[*node]bool
	// placements counts all placements, and tries those for each dependency.
	placements int
	tries      map[string]int

	prefetchSlots chan struct{}
	fetches       sync.WaitGroup
	prefetched    map[string]bool
}

func newBuilder(t *tree, source Source) *builder {
	return &builder{
		tree: t, source: source, warned: make(map[string]bool), queue: make(map[*node]bool), tries: make(map[string]int),
		prefetchSlots: make(chan struct{}, maxPrefetches), prefetched: make(map[string]bool),
	}
}

// complete adds packages until no dependency is missing. Nodes near the project come first, because deeper nodes
// share their packages.
func (b *builder) complete(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer b.fetches.Wait()
	defer cancel()
	b.queueAll(ctx)
	for len(b.queue) > 0 {
		n := b.next()
		delete(b.queue, n)
		if !b.inTree(n) {
			continue
		}
		if err := b.resolveDependencies(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// queueAll queues all nodes with unresolved dependencies.
func (b *builder) queueAll(ctx context.Context) {
	b.each(func(n *node) { b.enqueue(ctx, n) })
}

// enqueue queues a node if it has unresolved dependencies, and prefetches them.
func (b *builder) enqueue(ctx context.Context, n *node) {
	for _, name := range sortedKeys(n.edges) {
		if e := n.edges[name]; e.problem() {
			b.queue[n] = true
			b.prefetch(ctx, e)
		}
	}
}

// prefetch requests the package of a dependency in the background. The source keeps the result. Errors are
// ignored here, because the later request returns them again.
func (b *builder) prefetch(ctx context.Context, e *edge) {
	name := packageOf(e)
	if e.spec.kind != rangeSpec && e.spec.kind != tagSpec || b.prefetched[name] {
		return
	}
	b.prefetched[name] = true
	b.fetches.Go(func() {
		select {
		case b.prefetchSlots <- struct{}{}:
			_, _ = b.source.Packument(ctx, name)
			<-b.prefetchSlots
		case <-ctx.Done():
		}
	})
}

// packageOf returns the name under which the registry has a dependency.
func packageOf(e *edge) string {
	if e.spec.name != "" {
		return e.spec.name
	}
	return e.name
}

// next returns the queued node that is nearest to the project; of several, the first by location.
func (b *builder) next() *node {
	var best *node
	for n := range b.queue {
		if best == nil || compareNodes(n, best) < 0 {
			best = n
		}
	}
	return best
}

func compareNodes(a, b *node) int {
	return cmp.Or(cmp.Compare(a.depth(), b.depth()), compareNames(a.location(), b.location()))
}

// task is a dependency, with the packages that are to be placed for it.
type task struct {
	edge *edge
	set  *peerSet
}

// resolveDependencies finds packages for all dependencies of a node, and then places them.
func (b *builder) resolveDependencies(ctx context.Context, n *node) error {
	var tasks []task
	for _, name := range sortedKeys(n.edges) {
		e := n.edges[name]
		if !e.problem() {
			continue
		}
		set, err := b.peerSetFor(ctx, e)
		switch {
		case err != nil && e.isOptional() && mayBeLeftOut(ctx, err):
			e.failed = true
			b.warn(fmt.Sprintf("%s, an optional dependency of %s, is left out: %s", packageOf(e), n.owner(), messageOf(err)))
			continue
		case err != nil:
			return requiredBy(err, n)
		}
		tasks = append(tasks, task{e, set})
	}
	for _, one := range tasks {
		if !one.edge.problem() {
			continue
		}
		p := &placement{builder: b, edge: one.edge, setEdge: one.edge, set: one.set, candidate: one.set.nodes[one.edge.name]}
		if err := p.place(ctx); err != nil {
			return err
		}
		one.edge.requested = false
	}
	return nil
}

// mayBeLeftOut reports whether an optional dependency may be left out after an error. It may if the registry
// doesn't have it, but not if the registry can't be reached.
func mayBeLeftOut(ctx context.Context, err error) bool {
	return ctx.Err() == nil && !registry.Temporary(err) && codeOf(err) != "registry_unreachable"
}

// requiredBy adds the dependent package to an error's message.
func requiredBy(err error, n *node) error {
	own := asError(err)
	if own == nil || n.isTop() {
		return err
	}
	return &ui.Error{Code: own.Code, Message: own.Message + fmt.Sprintf(" %s needs it.", n.label()), Fix: own.Fix}
}

// newestNode returns a new node with the version that pick chooses for a dependency.
func (b *builder) newestNode(ctx context.Context, e *edge) (*node, error) {
	switch e.spec.kind {
	case rangeSpec, tagSpec:
	case folderSpec, foreignSpec:
		return nil, unsupported(e)
	}
	if e.kind == workspaceEdge {
		return nil, unsupported(e)
	}
	p, err := b.source.Packument(ctx, packageOf(e))
	if err != nil {
		return nil, err
	}
	m, err := pick(p, e.spec)
	if err != nil {
		return nil, err
	}
	return newNode(e.name, m, false), nil
}

// unsupported returns the error of a dependency that is not from a registry.
func unsupported(e *edge) error {
	of := "package.json"
	if !e.from.isTop() {
		of = e.from.label()
	}
	return &ui.Error{
		Code:    "dependency_unsupported",
		Message: fmt.Sprintf("%s needs %s from %q, which is not in the lockfile.", of, e.name, e.spec.text),
		Fix:     "Oriel adds packages from registries only. Run \"npm install\" once, and commit the package-lock.json that it writes.",
	}
}

// warn adds a warning, unless there is the same one already.
func (b *builder) warn(text string) {
	if !b.warned[text] {
		b.warned[text] = true
		b.warnings = append(b.warnings, text)
	}
}

// dropUnneeded removes nodes that no dependency needs.
func (b *builder) dropUnneeded() {
	b.markFlags()
	var unneeded []*node
	b.each(func(n *node) {
		if n.extraneous && !n.isTop() {
			unneeded = append(unneeded, n)
		}
	})
	for _, n := range slices.Backward(unneeded) {
		n.remove()
	}
}

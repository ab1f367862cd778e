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
	// maxPlacements is how often a package may be put somewhere, before we say
	// that there is no end to it.
	maxPlacements = 10000
	// maxTries is how often a peer may be placed for the same package.
	maxTries = 10
	// maxDepth is how deep node_modules may lie in each other.
	maxDepth = 64
	// ahead is how many packages are asked for at a time, before they are needed.
	ahead = 16
)

// A builder adds to a tree what is missing.
type builder struct {
	*tree

	source   Source
	warnings []string
	warned   map[string]bool

	queue map[*node]bool
	// placements counts all, and tries those for one dependency.
	placements int
	tries      map[string]int

	ahead   chan struct{}
	fetches sync.WaitGroup
	asked   map[string]bool
}

func newBuilder(t *tree, source Source) *builder {
	return &builder{
		tree: t, source: source, warned: make(map[string]bool), queue: make(map[*node]bool), tries: make(map[string]int),
		ahead: make(chan struct{}, ahead), asked: make(map[string]bool),
	}
}

// complete adds packages until no dependency is missing: nodes near the project
// first, because what they need decides for those below.
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
		if err := b.satisfy(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// queueAll queues all nodes that have something to be done.
func (b *builder) queueAll(ctx context.Context) {
	b.all(func(n *node) { b.enqueue(ctx, n) })
}

// enqueue queues a node if it has something to be done, and asks the registry
// ahead for what it needs.
func (b *builder) enqueue(ctx context.Context, n *node) {
	for _, name := range sortedKeys(n.edges) {
		if e := n.edges[name]; e.problem() {
			b.queue[n] = true
			b.askAhead(ctx, e)
		}
	}
}

// askAhead asks the registry in the background; what it says is kept by the
// source, and what goes wrong will go wrong again.
func (b *builder) askAhead(ctx context.Context, e *edge) {
	name := packageOf(e)
	if e.spec.kind != rangeSpec && e.spec.kind != tagSpec || b.asked[name] {
		return
	}
	b.asked[name] = true
	b.fetches.Go(func() {
		select {
		case b.ahead <- struct{}{}:
			_, _ = b.source.Packument(ctx, name)
			<-b.ahead
		case <-ctx.Done():
		}
	})
}

// packageOf is the package that a dependency asks the registry for.
func packageOf(e *edge) string {
	if e.spec.name != "" {
		return e.spec.name
	}
	return e.name
}

// next is the node of the queue that is nearest to the project, by name.
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

// task is a dependency and what shall stand for it.
type task struct {
	edge *edge
	set  *peerSet
}

// satisfy finds packages for all dependencies of a node, and then places them.
func (b *builder) satisfy(ctx context.Context, n *node) error {
	var tasks []task
	for _, name := range sortedKeys(n.edges) {
		e := n.edges[name]
		if !e.problem() {
			continue
		}
		set, err := b.gather(ctx, e)
		switch {
		case err != nil && e.isOptional() && mayBeLeftOut(ctx, err):
			e.failed = true
			b.warn(fmt.Sprintf("%s is left out, which %s could use: %s", packageOf(e), n.owner(), asSentence(err)))
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
		p := &placement{builder: b, edge: one.edge, entry: one.edge, set: one.set, candidate: one.set.nodes[one.edge.name]}
		if err := p.place(ctx); err != nil {
			return err
		}
		one.edge.requested = false
	}
	return nil
}

// mayBeLeftOut reports whether an optional dependency is left out for an error:
// the registry doesn't have it. That it can't be reached is no reason.
func mayBeLeftOut(ctx context.Context, err error) bool {
	return ctx.Err() == nil && !registry.Temporary(err) && codeOf(err) != "registry_unreachable"
}

// requiredBy says who needs what is not to be had.
func requiredBy(err error, n *node) error {
	own := asError(err)
	if own == nil || n.isTop() {
		return err
	}
	return &ui.Error{Code: own.Code, Message: own.Message + fmt.Sprintf(" %s needs it.", n.label()), Fix: own.Fix}
}

// fetch makes a node of the version that a dependency gets.
func (b *builder) fetch(ctx context.Context, e *edge) (*node, error) {
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

// unsupported is a dependency that no registry has.
func unsupported(e *edge) error {
	of := "package.json"
	if !e.from.isTop() {
		of = e.from.label()
	}
	return &ui.Error{
		Code:    "dependency_unsupported",
		Message: fmt.Sprintf("%s wants %s from %q, and that is not installed yet.", of, e.name, e.spec.text),
		Fix:     "We resolve packages of a registry only. Run \"npm install\" once, and commit the package-lock.json that it writes.",
	}
}

// warn keeps a sentence for the user, once.
func (b *builder) warn(text string) {
	if !b.warned[text] {
		b.warned[text] = true
		b.warnings = append(b.warnings, text)
	}
}

// dropUnneeded removes nodes that nothing in the project needs any more.
func (b *builder) dropUnneeded() {
	b.markFlags()
	var unneeded []*node
	b.all(func(n *node) {
		if n.extraneous && !n.isTop() {
			unneeded = append(unneeded, n)
		}
	})
	for _, n := range slices.Backward(unneeded) {
		n.remove()
	}
}

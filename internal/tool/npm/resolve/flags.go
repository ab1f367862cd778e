package resolve

// markFlags sets the flags of all nodes, which say for which kind of dependencies the project needs them. It sets
// all flags first, and then clears them along the dependencies that are not of that kind.
func (t *tree) markFlags() {
	t.each(func(n *node) {
		is := n != t.root
		n.extraneous, n.dev, n.optional, n.devOptional, n.peer = is, is, is, is, is
	})
	seen := make(map[*node]bool)
	queue := []*node{t.root}
	for len(queue) > 0 {
		n := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		seen[n] = true
		if !n.extraneous {
			for at := n.parent; at != nil && at.extraneous; at = at.parent {
				at.extraneous = false
			}
		}
		if n.target != nil {
			if clearFlags(n, n.target, false, false, false) || !seen[n.target] {
				queue = append(queue, n.target)
			}
			continue
		}
		for _, e := range n.edges {
			if to := e.to(); to != nil && clearFlags(n, to, e.kind == developmentEdge, e.isOptional(), e.isPeer()) {
				queue = append(queue, to)
			}
		}
	}
	for n := range seen {
		n.devOptional = n.devOptional && !n.dev && !n.optional
	}
}

// clearFlags clears the flags of a node that do not hold for a dependency on it, and reports whether any
// changed.
func clearFlags(from, to *node, dev, optional, peer bool) bool {
	before := [...]bool{to.extraneous, to.dev, to.optional, to.devOptional, to.peer}
	// An optional peer alone is no reason to install a package.
	to.extraneous = to.extraneous && (from.extraneous || peer && optional)
	to.dev = to.dev && (from.dev || dev)
	to.optional = to.optional && (from.optional || optional)
	to.devOptional = to.devOptional && (from.devOptional || from.dev || from.optional || dev || optional)
	to.peer = to.peer && (from.peer || peer)
	return before != [...]bool{to.extraneous, to.dev, to.optional, to.devOptional, to.peer}
}

package resolve

// markFlags finds out by which ways the project needs each node. Flags are set
// first, and taken away along each dependency that is not of their kind.
func (t *tree) markFlags() {
	t.all(func(n *node) {
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
			if passOn(n, n.target, false, false, false) || !seen[n.target] {
				queue = append(queue, n.target)
			}
			continue
		}
		for _, e := range n.edges {
			if to := e.to(); to != nil && passOn(n, to, e.kind == developmentEdge, e.isOptional(), e.isPeer()) {
				queue = append(queue, to)
			}
		}
	}
	for n := range seen {
		n.devOptional = n.devOptional && !n.dev && !n.optional
	}
}

// passOn takes those flags off a node that one who needs it doesn't have, and
// reports whether there were any.
func passOn(from, to *node, dev, optional, peer bool) bool {
	before := [...]bool{to.extraneous, to.dev, to.optional, to.devOptional, to.peer}
	// That there is an optional peer is nobody's wish.
	to.extraneous = to.extraneous && (from.extraneous || peer && optional)
	to.dev = to.dev && (from.dev || dev)
	to.optional = to.optional && (from.optional || optional)
	to.devOptional = to.devOptional && (from.devOptional || from.dev || from.optional || dev || optional)
	to.peer = to.peer && (from.peer || peer)
	return before != [...]bool{to.extraneous, to.dev, to.optional, to.devOptional, to.peer}
}

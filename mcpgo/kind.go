package mcpgo

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel/ui"
)

// kind manages the app's entries of one kind on a server, such as tools. E is mcp-go's type
// of an entry, W ours. mcp-go copies entries, so the pointer to its _meta identifies an
// entry.
type kind[E, W any] struct {
	what, code string
	name       func(w *W) string
	entry      func(w *W) E
	mark       func(e *E) **mcp.Meta
	add        func(s *server.MCPServer, e E)
	remove     func(s *server.MCPServer, names ...string)
	// keeps reports that mcp-go can't remove entries: removed ones stay with the server, and
	// are hidden from clients.
	keeps bool

	mu   sync.RWMutex
	mine map[string]mine[W]
}

// mine is the mark of a registered entry, and the one from which it was converted.
type mine[W any] struct {
	mark *mcp.Meta
	from W
	gone bool
}

// owns reports whether an entry is the app's. Registering another entry with its name
// replaces it.
func (k *kind[E, W]) owns(name string, mark *mcp.Meta) bool {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return mark != nil && k.mine[name].mark == mark
}

func (k *kind[E, W]) has(name string) bool {
	k.mu.RLock()
	defer k.mu.RUnlock()
	_, has := k.mine[name]
	return has
}

// update registers wanted entries that are missing, and removes others. If the server has
// an entry of its own with a wanted name, that is an error; the others are registered
// nevertheless. there returns the mark of the entry with a name.
func (k *kind[E, W]) update(s *server.MCPServer, want []W, there func(name string) *mcp.Meta) error {
	wanted := make(map[string]bool, len(want))
	for i := range want {
		wanted[k.name(&want[i])] = true
	}
	k.drop(s, func(name string) bool { return !wanted[name] })
	var first error
	for i := range want {
		name := k.name(&want[i])
		k.mu.RLock()
		known, has := k.mine[name]
		k.mu.RUnlock()
		if has && !known.gone && reflect.DeepEqual(known.from, want[i]) {
			continue
		}
		if err := k.register(s, &want[i], there(name)); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func (k *kind[E, W]) register(s *server.MCPServer, w *W, there *mcp.Meta) error {
	name := k.name(w)
	if there != nil && !k.owns(name, there) {
		return &ui.Error{
			Code:    k.code,
			Message: fmt.Sprintf("The server already has a %s %q.", k.what, name),
			Fix:     "Rename one of the two.",
		}
	}
	e := k.entry(w)
	mark := k.mark(&e)
	*mark = orMark(*mark)
	if err := guarded(func() { k.add(s, e) }); err != nil {
		return &ui.Error{Code: "entry_refused", Message: fmt.Sprintf("mcp-go refuses the %s %q: %v.", k.what, name, err)}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.mine == nil {
		k.mine = map[string]mine[W]{}
	}
	k.mine[name] = mine[W]{mark: *mark, from: *w}
	return nil
}

// drop removes the app's entries that a function selects.
func (k *kind[E, W]) drop(s *server.MCPServer, pick func(name string) bool) {
	k.mu.Lock()
	names := make([]string, 0, len(k.mine))
	for name, m := range k.mine {
		switch {
		case m.gone || !pick(name):
			continue
		case k.keeps:
			m.gone = true
			k.mine[name] = m
		default:
			delete(k.mine, name)
		}
		names = append(names, name)
	}
	k.mu.Unlock()
	if len(names) > 0 {
		k.remove(s, names...)
	}
}

func (k *kind[E, W]) clear(s *server.MCPServer) { k.drop(s, func(string) bool { return true }) }

// forClient returns a list of the server's entries, in which the app's are converted for a
// client. Those that the client must not see are left out.
func (k *kind[E, W]) forClient(listed []E, told []W, nameOf func(e *E) string) []E {
	byName := k.byName(told)
	entries := make([]E, 0, len(listed))
	for _, e := range listed {
		name := nameOf(&e)
		if !k.owns(name, *k.mark(&e)) {
			entries = append(entries, e)
			continue
		}
		if w := byName[name]; w != nil {
			entries = append(entries, k.entry(w))
		}
	}
	return entries
}

func (k *kind[E, W]) byName(told []W) map[string]*W {
	byName := make(map[string]*W, len(told))
	for i := range told {
		byName[k.name(&told[i])] = &told[i]
	}
	return byName
}

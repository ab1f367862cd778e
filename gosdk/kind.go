package gosdk

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/ui"
)

// kind manages the app's entries of one kind on a server, such as tools. E is go-sdk's type
// of an entry, W ours.
type kind[E, W any] struct {
	what, code string
	name       func(w *W) string
	entry      func(w *W) *E
	add        func(s *mcp.Server, e *E)
	remove     func(s *mcp.Server, names ...string)

	updating sync.Mutex
	mu       sync.RWMutex
	mine     map[string]mine[E, W]
}

// mine is a registered entry, and the one from which it was converted.
type mine[E, W any] struct {
	entry *E
	from  W
}

// owns reports whether an entry is the app's. Registering another entry with its name
// replaces it.
func (k *kind[E, W]) owns(name string, e *E) bool {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return e != nil && k.mine[name].entry == e
}

func (k *kind[E, W]) has(name string) bool {
	k.mu.RLock()
	defer k.mu.RUnlock()
	_, has := k.mine[name]
	return has
}

// update registers wanted entries that are missing, and removes others. If the server has
// an entry of its own with a wanted name, that is an error; the others are registered
// nevertheless.
func (k *kind[E, W]) update(server *mcp.Server, all func() []W, others func() (map[string]*E, error)) error {
	k.updating.Lock()
	defer k.updating.Unlock()
	want := all() // inside of the lock, so that a later update has newer entries
	wanted := make(map[string]bool, len(want))
	var fresh []W
	for i := range want {
		name := k.name(&want[i])
		wanted[name] = true
		k.mu.RLock()
		known, has := k.mine[name]
		k.mu.RUnlock()
		if !has || !reflect.DeepEqual(known.from, want[i]) {
			fresh = append(fresh, want[i])
		}
	}
	k.drop(server, func(name string) bool { return !wanted[name] })
	if len(fresh) == 0 {
		return nil
	}
	taken, err := others()
	if err != nil {
		return err
	}
	var first error
	for i := range fresh {
		if err := k.register(server, fresh[i], taken); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func (k *kind[E, W]) register(server *mcp.Server, w W, taken map[string]*E) error {
	name := k.name(&w)
	if other := taken[name]; other != nil && !k.owns(name, other) {
		return &ui.Error{
			Code:    k.code,
			Message: fmt.Sprintf("The server already has a %s %q.", k.what, name),
			Fix:     "Rename one of the two.",
		}
	}
	e := k.entry(&w)
	if err := guarded(func() error { k.add(server, e); return nil }); err != nil {
		return &ui.Error{
			Code:    "entry_refused",
			Message: fmt.Sprintf("go-sdk refuses the %s %q: %v.", k.what, name, err),
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.mine == nil {
		k.mine = map[string]mine[E, W]{}
	}
	k.mine[name] = mine[E, W]{e, w}
	return nil
}

// drop removes the app's entries that a function selects.
func (k *kind[E, W]) drop(server *mcp.Server, pick func(name string) bool) {
	var names []string
	k.mu.Lock()
	for name := range k.mine {
		if pick(name) {
			names = append(names, name)
			delete(k.mine, name)
		}
	}
	k.mu.Unlock()
	if len(names) > 0 {
		k.remove(server, names...)
	}
}

func (k *kind[E, W]) clear(server *mcp.Server) { k.drop(server, func(string) bool { return true }) }

// forClient returns a list of the server's entries, in which the app's are converted for a
// client. Those that the client must not see are left out.
func (k *kind[E, W]) forClient(listed []*E, told []W, nameOf func(e *E) string) []*E {
	byName := k.byName(told)
	entries := make([]*E, 0, len(listed))
	for _, e := range listed {
		if e == nil || !k.owns(nameOf(e), e) {
			entries = append(entries, e)
			continue
		}
		if w := byName[nameOf(e)]; w != nil {
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

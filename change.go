package oriel

import (
	"slices"

	"github.com/orielapps/oriel/ui"
)

// Change is something that clients may want to know: a list that is not what it
// was, or a resource.
type Change = ui.Change

// RemoveTools takes tools away, also while the app serves; clients that listen
// are told. Names that there are none of do nothing.
func (a *App) RemoveTools(names ...string) {
	a.declare(Change{List: ui.ToolList}, func(c *catalogue) error {
		c.tools = slices.DeleteFunc(slices.Clone(c.tools), func(t *tool) bool { return slices.Contains(names, t.Name) })
		for _, name := range names {
			delete(c.byName, name)
		}
		return nil
	})
}

// RemovePrompts takes prompts away, as [App.RemoveTools] does tools.
func (a *App) RemovePrompts(names ...string) {
	a.declare(Change{List: ui.PromptList}, func(c *catalogue) error {
		c.prompts = slices.DeleteFunc(slices.Clone(c.prompts), func(p *prompt) bool { return slices.Contains(names, p.Name) })
		return nil
	})
}

// RemoveResources takes away resources and templates by their URIs, as
// [App.RemoveTools] does tools. Views stay.
func (a *App) RemoveResources(uris ...string) {
	a.declare(Change{List: ui.ResourceList}, func(c *catalogue) error {
		c.resources = slices.DeleteFunc(slices.Clone(c.resources), func(r *resource) bool { return slices.Contains(uris, r.URI) })
		c.templates = slices.DeleteFunc(slices.Clone(c.templates), func(t *template) bool { return slices.Contains(uris, t.URITemplate) })
		return nil
	})
}

// Updated tells the clients that have subscribed to a resource that it has
// changed. They read it again if they like.
func (a *App) Updated(uri string) { a.tell(Change{URI: uri}) }

// Watch calls a function for every change, until stop is called. It must not
// block. Whoever carries the app to its clients uses it.
func (a *App) Watch(heard func(Change)) (stop func()) {
	a.watching.Lock()
	defer a.watching.Unlock()
	if a.watchers == nil {
		a.watchers = map[*watcher]bool{}
	}
	w := &watcher{heard}
	a.watchers[w] = true
	a.dev.watch(true)
	return func() {
		a.watching.Lock()
		defer a.watching.Unlock()
		delete(a.watchers, w)
		a.dev.watch(len(a.watchers) > 0)
	}
}

type watcher struct{ heard func(Change) }

func (a *App) tell(c Change) {
	a.watching.Lock()
	defer a.watching.Unlock()
	for w := range a.watchers {
		w.heard(c)
	}
}

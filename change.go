package oriel

import (
	"slices"

	"github.com/orielapps/oriel/ui"
)

// RemoveTools removes tools by name, also while the app serves; clients are notified.
// Unknown names are ignored.
func (a *App) RemoveTools(names ...string) {
	a.declare(ui.Change{List: ui.ToolList}, func(c *catalogue) error {
		c.tools = slices.DeleteFunc(slices.Clone(c.tools), func(t *tool) bool { return slices.Contains(names, t.Name) })
		for _, name := range names {
			delete(c.byName, name)
		}
		return nil
	})
}

// RemovePrompts removes prompts by name, like [App.RemoveTools].
func (a *App) RemovePrompts(names ...string) {
	a.declare(ui.Change{List: ui.PromptList}, func(c *catalogue) error {
		c.prompts = slices.DeleteFunc(slices.Clone(c.prompts), func(p *prompt) bool { return slices.Contains(names, p.Name) })
		return nil
	})
}

// RemoveResources removes resources by URI and templates by URI template, like
// [App.RemoveTools]. It does not remove views.
func (a *App) RemoveResources(uris ...string) {
	a.declare(ui.Change{List: ui.ResourceList}, func(c *catalogue) error {
		c.resources = slices.DeleteFunc(slices.Clone(c.resources), func(r *resource) bool { return slices.Contains(uris, r.URI) })
		c.templates = slices.DeleteFunc(slices.Clone(c.templates), func(t *template) bool { return slices.Contains(uris, t.URITemplate) })
		return nil
	})
}

// ResourceUpdated notifies the clients that have subscribed to a resource that it has
// changed, so that they can read it again.
func (a *App) ResourceUpdated(uri string) { a.notify(ui.Change{URI: uri}) }

// Watch calls a function for every change, until stop is called.
func (m methods) Watch(changed func(ui.Change)) (stop func()) {
	m.watching.Lock()
	defer m.watching.Unlock()
	if m.watchers == nil {
		m.watchers = map[*watcher]bool{}
	}
	w := &watcher{changed}
	m.watchers[w] = true
	m.dev.watch(true)
	return func() {
		m.watching.Lock()
		defer m.watching.Unlock()
		delete(m.watchers, w)
		m.dev.watch(len(m.watchers) > 0)
	}
}

type watcher struct{ changed func(ui.Change) }

func (a *App) notify(c ui.Change) {
	a.watching.Lock()
	defer a.watching.Unlock()
	for w := range a.watchers {
		w.changed(c)
	}
}

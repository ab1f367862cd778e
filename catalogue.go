package oriel

import (
	"maps"
	"slices"
	"sync"

	"github.com/orielapps/oriel/ui"
)

// catalogue is everything that an app has declared. Requests read one that no longer
// changes.
type catalogue struct {
	tools     []*tool
	byName    map[string]*tool
	views     []*ui.View
	resources []*resource
	templates []*template
	prompts   []*prompt
	// stateTool returns the tool with which views keep their state; nil if no view
	// does. It is unset in a draft.
	stateTool func() *tool
	// open is set if something can be used without a sign-in. It is unset in a draft.
	open bool
}

func (c *catalogue) clone() *catalogue {
	return &catalogue{
		tools: slices.Clone(c.tools), byName: maps.Clone(c.byName), views: slices.Clone(c.views),
		resources: slices.Clone(c.resources), templates: slices.Clone(c.templates), prompts: slices.Clone(c.prompts),
	}
}

// tool returns the tool with a name, or nil.
func (c *catalogue) tool(name string) *tool {
	if t := c.byName[name]; t != nil || name != StateTool {
		return t
	}
	return c.stateTool()
}

func (c *catalogue) resource(uri string) *resource {
	for _, r := range c.resources {
		if r.URI == uri {
			return r
		}
	}
	return nil
}

func (c *catalogue) template(uriTemplate string) *template {
	for _, t := range c.templates {
		if t.URITemplate == uriTemplate {
			return t
		}
	}
	return nil
}

func (c *catalogue) prompt(name string) *prompt {
	for _, p := range c.prompts {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// declared returns a catalogue of all declarations so far.
func (a *App) declared() *catalogue {
	if c := a.published.Load(); c != nil {
		return c
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if c := a.published.Load(); c != nil {
		return c
	}
	c := a.draft.clone()
	c.open = c.isOpen()
	c.stateTool = sync.OnceValue(func() *tool { return a.stateTool(c) })
	a.published.Store(c)
	return c
}

// declare changes the draft and notifies clients of the changed list. If change
// returns an error, the draft stays as it is and the error becomes a fault.
func (a *App) declare(list ui.Change, change func(c *catalogue) error) {
	a.mu.Lock()
	err := change(&a.draft)
	if err == nil {
		a.published.Store(nil)
	}
	a.mu.Unlock()
	if err != nil {
		a.fault(err)
		return
	}
	a.notify(list)
}

package serve

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/serve/replicas"
	"github.com/orielapps/oriel/ui"
)

// hub brings changes in the app, and changes at other replicas, to the streams of
// notifications.
type hub struct {
	changes *replicas.Changes
	unwatch func()

	mu        sync.Mutex
	listeners map[*listener]bool
	sessions  map[replicas.Session]*listener
	unfollow  context.CancelFunc // nil without listeners
}

// listener is one stream of notifications.
type listener struct {
	wake chan struct{}
	// shared is set where other replicas may know better which resources are wanted.
	// Then the listener hears of all, and whoever tells the client of them asks.
	shared bool

	mu       sync.Mutex
	lists    map[ui.List]bool // those that it wants
	settings replicas.Settings
	pending  []ui.Change // what it has not been told yet, each once
	gone     chan struct{}
	leave    func() // closes gone
}

func newListener(lists ...ui.List) *listener {
	l := &listener{wake: make(chan struct{}, 1), lists: map[ui.List]bool{}, gone: make(chan struct{})}
	l.leave = sync.OnceFunc(func() { close(l.gone) })
	for _, list := range lists {
		l.lists[list] = true
	}
	return l
}

// hear notes a change, if the listener wants it.
func (l *listener) hear(c ui.Change) {
	l.mu.Lock()
	defer l.mu.Unlock()
	wanted := l.lists[c.List]
	if c.List == "" {
		wanted = slices.Contains(l.settings.URIs, c.URI) || l.shared && len(l.pending) < maxURIs
	}
	if !wanted || slices.Contains(l.pending, c) {
		return
	}
	l.pending = append(l.pending, c)
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// take returns what the listener has not been told yet.
func (l *listener) take() []ui.Change {
	l.mu.Lock()
	defer l.mu.Unlock()
	changes := l.pending
	l.pending = nil
	return changes
}

// wants reports whether the client is to be told of a change that was heard.
func (l *listener) wants(c ui.Change) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return c.List != "" || slices.Contains(l.settings.URIs, c.URI)
}

func (l *listener) change(change func(n *replicas.Settings) *rpcError) *rpcError {
	l.mu.Lock()
	defer l.mu.Unlock()
	return change(&l.settings)
}

func (l *listener) uris() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.settings.URIs)
}

func (l *listener) level() hosts.LogLevel {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.settings.Level
}

func newHub(app App, changes *replicas.Changes) *hub {
	h := &hub{changes: changes, listeners: map[*listener]bool{}, sessions: map[replicas.Session]*listener{}}
	// The app is watched even without listeners: other replicas may have some. Starting it
	// with the first one could deadlock: the app holds a lock while it reports changes.
	h.unwatch = app.Watch(h.publish)
	return h
}

// add tells a listener of changes, until remove. The zero session is none; a session
// has one listener, so a new one replaces the other.
func (h *hub) add(ctx context.Context, l *listener, session replicas.Session) {
	last := h.changes.Last(ctx) // earlier changes are old
	h.mu.Lock()
	defer h.mu.Unlock()
	h.listeners[l] = true
	if session != (replicas.Session{}) {
		if old := h.sessions[session]; old != nil {
			old.leave()
		}
		h.sessions[session] = l
	}
	if h.unfollow == nil {
		following, cancel := context.WithCancel(context.WithoutCancel(ctx))
		h.unfollow = cancel
		go h.changes.Follow(following, last, h.tell, h.tellAll)
	}
}

func (h *hub) remove(l *listener, session replicas.Session) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.listeners, l)
	if h.sessions[session] == l {
		delete(h.sessions, session)
	}
	if len(h.listeners) == 0 {
		h.stop()
	}
}

// stop ends Follow. The caller holds h.mu.
func (h *hub) stop() {
	if h.unfollow != nil {
		h.unfollow()
		h.unfollow = nil
	}
}

func (h *hub) ofSession(session replicas.Session) *listener {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.sessions[session]
}

func (h *hub) close() {
	h.unwatch()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stop()
}

// publish tells the listeners here and those of other replicas.
func (h *hub) publish(c ui.Change) {
	h.tell(c)
	h.changes.Publish(c)
}

func (h *hub) all() []*listener {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Collect(maps.Keys(h.listeners))
}

func (h *hub) tell(c ui.Change) {
	for _, l := range h.all() {
		l.hear(c)
	}
}

// tellAll tells each listener of everything that it wants, because some changes at
// other replicas are not known.
func (h *hub) tellAll() {
	for _, l := range h.all() {
		for _, list := range []ui.List{ui.ToolList, ui.PromptList, ui.ResourceList} {
			l.hear(ui.Change{List: list})
		}
		for _, uri := range l.uris() {
			l.hear(ui.Change{URI: uri})
		}
	}
}

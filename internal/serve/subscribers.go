package serve

import (
	"context"
	"crypto/rand"
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

	mu          sync.Mutex
	subscribers map[*subscriber]bool
	sessions    map[replicas.Session]*subscriber
	unfollow    context.CancelFunc // nil without subscribers
}

// subscriber is one stream of notifications.
type subscriber struct {
	id   string
	wake chan struct{}
	// loading is closed when the settings of its session are loaded; nil if they don't have
	// to be.
	loading chan struct{}
	// shared is set if other replicas may have newer settings of its session. Then it is
	// notified of all resources, and [Server.pass] filters them with the stored settings.
	shared bool

	mu       sync.Mutex
	lists    map[ui.List]bool // the ones that it wants
	settings replicas.Settings
	pending  []ui.Change // not sent yet, each once
	gone     chan struct{}
	leave    func() // closes gone
}

func newSubscriber(lists ...ui.List) *subscriber {
	l := &subscriber{id: rand.Text(), wake: make(chan struct{}, 1), lists: map[ui.List]bool{}, gone: make(chan struct{})}
	l.settings.Stream = l.id
	l.leave = sync.OnceFunc(func() { close(l.gone) })
	for _, list := range lists {
		l.lists[list] = true
	}
	return l
}

// notify adds a change to the pending ones, if the subscriber wants it.
func (l *subscriber) notify(c ui.Change) {
	l.mu.Lock()
	defer l.mu.Unlock()
	wanted := l.lists[c.List]
	if c.List == "" {
		wanted = slices.Contains(l.settings.URIs, c.URI) || l.shared && len(l.pending) < hosts.MaxSubscriptions
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

// take returns the pending changes, which are not pending any more.
func (l *subscriber) take() []ui.Change {
	l.mu.Lock()
	defer l.mu.Unlock()
	changes := l.pending
	l.pending = nil
	return changes
}

// wants reports whether the client still wants a pending change.
func (l *subscriber) wants(c ui.Change) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return c.List != "" || slices.Contains(l.settings.URIs, c.URI)
}

func (l *subscriber) load(stored func() replicas.Settings) {
	defer close(l.loading)
	l.set(stored())
}

// set replaces the settings by those that are stored.
func (l *subscriber) set(stored replicas.Settings) {
	l.mu.Lock()
	defer l.mu.Unlock()
	stored.Stream = l.id
	l.settings = stored
}

// change changes the settings, after they are loaded.
func (l *subscriber) change(change func(n *replicas.Settings) *rpcError) *rpcError {
	if l.loading != nil {
		<-l.loading
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return change(&l.settings)
}

func (l *subscriber) uris() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.settings.URIs)
}

func (l *subscriber) level() hosts.LogLevel {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.settings.Level
}

func newHub(app App, changes *replicas.Changes) *hub {
	h := &hub{changes: changes, subscribers: map[*subscriber]bool{}, sessions: map[replicas.Session]*subscriber{}}
	// The app is watched even without subscribers: other replicas may have some. Starting it
	// with the first one could deadlock: the app holds a lock while it reports changes.
	h.unwatch = app.Watch(h.publish)
	return h
}

// add notifies a subscriber of changes, until remove. A session has one subscriber: a new
// one replaces it. The zero session stands for no session.
func (h *hub) add(ctx context.Context, l *subscriber, session replicas.Session) {
	last := h.changes.Last(ctx) // earlier changes are old
	h.mu.Lock()
	defer h.mu.Unlock()
	h.subscribers[l] = true
	if session != (replicas.Session{}) {
		if old := h.sessions[session]; old != nil {
			old.leave()
		}
		h.sessions[session] = l
	}
	if h.unfollow == nil {
		following, cancel := context.WithCancel(context.WithoutCancel(ctx))
		h.unfollow = cancel
		go h.changes.Follow(following, last, h.notify, h.notifyAll)
	}
}

func (h *hub) remove(l *subscriber, session replicas.Session) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subscribers, l)
	if h.sessions[session] == l {
		delete(h.sessions, session)
	}
	if len(h.subscribers) == 0 {
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

func (h *hub) ofSession(session replicas.Session) *subscriber {
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

// publish notifies the subscribers here and at other replicas.
func (h *hub) publish(c ui.Change) {
	h.notify(c)
	h.changes.Publish(c)
}

func (h *hub) all() []*subscriber {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Collect(maps.Keys(h.subscribers))
}

func (h *hub) notify(c ui.Change) {
	for _, l := range h.all() {
		l.notify(c)
	}
}

// notifyAll notifies each subscriber of everything that it wants, because some changes
// at other replicas are not known.
func (h *hub) notifyAll() {
	for _, l := range h.all() {
		for _, list := range []ui.List{ui.ToolList, ui.PromptList, ui.ResourceList} {
			l.notify(ui.Change{List: list})
		}
		for _, uri := range l.uris() {
			l.notify(ui.Change{URI: uri})
		}
	}
}

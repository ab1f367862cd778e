package serve

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// hub brings what changes in the app to the streams of notifications, and with a
// store to those of other replicas.
type hub struct {
	s *Server

	mu        sync.Mutex
	listeners map[*listener]bool
	sessions  map[string]*listener
	looking   context.CancelFunc // ends the look at the store; nil without one
	failing   atomic.Bool        // the store could not be read the last time

	unwatch func()

	posting sync.Mutex
	posted  []ui.Change // what waits to be written to the store
	busy    bool
}

// listener is one stream of notifications.
type listener struct {
	wake chan struct{}
	// shared is set where other replicas may know better which resources are wanted.
	// Then the listener hears of all, and whoever tells the client of them asks.
	shared bool

	mu      sync.Mutex
	lists   map[ui.List]bool // those that it wants
	notes   notes
	pending []ui.Change // what it has not been told yet, each once
	gone    chan struct{}
	leave   func() // closes gone
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
		wanted = slices.Contains(l.notes.URIs, c.URI) || l.shared && len(l.pending) < maxURIs
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
	return c.List != "" || slices.Contains(l.notes.URIs, c.URI)
}

func (l *listener) change(change func(n *notes) *rpcError) *rpcError {
	l.mu.Lock()
	defer l.mu.Unlock()
	return change(&l.notes)
}

func (l *listener) uris() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.notes.URIs)
}

func (l *listener) level() hosts.LogLevel {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.notes.Level
}

// maxChanges is how many changes the store keeps for replicas that look.
const maxChanges = 200

// changeLook is how often a replica with listeners looks for changes.
const changeLook = 100 * time.Millisecond

// changesLife is how long the store keeps them.
const changesLife = time.Hour

// bulletin is what the store keeps: the last changes, numbered.
type bulletin struct {
	Last    uint64   `json:"n"`
	Changes []notice `json:"c"`
}

type notice struct {
	Number  uint64  `json:"n"`
	Replica string  `json:"r"`
	List    ui.List `json:"l,omitempty"`
	URI     string  `json:"u,omitempty"`
}

// missed reports whether there were more changes after that number than the store keeps.
// Zero is before any: the first number may be any, but a full bulletin may have had more.
func (b bulletin) missed(seen uint64) bool {
	return len(b.Changes) > 0 && b.Changes[0].Number > seen+1 && (seen > 0 || len(b.Changes) == maxChanges)
}

func newHub(s *Server) *hub {
	h := &hub{s: s, listeners: map[*listener]bool{}, sessions: map[string]*listener{}}
	// Always, and not only while somebody listens: listeners of other replicas want to
	// know, too, and whoever holds mu must not wait for the app, which may be telling.
	h.unwatch = s.app.Watch(h.publish)
	return h
}

// add makes a stream hear of changes, until remove. The one of a session takes the
// place of the session's last one.
func (h *hub) add(ctx context.Context, l *listener, session string) {
	var seen bulletin
	if h.s.opts.Shared {
		seen = h.read(ctx) // what was there before is not news
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	first := len(h.listeners) == 0
	h.listeners[l] = true
	if session != "" {
		if old := h.sessions[session]; old != nil {
			old.leave()
		}
		h.sessions[session] = l
	}
	if first && h.s.opts.Shared {
		looking, cancel := context.WithCancel(context.WithoutCancel(ctx))
		h.looking = cancel
		go h.look(looking, seen.Last)
	}
}

func (h *hub) remove(l *listener, session string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.listeners, l)
	if session != "" && h.sessions[session] == l {
		delete(h.sessions, session)
	}
	if len(h.listeners) == 0 {
		h.stopLooking()
	}
}

// stopLooking ends the look at the store. The caller holds h.mu.
func (h *hub) stopLooking() {
	if h.looking != nil {
		h.looking()
		h.looking = nil
	}
}

func (h *hub) ofSession(session string) *listener {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.sessions[session]
}

func (h *hub) close() {
	h.unwatch()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stopLooking()
}

// publish tells the listeners here, and leaves a notice for others.
func (h *hub) publish(c ui.Change) {
	h.tell(c)
	if !h.s.opts.Shared {
		return
	}
	h.posting.Lock()
	defer h.posting.Unlock()
	if !slices.Contains(h.posted, c) {
		h.posted = append(h.posted, c)
	}
	if !h.busy {
		h.busy = true
		go h.post()
	}
}

func (h *hub) tell(c ui.Change) {
	h.mu.Lock()
	listeners := make([]*listener, 0, len(h.listeners))
	for l := range h.listeners {
		listeners = append(listeners, l)
	}
	h.mu.Unlock()
	for _, l := range listeners {
		l.hear(c)
	}
}

// tellAll tells the listeners of everything that they want to hear of.
func (h *hub) tellAll() {
	h.mu.Lock()
	listeners := slices.Collect(maps.Keys(h.listeners))
	h.mu.Unlock()
	for _, l := range listeners {
		for _, list := range []ui.List{ui.ToolList, ui.PromptList, ui.ResourceList} {
			l.hear(ui.Change{List: list})
		}
		for _, uri := range l.uris() {
			l.hear(ui.Change{URI: uri})
		}
	}
}

// post writes the changes that wait to the store.
func (h *hub) post() {
	const patience = 10 * time.Second
	for {
		h.posting.Lock()
		changes := h.posted
		h.posted = nil
		if len(changes) == 0 {
			h.busy = false
			h.posting.Unlock()
			return
		}
		h.posting.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		err := h.s.opts.Store.Update(ctx, h.s.storeKey("changes", "all"), changesLife, func(old []byte) ([]byte, error) {
			b := readBulletin(old)
			for _, c := range changes {
				b.Last++
				b.Changes = append(b.Changes, notice{b.Last, h.s.replica, c.List, c.URI})
			}
			b.Changes = b.Changes[max(0, len(b.Changes)-maxChanges):]
			return json.Marshal(b)
		})
		cancel()
		if err != nil {
			h.s.log.Error("a change could not be told to other replicas", "error", err)
		}
	}
}

func readBulletin(kept []byte) bulletin {
	var b bulletin
	if kept == nil || json.Unmarshal(kept, &b) != nil {
		// Numbers that begin again must not be taken for old ones.
		return bulletin{Last: uint64(time.Now().UnixMicro())}
	}
	return b
}

func (h *hub) read(ctx context.Context) bulletin {
	reading, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	kept, found, err := h.s.opts.Store.Get(reading, h.s.storeKey("changes", "all"))
	if err != nil {
		// Once for each time that it breaks down: it is read ten times a second.
		if ctx.Err() == nil && !h.failing.Swap(true) {
			h.s.log.Warn("the store can't be read, so changes of other replicas may not be told", "error", err)
		}
		return bulletin{}
	}
	h.failing.Store(false)
	if !found {
		return bulletin{}
	}
	return readBulletin(kept)
}

// look tells the listeners here what other replicas have noted since.
func (h *hub) look(ctx context.Context, seen uint64) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(changeLook):
		}
		b := h.read(ctx)
		if b.missed(seen) {
			h.tellAll()
		}
		for _, n := range b.Changes {
			if n.Number > seen && n.Replica != h.s.replica {
				h.tell(ui.Change{List: n.List, URI: n.URI})
			}
		}
		seen = max(seen, b.Last)
	}
}

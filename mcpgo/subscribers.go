package mcpgo

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel/ui"
)

// subscribers are the sessions that have subscribed to resources. mcp-go doesn't expose
// them. Anybody can subscribe, and a hook can't refuse it: beyond the limit, subscriptions
// are not noted, and their sessions are not notified.
type subscribers struct {
	mu    sync.Mutex
	byURI map[string]map[string]bool // URI → session IDs
	bytes int                        // of all subscriptions
}

const (
	// maxSubscriptionBytes is how much memory the subscriptions of all sessions may take.
	maxSubscriptionBytes = 32 << 20
	// subscriptionBytes is what one takes beyond its texts: an entry of each map.
	subscriptionBytes = 512
)

func sizeOf(uri, session string) int { return subscriptionBytes + len(uri) + len(session) }

func (s *subscribers) hook(h *server.Hooks, ours func(ctx context.Context) bool) {
	h.AddAfterSubscribe(func(ctx context.Context, _ any, r *mcp.SubscribeRequest, _ *mcp.EmptyResult) {
		if session := server.ClientSessionFromContext(ctx); session != nil && ours(ctx) {
			s.add(r.Params.URI, session.SessionID())
		}
	})
	h.AddAfterUnsubscribe(func(ctx context.Context, _ any, r *mcp.UnsubscribeRequest, _ *mcp.EmptyResult) {
		if session := server.ClientSessionFromContext(ctx); session != nil && ours(ctx) {
			s.remove(session.SessionID(), r.Params.URI)
		}
	})
	// A session may belong to another server, but session IDs are unique.
	h.AddOnUnregisterSession(func(_ context.Context, session server.ClientSession) { s.remove(session.SessionID()) })
}

func (s *subscribers) add(uri, session string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	size := sizeOf(uri, session)
	if len(uri) > ui.MaxURI || s.byURI[uri][session] || s.bytes+size > maxSubscriptionBytes {
		return
	}
	s.bytes += size
	if s.byURI == nil {
		s.byURI = map[string]map[string]bool{}
	}
	if s.byURI[uri] == nil {
		s.byURI[uri] = map[string]bool{}
	}
	s.byURI[uri][session] = true
}

// remove removes a session's subscriptions to some URIs, or all without URIs.
func (s *subscribers) remove(session string, uris ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(uris) == 0 {
		uris = slices.Collect(maps.Keys(s.byURI))
	}
	for _, uri := range uris {
		if s.byURI[uri][session] {
			s.bytes -= sizeOf(uri, session)
		}
		delete(s.byURI[uri], session)
		if len(s.byURI[uri]) == 0 {
			delete(s.byURI, uri)
		}
	}
}

// notify notifies the subscribers of a resource.
func (s *subscribers) notify(to *server.MCPServer, uri string) {
	s.mu.Lock()
	sessions := slices.Collect(maps.Keys(s.byURI[uri]))
	s.mu.Unlock()
	for _, session := range sessions {
		err := to.SendNotificationToSpecificClient(session, "notifications/resources/updated", map[string]any{"uri": uri})
		// A session with a full queue misses this notification, but gets later ones.
		if errors.Is(err, server.ErrSessionNotFound) {
			s.remove(session)
		}
	}
}

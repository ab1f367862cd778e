package mcpgo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// subscriptions are the resources that sessions have subscribed to, by their ids: mcp-go
// doesn't keep them.
type subscriptions struct{ hosts.Subscriptions[string] }

func (s *subscriptions) hook(h *server.Hooks, ours func(ctx context.Context) bool) {
	// No other hook can refuse a request. The server may refuse it, too, so it is noted later.
	h.AddOnRequestInitialization(func(ctx context.Context, _, message any) error {
		session := server.ClientSessionFromContext(ctx)
		if session == nil || !ours(ctx) {
			return nil
		}
		return s.refuses(session.SessionID(), message)
	})
	h.AddAfterSubscribe(func(ctx context.Context, _ any, r *mcp.SubscribeRequest, _ *mcp.EmptyResult) {
		if session := server.ClientSessionFromContext(ctx); session != nil && ours(ctx) && session.SessionID() != "" {
			_ = s.Add(session.SessionID(), r.Params.URI) // it has been checked
		}
	})
	h.AddAfterUnsubscribe(func(ctx context.Context, _ any, r *mcp.UnsubscribeRequest, _ *mcp.EmptyResult) {
		if session := server.ClientSessionFromContext(ctx); session != nil && ours(ctx) {
			s.Remove(session.SessionID(), r.Params.URI)
		}
	})
	// A session may belong to another server, but session IDs are unique.
	h.AddOnUnregisterSession(func(_ context.Context, session server.ClientSession) { s.RemoveAll(session.SessionID()) })
}

// refuses returns why a message is refused, if it is a subscription. Its code is in the
// text: the hook can't return it as data.
func (s *subscriptions) refuses(session string, message any) error {
	raw, ok := message.(json.RawMessage)
	if !ok || !bytes.Contains(raw, []byte("subscribe")) { // most are not decoded
		return nil
	}
	var r struct {
		Method mcp.MCPMethod       `json:"method"`
		Params mcp.SubscribeParams `json:"params"`
	}
	if err := json.Unmarshal(raw, &r); err != nil || r.Method != mcp.MethodResourcesSubscribe {
		return nil //nolint:nilerr // mcp-go refuses what it can't decode
	}
	err := s.Check(session, r.Params.URI)
	if public, ok := errors.AsType[*ui.Error](err); ok {
		return fmt.Errorf("%s: %w", public.Code, err)
	}
	return err
}

// notify notifies the subscribers of a resource.
func (s *subscriptions) notify(to *server.MCPServer, uri string) {
	for _, session := range s.To(uri) {
		err := to.SendNotificationToSpecificClient(session, "notifications/resources/updated", map[string]any{"uri": uri})
		// A session with a full queue misses this notification, but gets later ones.
		if errors.Is(err, server.ErrSessionNotFound) {
			s.RemoveAll(session)
		}
	}
}

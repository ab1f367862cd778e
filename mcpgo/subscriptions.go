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

func (s *subscriptions) hook(h *server.Hooks, ours func(ctx context.Context) bool, admit func(ctx context.Context, uri string) error) {
	// No other hook can refuse a request. The server may refuse it, too, so it is noted later.
	h.AddOnRequestInitialization(func(ctx context.Context, _, message any) error {
		if !ours(ctx) {
			return nil
		}
		uris := subscribedTo(message)
		for _, uri := range uris {
			if err := withCode(admit(ctx, uri)); err != nil {
				return err
			}
		}
		if session := server.ClientSessionFromContext(ctx); session != nil && len(uris) == 1 {
			return withCode(s.Check(session.SessionID(), uris[0]))
		}
		return nil
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

// subscribedTo returns the resources that a message subscribes to, as mcp-go reads it.
func subscribedTo(message any) []string {
	raw, ok := message.(json.RawMessage)
	// Most are not decoded.
	if !ok || !bytes.Contains(bytes.ToLower(raw), []byte("subscri")) && !bytes.Contains(raw, []byte(`\u`)) {
		return nil
	}
	var r struct {
		Method mcp.MCPMethod `json:"method"`
		Params struct {
			URI           string `json:"uri"`
			Notifications struct {
				Resources []string `json:"resourceSubscriptions"`
			} `json:"notifications"`
		} `json:"params"`
	}
	if json.Unmarshal(raw, &r) != nil {
		return nil // mcp-go refuses what it can't decode
	}
	switch r.Method {
	case mcp.MethodResourcesSubscribe:
		return []string{r.Params.URI}
	case "subscriptions/listen":
		return r.Params.Notifications.Resources
	default:
		return nil
	}
}

// withCode adds the code of an error to its text: the hook can't return it as data.
func withCode(err error) error {
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

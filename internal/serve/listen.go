package serve

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/jsonwalk"
	"github.com/orielapps/oriel/internal/serve/replicas"
	"github.com/orielapps/oriel/ui"
)

// keepAlive is how long a stream may be silent: proxies drop idle connections.
const keepAlive = 25 * time.Second

// changed returns the notification of a change.
func changed(c ui.Change) (method string, params map[string]any) {
	switch c.List {
	case ui.ToolList:
		return "notifications/tools/list_changed", map[string]any{}
	case ui.PromptList:
		return "notifications/prompts/list_changed", map[string]any{}
	case ui.ResourceList:
		return "notifications/resources/list_changed", map[string]any{}
	default:
		return "notifications/resources/updated", map[string]any{"uri": c.URI}
	}
}

// subscription is what a client of the newer lifecycle wants to be notified of.
type subscription struct {
	Tools     bool     `json:"toolsListChanged,omitempty"`
	Prompts   bool     `json:"promptsListChanged,omitempty"`
	Resources bool     `json:"resourcesListChanged,omitempty"`
	URIs      []string `json:"resourceSubscriptions,omitempty"`
}

// subscriptionOf reads a subscription, without what the app does not have.
func (s *Server) subscriptionOf(ctx context.Context, r *request) (subscription, *rpcError) {
	var want subscription
	named := r.arguments.get("notifications")
	if !jsonwalk.IsObject(named) || json.Unmarshal(named, &want) != nil || slices.Contains(want.URIs, "") {
		return want, invalidParams("params_invalid", "The notifications in the params are missing or invalid.", "Name the notifications that you want.")
	}
	offers := s.app.Offers()
	want.Prompts = want.Prompts && offers.Prompts
	if !offers.Subscriptions {
		want.URIs = nil
	}
	if slices.ContainsFunc(want.URIs, func(uri string) bool { return len(uri) > ui.MaxURI }) {
		return want, public(codeInvalidParams, ui.URITooLong())
	}
	if !fewEnough(want.URIs, hosts.MaxSubscriptionBytes) {
		return want, invalidParams("too_many_subscriptions", "Those are too many resources, or their URIs are too long.", "Subscribe to fewer.")
	}
	for _, uri := range want.URIs {
		if err := s.app.Admit(ctx, "resources/subscribe", uri); err != nil {
			return want, appError(err)
		}
	}
	return want, nil
}

func (w *subscription) subscriber() *subscriber {
	l := newSubscriber()
	l.lists[ui.ToolList], l.lists[ui.PromptList], l.lists[ui.ResourceList] = w.Tools, w.Prompts, w.Resources
	l.settings.URIs = w.URIs
	return l
}

func (w *subscription) empty() bool {
	return !w.Tools && !w.Prompts && !w.Resources && len(w.URIs) == 0
}

// listen notifies a client of the changes that it wants, until it disconnects or the
// server closes. The result is the last message.
func (s *Server) listen(ctx context.Context, r *request, want subscription, silence func() error) result {
	meta := map[string]any{listenMetaKey: r.id}
	l := want.subscriber()
	s.hub.add(ctx, l, replicas.Session{})
	defer s.hub.remove(l, replicas.Session{})
	err := r.out.notify("notifications/subscriptions/acknowledged", map[string]any{"notifications": want, "_meta": meta})
	if err == nil && !want.empty() {
		s.pass(ctx, l, nil, silence, func(method string, params map[string]any) error {
			params["_meta"] = meta
			return r.out.notify(method, params)
		})
	}
	answer := &emptyResult{common{Meta: meta}}
	s.complete(answer)
	return answer
}

// pass sends the notifications of a subscriber, until the context ends, the client has
// disconnected, another stream replaces it, or the server closes. Before notifications of
// resources it calls refresh, unless that is nil, to update what the client wants.
func (s *Server) pass(ctx context.Context, l *subscriber, refresh func(), silence func() error, send func(method string, params map[string]any) error) {
	quiet := time.NewTicker(keepAlive)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.closing:
			return
		case <-l.gone:
			return
		case <-quiet.C:
			if silence() != nil {
				return
			}
		case <-l.wake:
			changes := l.take()
			if refresh != nil && slices.ContainsFunc(changes, func(c ui.Change) bool { return c.List == "" }) {
				refresh()
			}
			for _, c := range changes {
				if !l.wants(c) {
					continue
				}
				method, params := changed(c)
				if send(method, params) != nil {
					return
				}
			}
		}
	}
}

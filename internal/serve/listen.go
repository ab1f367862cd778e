package serve

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/orielapps/oriel/internal/jsonwalk"
	"github.com/orielapps/oriel/internal/serve/replicas"
	"github.com/orielapps/oriel/ui"
)

// keepAlive is how long a stream may be silent: what stands between drops
// connections that are.
const keepAlive = 25 * time.Second

// changed is the notification of a change.
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

// subscription is what a client of the newer lifecycle wants to hear.
type subscription struct {
	Tools     bool     `json:"toolsListChanged,omitempty"`
	Prompts   bool     `json:"promptsListChanged,omitempty"`
	Resources bool     `json:"resourcesListChanged,omitempty"`
	URIs      []string `json:"resourceSubscriptions,omitempty"`
}

// wanted reads what a client wants to hear, and leaves what the app has.
func (s *Server) wanted(r *request) (subscription, *rpcError) {
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
		return want, public(codeInvalidParams, URITooLong())
	}
	if !fewEnough(want.URIs) {
		return want, invalidParams("too_many_subscriptions", "Those are too many resources, or their URIs are too long.", "Subscribe to fewer.")
	}
	return want, nil
}

func (w *subscription) listener() *listener {
	l := newListener()
	l.lists[ui.ToolList], l.lists[ui.PromptList], l.lists[ui.ResourceList] = w.Tools, w.Prompts, w.Resources
	l.settings.URIs = w.URIs
	return l
}

func (w *subscription) empty() bool {
	return !w.Tools && !w.Prompts && !w.Resources && len(w.URIs) == 0
}

// listen tells a client what changes of that which it wants, until it goes or the server
// closes. What is returned is the last message.
func (s *Server) listen(ctx context.Context, r *request, want subscription, silence func() error) result {
	meta := map[string]any{listenMetaKey: r.id}
	l := want.listener()
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

// pass sends what a listener hears, until the context ends, the client can't be
// reached, another stream takes its place, or the server closes. look, if there is
// one, is called before the client is told of resources: it finds out which ones it
// wants by now.
func (s *Server) pass(ctx context.Context, l *listener, look func(), silence func() error, send func(method string, params map[string]any) error) {
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
			if look != nil && slices.ContainsFunc(changes, func(c ui.Change) bool { return c.List == "" }) {
				look()
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

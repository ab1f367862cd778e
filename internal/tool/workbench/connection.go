package workbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

const (
	// listLife is how long a list of resources is good for.
	listLife = time.Minute
	// methodNotFound is what a server answers that has no such list.
	methodNotFound = -32601
)

// connection is a server's connection as one profile, and what is cached of the
// server's answers.
type connection struct {
	server  *server
	profile *hosts.Profile
	client  *mcpclient.Client

	// down is why there is no connection, and refused whether the server is there
	// and doesn't want this host; guarded by server.mu.
	down    error
	refused bool

	mu        sync.Mutex
	tools     map[string]tool
	resources map[string]json.RawMessage // _meta by URI
	listed    time.Time
	// changesSeen counts how often the lists have changed: an answer to a request
	// of before a change is not kept.
	changesSeen int
	changes     map[string]*change
}

// newConnection is called with s.mu held.
func newConnection(s *server, p *hosts.Profile) *connection {
	one := &connection{server: s, profile: p, changes: map[string]*change{}}
	one.client = mcpclient.New(s.endpoint, p, mcpclient.Options{
		Recorder: mcpclient.RecorderFunc(func(m mcpclient.Message) { s.events.publish(s.events.describe(m)) }),
		Changed: func(state mcpclient.State) {
			if state.Info != nil {
				one.forget() // it may be another process
			}
			s.changed(one, state)
		},
		Roots:    func() json.RawMessage { return s.rootsAlone(s.script) },
		Notified: one.notified, Printed: one.printed,
		LogLevel: s.level, Timeout: s.timeout, Retry: s.retry, MayBeStarting: p == s.first,
	})
	return one
}

// isDown reports whether there is no connection.
func (one *connection) isDown() bool {
	one.server.mu.Lock()
	defer one.server.mu.Unlock()
	return one.down != nil || one.client.Info().Protocol == ""
}

// listTools asks for the tools and remembers what each says of itself.
func (one *connection) listTools(ctx context.Context) ([]json.RawMessage, map[string]tool, error) {
	before := one.changed()
	list, err := one.client.Tools(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("listing the tools: %w", err)
	}
	tools := make(map[string]tool, len(list))
	for _, raw := range list {
		if t, ok := readTool(raw); ok {
			tools[t.name] = t
		}
	}
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.changesSeen == before {
		one.tools = tools
	}
	return list, tools, nil
}

func (one *connection) changed() int {
	one.mu.Lock()
	defer one.mu.Unlock()
	return one.changesSeen
}

// tool returns a tool as it is listed to the profile. It asks for the list unless
// the tool is cached.
func (one *connection) tool(ctx context.Context, name string) (found tool, listed bool, err error) {
	one.mu.Lock()
	found, listed = one.tools[name]
	one.mu.Unlock()
	if listed {
		return found, true, nil
	}
	_, tools, err := one.listTools(ctx)
	if err != nil && !hasNoSuch(err) {
		return tool{}, false, err
	}
	found, listed = tools[name]
	return found, listed, nil
}

// hasNoSuch reports whether the server knows no such method.
func hasNoSuch(err error) bool {
	refused, ok := errors.AsType[*mcpclient.RPCError](err)
	return ok && refused.Code == methodNotFound
}

// beginMeta begins to look up what resources/list says of a choice, and returns what
// waits for it: nothing where the view is in the result.
func (one *connection) beginMeta(ctx context.Context, c choice) func() []json.RawMessage {
	if c.embedded != nil {
		return func() []json.RawMessage { return nil }
	}
	found := make(chan json.RawMessage, 1)
	go func() { found <- one.resourceMeta(ctx, c.uri) }()
	return func() []json.RawMessage { return []json.RawMessage{<-found} }
}

// resourceMeta returns the _meta of a resource's entry in resources/list; nil
// where it has none, is not listed, or the server has no list.
func (one *connection) resourceMeta(ctx context.Context, uri string) json.RawMessage {
	one.mu.Lock()
	meta, fresh := one.resources[uri], time.Since(one.listed) < listLife
	one.mu.Unlock()
	if fresh {
		return meta
	}
	before := one.changed()
	list, err := one.client.Resources(ctx)
	if err != nil {
		return nil
	}
	resources := make(map[string]json.RawMessage, len(list))
	for _, raw := range list {
		var entry struct {
			URI  string          `json:"uri"`
			Meta json.RawMessage `json:"_meta"`
		}
		if json.Unmarshal(raw, &entry) == nil {
			resources[entry.URI] = entry.Meta
		}
	}
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.changesSeen == before {
		one.resources, one.listed = resources, time.Now()
	}
	return resources[uri]
}

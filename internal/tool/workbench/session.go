package workbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

const (
	// listLife is how long a list of resources is good for.
	listLife = time.Minute
	// methodNotFound is what a server answers that has no such list.
	methodNotFound = -32601
)

// session is one connection of a line, and what the server told on it.
type session struct {
	line *line
	gate *gate

	// opened is closed when client or err is set.
	opened chan struct{}
	client *mcpclient.Client
	err    error
	// lost is closed, after cause is set, when a request found that the server
	// is gone.
	lost     chan struct{}
	loseOnce sync.Once
	cause    error
	// doubted holds one when another line has found that the server is gone.
	doubted chan struct{}

	mu sync.Mutex
	// users are requests under way; unused is closed when there are none and
	// there will be none.
	users     int
	unused    chan struct{}
	retired   bool
	tools     map[string]tool
	resources map[string]json.RawMessage // _meta by URI
	listed    time.Time
	// forgotten counts the changes that the server has told of: a list that was
	// asked for before one is not kept.
	forgotten int
	changes   map[string]*change
}

func newSession(l *line, quiet bool) *session {
	return &session{
		line: l, gate: newGate(l.server.events, quiet),
		opened: make(chan struct{}), lost: make(chan struct{}), unused: make(chan struct{}),
		doubted: make(chan struct{}, 1), changes: map[string]*change{},
	}
}

// enter announces a request, and reports whether the session still takes one.
func (one *session) enter() bool {
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.retired {
		return false
	}
	one.users++
	return true
}

func (one *session) leave() {
	one.mu.Lock()
	defer one.mu.Unlock()
	one.users--
	if one.retired && one.users == 0 {
		close(one.unused)
	}
}

// retire takes no more requests. The channel is closed when the last is over.
func (one *session) retire() <-chan struct{} {
	one.mu.Lock()
	defer one.mu.Unlock()
	one.retired = true
	if one.users == 0 {
		close(one.unused)
	}
	return one.unused
}

func (one *session) lose(cause error) {
	one.loseOnce.Do(func() {
		one.cause = cause
		close(one.lost)
	})
}

// listTools asks for the tools and remembers what each says of itself.
func (one *session) listTools(ctx context.Context) ([]json.RawMessage, map[string]tool, error) {
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
	if one.forgotten == before {
		one.tools = tools
	}
	return list, tools, nil
}

func (one *session) changed() int {
	one.mu.Lock()
	defer one.mu.Unlock()
	return one.forgotten
}

// tool returns what the profile was told of a tool, listing them if it hasn't
// been told yet.
func (one *session) tool(ctx context.Context, name string) (found tool, told bool, err error) {
	one.mu.Lock()
	found, told = one.tools[name]
	one.mu.Unlock()
	if told {
		return found, true, nil
	}
	_, tools, err := one.listTools(ctx)
	if err != nil && !hasNoSuch(err) {
		return tool{}, false, err
	}
	found, told = tools[name]
	return found, told, nil
}

// hasNoSuch reports whether the server knows no such method.
func hasNoSuch(err error) bool {
	refused, ok := errors.AsType[*mcpclient.RPCError](err)
	return ok && refused.Code == methodNotFound
}

// beginMeta begins to look up what resources/list says of a choice, and returns what
// waits for it: nothing where the view is in the result.
func (one *session) beginMeta(ctx context.Context, c choice) func() []json.RawMessage {
	if c.embedded != nil {
		return func() []json.RawMessage { return nil }
	}
	found := make(chan json.RawMessage, 1)
	go func() { found <- one.resourceMeta(ctx, c.uri) }()
	return func() []json.RawMessage { return []json.RawMessage{<-found} }
}

// resourceMeta returns the _meta of a resource's entry in resources/list; nil
// where it has none, is not listed, or the server has no list.
func (one *session) resourceMeta(ctx context.Context, uri string) json.RawMessage {
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
	if one.forgotten == before {
		one.resources, one.listed = resources, time.Now()
	}
	return resources[uri]
}

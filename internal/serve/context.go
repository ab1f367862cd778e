package serve

import (
	"context"
	"crypto/rand"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// contextHeader carries the key of a request's context past go-sdk, which gives
// handlers a context of its own. What a client sends in it is overwritten.
const contextHeader = "Oriel-Request"

// contexts are those of the HTTP requests under way.
type contexts struct{ byKey sync.Map }

// enter returns a request whose context handlers find again, until leave is
// called.
func (c *contexts) enter(r *http.Request) (entered *http.Request, leave func()) {
	key := rand.Text()
	c.byKey.Store(key, r.Context())
	copied := *r
	copied.Header = r.Header.Clone()
	copied.Header.Set(contextHeader, key)
	return &copied, func() { c.byKey.Delete(key) }
}

// of returns a handler's context with the values of the HTTP request that it
// answers, which is what middleware in front of the app has put there.
func (c *contexts) of(ctx context.Context, extra *mcp.RequestExtra) context.Context {
	if c == nil || extra == nil || extra.Header == nil {
		return ctx
	}
	found, ok := c.byKey.Load(extra.Header.Get(contextHeader))
	if !ok {
		return ctx
	}
	values, ok := found.(context.Context)
	if !ok {
		return ctx
	}
	return withValues{ctx, values}
}

// withValues is a context that also has the values of another.
type withValues struct {
	context.Context //nolint:containedctx // it is one

	values context.Context //nolint:containedctx // likewise
}

func (w withValues) Value(key any) any {
	if value := w.Context.Value(key); value != nil {
		return value
	}
	return w.values.Value(key)
}

package serve

import (
	"context"
	"crypto/rand"
	"net/http"
	"reflect"
	"strings"
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
	entered = r.WithContext(bare{r.Context()}) //nolint:contextcheck // it is the request's own
	entered.Header = r.Header.Clone()
	entered.Header.Set(contextHeader, key)
	return entered, func() { c.byKey.Delete(key) }
}

// bare is a context without the values that middleware in front of the app has
// put there. go-sdk keeps the context of initialize for the whole session: with
// its values, whoever began a session would be the user of every request in it.
type bare struct {
	context.Context //nolint:containedctx // it is one
}

// Value lets through what go-sdk's own middleware knows of a token: it binds a
// session to the user who began it.
func (b bare) Value(key any) any {
	const sdk = "github.com/modelcontextprotocol/go-sdk/"
	if kind := reflect.TypeOf(key); kind != nil && strings.HasPrefix(kind.PkgPath(), sdk) {
		return b.Context.Value(key)
	}
	return nil
}

// AfterFunc spares package context a goroutine for each context made of this one.
func (b bare) AfterFunc(f func()) (stop func() bool) { return context.AfterFunc(b.Context, f) }

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

// withValues is a context that also has the values of another, which come first.
type withValues struct {
	context.Context //nolint:containedctx // it is one

	values context.Context //nolint:containedctx // likewise
}

func (w withValues) Value(key any) any {
	if value := w.values.Value(key); value != nil {
		return value
	}
	return w.Context.Value(key)
}

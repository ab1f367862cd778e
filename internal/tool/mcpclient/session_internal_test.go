package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// forgetful takes no message until the connection has ended, and then says
// that the server doesn't know the session.
type forgetful struct {
	mcp.Connection

	writing chan struct{}
}

func (f forgetful) Write(ctx context.Context, _ jsonrpc.Message) error {
	close(f.writing)
	<-ctx.Done()
	return fmt.Errorf("posting: %w", mcp.ErrSessionMissing)
}

// TestEndedWhileRefused ends a connection, as the SDK does when a session is
// lost, between the server's refusal of a call and what the call makes of it:
// such a call may be repeated on a new session.
func TestEndedWhileRefused(t *testing.T) {
	t.Parallel()
	inner := forgetful{writing: make(chan struct{})}
	c := &connection{
		transport: &transport{record: func(Message) {}, hide: func(s string) string { return s }, overHTTP: true, streams: &questionStreams{}},
		inner:     inner,
		arriving:  make(chan jsonrpc.Message),
		sent:      map[string]*call{},
		asked:     map[string]*call{},
		watched:   map[string]*watcher{},
		inquiries: map[int64]*inquiry{},
		next:      firstID,
		ended:     make(chan struct{}),
	}
	go func() {
		<-inner.writing
		c.end(errEnded)
	}()
	_, err := c.roundTrip(t.Context(), exchange{method: "tools/call", params: map[string]any{"name": "add"}})
	if !errors.Is(err, errUnseen) {
		t.Errorf("error = %v; want one that says the server has not acted on it", err)
	}
}

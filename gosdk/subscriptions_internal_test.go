package gosdk

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// connected returns a client's session with a server.
func connected(t *testing.T, server *mcp.Server) *mcp.ClientSession {
	t.Helper()
	serverSide, clientSide := mcp.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), serverSide, nil); err != nil {
		t.Fatal(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), clientSide, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// A session that wants more than it may have gets an error with a code.
func TestTooManySubscriptions(t *testing.T) {
	t.Parallel()
	session := connected(t, New(oriel.New("notes", "1.0.0")))
	uri := func(i int) string { return fmt.Sprintf("notes://%01000d", i) }
	most := hosts.MaxSubscriptionBytes / len(uri(0))
	for i := range most {
		if err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri(i)}); err != nil {
			t.Fatalf("subscription %d: %v", i, err)
		}
	}
	for uri, code := range map[string]string{uri(most): "too_many_subscriptions", strings.Repeat("x", ui.MaxURI+1): "uri_too_long"} {
		err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri})
		wire, _ := errors.AsType[*jsonrpc.Error](err)
		if wire == nil || !strings.Contains(string(wire.Data), `"code":"`+code+`"`) {
			t.Errorf("%s: %v", code, err)
		}
	}
	if err := session.Unsubscribe(t.Context(), &mcp.UnsubscribeParams{URI: uri(0)}); err != nil {
		t.Fatal(err)
	}
	if err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri(most)}); err != nil {
		t.Errorf("after unsubscribing: %v", err)
	}
}

// A session that has ended takes no room.
func TestSubscriptionsEndWithTheirSession(t *testing.T) {
	t.Parallel()
	var all subscriptions
	server := mcp.NewServer(&mcp.Implementation{Name: "notes", Version: "1"}, &mcp.ServerOptions{
		SubscribeHandler: all.subscribe, UnsubscribeHandler: all.unsubscribe, Capabilities: &mcp.ServerCapabilities{Resources: &mcp.ResourceCapabilities{}},
	})
	session := connected(t, server)
	const uri = "notes://today"
	if err := session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri}); err != nil {
		t.Fatal(err)
	}
	if len(all.To(uri)) != 1 {
		t.Fatal("the session has no subscription")
	}
	if err := session.Close(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(5 * time.Minute); len(all.To(uri)) > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it keeps its subscription")
		}
	}
}

package mcpgo_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/mcpgo"
	"github.com/orielapps/oriel/ui"
)

// slowSession is a session whose client reads nothing by itself.
type slowSession struct{ told chan mcp.JSONRPCNotification }

func (s *slowSession) Initialize()                                         {}
func (s *slowSession) Initialized() bool                                   { return true }
func (s *slowSession) NotificationChannel() chan<- mcp.JSONRPCNotification { return s.told }
func (s *slowSession) SessionID() string                                   { return "slow" }

// Who is told more at once than there is room for stays subscribed.
func TestSubscriberThatIsSlow(t *testing.T) {
	t.Parallel()
	const room, uri = 2, "notes://today"
	app := oriel.New("notes", "1.0.0")
	oriel.AddResource(app, oriel.Resource{URI: uri, Name: "today"}, func(context.Context) (oriel.Contents, error) { return oriel.Contents{}, nil })
	s := mcpgo.New(app)
	client := &slowSession{make(chan mcp.JSONRPCNotification, room)}
	if err := s.RegisterSession(t.Context(), client); err != nil {
		t.Fatal(err)
	}
	s.HandleMessage(s.WithContext(t.Context(), client), json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"`+uri+`"}}`))
	for range room + 1 {
		app.ResourceUpdated(uri)
	}
	for range room {
		<-client.told
	}
	if app.ResourceUpdated(uri); len(client.told) != 1 {
		t.Error("the subscription is lost")
	}
}

// A session that wants more than it may have gets an error with a code, and keeps what it
// has.
func TestTooManySubscriptions(t *testing.T) {
	t.Parallel()
	app := oriel.New("notes", "1.0.0")
	oriel.AddResource(app, oriel.Resource{URI: "notes://today", Name: "today"}, func(context.Context) (oriel.Contents, error) { return oriel.Contents{}, nil })
	s := mcpgo.New(app)
	client := &slowSession{make(chan mcp.JSONRPCNotification, 1)}
	if err := s.RegisterSession(t.Context(), client); err != nil {
		t.Fatal(err)
	}
	send := func(method, uri string) string {
		answer := s.HandleMessage(s.WithContext(t.Context(), client),
			json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{"uri":"`+uri+`"}}`))
		text, err := json.Marshal(answer)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	uri := func(i int) string { return fmt.Sprintf("notes://%01000d", i) }
	most := hosts.MaxSubscriptionBytes / len(uri(0))
	for i := range most {
		if got := send("resources/subscribe", uri(i)); strings.Contains(got, "error") {
			t.Fatalf("subscription %d: %s", i, got)
		}
	}
	for long, code := range map[string]string{uri(most): "too_many_subscriptions", strings.Repeat("x", ui.MaxURI+1): "uri_too_long"} {
		if got := send("resources/subscribe", long); !strings.Contains(got, code) || !strings.Contains(got, "-32600") {
			t.Errorf("%s: %.300s", code, got)
		}
	}
	app.ResourceUpdated(uri(0))
	if len(client.told) != 1 {
		t.Error("the session has lost a subscription")
	}
	send("resources/unsubscribe", uri(0))
	if got := send("resources/subscribe", uri(most)); strings.Contains(got, "error") {
		t.Errorf("after unsubscribing: %.300s", got)
	}
}

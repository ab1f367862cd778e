package mcpgo_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/mcpgo"
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

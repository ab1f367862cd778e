package gosdk

import (
	"context"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
)

// subscriptions bounds what the sessions of a server subscribe to: go-sdk doesn't.
type subscriptions struct {
	hosts.Subscriptions[*mcp.ServerSession]

	awaited sync.Map // the sessions whose end is awaited
}

func (s *subscriptions) subscribe(_ context.Context, r *mcp.SubscribeRequest) error {
	if err := s.Add(r.Session, r.Params.URI); err != nil {
		return protocolError(err)
	}
	if _, awaited := s.awaited.LoadOrStore(r.Session, true); !awaited {
		go func() {
			_ = r.Session.Wait() // however it ends
			s.awaited.Delete(r.Session)
			s.RemoveAll(r.Session)
		}()
	}
	return nil
}

func (s *subscriptions) unsubscribe(_ context.Context, r *mcp.UnsubscribeRequest) error {
	s.Remove(r.Session, r.Params.URI)
	return nil
}

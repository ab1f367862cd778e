package serve

import (
	"context"
	"encoding/json"

	"github.com/orielapps/oriel/internal/serve/replicas"
)

// cancellable lets the client of a request cancel it, until Calls.Remove. The
// cancellation calls end. Without a session, the client can't: ids of its requests are
// not unique.
func (s *Server) cancellable(ctx context.Context, r *request, end context.CancelFunc) {
	if r.session != nil {
		s.replica.Calls.Add(ctx, &r.call, r.session.callID(r.id), end)
	}
}

// cancel ends the request with that id, which belongs to a session.
func (s *Server) cancel(ctx context.Context, session *session, id json.RawMessage) {
	if validID(id) {
		s.replica.Calls.Cancel(ctx, session.callID(id))
	}
}

func (s *session) callID(id json.RawMessage) replicas.CallID {
	return replicas.CallID{Session: s.key(), ID: string(id)}
}

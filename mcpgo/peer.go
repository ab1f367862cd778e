package mcpgo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// clientOf returns what the client says about itself: in initialize, as long as mcp-go
// keeps that, or in the request's _meta.
func clientOf(ctx context.Context) hosts.Client {
	c := hosts.Client{Protocol: server.RequestProtocolVersion(ctx)}
	if info := server.RequestProtocolInfoFromContext(ctx); info != nil && info.Modern {
		if info.ClientInfo != nil {
			c.Introduced, c.Name, c.Version = true, info.ClientInfo.Name, info.ClientInfo.Version
		}
		declare(&c, info.ClientCapabilities)
		return c
	}
	session, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo)
	if !ok {
		return c
	}
	if info := session.GetClientInfo(); info.Name != "" || info.Version != "" {
		c.Introduced, c.Name, c.Version = true, info.Name, info.Version
		told := session.GetClientCapabilities()
		declare(&c, &told)
	}
	return c
}

func declare(c *hosts.Client, told *mcp.ClientCapabilities) {
	if told == nil {
		return
	}
	if raw, err := json.Marshal(told); err == nil {
		c.Declare(raw)
	}
}

// peerOf returns the peer of a request.
func peerOf(request context.Context, told *mcp.Meta, round *mcp.MultiRoundTripParams, raw any) hosts.Peer {
	s := server.ServerFromContext(request)
	peer := hosts.Peer{Client: clientOf(request), Raw: raw, Log: logTo(request, s)}
	if told != nil {
		peer.Meta = hosts.MetaOf(maps.Clone(told.AdditionalFields))
		if token := told.ProgressToken; token != nil {
			peer.Meta = peer.Meta.With("progressToken", token)
			peer.Progress = progressTo(request, s, token)
		}
	}
	if !server.IsModernRequest(request) {
		peer.Ask = func(ctx context.Context, q hosts.InputRequest) (json.RawMessage, error) {
			return ask(both(ctx, request), s, &q)
		}
		return peer
	}
	peer.Round = &hosts.Round{}
	if round != nil {
		peer.Round.Answers, peer.Round.State = answers(round.InputResponses), round.RequestState
	}
	return peer
}

// within is a handler's own context that also has the values of its request: mcp-go needs
// them to send messages to the client.
type within struct {
	context.Context //nolint:containedctx // it is a context

	request context.Context //nolint:containedctx // it is a context
}

func both(own, request context.Context) context.Context { return within{own, request} }

// Value returns the handler's own value or, if it has none, the request's.
func (w within) Value(key any) any {
	if value := w.Context.Value(key); value != nil {
		return value
	}
	return w.request.Value(key)
}

func progressTo(request context.Context, s *server.MCPServer, token any) func(ctx context.Context, p hosts.Progress) error {
	return func(ctx context.Context, p hosts.Progress) error {
		params := map[string]any{"progressToken": token, "progress": p.Done}
		if p.Total > 0 {
			params["total"] = p.Total
		}
		if p.Message != "" {
			params["message"] = p.Message
		}
		if err := s.SendNotificationToClient(both(ctx, request), "notifications/progress", params); err != nil {
			return fmt.Errorf("notifying the client: %w", err)
		}
		return nil
	}
}

// logTo returns a function that sends log messages. mcp-go filters them by level.
func logTo(request context.Context, s *server.MCPServer) func(ctx context.Context, m hosts.LogMessage) error {
	return func(ctx context.Context, m hosts.LogMessage) error {
		err := s.SendLogMessageToClient(both(ctx, request), mcp.NewLoggingMessageNotification(mcp.LoggingLevel(m.Level), m.Logger, m.Data))
		if err != nil {
			return fmt.Errorf("notifying the client: %w", err)
		}
		return nil
	}
}

// answers returns the client's answers of the last round.
func answers(responses mcp.InputResponses) map[string]json.RawMessage {
	if len(responses) == 0 {
		return nil
	}
	all := make(map[string]json.RawMessage, len(responses))
	for name, response := range responses {
		if raw, err := json.Marshal(response); err == nil {
			all[name] = raw
		}
	}
	return all
}

// inputRequests converts the questions of a round.
func inputRequests(required *hosts.InputRequiredError) (mcp.MultiRoundTripResult, error) {
	result := mcp.MultiRoundTripResult{InputRequests: make(mcp.InputRequests, len(required.Requests)), RequestState: required.State}
	for name, q := range required.Requests {
		r, err := inputRequest(&q)
		if err != nil {
			return result, err
		}
		result.InputRequests[name] = r
	}
	return result, nil
}

// inputRequest converts a question. A form is not decoded: clients show its fields in its
// order.
func inputRequest(q *hosts.InputRequest) (mcp.InputRequest, error) {
	var r mcp.InputRequest
	raw, err := json.Marshal(q)
	if err == nil {
		err = json.Unmarshal(raw, &r)
	}
	if err != nil {
		return r, fmt.Errorf("the question: %w", err)
	}
	if r.Elicitation != nil {
		var form struct {
			Schema json.RawMessage `json:"requestedSchema"`
		}
		if json.Unmarshal(q.Params, &form) == nil && len(form.Schema) > 0 {
			r.Elicitation.RequestedSchema = form.Schema
		}
	}
	return r, nil
}

// ask asks the client and waits for its answer.
func ask(ctx context.Context, s *server.MCPServer, q *hosts.InputRequest) (json.RawMessage, error) {
	r, err := inputRequest(q)
	if err != nil {
		return nil, err
	}
	var answer any
	switch {
	case r.Elicitation != nil:
		answer, err = s.RequestElicitation(ctx, mcp.ElicitationRequest{Request: mcp.Request{Method: q.Method}, Params: *r.Elicitation})
	case r.Sampling != nil:
		//nolint:staticcheck // deprecated in MCP, and still supported
		answer, err = s.RequestSampling(ctx, mcp.CreateMessageRequest{Request: mcp.Request{Method: q.Method}, CreateMessageParams: *r.Sampling})
	default:
		answer, err = s.RequestRoots(ctx, mcp.ListRootsRequest{Request: mcp.Request{Method: q.Method}})
	}
	if err != nil {
		return nil, unanswered(ctx, err)
	}
	raw, err := json.Marshal(answer)
	if err != nil {
		return nil, fmt.Errorf("the answer: %w", err)
	}
	return raw, nil
}

// unanswered converts the error of a question.
func unanswered(ctx context.Context, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &ui.Error{Code: "ask_timeout", Message: "The client did not answer in time.", Fix: "Ask again."}
	case ctx.Err() != nil:
		return ctx.Err() //nolint:wrapcheck // the app compares it
	default:
		return &ui.Error{Code: "no_route", Message: fmt.Sprintf("The client can't be asked, or its answer can't be used: %.500v", err)}
	}
}

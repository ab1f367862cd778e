package gosdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// modernProtocol is the first MCP version in which requests describe their client.
const modernProtocol = "2026-07-28"

// metaOf returns the _meta of a request; nil if it has no params.
func metaOf[P mcp.Params](r *mcp.ServerRequest[P]) map[string]any {
	if v := reflect.ValueOf(r.Params); !v.IsValid() || v.IsNil() {
		return nil
	}
	return r.Params.GetMeta()
}

func isModern(meta map[string]any) bool {
	version, _ := meta[mcp.MetaKeyProtocolVersion].(string)
	return version >= modernProtocol
}

// clientOf returns what the client says about itself: in initialize or, from MCP 2026-07-28
// on, in the request's _meta.
func clientOf[P mcp.Params](r *mcp.ServerRequest[P]) hosts.Client {
	c := hosts.Client{Protocol: r.ProtocolVersion()}
	if info := r.ClientInfo(); info != nil {
		c.Introduced, c.Name, c.Version = true, info.Name, info.Version
	}
	if meta := metaOf(r); isModern(meta) {
		if raw, err := json.Marshal(meta[mcp.MetaKeyClientCapabilities]); err == nil {
			c.Declare(raw)
		}
		return c
	}
	if told := r.ClientCapabilities(); told != nil {
		c.Declare(capabilities(told))
	}
	return c
}

// capabilities encodes the capabilities that Oriel reads. go-sdk's own encoding would have
// roots for every client.
//
//nolint:staticcheck // deprecated in MCP, and still supported
func capabilities(told *mcp.ClientCapabilities) json.RawMessage {
	object := map[string]any{"extensions": told.Extensions}
	if told.Elicitation != nil {
		object["elicitation"] = told.Elicitation
	}
	if told.Sampling != nil {
		object["sampling"] = told.Sampling
	}
	if told.RootsV2 != nil {
		object["roots"] = told.RootsV2
	}
	raw, err := json.Marshal(object)
	if err != nil {
		return nil
	}
	return raw
}

// within is a handler's own context that also has the values of its request: go-sdk needs
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

// peerOf returns the peer of a request.
func peerOf[P mcp.Params](request context.Context, r *mcp.ServerRequest[P], responses mcp.InputResponseMap, state string) hosts.Peer {
	meta := metaOf(r)
	peer := hosts.Peer{Client: clientOf(r), Meta: hosts.MetaOf(maps.Clone(meta)), Raw: r, Log: logTo(request, r.Session)}
	if token := meta["progressToken"]; token != nil {
		peer.Progress = func(ctx context.Context, p hosts.Progress) error {
			return r.Session.NotifyProgress(both(ctx, request), &mcp.ProgressNotificationParams{
				ProgressToken: token, Progress: p.Done, Total: p.Total, Message: p.Message,
			})
		}
	}
	if isModern(meta) {
		peer.Round = &hosts.Round{Answers: answers(responses), State: state}
		return peer
	}
	peer.Ask = func(ctx context.Context, q hosts.InputRequest) (json.RawMessage, error) {
		return ask(both(ctx, request), r.Session, &q)
	}
	// The user's language may only come with initialize. Nothing else is taken from
	// there: the session may have another user by now.
	if first := r.Session.InitializeParams(); first != nil {
		for _, key := range []string{"openai/locale", "webplus/i18n"} {
			if locale, told := first.Meta[key]; told && peer.Meta.Value(key) == nil {
				peer.Meta = peer.Meta.With(key, locale)
			}
		}
	}
	return peer
}

// logTo returns a function that sends log messages. go-sdk filters them by level.
func logTo(request context.Context, session *mcp.ServerSession) func(ctx context.Context, m hosts.LogMessage) error {
	return func(ctx context.Context, m hosts.LogMessage) error {
		//nolint:staticcheck // deprecated in MCP, and still supported
		return session.Log(both(ctx, request), &mcp.LoggingMessageParams{Level: mcp.LoggingLevel(m.Level), Logger: m.Logger, Data: m.Data})
	}
}

// answers returns the client's answers of the last round, as far as go-sdk preserves them.
func answers(responses mcp.InputResponseMap) map[string]json.RawMessage {
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
func inputRequests(required *hosts.InputRequiredError) (mcp.InputRequestMap, error) {
	requests := make(mcp.InputRequestMap, len(required.Requests))
	for name, q := range required.Requests {
		switch q.Method {
		case hosts.MethodElicit:
			params, err := elicitation(&q)
			if err != nil {
				return nil, err
			}
			requests[name] = params
		case hosts.MethodCreateMessage:
			params, err := sampling(&q)
			if err != nil {
				return nil, err
			}
			requests[name] = params
		case hosts.MethodListRoots:
			requests[name] = &mcp.ListRootsParams{} //nolint:staticcheck // deprecated in MCP, and still supported
		default:
			return nil, fmt.Errorf("go-sdk doesn't support the question %q", q.Method)
		}
	}
	return requests, nil
}

// elicitation converts the params of a question to the user. The form is not decoded:
// clients show its fields in its order.
func elicitation(q *hosts.InputRequest) (*mcp.ElicitParams, error) {
	params := &mcp.ElicitParams{}
	var form struct {
		Schema json.RawMessage `json:"requestedSchema"`
	}
	if err := errors.Join(json.Unmarshal(q.Params, params), json.Unmarshal(q.Params, &form)); err != nil {
		return nil, fmt.Errorf("the question: %w", err)
	}
	params.RequestedSchema = nil
	if len(form.Schema) > 0 {
		params.RequestedSchema = form.Schema
	}
	return params, nil
}

//nolint:staticcheck // deprecated in MCP, and still supported
func sampling(q *hosts.InputRequest) (*mcp.CreateMessageWithToolsParams, error) {
	params := &mcp.CreateMessageWithToolsParams{}
	if err := json.Unmarshal(q.Params, params); err != nil {
		return nil, fmt.Errorf("the question: %w", err)
	}
	return params, nil
}

// ask asks the client and waits for its answer.
//
//nolint:staticcheck // deprecated in MCP, and still supported
func ask(ctx context.Context, session *mcp.ServerSession, q *hosts.InputRequest) (json.RawMessage, error) {
	var answer any
	var err error
	switch q.Method {
	case hosts.MethodElicit:
		var params *mcp.ElicitParams
		if params, err = elicitation(q); err == nil {
			answer, err = session.Elicit(ctx, params)
		}
	case hosts.MethodCreateMessage:
		var params *mcp.CreateMessageWithToolsParams
		if params, err = sampling(q); err == nil {
			answer, err = session.CreateMessageWithTools(ctx, params)
		}
	case hosts.MethodListRoots:
		answer, err = session.ListRoots(ctx, nil)
	default:
		err = fmt.Errorf("go-sdk doesn't support the question %q", q.Method)
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
	var refused *jsonrpc.Error
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &ui.Error{Code: "ask_timeout", Message: "The client did not answer in time.", Fix: "Ask again."}
	case ctx.Err() != nil:
		return ctx.Err() //nolint:wrapcheck // the app compares it
	case errors.As(err, &refused) && refused.Code != jsonrpc.CodeInternalError:
		return &ui.Error{Code: "ask_refused", Message: fmt.Sprintf("The client refuses the question: %.500s", refused.Message)}
	default:
		return &ui.Error{Code: "no_route", Message: fmt.Sprintf("The client can't be asked, or its answer can't be used: %.500v", err)}
	}
}

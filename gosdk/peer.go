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

// modernProtocol is the first version whose requests describe themselves.
const modernProtocol = "2026-07-28"

// metaOf is a request's _meta; nil where there are no params.
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

// clientOf reads what the client said of itself: in initialize or, in the newer
// lifecycle, in this request's _meta.
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

// capabilities writes those that count here; go-sdk's own form has roots for every
// client.
//
//nolint:staticcheck // what is deprecated in MCP is served as long as it is there
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

// within is a context of a handler's own that still belongs to its request: go-sdk
// finds in there where to send a message, and whether the client wants it.
type within struct {
	context.Context //nolint:containedctx // it is one

	request context.Context //nolint:containedctx // likewise
}

func both(own, request context.Context) context.Context { return within{own, request} }

// Value returns the handler's own value or, without one, the request's.
func (w within) Value(key any) any {
	if value := w.Context.Value(key); value != nil {
		return value
	}
	return w.request.Value(key)
}

// peerOf is who sent a request, and what came along.
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
	// The language of the user may come once, with initialize. Nothing else of it is
	// taken over: the session may have another user by now.
	if first := r.Session.InitializeParams(); first != nil {
		for _, key := range []string{"openai/locale", "webplus/i18n"} {
			if locale, told := first.Meta[key]; told && peer.Meta.Value(key) == nil {
				peer.Meta = peer.Meta.With(key, locale)
			}
		}
	}
	return peer
}

// logTo sends log messages; go-sdk leaves out what the client doesn't want.
func logTo(request context.Context, session *mcp.ServerSession) func(ctx context.Context, m hosts.LogMessage) error {
	return func(ctx context.Context, m hosts.LogMessage) error {
		//nolint:staticcheck // deprecated with MCP's logging, and served as long as that is
		return session.Log(both(ctx, request), &mcp.LoggingMessageParams{Level: mcp.LoggingLevel(m.Level), Logger: m.Logger, Data: m.Data})
	}
}

// answers are what the client has answered in the last round, as it sent them as far
// as go-sdk keeps that.
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

// inputRequests are the questions of a round as go-sdk has them.
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
			requests[name] = &mcp.ListRootsParams{} //nolint:staticcheck // deprecated with MCP's roots, and served as long as they are
		default:
			return nil, fmt.Errorf("go-sdk has no question %q", q.Method)
		}
	}
	return requests, nil
}

// elicitation are the params of a question to the user. The form stays as it is
// written: clients show its fields in that order.
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

//nolint:staticcheck // deprecated with MCP's sampling, and served as long as that is
func sampling(q *hosts.InputRequest) (*mcp.CreateMessageWithToolsParams, error) {
	params := &mcp.CreateMessageWithToolsParams{}
	if err := json.Unmarshal(q.Params, params); err != nil {
		return nil, fmt.Errorf("the question: %w", err)
	}
	return params, nil
}

// ask asks the client while it waits for its own answer.
//
//nolint:staticcheck // what is deprecated in MCP is served as long as it is there
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
		err = fmt.Errorf("go-sdk has no question %q", q.Method)
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

// unanswered says why there is no answer.
func unanswered(ctx context.Context, err error) error {
	var refused *jsonrpc.Error
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &ui.Error{Code: "ask_timeout", Message: "The client did not answer in time.", Fix: "Ask again."}
	case ctx.Err() != nil:
		return ctx.Err() //nolint:wrapcheck // the app compares it
	case errors.As(err, &refused) && refused.Code != jsonrpc.CodeInternalError:
		return &ui.Error{Code: "ask_refused", Message: fmt.Sprintf("The client does not take the question: %.500s", refused.Message)}
	default:
		return &ui.Error{Code: "no_route", Message: fmt.Sprintf("The client can't be asked, or its answer can't be used: %.500v", err)}
	}
}

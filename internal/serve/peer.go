package serve

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/jsonwalk"
)

// peer returns the client of a request, and how handlers can reach it.
func (s *Server) peer(ctx context.Context, r *request) (hosts.Peer, *rpcError) {
	peer := hosts.Peer{Client: r.client, Meta: r.session.withLocale(r.meta), Raw: r.raw}
	if token := r.progressToken(); token != nil {
		peer.Progress = func(_ context.Context, p hosts.Progress) error {
			return r.out.notify("notifications/progress", progressParams{token, p.Done, p.Total, p.Message})
		}
	}
	if r.modern {
		if level := hosts.LogLevel(r.meta.Text(logLevelMetaKey)); level != "" && level.Known() {
			peer.Log = func(_ context.Context, m hosts.LogMessage) error { return r.log(m, level) }
		}
		round, failure := r.round()
		peer.Round = round
		return peer, failure
	}
	peer.Log = (&logger{server: s, ctx: ctx, request: r}).send
	if r.out.canAsk() {
		// The answer has the user of the HTTP request, which middleware of the app may change
		// in the context of the handler.
		original := ctx
		peer.Ask = func(ctx context.Context, q hosts.InputRequest) (json.RawMessage, error) {
			return s.ask(ctx, r, s.app.UserID(original), q)
		}
	}
	return peer, nil
}

// logger sends log messages of a request of the older lifecycle.
type logger struct {
	server  *Server
	ctx     context.Context //nolint:containedctx // that of the request, which the logger belongs to
	request *request

	once  sync.Once
	least hosts.LogLevel // the least severe level that the client wants
}

func (l *logger) send(_ context.Context, m hosts.LogMessage) error {
	l.once.Do(func() { l.least = l.server.levelOf(l.ctx, l.request) })
	return l.request.log(m, l.least)
}

type progressParams struct {
	Token    json.RawMessage `json:"progressToken"`
	Progress float64         `json:"progress"`
	Total    float64         `json:"total,omitempty"`
	Message  string          `json:"message,omitempty"`
}

type logParams struct {
	Level  hosts.LogLevel `json:"level"`
	Logger string         `json:"logger,omitempty"`
	Data   any            `json:"data"`
}

// log sends a log message, unless it is less severe than least.
func (r *request) log(m hosts.LogMessage, least hosts.LogLevel) error {
	if !m.Level.Reaches(least) {
		return nil
	}
	return r.out.notify("notifications/message", logParams{m.Level, m.Logger, m.Data})
}

// firstRound is shared by requests without answers to earlier questions.
var firstRound = &hosts.Round{}

// round returns what the client has answered in earlier rounds.
func (r *request) round() (*hosts.Round, *rpcError) {
	state, answers := r.arguments.get("requestState"), r.arguments.get("inputResponses")
	if state == nil && answers == nil {
		return firstRound, nil
	}
	round := &hosts.Round{}
	if state != nil {
		text, ok := jsonwalk.Text(state)
		if !ok {
			return nil, invalidParams("params_invalid", "The requestState is not a string.", "Send it back unchanged.")
		}
		round.State = text
	}
	if answers == nil {
		return round, nil
	}
	if !jsonwalk.IsObject(answers) {
		return nil, invalidParams("params_invalid", "The inputResponses are not a JSON object.", "Send each answer under the name of its question.")
	}
	members, err := jsonwalk.ReadObject(nil, answers, maxMembers)
	if err != nil {
		return nil, membersFault(err, "inputResponses")
	}
	round.Answers = make(map[string]json.RawMessage, len(members))
	for _, m := range members {
		if !jsonwalk.IsObject(m.Value) {
			return nil, invalidParams("params_invalid", "The answer to "+quoted(string(m.Name))+" is not a JSON object.", "Send the result of the question.")
		}
		round.Answers[string(m.Name)] = m.Value
	}
	return round, nil
}

// noResult returns the questions, or the error, of a request that has no result of the app.
func (s *Server) noResult(err error) (result, *rpcError) {
	if questions, ok := errors.AsType[*hosts.InputRequiredError](err); ok {
		return &inputRequiredResult{
			common: common{ResultType: resultInputRequired}, InputRequests: questions.Requests, RequestState: questions.State,
		}, nil
	}
	return nil, appError(err)
}

package serve

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/orielapps/oriel/hosts"
)

// peer is who sent a request, and what came along.
func (s *Server) peer(ctx context.Context, r *request) (hosts.Peer, *rpcError) {
	peer := hosts.Peer{Client: r.client, Meta: r.session.withLocale(r.metaValues()), Raw: r.raw}
	if token := r.progressToken(); token != nil {
		peer.Progress = func(_ context.Context, p hosts.Progress) error {
			return r.out.notify("notifications/progress", progressParams{token, p.Done, p.Total, p.Message})
		}
	}
	if r.modern {
		if level, _ := textOf(r.meta[logLevelMetaKey]); hosts.LogLevel(level).Known() {
			peer.Log = func(_ context.Context, m hosts.LogMessage) error { return r.log(m, hosts.LogLevel(level)) }
		}
		round, failure := r.round()
		peer.Round = round
		return peer, failure
	}
	level := sync.OnceValue(func() hosts.LogLevel { return s.levelOf(ctx, r) })
	peer.Log = func(_ context.Context, m hosts.LogMessage) error { return r.log(m, level()) }
	if r.out.canAsk() {
		// The answer comes with the user that the request came with, whatever
		// middleware of the app makes of it.
		user := s.app.UserID(ctx)
		peer.Ask = func(ctx context.Context, q hosts.InputRequest) (json.RawMessage, error) {
			return s.mail.ask(ctx, r, user, q)
		}
	}
	return peer, nil
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

// log sends a log message, unless the client wants less.
func (r *request) log(m hosts.LogMessage, least hosts.LogLevel) error {
	if !m.Level.Reaches(least) {
		return nil
	}
	return r.out.notify("notifications/message", logParams{m.Level, m.Logger, m.Data})
}

// round is what the client has answered.
func (r *request) round() (*hosts.Round, *rpcError) {
	round := &hosts.Round{}
	if state := r.arguments["requestState"]; state != nil {
		text, ok := textOf(state)
		if !ok {
			return nil, invalidParams("params_invalid", "The requestState is not a text.", "Send it back as it came.")
		}
		round.State = text
	}
	answers := r.arguments["inputResponses"]
	if answers == nil {
		return round, nil
	}
	if !isObject(answers) {
		return nil, invalidParams("params_invalid", "The inputResponses are not a JSON object.", "Send each answer under the name of its question.")
	}
	var fault *rpcError
	if round.Answers, fault = membersOf(answers, "inputResponses"); fault != nil {
		return nil, fault
	}
	for name, value := range round.Answers {
		if !isObject(value) {
			return nil, invalidParams("params_invalid", "The answer to "+quoted(name)+" is not a JSON object.", "Send the result of the question.")
		}
	}
	return round, nil
}

// unanswered is what a request gives that the app has not answered.
func (s *Server) unanswered(err error) (result, *rpcError) {
	if questions, ok := errors.AsType[*hosts.InputRequired](err); ok {
		return &inputRequiredResult{
			common: common{ResultType: resultInputRequired}, InputRequests: questions.Requests, RequestState: questions.State,
		}, nil
	}
	return nil, appError(err)
}

package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/jsonwalk"
	"github.com/orielapps/oriel/internal/serve/replicas"
	"github.com/orielapps/oriel/ui"
)

// ask sends a question to the client of a user's request, and waits for the answer.
func (s *Server) ask(ctx context.Context, r *request, user string, q hosts.InputRequest) (json.RawMessage, error) {
	question := s.replica.Questions.Ask(user)
	defer question.Close()
	if err := r.out.ask(question.ID, q.Method, q.Params); err != nil {
		return nil, disconnected()
	}
	answer, err := question.Wait(ctx, r.out.gone())
	if err != nil {
		// The client should stop asking its user. It may have disconnected, too.
		_ = r.out.notify("notifications/cancelled", map[string]any{"requestId": question.ID, "reason": "The call has ended."})
		return nil, s.noAnswer(err, r)
	}
	if answer.Error != nil {
		return nil, refusedQuestion(answer.Error)
	}
	return answer.Result, nil
}

func disconnected() *ui.Error {
	return &ui.Error{Code: "client_gone", Message: "The client has disconnected, so the question has no answer."}
}

// noAnswer is the error of a question without an answer.
func (s *Server) noAnswer(err error, r *request) error {
	switch {
	case errors.Is(err, replicas.ErrDisconnected):
		return disconnected()
	case !errors.Is(err, context.DeadlineExceeded):
		return err // the call was cancelled
	}
	timeout := &ui.Error{Code: "ask_timeout", Message: "The question was not answered in time.", Fix: "Ask again."}
	if overHTTP := r.header != nil; overHTTP && !s.opts.Shared {
		timeout.Fix += " If the app has several replicas, give them a shared store or sticky sessions: the answer may have come to another one."
	}
	return timeout
}

// refusedQuestion is the error of a question that the client answered with an error.
func refusedQuestion(failure json.RawMessage) error {
	var reported struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	_ = json.Unmarshal(failure, &reported) // what it can't read stays empty
	const longest = 500
	return &ui.Error{Code: "ask_refused", Message: fmt.Sprintf("The client refused the question: %s (%d).", cut(reported.Message, longest), reported.Code)}
}

// deliver passes the answer to a question to the call that waits for it.
func (s *Server) deliver(ctx context.Context, m message) *rpcError {
	err := replicas.ErrUnexpected
	if id, ok := jsonwalk.Text(m.id); ok {
		err = s.replica.Questions.Deliver(ctx, s.app.UserID(ctx), id, replicas.Answer{Result: m.result, Error: m.failure})
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, replicas.ErrUnexpected):
		return invalidRequest("answer_unexpected", "This server has not asked that question.", "Answer with the id of the question.")
	case errors.Is(err, replicas.ErrNoRoute):
		s.log.Warn("a client answered a question of another replica, which needs a shared store", "code", "no_route")
		return invalidRequest("no_route", "Another replica asked that question, and can't be reached.", "Give the replicas a store, or sticky sessions.")
	case errors.Is(err, replicas.ErrTooLarge):
		failure := invalidRequest("answer_too_large", "The answer is too large for the replica that asked.", "Send less.")
		return failure.withStatus(http.StatusRequestEntityTooLarge)
	default:
		s.log.Error("a client's answer was lost", "error", err)
		return internalError().withStatus(http.StatusServiceUnavailable)
	}
}

package oriel

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"sync"
	"time"

	"github.com/orielapps/oriel/hosts"
)

// ErrInputRequired is the error of [Ask], [Sample] and [Roots] if the client gets
// questions in the response to its request (MCP 2026-07-28). A handler returns it, alone
// or joined with others. Then the client is asked, and the handler runs again from its
// beginning, with the answers.
var ErrInputRequired = errors.New("the client must answer a question first")

// MissingCapabilityError is the error of a question for which the client has not
// declared the capability. It is an alias of [hosts.MissingCapabilityError], which
// transports use too.
type MissingCapabilityError = hosts.MissingCapabilityError

const (
	// stateLife is how long a user has to answer all questions of a request.
	stateLife = time.Hour
	// maxState is the maximum size of all answers of a request, in bytes: clients send
	// them with each round.
	maxState = 256 << 10
	// maxQuestions is the maximum number of questions in one round.
	maxQuestions = 32

	statePurpose = "request state"
)

// asking has the questions of a request to its client.
type asking struct {
	app       *App
	direct    func(ctx context.Context, r hosts.InputRequest) (json.RawMessage, error) // asks and waits; nil if the connection can't
	round     *hosts.Round                                                             // nil unless questions go out in the response
	method    Method
	name      string // of the tool, prompt or resource
	user      string
	arguments json.RawMessage // as the host sent them

	mu    sync.Mutex
	known map[string]json.RawMessage // signed answers of earlier rounds
	asked map[string]string          // hashes of the questions of those answers
	now   *roundOfQuestions          // nil before the first question
}

// roundOfQuestions has the questions of one run of a handler.
type roundOfQuestions struct {
	used    map[string]json.RawMessage // answers that the handler has received
	pending map[string]hosts.InputRequest
	means   map[string]string // hashes of the questions, by name
	seen    map[string]int    // how often each name was asked for
}

// inRounds reports whether questions go out in the response to the request.
func (q *asking) inRounds() bool { return q != nil && q.round != nil }

// requestState is what the client carries from one round to the next.
type requestState struct {
	Expires int64                      `json:"e"`
	Binding []byte                     `json:"b"`
	Answers map[string]json.RawMessage `json:"a,omitempty"`
	// Asked has a hash of the question under each name: an answer is only used for the
	// question that the user has seen.
	Asked map[string]string `json:"q,omitempty"`
}

// binding hashes the request, so that its answers can't be used for another one.
func (q *asking) binding() []byte {
	return bindingOf(string(q.method), q.name, q.user, q.arguments)
}

// asking prepares the questions of a request. It fails if the request state belongs to
// another request, or this app has not signed it.
func (a *App) asking(in *inbound, peer *hosts.Peer, name string, arguments json.RawMessage) (*asking, error) {
	q := &in.questions
	q.app, q.direct, q.round = a, peer.Ask, peer.Round
	q.method, q.name, q.user, q.arguments = in.Method, name, in.User.ID, arguments
	in.asking = q
	if peer.Round == nil || peer.Round.State == "" {
		return q, nil
	}
	if len(peer.Round.State) > 2*maxState {
		return nil, stateInvalid("It is too large.")
	}
	payload, ok := a.unseal(statePurpose, peer.Round.State)
	if !ok {
		return nil, stateInvalid("It was not signed by this app, or its key has changed.")
	}
	var s requestState
	switch err := json.Unmarshal(payload, &s); {
	case err != nil:
		return nil, stateInvalid("It can't be read.")
	case time.Now().Unix() > s.Expires:
		return nil, stateInvalid("It has expired.")
	case !bytes.Equal(s.Binding, q.binding()):
		return nil, stateInvalid("It belongs to another request.")
	}
	q.known, q.asked = s.Answers, s.Asked
	return q, nil
}

func stateInvalid(why string) *Error {
	return &Error{Code: "request_state_invalid", Message: "The request state is invalid. " + why, Fix: "Make the request again without it."}
}

func bindingOf(method, name, user string, arguments json.RawMessage) []byte {
	// Clients may encode the same arguments differently.
	decoder := json.NewDecoder(bytes.NewReader(arguments))
	decoder.UseNumber()
	var tree any
	if decoder.Decode(&tree) == nil {
		if canonical, err := json.Marshal(tree); err == nil {
			arguments = canonical
		}
	}
	parts, err := json.Marshal([]string{method, name, user, string(arguments)})
	if err != nil {
		parts = []byte(name)
	}
	const enough = 16
	sum := sha256.Sum256(parts)
	return sum[:enough]
}

// ask returns the client's answer to a question, or an error if there is none yet.
func (q *asking) ask(ctx context.Context, name string, r hosts.InputRequest, wait time.Duration) (json.RawMessage, error) {
	if q == nil {
		return nil, errCannotAsk
	}
	if q.round == nil {
		if q.direct == nil {
			return nil, errCannotAsk
		}
		waiting, cancel := context.WithTimeout(ctx, wait)
		defer cancel()
		return q.direct(waiting, r)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.now == nil {
		q.now = &roundOfQuestions{
			used: map[string]json.RawMessage{}, pending: map[string]hosts.InputRequest{}, means: map[string]string{}, seen: map[string]int{},
		}
	}
	q.now.seen[name]++
	if n := q.now.seen[name]; n > 1 {
		name += "-" + strconv.Itoa(n)
	}
	q.now.means[name] = nameOf(r.Method, string(r.Params))
	if before, asked := q.asked[name]; asked && before != q.now.means[name] {
		return nil, q.pend(name, r) // the answer belongs to a different question
	}
	answer, answered := q.known[name]
	if !answered {
		answer, answered = q.round.Answers[name]
	}
	if answered {
		q.now.used[name] = answer
		return answer, nil
	}
	return nil, q.pend(name, r)
}

// pend adds a question to the next round. The caller holds q.mu.
func (q *asking) pend(name string, r hosts.InputRequest) error {
	if len(q.now.pending) == maxQuestions {
		return fmt.Errorf("the handler asks more than %d questions at once", maxQuestions)
	}
	q.now.pending[name] = r
	return ErrInputRequired
}

var errCannotAsk = &Error{
	Code: "cannot_ask", Message: "The client can't be asked: the request has no connection that carries questions.",
}

// required returns the open questions if the error is ErrInputRequired; nil for any
// other error.
func (q *asking) required(err error) error {
	if q == nil || !errors.Is(err, ErrInputRequired) || publicOf(err) != nil {
		return nil
	}
	if _, missing := errors.AsType[*MissingCapabilityError](err); missing {
		return nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.now == nil || len(q.now.pending) == 0 {
		return nil
	}
	payload, err := json.Marshal(requestState{Expires: time.Now().Add(stateLife).Unix(), Binding: q.binding(), Answers: q.now.used, Asked: q.now.means})
	if err != nil || len(payload) > maxState {
		return &Error{Code: "answers_too_large", Message: fmt.Sprintf("The answers to this request exceed %d bytes.", maxState), Fix: "Give shorter answers."}
	}
	defer q.app.warnOfMadeUpKey()
	return &hosts.InputRequiredError{Requests: maps.Clone(q.now.pending), State: q.app.seal(statePurpose, payload)}
}

// capabilityError is the error for the model if the client can't be asked.
func capabilityError(e *MissingCapabilityError) *Error {
	return &Error{Code: "capability_missing", Message: e.Text}
}

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

// ErrInputRequired is what [Ask], [Sample] and [Roots] return where the client can
// only be asked with the answer to its request (MCP 2026-07-28). A handler returns
// it, joined with others if it likes; the client is asked, and the handler runs
// again from its beginning with the answers present.
var ErrInputRequired = errors.New("the client has to be asked first")

// MissingCapabilityError is the error of a question that the client has not declared
// to take. It is [hosts.MissingCapabilityError], because transports handle it, too.
type MissingCapabilityError = hosts.MissingCapabilityError

const (
	// stateLife is how long a user may take to answer all questions of a request.
	stateLife = time.Hour
	// maxState is how large the answers of one request may be altogether, in bytes:
	// they travel with it.
	maxState = 256 << 10
	// maxQuestions is how many questions one round may have.
	maxQuestions = 32

	statePurpose = "request state"
)

// asking is what a request has asked its client.
type asking struct {
	app       *App
	direct    func(ctx context.Context, r hosts.InputRequest) (json.RawMessage, error) // asks at once; nil where that can't be
	round     *hosts.Round                                                             // nil where questions don't go out with the answer
	method    Method
	name      string // what the request is about
	user      string
	arguments json.RawMessage // as the host sent them

	mu    sync.Mutex
	known map[string]json.RawMessage // answers of earlier rounds, which were signed
	asked map[string]string          // what the names stood for in those
	now   *roundOfQuestions          // nil until there is a question
}

// roundOfQuestions is what a handler has asked in one run.
type roundOfQuestions struct {
	used    map[string]json.RawMessage // answers that it has been given
	pending map[string]hosts.InputRequest
	means   map[string]string // what the names stand for
	seen    map[string]int    // how often a name was asked for
}

// inRounds reports whether questions go out with the answer to the request.
func (q *asking) inRounds() bool { return q != nil && q.round != nil }

// requestState is what travels with the client from one round to the next.
type requestState struct {
	Expires int64                      `json:"e"`
	Binding []byte                     `json:"b"`
	Answers map[string]json.RawMessage `json:"a,omitempty"`
	// Asked is what was asked under each name, hashed: an answer counts for the
	// question that its user has seen.
	Asked map[string]string `json:"q,omitempty"`
}

// binding stands for the request, so that its answers can't be used for another.
func (q *asking) binding() []byte {
	return bindingOf(string(q.method), q.name, q.user, q.arguments)
}

// asking prepares the questions of a request. It fails for a state that is not of
// this request, or not signed by this app.
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
	return &Error{Code: "request_state_invalid", Message: "The request state can't be accepted. " + why, Fix: "Make the request again without it."}
}

func bindingOf(method, name, user string, arguments json.RawMessage) []byte {
	// Clients may write the same arguments in another way.
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

// ask returns the client's answer to a question, or an error that says why there
// is none yet.
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
		return nil, q.pend(name, r) // the user has seen another question
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

// pend notes a question for the next round. The caller holds q.mu.
func (q *asking) pend(name string, r hosts.InputRequest) error {
	if len(q.now.pending) == maxQuestions {
		return fmt.Errorf("the handler has more than %d questions at once", maxQuestions)
	}
	q.now.pending[name] = r
	return ErrInputRequired
}

var errCannotAsk = &Error{
	Code: "cannot_ask", Message: "There is nobody to ask: the request did not come over a connection that carries questions.",
}

// required returns the questions that are still open, if that is what an error
// means; nil for any other error.
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
		return &Error{Code: "answers_too_large", Message: "The answers so far are too large to travel with the request.", Fix: "Give shorter answers."}
	}
	return &hosts.InputRequiredError{Requests: maps.Clone(q.now.pending), State: q.app.seal(statePurpose, payload)}
}

// capabilityError is what a model reads where the client can't be asked.
func capabilityError(e *MissingCapabilityError) *Error {
	return &Error{Code: "capability_missing", Message: e.Text}
}

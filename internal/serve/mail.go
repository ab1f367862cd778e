package serve

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/jsonwalk"
	"github.com/orielapps/oriel/ui"
)

// mail brings the answers of clients to the replica that asked. An id of a question
// says who asked, until when it counts, and is signed together with the user: what
// anybody makes up is not kept, and one user can't answer for another.
type mail struct {
	s       *Server
	mu      sync.Mutex
	waiting map[string]chan message
}

const (
	// questionLife is how long an answer may take at most.
	questionLife = time.Hour
	// maxHandedOver is how large an answer may be that another replica gets, in bytes:
	// less than what every store takes.
	maxHandedOver = 1000 << 10
	// answerLife is how long an answer waits for the replica that asked.
	answerLife = 2 * time.Minute
	// firstLook and longestLook are how often that replica looks.
	firstLook   = 50 * time.Millisecond
	longestLook = 500 * time.Millisecond
	questionTag = "oriel"
)

// errClientGone ends a question whose answer could not lead to anything: the result
// of the request can't reach its client any more.
var errClientGone = &ui.Error{Code: "client_gone", Message: "The client has hung up, so nobody answers the question."}

func newMail(s *Server) *mail { return &mail{s: s, waiting: map[string]chan message{}} }

// ask sends a question to the client of a user's request, and waits for the answer.
func (m *mail) ask(ctx context.Context, r *request, user string, q hosts.InputRequest) (json.RawMessage, error) {
	id := m.newID(user)
	answered := make(chan message, 1)
	m.mu.Lock()
	m.waiting[id] = answered
	m.mu.Unlock()
	defer func() {
		m.mu.Lock()
		delete(m.waiting, id)
		m.mu.Unlock()
	}()
	if err := r.out.ask(id, q.Method, q.Params); err != nil {
		return nil, errClientGone
	}
	answer, err := m.await(ctx, r, id, answered)
	if err != nil {
		// The client should not go on asking; it may be gone, too.
		_ = r.out.notify("notifications/cancelled", map[string]any{"requestId": id, "reason": "nobody waits for the answer any more"})
		return nil, err
	}
	if answer.failure != nil {
		return nil, refusedQuestion(answer.failure)
	}
	return answer.result, nil
}

// await waits for an answer that comes to this replica, or to the store.
func (m *mail) await(ctx context.Context, r *request, id string, answered <-chan message) (message, error) {
	look := firstLook
	for {
		var next <-chan time.Time
		if m.s.opts.Shared {
			next = time.After(look)
			look = min(2*look, longestLook)
		}
		select {
		case answer := <-answered:
			return answer, nil
		case <-ctx.Done():
			return message{}, m.unanswered(ctx, r)
		case <-r.out.gone():
			return message{}, errClientGone
		case <-next:
			if answer, found := m.fetch(ctx, id); found {
				return answer, nil
			}
		}
	}
}

func (m *mail) unanswered(ctx context.Context, r *request) error {
	switch {
	case !errors.Is(ctx.Err(), context.DeadlineExceeded):
		return ctx.Err() //nolint:wrapcheck // the call was cancelled
	case !m.s.opts.Shared && r.header != nil: // over pipes there is nobody else to answer to
		return &ui.Error{
			Code: "no_route", Message: "The question was not answered in time, or its answer has gone to another replica.",
			Fix: "Try again; several replicas need a store, or sticky sessions.",
		}
	default:
		return &ui.Error{Code: "ask_timeout", Message: "The question was not answered in time.", Fix: "Try again."}
	}
}

// refusedQuestion is the error of a question that the client answered with one.
func refusedQuestion(failure json.RawMessage) error {
	var said struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	_ = json.Unmarshal(failure, &said) // without a text, then
	const longest = 500
	return &ui.Error{Code: "ask_refused", Message: fmt.Sprintf("The client did not answer the question: %s (%d).", cut(said.Message, longest), said.Code)}
}

func (m *mail) fetch(ctx context.Context, id string) (message, bool) {
	kept, found, err := m.s.opts.Store.Get(ctx, m.s.storeKey("answer", id))
	if err != nil {
		if ctx.Err() == nil {
			m.s.log.Warn("the store can't be read, so answers of clients may not arrive", "error", err)
		}
		return message{}, false
	}
	if !found {
		return message{}, false
	}
	answer, batch, fault := parse(kept)
	return answer, fault == nil && batch == nil && answer.isAnswer()
}

// deliver takes an answer that a client has posted.
func (m *mail) deliver(ctx context.Context, answer message) *rpcError {
	id, ok := jsonwalk.Text(answer.id)
	replica, valid := "", false
	if ok {
		replica, valid = m.readID(id, m.s.app.UserID(ctx))
	}
	if !valid {
		return invalidRequest("answer_unexpected", "This server has not asked that.", "Answer with the id of the question.")
	}
	tooLarge := false
	m.mu.Lock()
	waiting := m.waiting[id]
	delete(m.waiting, id)
	m.mu.Unlock()
	switch {
	case waiting != nil:
		waiting <- answer
		return nil
	case replica == m.s.replica:
		return nil // it comes too late, which is no fault of the client
	case !m.s.opts.Shared:
		m.s.log.Warn("a client's answer belongs to another replica, and there is no store to leave it in", "code", "no_route")
		return invalidRequest("no_route", "Another replica has asked that, and can't be reached.", "Give the replicas a store, or sticky sessions.")
	}
	if len(answer.result)+len(answer.failure) > maxHandedOver {
		// Who waits must not wait on.
		answer.result, answer.failure = nil, json.RawMessage(`{"code":-32000,"message":"the answer is too large to be handed to the replica that asked"}`)
		tooLarge = true
	}
	text, err := encode(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  json.RawMessage `json:"result,omitempty"`
		Error   json.RawMessage `json:"error,omitempty"`
	}{"2.0", answer.id, answer.result, answer.failure})
	if err == nil {
		err = m.s.opts.Store.Put(ctx, m.s.storeKey("answer", id), text, answerLife)
	}
	if err != nil {
		m.s.log.Error("a client's answer could not be handed to the replica that asked", "error", err)
		return internalError().withStatus(http.StatusServiceUnavailable)
	}
	if tooLarge {
		failure := invalidRequest("answer_too_large", "The answer is larger than replicas hand to each other.", "Send less.")
		return failure.withStatus(http.StatusRequestEntityTooLarge)
	}
	return nil
}

// newID makes the id of a question to a user.
func (m *mail) newID(user string) string {
	const nonceLength = 16
	body := m.s.replica + "." + rand.Text()[:nonceLength] + "." + strconv.FormatInt(time.Now().Add(questionLife).Unix(), 36)
	return questionTag + "." + body + "." + m.signature(body, user)
}

// readID returns the replica of a question that this user was asked.
func (m *mail) readID(id, user string) (replica string, ok bool) {
	parts := strings.Split(id, ".")
	const count = 5
	if len(parts) != count || parts[0] != questionTag {
		return "", false
	}
	body := strings.Join(parts[1:4], ".")
	if !hmac.Equal([]byte(parts[4]), []byte(m.signature(body, user))) {
		return "", false
	}
	until, err := strconv.ParseInt(parts[3], 36, 64)
	return parts[1], err == nil && time.Now().Unix() <= until
}

func (m *mail) signature(body, user string) string {
	const enough = 16
	h := hmac.New(sha256.New, m.s.opts.Key)
	_, _ = h.Write([]byte(strconv.Itoa(len(body)) + ":" + body + user)) // a hash takes everything
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:enough])
}

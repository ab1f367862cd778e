package replicas

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Questions brings the answers of clients to the replica that asked. The id of a
// question contains the name of that replica and an expiry time, and is signed together
// with the user: forged answers are not stored, and users can't answer for each other.
type Questions struct {
	*link

	key     []byte
	mu      sync.Mutex
	waiting map[string]chan Answer // by the id of the question
}

// Answer is what a client answers: either a result, or the error of JSON-RPC.
type Answer struct {
	Result json.RawMessage `json:"result,omitempty"`
	Error  json.RawMessage `json:"error,omitempty"`
}

// size is that of an answer in the store, about, in bytes.
func (a *Answer) size() int { return len(a.Result) + len(a.Error) }

const (
	// questionLife is how long a question can be answered.
	questionLife = time.Hour
	// maxStoredAnswer bounds an answer for another replica, in bytes. It is smaller than
	// what every store accepts.
	maxStoredAnswer = 1000 << 10
	// answerLife is how long an answer is stored for the replica that asked.
	answerLife = 2 * time.Minute
	// A replica looks for the answer after minAnswerPoll, and then less and less often,
	// but every maxAnswerPoll.
	minAnswerPoll = 50 * time.Millisecond
	maxAnswerPoll = 500 * time.Millisecond
	// questionTag begins the ids of questions.
	questionTag = "oriel"
)

var (
	// ErrDisconnected is why nobody waits for an answer: the result of the call could not
	// reach its client any more.
	ErrDisconnected = errors.New("the client has disconnected")
	// ErrUnexpected is an answer to a question that its user was not asked, or whose id
	// has expired.
	ErrUnexpected = errors.New("the question was not asked")
	// ErrNoRoute is an answer for another replica, without a shared store.
	ErrNoRoute = errors.New("another replica asked, and there is no shared store")
	// ErrTooLarge is an answer for another replica that is too large for the store. That
	// replica gets an error instead.
	ErrTooLarge = errors.New("the answer is too large for the store")
)

// Question is one that a user is asked. It has to be closed.
type Question struct {
	// ID is the id of the JSON-RPC request with the question.
	ID string

	questions *Questions
	answered  chan Answer
}

// Ask returns a new question for a user.
func (q *Questions) Ask(user string) *Question {
	asked := &Question{ID: q.newID(user), questions: q, answered: make(chan Answer, 1)}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting[asked.ID] = asked.answered
	return asked
}

// Close ends the wait for an answer.
func (a *Question) Close() {
	a.questions.mu.Lock()
	defer a.questions.mu.Unlock()
	delete(a.questions.waiting, a.ID)
}

// Wait returns the answer, which may arrive here or at another replica. It fails with
// the error of the context, or with [ErrDisconnected] when disconnected is closed.
func (a *Question) Wait(ctx context.Context, disconnected <-chan struct{}) (Answer, error) {
	q, poll := a.questions, minAnswerPoll
	for {
		var next <-chan time.Time
		if q.shared {
			next = time.After(poll)
			poll = min(2*poll, maxAnswerPoll)
		}
		select {
		case answer := <-a.answered:
			return answer, nil
		case <-ctx.Done():
			return Answer{}, ctx.Err() //nolint:wrapcheck // the caller asks which error it is
		case <-disconnected:
			return Answer{}, ErrDisconnected
		case <-next:
			if answer, found := q.stored(ctx, a.ID); found {
				return answer, nil
			}
		}
	}
}

// stored returns the answer that another replica has stored.
func (q *Questions) stored(ctx context.Context, id string) (answer Answer, found bool) {
	value, found, err := q.store.Get(ctx, q.answerKey(id))
	if err != nil && ctx.Err() == nil {
		q.log.Warn("the store can't be read, so answers of clients may be lost", "error", err)
	}
	found = found && err == nil && json.Unmarshal(value, &answer) == nil && (answer.Result == nil) != (answer.Error == nil)
	return answer, found
}

func (q *Questions) answerKey(id string) string { return q.prefix + "answer/" + id }

// Deliver takes an answer that a user's client has sent. A late answer is no error. It
// fails with [ErrUnexpected], [ErrNoRoute] or [ErrTooLarge], or because of the store.
func (q *Questions) Deliver(ctx context.Context, user, id string, answer Answer) error {
	replica, ok := q.readID(id, user)
	if !ok {
		return ErrUnexpected
	}
	q.mu.Lock()
	waiting := q.waiting[id]
	delete(q.waiting, id)
	q.mu.Unlock()
	switch {
	case waiting != nil:
		waiting <- answer
		return nil
	case replica == q.name:
		return nil // nobody waits any more
	case !q.shared:
		return ErrNoRoute
	case answer.size() > maxStoredAnswer:
		// The replica that asked must not wait on.
		tooLarge := Answer{Error: json.RawMessage(`{"code":-32000,"message":"the answer is too large to be stored for the replica that asked"}`)}
		if err := q.put(ctx, id, tooLarge); err != nil {
			return err
		}
		return ErrTooLarge
	default:
		return q.put(ctx, id, answer)
	}
}

func (q *Questions) put(ctx context.Context, id string, answer Answer) error {
	var value bytes.Buffer
	encoder := json.NewEncoder(&value)
	encoder.SetEscapeHTML(false) // it would grow beyond its limit
	err := encoder.Encode(answer)
	if err == nil {
		err = q.store.Put(ctx, q.answerKey(id), value.Bytes(), answerLife)
	}
	if err != nil {
		return fmt.Errorf("storing a client's answer for the replica that asked: %w", err)
	}
	return nil
}

// newID returns the id of a question to a user.
func (q *Questions) newID(user string) string {
	const nonceLength = 16
	body := q.name + "." + rand.Text()[:nonceLength] + "." + strconv.FormatInt(time.Now().Add(questionLife).Unix(), 36)
	return questionTag + "." + body + "." + q.signature(body, user)
}

// readID returns the replica that asked a question. ok is false unless it asked this
// user, less than [questionLife] ago.
func (q *Questions) readID(id, user string) (replica string, ok bool) {
	parts := strings.Split(id, ".")
	const count = 5
	if len(parts) != count || parts[0] != questionTag {
		return "", false
	}
	body := strings.Join(parts[1:4], ".")
	if !hmac.Equal([]byte(parts[4]), []byte(q.signature(body, user))) {
		return "", false
	}
	until, err := strconv.ParseInt(parts[3], 36, 64)
	return parts[1], err == nil && time.Now().Unix() <= until
}

func (q *Questions) signature(body, user string) string {
	const size = 16
	h := hmac.New(sha256.New, q.key)
	_, _ = h.Write([]byte(strconv.Itoa(len(body)) + ":" + body + user)) // a hash never fails
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:size])
}

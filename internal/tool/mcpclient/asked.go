package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// Codes of JSON-RPC errors that a server gets as the answer to its question. userRejected is
// what MCP 2025-11-25, "Sampling", "Error Handling", says.
const (
	userRejected   = -1
	invalidRequest = -32600
	notOffered     = -32601
	invalidParams  = -32602
)

// maxRefusals is how many refusals may wait to be sent. Questions beyond that are only
// recorded: a server that asks so much does not read answers.
const maxRefusals = 4096

// inquiry counts the questions that one of our requests has caused.
type inquiry struct {
	asker Asker
	ctx   context.Context //nolint:containedctx // it ends with the request

	// queue has the questions that the asker has not begun with.
	queue chan func()

	asked, open int // guarded by connection.mu
}

// rootsAlone answers a question for roots that belongs to no request of ours.
type rootsAlone func() json.RawMessage

func (r rootsAlone) Ask(context.Context, Question) func() (json.RawMessage, error) {
	return func() (json.RawMessage, error) { return r(), nil }
}

func (rootsAlone) Refused(Question, error) {}

// inquire lets the server ask during a request. done ends that, and withdraws the questions
// that are open.
func (c *connection) inquire(ctx context.Context, id jsonrpc.ID) (done func()) {
	ctx, cancel := context.WithCancel(ctx)
	number, _ := id.Raw().(int64)
	c.mu.Lock()
	defer c.mu.Unlock()
	one := &inquiry{asker: askerOf(ctx), ctx: ctx, queue: make(chan func(), maxOpenQuestions)}
	c.inquiries[number] = one
	if one.asker != nil {
		go func() {
			for begin := range one.queue {
				begin()
			}
		}()
	}
	return func() {
		cancel()
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.inquiries, number)
		close(one.queue)
	}
}

// asking answers a server's question up to protocol 2025-11-25. It doesn't wait for it.
func (c *connection) asking(request *jsonrpc.Request) {
	q, err := readQuestion(request.Method, request.Params)
	if err == nil {
		err = offers(c.profile, q)
	}
	id := idText(request.ID)
	ctx, cancel := context.WithCancel(context.Background())
	c.mu.Lock()
	of, asker, err := c.beginAnswer(id, q.Method, cancel, err)
	if err == nil {
		begin := func() {
			wait := asker.Ask(ctx, q)
			go func() { //nolint:contextcheck // the answer outlives the question
				defer cancel()
				c.answer(request.ID, of, wait)
			}()
		}
		if of == nil {
			begin()
		} else {
			context.AfterFunc(of.ctx, cancel)
			of.queue <- begin // it has room for all that may be open
		}
	}
	c.mu.Unlock()
	if err != nil {
		cancel()
		if asker != nil {
			asker.Refused(q, err)
		}
		c.refuse(request.ID, err)
	}
}

// answer waits for the answer to a question, and sends it if the server still wants it.
func (c *connection) answer(id jsonrpc.ID, of *inquiry, wait func() (json.RawMessage, error)) {
	result, err := wait()
	switch wanted := c.endAnswer(idText(id), of); {
	case !wanted:
	case err != nil:
		c.refuse(id, err)
	default:
		_ = c.write(context.Background(), &jsonrpc.Response{ID: id, Result: result}, nil, nil) // it is recorded
	}
}

// beginAnswer finds who answers a question, and in which request. fault is what is wrong with
// the question. An error says why nobody answers. c.mu is held.
func (c *connection) beginAnswer(id, method string, cancel context.CancelFunc, fault error) (*inquiry, Asker, error) {
	of := c.inquiryOf(id)
	if of == nil {
		switch {
		case fault != nil:
			return nil, nil, fault
		case method != hosts.MethodListRoots || c.roots == nil:
			return nil, nil, withoutCall()
		}
		c.withdrawals[id] = cancel
		return nil, rootsAlone(c.roots), nil
	}
	of.asked++
	_, twice := c.withdrawals[id]
	switch {
	case fault != nil:
		return of, of.asker, fault
	case of.asker == nil:
		return of, nil, unanswered()
	case of.asked > maxQuestions:
		return of, of.asker, tooManyQuestions(fmt.Sprintf("A call may cause %d questions.", maxQuestions))
	case of.open >= maxOpenQuestions:
		return of, of.asker, tooManyQuestions(fmt.Sprintf("At most %d questions of a call may be open.", maxOpenQuestions))
	case twice:
		return of, of.asker, malformed("Another open question has its id.", "Give each request an id of its own.")
	}
	of.open++
	c.withdrawals[id] = cancel
	return of, of.asker, nil
}

// endAnswer reports whether the server still wants the answer to a question.
func (c *connection) endAnswer(id string, of *inquiry) (wanted bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if of != nil {
		of.open--
	}
	_, wanted = c.withdrawals[id]
	delete(c.withdrawals, id)
	if !wanted {
		delete(c.asked, id)
	}
	return wanted
}

// inquiryOf returns the inquiry of the request in whose stream a question came. Over other
// transports nothing says which request it belongs to: it is the newest one that somebody
// answers questions of, or else the newest. c.mu is held.
func (c *connection) inquiryOf(question string) *inquiry {
	if call, known := c.streams.callOf(question); known {
		return c.inquiries[call]
	}
	var newest *inquiry
	last := int64(-1)
	for number, one := range c.inquiries {
		if newest == nil || newest.asker == nil && one.asker != nil || (newest.asker == nil) == (one.asker == nil) && number > last {
			newest, last = one, number
		}
	}
	return newest
}

// offers returns an error for a question of a kind that the host has not declared.
func offers(p *hosts.Profile, q Question) error {
	feature := hosts.Roots
	switch {
	case q.Method == hosts.MethodCreateMessage:
		feature = hosts.ServerSampling
	case q.Mode == "url":
		feature = hosts.ElicitationURL
	case q.Method == hosts.MethodElicit:
		feature = hosts.ElicitationForm
	}
	if !p.Lacks(feature) {
		return nil
	}
	return &ui.Error{
		Code: "question_not_offered", Message: fmt.Sprintf("%s does not offer this to servers, and has not declared it (%s).", p.Title, feature),
		Fix: "Look at the capabilities of the client before you ask.",
	}
}

func tooManyQuestions(what string) error {
	return &ui.Error{Code: "too_many_questions", Message: "This question is refused. " + what, Fix: "Ask for everything in one form."}
}

func withoutCall() error {
	return &ui.Error{
		Code: "question_without_call", Message: "No request of the client is open, so there is nobody to ask.",
		Fix: "Ask while you work on a request of the client, before you answer it.",
	}
}

func unanswered() error {
	return &ui.Error{
		Code: "question_unanswered", Message: "The server asks during a request that nobody can answer questions of.",
		Fix: "Call the tool from the workbench's page, or give the answers with --answers.",
	}
}

// withdraw ends a question whose request the server has cancelled.
func (c *connection) withdraw(params json.RawMessage) {
	var cancelled struct {
		ID any `json:"requestId"`
	}
	if json.Unmarshal(params, &cancelled) != nil || cancelled.ID == nil {
		return
	}
	id := fmt.Sprint(cancelled.ID)
	c.mu.Lock()
	cancel := c.withdrawals[id]
	delete(c.withdrawals, id)
	c.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}

// refuse answers a question with an error. It doesn't wait until that is sent.
func (c *connection) refuse(id jsonrpc.ID, err error) {
	known, ok := errors.AsType[*ui.Error](err)
	if !ok {
		known = &ui.Error{Code: "question_withdrawn", Message: "The request that the question belongs to is over."}
	}
	data := fmt.Appendf(nil, `{"code":%s,"fix":%s}`, jsonText(known.Code), jsonText(known.Fix))
	response := &jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: refusalCode(known.Code), Message: known.Message, Data: data}}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.refusals) >= maxRefusals {
		delete(c.asked, idText(id))
		return
	}
	c.refusals = append(c.refusals, response)
	if len(c.refusals) == 1 {
		go c.sendRefusals()
	}
}

// sendRefusals sends one refusal after the other: each of them may be a request of HTTP.
func (c *connection) sendRefusals() {
	for {
		c.mu.Lock()
		response := c.refusals[0]
		c.mu.Unlock()
		_ = c.write(context.Background(), response, nil, nil) // it is recorded
		c.mu.Lock()
		c.refusals = c.refusals[1:]
		over := len(c.refusals) == 0
		c.mu.Unlock()
		if over {
			return
		}
	}
}

func jsonText(text string) []byte {
	raw, err := json.Marshal(text)
	if err != nil {
		return []byte(`""`)
	}
	return raw
}

func refusalCode(code string) int64 {
	switch code {
	case "question_refused":
		return userRejected
	case "question_not_offered", "question_unknown":
		return notOffered
	case "question_malformed", "question_too_large", "question_url_refused":
		return invalidParams
	default:
		return invalidRequest
	}
}

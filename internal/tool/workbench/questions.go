package workbench

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/answers"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/ui"
)

// The states of a question.
const (
	questionOpen      = "open"
	questionWithdrawn = "withdrawn"
	questionScripted  = "scripted"
	questionRefused   = "refused"
)

// questionLine tells the page about a question of the server, in the stream of the request
// that the question belongs to.
type questionLine struct {
	Question questionState `json:"question"`
}

// questionState is a question of the server. What is withdrawn has an ID and nothing else.
type questionState struct {
	// ID is for /api/answer. Only a question that is or was open has one.
	ID     string          `json:"id,omitempty"`
	State  string          `json:"state" enum:"open,withdrawn,scripted,refused"`
	Method string          `json:"method,omitempty"`
	Mode   string          `json:"mode,omitempty" doc:"\"form\" or \"url\" for an elicitation."`
	Params json.RawMessage `json:"params,omitempty"`
	// Result is what the script answers.
	Result json.RawMessage `json:"result,omitempty"`
	// Code and Remark say why it was refused, or why the script's answer was not used.
	Code   string `json:"code,omitempty"`
	Remark string `json:"remark,omitempty"`
}

// pendingQuestions are the questions that wait for people, by id.
type pendingQuestions struct {
	mu  sync.Mutex
	all map[string]*pendingQuestion
}

type pendingQuestion struct {
	question mcpclient.Question
	answer   chan given // has room for one
}

// given is the answer of a person.
type given struct {
	result json.RawMessage
	err    error
}

func (p *pendingQuestions) add(q mcpclient.Question) (id string, one *pendingQuestion) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.all == nil {
		p.all = map[string]*pendingQuestion{}
	}
	id, one = rand.Text(), &pendingQuestion{q, make(chan given, 1)}
	p.all[id] = one
	return id, one
}

// take removes a question; nil if it isn't open.
func (p *pendingQuestions) take(id string) *pendingQuestion {
	p.mu.Lock()
	defer p.mu.Unlock()
	one := p.all[id]
	delete(p.all, id)
	return one
}

func (p *pendingQuestions) get(id string) *pendingQuestion {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.all[id]
}

// asker answers the server's questions during one request: from the script, or by asking the
// page that made the request.
type asker struct {
	w       *Workbench
	server  *server
	profile *hosts.Profile
	// subject is the name of the tool or prompt, or the URI of the resource.
	subject string
	timeout *callTimeout
	// tell sends the page a question; nil if nobody looks at the request.
	tell func(questionState)
}

// Ask implements [mcpclient.Asker].
func (a *asker) Ask(ctx context.Context, q mcpclient.Question) func() (json.RawMessage, error) {
	state := questionState{State: questionOpen, Method: q.Method, Mode: q.Mode, Params: q.Params}
	result, found, err := a.w.options.Answers.Answer(a.subject, q)
	switch {
	case found && codeOf(err) == "answer_unfit" && a.tell != nil:
		state.Code, state.Remark = "answer_unfit", sentences(err)
	case found:
		return a.scripted(state, q, result, err)
	}
	if a.tell == nil {
		return func() (json.RawMessage, error) { return a.headless(q) }
	}
	return a.asked(ctx, state, q)
}

// scripted answers with what the script has.
func (a *asker) scripted(state questionState, q mcpclient.Question, result json.RawMessage, err error) func() (json.RawMessage, error) {
	if a.tell != nil {
		state.State, state.Result = questionScripted, result
		if err != nil {
			state.Code, state.Remark = codeOf(err), sentences(err)
		}
		a.tell(state)
	}
	if err == nil {
		a.remember(q, result)
	}
	return func() (json.RawMessage, error) { return result, err }
}

// asked asks a person. The request's timeout pauses until the answer comes.
func (a *asker) asked(ctx context.Context, state questionState, q mcpclient.Question) func() (json.RawMessage, error) {
	id, one := a.w.questions.add(q)
	a.timeout.pause()
	state.ID = id
	a.tell(state)
	return func() (json.RawMessage, error) {
		defer a.timeout.resume()
		select {
		case answer := <-one.answer:
			if answer.err == nil {
				a.remember(q, answer.result)
			}
			return answer.result, answer.err
		case <-ctx.Done():
			a.w.questions.take(id)
			a.tell(questionState{ID: id, State: questionWithdrawn})
			return nil, fmt.Errorf("waiting for a person: %w", ctx.Err())
		}
	}
}

// headless answers where nobody looks: forms and pages are declined, all else is refused.
func (a *asker) headless(q mcpclient.Question) (json.RawMessage, error) {
	const fix = `Give the answers with --answers FILE, or make the request with "stream": true and answer at /api/answer.`
	what := fmt.Sprintf("The server asks %s during %s as %s, and nobody looks at this request.", q.Method, shortened(a.subject), a.profile.Title)
	if q.Method == hosts.MethodElicit {
		a.w.events.publish(warning(a.w.events.redact.clean(what + " The question was declined. " + fix)))
		return json.RawMessage(`{"action":"decline"}`), nil
	}
	a.w.events.publish(warning(a.w.events.redact.clean(what + " The question was refused. " + fix)))
	return nil, &ui.Error{Code: "question_unanswered", Message: what, Fix: fix}
}

// remember keeps the roots for a server that asks for them again outside of any request.
func (a *asker) remember(q mcpclient.Question, result json.RawMessage) {
	if q.Method == hosts.MethodListRoots {
		a.server.setRoots(result)
	}
}

// Refused implements [mcpclient.Asker].
func (a *asker) Refused(q mcpclient.Question, err error) {
	if a.tell != nil {
		a.tell(questionState{State: questionRefused, Method: q.Method, Mode: q.Mode, Code: codeOf(err), Remark: sentences(err)})
	}
}

type answerRequest struct {
	Question string `json:"question"`
	// Result is that of MCP for the question: ElicitResult, CreateMessageResult, ListRootsResult. Null
	// refuses the question.
	Result json.RawMessage `json:"result"`
	// Anyway sends a form that doesn't fit its schema.
	Anyway bool `json:"anyway"`
}

// answerQuestion answers POST /api/answer.
func (w *Workbench) answerQuestion(_ *http.Request, in answerRequest) (any, error) {
	one := w.questions.get(in.Question)
	if one == nil {
		return nil, questionOver()
	}
	answer := given{result: in.Result}
	if len(in.Result) == 0 || string(in.Result) == "null" {
		answer = given{err: &ui.Error{Code: "question_refused", Message: "The user has refused this."}}
		if one.question.Method == hosts.MethodElicit {
			answer = given{result: json.RawMessage(`{"action":"cancel"}`)}
		}
	} else if err := checkAnswer(one.question, in.Result, in.Anyway); err != nil {
		return nil, err
	}
	if w.questions.take(in.Question) == nil {
		return nil, questionOver()
	}
	one.answer <- answer
	return struct{}{}, nil
}

func questionOver() error {
	return &ui.Error{
		Code: "question_over", Message: "The question is not open any more: it was answered or withdrawn.", Fix: "Run the tool again.",
	}
}

var errNotResult = errors.New("it is not a result of MCP for this question")

// checkAnswer refuses what is no answer to a question.
func checkAnswer(q mcpclient.Question, result json.RawMessage, anyway bool) error {
	var answer struct {
		Action  string            `json:"action"`
		Content json.RawMessage   `json:"content"`
		Role    string            `json:"role"`
		Model   string            `json:"model"`
		Roots   []json.RawMessage `json:"roots"`
	}
	err := json.Unmarshal(result, &answer)
	switch {
	case err != nil:
	case q.Method == hosts.MethodElicit && answer.Action == "accept" && q.Mode == "form":
		if !anyway {
			err = answers.CheckContent(q, answer.Content)
		}
	case q.Method == hosts.MethodElicit && (answer.Action == "accept" || answer.Action == "decline" || answer.Action == "cancel"):
	case q.Method == hosts.MethodCreateMessage && answer.Role != "" && answer.Model != "" && len(answer.Content) > 0:
	case q.Method == hosts.MethodListRoots && answer.Roots != nil:
	default:
		err = errNotResult
	}
	if err == nil {
		return nil
	}
	return &ui.Error{Code: "answer_invalid", Message: fmt.Sprintf("The answer does not fit: %v.", err), Fix: `Correct it, or send it with "anyway": true.`}
}

// roots is the result of roots/list outside of any request: what was answered last, or what the
// script has for any tool.
func (s *server) rootsAlone(script *answers.Script) json.RawMessage {
	s.mu.Lock()
	last := s.roots
	s.mu.Unlock()
	if last != nil {
		return last
	}
	if result, found, err := script.Answer("", mcpclient.Question{Method: hosts.MethodListRoots, Params: json.RawMessage("{}")}); found && err == nil {
		return result
	}
	return json.RawMessage(`{"roots":[]}`)
}

func (s *server) setRoots(result json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.roots = result
}

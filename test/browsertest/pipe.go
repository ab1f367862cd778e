package browsertest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/target"
)

var (
	// errGone is what a session's calls get once its frame is gone.
	errGone = errors.New("the frame is gone")
	// errEnded is what all calls get once the browser has ended.
	errEnded = errors.New("the browser has ended")
)

// noSession is Chromium's error code for a session that it has ended.
const noSession = -32001

// asProtocol are the options that the protocol's types are made for; pages may show
// half of a surrogate pair.
var asProtocol = jsonv2.JoinOptions(jsonv2.DefaultOptionsV2(), jsonv2.AllowInvalidUTF8(true))

// pipe speaks the DevTools protocol with a browser that was launched with
// remote-debugging-pipe: JSON messages, each of them ended by a zero byte.
type pipe struct {
	writing sync.Mutex
	to      *os.File

	mu       sync.Mutex
	last     int64 // the number of the last call
	waiting  map[int64]chan<- message
	sessions map[target.SessionID]*session
	cause    error         // why nothing is read any more, set before ended is closed
	ended    chan struct{} // closed when the browser has hung up
}

// session is a conversation with the browser, a page, or a frame that has a process
// of its own.
type session struct {
	pipe   *pipe
	parent *session         // ends with it
	id     target.SessionID // empty for the browser's own
	target target.ID
	// hear is told each event, in order, and must not wait for the browser. The
	// sessions of a page's frames have that of the page.
	hear func(s *session, method string, params jsonv2.Value)
	gone chan struct{} // closed when the browser has ended the session
}

// message is a call, its answer, or an event.
type message struct {
	ID        int64            `json:"id,omitzero"`
	SessionID target.SessionID `json:"sessionId,omitzero"`
	Method    string           `json:"method,omitzero"`
	Params    jsonv2.Value     `json:"params,omitzero"`
	Result    jsonv2.Value     `json:"result,omitzero"`
	Error     *protocolError   `json:"error,omitzero"`
}

// protocolError is the browser's refusal of a call.
type protocolError struct {
	Code    int64  `json:"code"`
	Message string `json:"message"`
	Data    string `json:"data"`
}

// Error returns the message, with what the browser adds to it.
func (e *protocolError) Error() string {
	if e.Data == "" {
		return e.Message
	}
	return e.Message + ": " + e.Data
}

// open begins to listen, and returns the browser's own session.
func open(from io.Reader, to *os.File) *session {
	p := &pipe{
		to:       to,
		waiting:  map[int64]chan<- message{},
		sessions: map[target.SessionID]*session{},
		ended:    make(chan struct{}),
	}
	browser := p.begin(nil, "", "", func(*session, string, jsonv2.Value) {})
	go p.listen(from)
	return browser
}

// begin registers a session. What it is told before is lost.
func (p *pipe) begin(parent *session, id target.SessionID, of target.ID, hear func(*session, string, jsonv2.Value)) *session {
	s := &session{pipe: p, parent: parent, id: id, target: of, hear: hear, gone: make(chan struct{})}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sessions[id] = s
	return s
}

// listen reads until the browser hangs up.
func (p *pipe) listen(from io.Reader) {
	defer close(p.ended)
	for reader := bufio.NewReader(from); ; {
		text, err := reader.ReadBytes(0)
		if err != nil {
			p.cause = errEnded
			return
		}
		var m message
		if err := jsonv2.Unmarshal(text[:len(text)-1], &m, asProtocol); err != nil {
			p.cause = fmt.Errorf("%w, for us: it has sent what can't be read: %w: %.200q", errEnded, err, text)
			return
		}
		p.receive(m)
	}
}

func (p *pipe) receive(m message) {
	p.mu.Lock()
	s, answer := p.sessions[m.SessionID], p.waiting[m.ID]
	delete(p.waiting, m.ID)
	p.mu.Unlock()
	switch {
	case answer != nil:
		answer <- m
	case m.ID != 0 || s == nil: // nobody waits any more
	case m.Method == target.DetachedFromTarget.Method:
		if event, err := decode(target.DetachedFromTarget, m.Params); err == nil {
			p.end(event.SessionID)
		}
	case m.Method == target.AttachedToTarget.Method && s.id != "":
		if event, err := decode(target.AttachedToTarget, m.Params); err == nil {
			child := p.begin(s, event.SessionID, event.TargetInfo.TargetID, s.hear)
			child.hear(child, m.Method, m.Params)
		}
	default:
		s.hear(s, m.Method, m.Params)
	}
}

// end ends a session and those of the frames inside, of which the browser may say nothing.
func (p *pipe) end(id target.SessionID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	ended := p.sessions[id]
	if ended == nil {
		return
	}
	for id, s := range p.sessions {
		if s.isWithin(ended) {
			delete(p.sessions, id)
			close(s.gone)
		}
	}
}

func (s *session) isWithin(other *session) bool {
	return s != nil && (s == other || s.parent.isWithin(other))
}

// ended reports whether the browser has ended the session.
func (s *session) ended() bool {
	select {
	case <-s.gone:
		return true
	default:
		return false
	}
}

// attach begins a session with a target, whose frames begin sessions by themselves.
func (s *session) attach(ctx context.Context, id target.ID, hear func(*session, string, jsonv2.Value)) (*session, error) {
	flat := true
	attached, err := call(ctx, s, target.AttachToTarget, target.AttachToTargetParams{TargetID: id, Flatten: &flat})
	if err != nil {
		return nil, err
	}
	return s.pipe.begin(s, attached.SessionID, id, hear), nil
}

// call sends a command, and waits for its result.
func call[P, R any](ctx context.Context, s *session, command cdp.Command[P, R], params P) (R, error) {
	var result, none R
	answer, err := s.ask(ctx, command.Method, params)
	if err == nil && len(answer) > 0 {
		err = jsonv2.Unmarshal(answer, &result, asProtocol)
	}
	if err != nil {
		return none, fmt.Errorf("%s: %w", command.Method, err)
	}
	return result, nil
}

func (s *session) ask(ctx context.Context, method string, params any) (jsonv2.Value, error) {
	if err := ctx.Err(); err != nil {
		return nil, err //nolint:wrapcheck // call says what was called
	}
	text, err := jsonv2.Marshal(params, asProtocol)
	if err != nil {
		return nil, err //nolint:wrapcheck // call says what was called
	}
	answer := make(chan message, 1)
	id := s.pipe.expect(answer)
	defer s.pipe.forget(id)
	if err := s.pipe.send(message{ID: id, SessionID: s.id, Method: method, Params: text}); err != nil {
		return nil, err
	}
	select {
	case m := <-answer:
		switch {
		case m.Error == nil:
			return m.Result, nil
		case m.Error.Code == noSession:
			s.pipe.end(s.id)
			return nil, errGone
		default:
			return nil, m.Error
		}
	case <-s.gone:
		return nil, errGone
	case <-s.pipe.ended:
		return nil, s.pipe.cause
	case <-ctx.Done():
		return nil, ctx.Err() //nolint:wrapcheck // call says what was called
	}
}

func (p *pipe) expect(answer chan<- message) int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last++
	p.waiting[p.last] = answer
	return p.last
}

func (p *pipe) forget(id int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.waiting, id)
}

func (p *pipe) send(m message) error {
	text, err := jsonv2.Marshal(m, asProtocol)
	if err != nil {
		return err //nolint:wrapcheck // call says what was called
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	if _, err := p.to.Write(append(text, 0)); err != nil {
		return errors.Join(errEnded, err)
	}
	return nil
}

// decode reads an event.
func decode[E any](event cdp.Event[E], params jsonv2.Value) (E, error) {
	var e E
	if err := jsonv2.Unmarshal(params, &e, asProtocol); err != nil {
		return e, fmt.Errorf("%s: %w", event.Method, err)
	}
	return e, nil
}

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
	// errGone is the error of calls in a session whose frame was removed.
	errGone = errors.New("the frame is gone")
	// errEnded is the error of all calls after the browser has ended.
	errEnded = errors.New("the browser has ended")
)

// noSession is Chromium's error code for an unknown session, which has ended.
const noSession = -32001

// protocolOptions are the JSON options that the protocol's types need. Pages may contain unpaired
// surrogates.
var protocolOptions = jsonv2.JoinOptions(jsonv2.DefaultOptionsV2(), jsonv2.AllowInvalidUTF8(true))

// pipe is a DevTools connection to a browser that was launched with remote-debugging-pipe: each message is JSON and a
// zero byte.
type pipe struct {
	writing sync.Mutex
	to      *os.File

	mu       sync.Mutex
	last     int64 // the number of the last call
	calls    map[int64]chan<- message
	sessions map[target.SessionID]*session
	cause    error         // why nothing is read any more, set before ended is closed
	ended    chan struct{} // closed when the browser has hung up
}

// session is a DevTools session with the browser, a page, or a frame with its own process.
type session struct {
	pipe   *pipe
	parent *session         // ends with it
	id     target.SessionID // empty for the browser's own
	target target.ID
	// onEvent is called with each event, in order, and must not wait for the browser. The sessions of a
	// page's frames have the same one as the page.
	onEvent func(s *session, method string, params jsonv2.Value)
	gone    chan struct{} // closed when the browser has ended the session
}

// message is a call, its response, or an event.
type message struct {
	ID        int64            `json:"id,omitzero"`
	SessionID target.SessionID `json:"sessionId,omitzero"`
	Method    string           `json:"method,omitzero"`
	Params    jsonv2.Value     `json:"params,omitzero"`
	Result    jsonv2.Value     `json:"result,omitzero"`
	Error     *protocolError   `json:"error,omitzero"`
}

// protocolError is the browser's error response to a call.
type protocolError struct {
	Code    int64  `json:"code"`
	Message string `json:"message"`
	Data    string `json:"data"`
}

// Error returns the message, with the browser's details.
func (e *protocolError) Error() string {
	if e.Data == "" {
		return e.Message
	}
	return e.Message + ": " + e.Data
}

// newSession starts to read from the browser, and returns its session.
func newSession(from io.Reader, to *os.File) *session {
	p := &pipe{
		to:       to,
		calls:    map[int64]chan<- message{},
		sessions: map[target.SessionID]*session{},
		ended:    make(chan struct{}),
	}
	browser := p.addSession(nil, "", "", func(*session, string, jsonv2.Value) {})
	go p.readLoop(from)
	return browser
}

// addSession registers a session. Earlier events of it are lost.
func (p *pipe) addSession(parent *session, id target.SessionID, of target.ID, hear func(*session, string, jsonv2.Value)) *session {
	s := &session{pipe: p, parent: parent, id: id, target: of, onEvent: hear, gone: make(chan struct{})}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sessions[id] = s
	return s
}

// readLoop reads messages until the browser closes the pipe.
func (p *pipe) readLoop(from io.Reader) {
	defer close(p.ended)
	for reader := bufio.NewReader(from); ; {
		text, err := reader.ReadBytes(0)
		if err != nil {
			p.cause = errEnded
			return
		}
		var m message
		if err := jsonv2.Unmarshal(text[:len(text)-1], &m, protocolOptions); err != nil {
			p.cause = fmt.Errorf("%w: it has sent an invalid message: %w: %.200q", errEnded, err, text)
			return
		}
		p.receive(m)
	}
}

func (p *pipe) receive(m message) {
	p.mu.Lock()
	s, answer := p.sessions[m.SessionID], p.calls[m.ID]
	delete(p.calls, m.ID)
	p.mu.Unlock()
	switch {
	case answer != nil:
		answer <- m
	case m.ID != 0 || s == nil: // the caller has given up, or the session has ended
	case m.Method == target.DetachedFromTarget.Method:
		if event, err := decode(target.DetachedFromTarget, m.Params); err == nil {
			p.endSession(event.SessionID)
		}
	case m.Method == target.AttachedToTarget.Method && s.id != "":
		if event, err := decode(target.AttachedToTarget, m.Params); err == nil {
			child := p.addSession(s, event.SessionID, event.TargetInfo.TargetID, s.onEvent)
			child.onEvent(child, m.Method, m.Params)
		}
	default:
		s.onEvent(s, m.Method, m.Params)
	}
}

// endSession ends a session and those of the frames inside, for which the browser may send no event.
func (p *pipe) endSession(id target.SessionID) {
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

// attach begins a session with a target.
func (s *session) attach(ctx context.Context, id target.ID, hear func(*session, string, jsonv2.Value)) (*session, error) {
	flat := true
	attached, err := call(ctx, s, target.AttachToTarget, target.AttachToTargetParams{TargetID: id, Flatten: &flat})
	if err != nil {
		return nil, err
	}
	return s.pipe.addSession(s, attached.SessionID, id, hear), nil
}

// call sends a command and returns its result.
func call[P, R any](ctx context.Context, s *session, command cdp.Command[P, R], params P) (R, error) {
	var result, none R
	answer, err := s.send(ctx, command.Method, params)
	if err == nil && len(answer) > 0 {
		err = jsonv2.Unmarshal(answer, &result, protocolOptions)
	}
	if err != nil {
		return none, fmt.Errorf("%s: %w", command.Method, err)
	}
	return result, nil
}

func (s *session) send(ctx context.Context, method string, params any) (jsonv2.Value, error) {
	if err := ctx.Err(); err != nil {
		return nil, err //nolint:wrapcheck // call says what was called
	}
	text, err := jsonv2.Marshal(params, protocolOptions)
	if err != nil {
		return nil, err //nolint:wrapcheck // call says what was called
	}
	answer := make(chan message, 1)
	id := s.pipe.addCall(answer)
	defer s.pipe.removeCall(id)
	if err := s.pipe.send(message{ID: id, SessionID: s.id, Method: method, Params: text}); err != nil {
		return nil, err
	}
	select {
	case m := <-answer:
		switch {
		case m.Error == nil:
			return m.Result, nil
		case m.Error.Code == noSession:
			s.pipe.endSession(s.id)
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

func (p *pipe) addCall(answer chan<- message) int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last++
	p.calls[p.last] = answer
	return p.last
}

func (p *pipe) removeCall(id int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.calls, id)
}

func (p *pipe) send(m message) error {
	text, err := jsonv2.Marshal(m, protocolOptions)
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

// decode decodes the parameters of an event.
func decode[E any](event cdp.Event[E], params jsonv2.Value) (E, error) {
	var e E
	if err := jsonv2.Unmarshal(params, &e, protocolOptions); err != nil {
		return e, fmt.Errorf("%s: %w", event.Method, err)
	}
	return e, nil
}

package serve

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// reply is the answer to one HTTP request: one message as JSON, or from the first
// notification on a stream of events that ends with it. It may be finished before
// the handler is: what is written after that goes nowhere.
type reply struct {
	w       http.ResponseWriter
	control *http.ResponseController
	request http.Header // what the client said
	closed  <-chan struct{}
	events  bool          // whether it takes events
	only    bool          // whether it takes nothing else
	time    time.Duration // how long it may take to receive what is written

	mu       sync.Mutex
	streams  bool // the stream has begun
	finished bool
}

var (
	errFinished = errors.New("the request has been answered already")
	errNoEvents = errors.New("the client takes no events")
)

func newReply(w http.ResponseWriter, r *http.Request, patience time.Duration) *reply {
	events := acceptsType(r.Header, "text", "event-stream")
	return &reply{
		w: w, control: http.NewResponseController(w), request: r.Header, closed: r.Context().Done(),
		events: events, only: events && !acceptsType(r.Header, "application", "json"), time: patience,
	}
}

// hurry bounds how long the client may take to receive what is written next.
func (p *reply) hurry() { _ = p.control.SetWriteDeadline(time.Now().Add(p.time)) } // a recorder of tests has none

// release gives the next request on the connection its own time. A stream is the
// connection's last: net/http writes its end after the handler, which must not take
// forever either.
func (p *reply) release() {
	if !p.began() {
		_ = p.control.SetWriteDeadline(time.Time{}) // likewise
	}
}

// notify sends a notification that belongs to the request.
func (p *reply) notify(method string, params any) error {
	data, err := notificationJSON("", method, params)
	if err != nil {
		return err
	}
	return p.event(data)
}

func (p *reply) canAsk() bool { return p.events }

func (p *reply) gone() <-chan struct{} { return p.closed }

// ask sends a request to the client.
func (p *reply) ask(id, method string, params json.RawMessage) error {
	var object any
	if params != nil {
		object = params
	}
	data, err := notificationJSON(id, method, object)
	if err != nil {
		return err
	}
	return p.event(data)
}

// silence writes what clients skip, so that the connection is not taken for dead.
func (p *reply) silence() error { return p.write([]byte(": \n\n")) }

func (p *reply) event(data []byte) error { return p.write(eventOf(data)) }

// eventOf is a message as an event. JSON has no line breaks.
func eventOf(data []byte) []byte {
	const before, after = "event: message\ndata: ", "\n\n"
	event := make([]byte, 0, len(before)+len(data)+len(after))
	event = append(event, before...)
	event = append(event, data...)
	return append(event, after...)
}

func (p *reply) write(event []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.finished {
		return errFinished
	}
	if !p.events {
		return errNoEvents
	}
	p.begin()
	return p.send(event)
}

// begin turns the answer into a stream.
func (p *reply) begin() {
	if p.streams {
		return
	}
	p.streams = true
	header := p.w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store, no-transform")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Accel-Buffering", "no") // nginx would hold the events back
	header.Set("Connection", "close")     // see release
	p.w.WriteHeader(http.StatusOK)
}

// send writes a part of a stream at once.
func (p *reply) send(event []byte) error {
	p.hurry()
	if _, err := p.w.Write(event); err != nil { //nolint:gosec // it is no HTML, and says so
		return err //nolint:wrapcheck // nobody looks at it but to stop
	}
	if err := p.control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err //nolint:wrapcheck // likewise
	}
	return nil
}

// finish writes the answer. Only the first one counts.
func (p *reply) finish(status int, answer []byte) { p.end(status, answer, false) }

// finishNow writes the answer while the handler still runs: the connection can't be
// used again before that ends, so the client is told to take another.
func (p *reply) finishNow(status int, answer []byte) { p.end(status, answer, true) }

func (p *reply) end(status int, answer []byte, early bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.finished {
		return
	}
	if status == http.StatusOK && p.only {
		p.begin()
	}
	p.finished = true
	if p.streams {
		_ = p.send(eventOf(answer)) // the client may be gone; there is nobody else to tell
		return
	}
	header := p.w.Header()
	if early {
		header.Set("Connection", "close")
	}
	encoding, body := compressed(p.request, answer)
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
	}
	header.Add("Vary", "Accept-Encoding")
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	p.hurry()
	p.w.WriteHeader(status)
	_, _ = p.w.Write(body) //nolint:gosec // it is no HTML, and says so; the client may be gone
	_ = p.control.Flush()  // likewise; what net/http writes later has no deadline
}

// abandon ends the answer without a message: who has cancelled a request wants none
// (2025-11-25, "Cancellation"). It reports false where HTTP needs one, because the
// client takes no stream that could be empty.
func (p *reply) abandon() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.events {
		return false
	}
	if !p.finished {
		p.begin()
		p.finished = true
	}
	return true
}

// accepted answers what has no answer of its own.
func (p *reply) accepted() {
	p.header("Content-Length", "0")
	p.empty(http.StatusAccepted)
}

// empty writes an answer without a body.
func (p *reply) empty(status int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.finished {
		return
	}
	p.finished = true
	p.hurry()
	p.w.WriteHeader(status)
	_ = p.control.Flush() // see end
}

// began reports whether a stream has begun.
func (p *reply) began() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.streams
}

// header sets a header of the answer, unless it has gone already.
func (p *reply) header(name string, values ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.finished && !p.streams {
		p.w.Header()[http.CanonicalHeaderKey(name)] = values
	}
}

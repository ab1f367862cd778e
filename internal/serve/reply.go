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
	handler *handler
	w       http.ResponseWriter
	control *http.ResponseController
	request http.Header // what the client said
	closed  <-chan struct{}
	json    bool // whether the client takes one message as JSON
	events  bool // whether it takes events
	unread  bool // there is a body that nobody has read
	alone   bool // no other request is on the connection at the same time
	work    request

	place place // of the request, in what watches it
	held  place // of what is written

	// These belong to the goroutine of the request.
	body    int64 // bytes that its body takes
	working bool  // it has a place among the calls
	late    bool  // its handler took too long, so that it has been answered without that
	unsent  int64 // bytes of the answer that count as waiting for the client
	hurried bool  // there is little time to receive the answer

	mu       sync.Mutex
	streams  bool // the stream has begun
	finished bool

	ending sync.Mutex
	ended  bool // the connection belongs to the next request
}

var (
	errFinished = errors.New("the request has been answered already")
	errNoEvents = errors.New("the client takes no events")
)

func newReply(w http.ResponseWriter, r *http.Request, h *handler) *reply {
	p := &reply{
		handler: h, w: w, control: http.NewResponseController(w), request: r.Header, closed: r.Context().Done(),
		unread: r.ContentLength != 0, alone: r.ProtoMajor < 2,
	}
	p.json, p.events = accepts(r.Header)
	if server, ok := r.Context().Value(http.ServerContextKey).(*http.Server); ok && (server.ReadTimeout > 0 || server.WriteTimeout > 0) {
		// Those are for pages. Calls and streams have times of their own.
		_, _ = p.control.SetReadDeadline(time.Time{}), p.control.SetWriteDeadline(time.Time{})
	}
	return p
}

// startWork takes a place among the calls, or says why there is none.
func (p *reply) startWork() *rpcError {
	if p.handler.s.refusing.Load() {
		return closing()
	}
	if p.working = p.handler.s.calls.enter(); !p.working {
		return busy()
	}
	return nil
}

// endWork leaves the place among the calls, if the request still has it.
func (p *reply) endWork() {
	if p.working {
		p.working = false
		p.handler.s.calls.leave()
	}
}

// endWorkFor leaves the place among the calls before the client receives an answer of
// that many bytes: a client that is slow to read must not keep others from being served.
// Where too many bytes wait for clients already, the answer keeps its place, which bounds
// how many there can be, and its client has less time.
func (p *reply) endWorkFor(size int) {
	if !p.working {
		return
	}
	if !p.handler.s.unsent.take(int64(size), int64(size)) {
		p.hurried = true
		return
	}
	p.unsent = int64(size)
	p.endWork()
}

// sent ends what [reply.endWorkFor] has begun.
func (p *reply) sent() {
	if p.unsent > 0 {
		p.handler.s.unsent.give(p.unsent)
		p.unsent = 0
	}
}

// leaveCalls ends the watch over a handler that has returned.
func (p *reply) leaveCalls() { p.late = !p.place.leave() }

// release leaves the connection to the next request. Of a stream, which is the
// connection's last, net/http writes the end after the handler: that must not take
// forever.
func (p *reply) release() {
	p.dropBody()
	if p.began() {
		_ = p.control.SetWriteDeadline(time.Now().Add(p.handler.s.opts.WriteTimeout)) // a recorder of tests has none
	}
	p.ending.Lock()
	defer p.ending.Unlock()
	p.ended = true
}

// endBody ends the wait for a body that takes too long.
func (p *reply) endBody() { p.deadline(p.control.SetReadDeadline) }

// endWrite ends the wait for a client that is slow to receive.
func (p *reply) endWrite() { p.deadline(p.control.SetWriteDeadline) }

// deadline ends what waits for the connection, unless that has the next request.
func (p *reply) deadline(set func(time.Time) error) {
	p.ending.Lock()
	defer p.ending.Unlock()
	if !p.ended {
		_ = set(time.Unix(1, 0)) // a recorder of tests has none
	}
}

// flush sends what has been written, in the time that the client may take.
func (p *reply) flush(write func() error) error {
	if p.unread {
		// net/http reads what nobody has read before it writes.
		p.unread = false
		opts := &p.handler.s.opts
		_ = p.control.SetReadDeadline(time.Now().Add(min(opts.BodyTimeout, opts.StallTimeout))) // likewise
	}
	watch := p.handler.writes
	if p.hurried {
		watch = p.handler.hurried
	}
	watch.enter(p, &p.held)
	defer p.held.leave()
	if err := write(); err != nil {
		return err
	}
	if err := p.control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err //nolint:wrapcheck // nobody looks at it but to stop
	}
	return nil
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
	if p.alone {
		header.Set("Connection", "close") // see release
	}
	p.w.WriteHeader(http.StatusOK)
}

// send writes a part of a stream at once.
func (p *reply) send(event []byte) error {
	return p.flush(func() error {
		_, err := p.w.Write(event)
		return err //nolint:wrapcheck // nobody looks at it but to stop
	})
}

// finish writes the answer. Only the first one counts.
func (p *reply) finish(status int, message []byte) { p.end(status, answer{before: message}, false) }

// finishNow writes the answer while the handler still runs: the connection can't be
// used again before that ends, so the client is told to take another.
func (p *reply) finishNow(status int, message []byte) { p.end(status, answer{before: message}, true) }

// Values of headers that all answers share. net/http copies them.
var (
	isMessage   = []string{"application/json"}
	notStored   = []string{"no-store"}
	notSniffed  = []string{"nosniff"}
	byOrigin    = []string{"Origin"}
	byBoth      = []string{"Origin, Accept-Encoding"}
	inEncodings = map[string][]string{"gzip": {"gzip"}, "zstd": {"zstd"}}
)

func (p *reply) end(status int, a answer, early bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.finished {
		return
	}
	if status == http.StatusOK && !p.json {
		p.begin()
	}
	p.finished = true
	if p.streams {
		event := eventOf(a.message())
		if !early {
			p.dropBody()
			p.endWorkFor(len(event))
			defer p.sent()
		}
		_ = p.send(event) // the client may be gone; there is nobody else to tell
		return
	}
	header := p.w.Header()
	if p.alone && (early || p.handler.s.draining.Load()) {
		header.Set("Connection", "close")
	}
	body := a.encoded(p.request)
	if !early {
		p.dropBody()
		own := body.Size
		if a.shared != nil {
			own = len(a.before) // the rest is there anyway
		}
		p.endWorkFor(own)
		defer p.sent()
	}
	if body.Encoding != "" {
		header["Content-Encoding"] = inEncodings[body.Encoding]
	}
	if vary := header["Vary"]; len(vary) == 1 && vary[0] == "Origin" {
		header["Vary"] = byBoth
	} else {
		header.Add("Vary", "Accept-Encoding")
	}
	header["Content-Type"], header["Cache-Control"], header["X-Content-Type-Options"] = isMessage, notStored, notSniffed
	header["Content-Length"] = []string{strconv.Itoa(body.Size)}
	_ = p.flush(func() error { // likewise
		p.w.WriteHeader(status)
		for _, part := range body.Parts {
			if len(part) == 0 {
				continue
			}
			if _, err := p.w.Write(part); err != nil {
				return err //nolint:wrapcheck // nobody looks at it but to stop
			}
		}
		return nil
	})
	if early && !p.alone {
		// The answer has all its bytes, and no end before the handler's.
		p.deadline(func(time.Time) error {
			return p.control.SetWriteDeadline(time.Now().Add(p.handler.s.opts.WriteTimeout))
		})
	}
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
	p.dropBody()
	p.endWork()
	if p.alone && p.handler.s.draining.Load() {
		p.w.Header().Set("Connection", "close")
	}
	_ = p.flush(func() error { // the client may be gone
		p.w.WriteHeader(status)
		return nil
	})
}

// began reports whether a stream has begun.
func (p *reply) began() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.streams
}

// close makes the request the connection's last. In HTTP/2 that would end the others.
func (p *reply) close() {
	if p.alone {
		p.header("Connection", "close")
	}
}

// header sets a header of the answer, unless it has gone already.
func (p *reply) header(name string, values ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.finished && !p.streams {
		p.w.Header()[http.CanonicalHeaderKey(name)] = values
	}
}

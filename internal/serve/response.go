package serve

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// transport is what the responses of a handler share.
type transport struct {
	opts     *Options
	draining *atomic.Bool // responses close their connections
	// These expire if the body of a request, or the next part of it, takes too long to
	// arrive, or its client takes too long to receive the response. The client has to hurry
	// when too many bytes wait for clients, and while others wait for its place.
	bodies, stalls, writes, hurried *timeouts[response]
}

func newTransport(opts *Options, draining *atomic.Bool) transport {
	return transport{
		opts: opts, draining: draining,
		bodies:  newTimeouts(opts.BodyTimeout, (*response).endRead),
		stalls:  newTimeouts(opts.StallTimeout, (*response).endRead),
		writes:  newTimeouts(opts.WriteTimeout, (*response).endWrite),
		hurried: newTimeouts(min(opts.StallTimeout, opts.WriteTimeout), (*response).endWrite),
	}
}

// response writes the answer to an HTTP request: one message as JSON, or a stream of
// events that begins with the first notification and ends with the answer. It may be
// finished before the handler has returned; what the handler writes afterwards is
// dropped.
type response struct {
	transport    *transport
	w            http.ResponseWriter
	control      *http.ResponseController
	asked        http.Header // of the request
	disconnected <-chan struct{}

	json   bool // the client accepts one message as JSON
	events bool // the client accepts events
	unread bool // the request has a body that has not been read
	alone  bool // the connection has no other request at the same time: it is HTTP/1
	// hurries says that the client has to hurry to receive notifications, because the request
	// keeps its place among the calls meanwhile. It is set before the handler begins.
	hurries bool

	reading timeout[response] // of the body
	writing timeout[response] // of the response; of a part of the body before

	mu       sync.Mutex
	streams  bool // the stream has begun
	finished bool

	releasing sync.Mutex
	released  bool // the connection belongs to the next request
}

var (
	errFinished = errors.New("the request has been answered already")
	errNoEvents = errors.New("the client does not accept events")
)

func newResponse(t *transport, w http.ResponseWriter, request *http.Request) response {
	control := http.NewResponseController(w)
	if server, ok := request.Context().Value(http.ServerContextKey).(*http.Server); ok && (server.ReadTimeout > 0 || server.WriteTimeout > 0) {
		// Those are for pages. Calls and streams have timeouts of their own.
		_, _ = control.SetReadDeadline(time.Time{}), control.SetWriteDeadline(time.Time{})
	}
	json, events := accepts(request.Header)
	return response{
		transport: t, w: w, control: control, asked: request.Header, disconnected: request.Context().Done(),
		json: json, events: events, unread: request.ContentLength != 0, alone: request.ProtoMajor < 2,
	}
}

// release leaves the connection to the next request. A stream is the last response of
// its connection; net/http writes its end after the handler has returned, which must not
// take forever.
func (r *response) release() {
	if r.began() {
		_ = r.control.SetWriteDeadline(time.Now().Add(r.transport.opts.WriteTimeout)) // recorders in tests have no deadlines
	}
	r.releasing.Lock()
	defer r.releasing.Unlock()
	r.released = true
}

// endRead makes reads of the body fail.
func (r *response) endRead() { r.deadline(r.control.SetReadDeadline, time.Unix(1, 0)) }

// endWrite makes writes fail.
func (r *response) endWrite() { r.deadline(r.control.SetWriteDeadline, time.Unix(1, 0)) }

// deadline sets a deadline of the connection, unless that belongs to the next request.
func (r *response) deadline(set func(time.Time) error, at time.Time) {
	r.releasing.Lock()
	defer r.releasing.Unlock()
	if !r.released {
		_ = set(at) // recorders in tests have no deadlines
	}
}

// flush calls write and sends what it has written, before a timeout of the list.
func (r *response) flush(list *timeouts[response], write func() error) error {
	if r.unread {
		// net/http reads the rest of the body before it writes.
		r.unread = false
		opts := r.transport.opts
		_ = r.control.SetReadDeadline(time.Now().Add(min(opts.BodyTimeout, opts.StallTimeout))) // as above
	}
	list.start(&r.writing, r)
	defer r.writing.stop()
	if err := write(); err != nil {
		return err
	}
	if err := r.control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err //nolint:wrapcheck // it only matters that there is one
	}
	return nil
}

// notify sends a notification that belongs to the request.
func (r *response) notify(method string, params any) error {
	data, err := notificationJSON("", method, params)
	if err != nil {
		return err
	}
	return r.event(data)
}

func (r *response) canAsk() bool { return r.events }

func (r *response) gone() <-chan struct{} { return r.disconnected }

// ask sends a request to the client.
func (r *response) ask(id, method string, params json.RawMessage) error {
	data, err := requestJSON(id, method, params)
	if err != nil {
		return err
	}
	return r.event(data)
}

// silence writes a comment, which clients skip, so that proxies keep the connection.
func (r *response) silence() error { return r.write([]byte(": \n\n")) }

func (r *response) event(data []byte) error { return r.write(eventOf(data)) }

// eventOf returns a message as an event. It relies on JSON without line breaks.
func eventOf(data []byte) []byte {
	const before, after = "event: message\ndata: ", "\n\n"
	event := make([]byte, 0, len(before)+len(data)+len(after))
	event = append(event, before...)
	event = append(event, data...)
	return append(event, after...)
}

func (r *response) write(event []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.finished {
		return errFinished
	}
	if !r.events {
		return errNoEvents
	}
	r.begin()
	list := r.transport.writes
	if r.hurries {
		list = r.transport.hurried
	}
	return r.send(list, event)
}

// begin begins the stream. The caller holds r.mu.
func (r *response) begin() {
	if r.streams {
		return
	}
	r.streams = true
	header := r.w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store, no-transform")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Accel-Buffering", "no") // otherwise, nginx buffers events
	if r.alone {
		header.Set("Connection", "close") // see release
	}
	r.w.WriteHeader(http.StatusOK)
}

// send writes a part of the stream. The caller holds r.mu.
func (r *response) send(list *timeouts[response], event []byte) error {
	return r.flush(list, func() error {
		_, err := r.w.Write(event)
		return err //nolint:wrapcheck // it only matters that there is one
	})
}

// Values of headers, shared by all responses. net/http copies them.
var (
	isMessage   = []string{"application/json"}
	notStored   = []string{"no-store"}
	notSniffed  = []string{"nosniff"}
	byOrigin    = []string{"Origin"}
	byBoth      = []string{"Origin, Accept-Encoding"}
	inEncodings = map[string][]string{"gzip": {"gzip"}, "zstd": {"zstd"}}
)

// varyByEncoding says that the answer depends on Accept-Encoding.
func varyByEncoding(header http.Header) {
	if vary := header["Vary"]; len(vary) == 1 && vary[0] == "Origin" {
		header["Vary"] = byBoth
	} else {
		header.Add("Vary", "Accept-Encoding")
	}
}

// respond writes the answer, unless the response is finished already. Before it writes,
// it calls sending with the number of bytes that only this answer needs; sending decides
// whether the client has to hurry. A nil function means that the handler has not returned:
// it keeps the connection until then, so the client has to use another one.
func (r *response) respond(status int, a answer, sending func(size int) (hurry bool)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.finished {
		return
	}
	if status == http.StatusOK && !r.json {
		r.begin()
	}
	r.finished = true
	early, list := sending == nil, r.transport.writes
	if r.streams {
		event := eventOf(a.message())
		if !early && sending(len(event)) {
			list = r.transport.hurried
		}
		_ = r.send(list, event) // the client may have disconnected
		return
	}
	header := r.w.Header()
	if r.alone && (early || r.transport.draining.Load()) {
		header.Set("Connection", "close")
	}
	body, size := a.encoded(r.asked), len(a.before)
	if a.shared == nil {
		size = body.Size
	}
	if !early && sending(size) {
		list = r.transport.hurried
	}
	if body.Encoding != "" {
		header["Content-Encoding"] = inEncodings[body.Encoding]
	}
	varyByEncoding(header)
	header["Content-Type"], header["Cache-Control"], header["X-Content-Type-Options"] = isMessage, notStored, notSniffed
	header["Content-Length"] = []string{strconv.Itoa(body.Size)}
	_ = r.flush(list, func() error { // the client may have disconnected
		r.w.WriteHeader(status)
		for _, part := range body.Parts {
			if len(part) == 0 {
				continue
			}
			if _, err := r.w.Write(part); err != nil {
				return err //nolint:wrapcheck // it only matters that there is one
			}
		}
		return nil
	})
	if early && !r.alone {
		// All bytes are written, but net/http ends the stream of HTTP/2 after the handler.
		r.deadline(r.control.SetWriteDeadline, time.Now().Add(r.transport.opts.WriteTimeout))
	}
}

// abandon finishes the response without a message: a client that has cancelled a request
// expects none (2025-11-25, "Cancellation"). It reports false if the client does not accept
// events, because an empty stream is the only such response.
func (r *response) abandon() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.events {
		return false
	}
	if !r.finished {
		r.begin()
		r.finished = true
	}
	return true
}

// respondEmpty writes a response without a body, unless it is finished already.
func (r *response) respondEmpty(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.finished {
		return
	}
	r.finished = true
	if r.alone && r.transport.draining.Load() {
		r.w.Header().Set("Connection", "close")
	}
	_ = r.flush(r.transport.writes, func() error { // the client may have disconnected
		r.w.WriteHeader(status)
		return nil
	})
}

// began reports whether a stream has begun.
func (r *response) began() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.streams
}

// close makes the response the last one of its connection. Not in HTTP/2, where that
// would end other requests.
func (r *response) close() {
	if r.alone {
		r.header("Connection", "close")
	}
}

// header sets a header, unless the headers have been written.
func (r *response) header(name string, values ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.finished && !r.streams {
		r.w.Header()[http.CanonicalHeaderKey(name)] = values
	}
}

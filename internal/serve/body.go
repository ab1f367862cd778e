package serve

import (
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/orielapps/oriel/internal/jsonwalk"
)

const (
	// uncounted is how long a body may be whose memory does not count, in bytes: no longer
	// than the buffers that net/http has for a connection, which the sender takes anyway. It is
	// also how much memory is allocated because of a Content-Length.
	uncounted = 4 << 10
	// unblocked is how much of a long body is read before the blocks, in bytes.
	unblocked = 16 << 10
	// blockSize is the size of the blocks that the rest of a long body is read into. Blocks
	// are reused, and adding one copies nothing.
	blockSize = 64 << 10
	// stallBytes is how much of a body has to arrive within [Options.StallTimeout], if it has
	// so much left.
	stallBytes = 16 << 10
)

var (
	errTooLarge = errors.New("the body is too large")
	errNoMemory = errors.New("the bodies of other requests use all memory")
	errStalled  = errors.New("the body arrives too slowly")
)

// body reads the body of a request, within the limits of time, size and memory.
func (h *handler) body(x *exchange, r *http.Request) ([]byte, *rpcError) {
	if r.ContentLength > h.s.opts.MaxBodyBytes {
		x.close() // the body is not read
		return nil, tooLarge()
	}
	h.transport.bodies.start(&x.reading, &x.response)
	h.transport.stalls.start(&x.writing, &x.response)
	body, err := x.readBody(r)
	flowed, inTime := x.writing.stop(), x.reading.stop()
	switch {
	case err == nil && flowed && inTime:
		x.unread = false
		if jsonwalk.SkipSpace(body, 0) == len(body) {
			return nil, notJSON("The request has no body.")
		}
		return body, nil
	case errors.Is(err, errTooLarge):
		x.close() // the rest of the body is not read
		return nil, tooLarge()
	case errors.Is(err, errNoMemory):
		x.close() // see above
		x.header("Retry-After", "1")
		return nil, coded(codeBusy, "server_full", "Other requests use all the memory that they may.",
			"Try again in a moment, or raise Options.MaxMemory of the app.").withStatus(http.StatusServiceUnavailable)
	default:
		x.close() // see above
		return nil, coded(codeParse, "request_unreadable", "The request ended early, or took too long.", "Send it again.")
	}
}

func tooLarge() *rpcError {
	return invalidRequest("request_too_large", "The request is larger than this server accepts.",
		"Send less at a time, or raise Options.MaxRequestBytes of the app.").withStatus(http.StatusRequestEntityTooLarge)
}

// readBody reads a body. Its memory counts until [exchange.dropBody].
func (x *exchange) readBody(r *http.Request) ([]byte, error) {
	const unknown, growth = 512, 4
	room, most := int64(unknown), int64(unblocked)
	if r.ContentLength >= 0 {
		room = min(r.ContentLength+1, uncounted) // one byte more, to find the end without growing
		if r.ContentLength < blockSize {
			most = r.ContentLength + 1
		}
	}
	recent := 0
	for body := make([]byte, 0, room); ; {
		n, err := r.Body.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case int64(len(body)) > x.handler.s.opts.MaxBodyBytes:
			return nil, errTooLarge
		case errors.Is(err, io.EOF):
			return body, nil
		case err != nil:
			return nil, err //nolint:wrapcheck // the client gets another error
		case !x.arrived(&recent, n):
			return nil, errStalled
		case int64(len(body)) == most:
			return x.readBlocks(r, body, recent)
		case len(body) == cap(body):
			room = min(most, growth*room)
			if !x.resize(room) {
				return nil, errNoMemory
			}
			body = append(make([]byte, 0, room), body...)
		}
	}
}

// arrived adds to the bytes that have arrived since the last timeout for stalled bodies
// began, and begins the next one if they are enough. It reports false if that comes too late.
func (x *exchange) arrived(recent *int, n int) bool {
	if *recent += n; *recent < stallBytes {
		return true
	}
	if !x.writing.stop() {
		return false
	}
	x.handler.transport.stalls.start(&x.writing, &x.response)
	*recent = 0
	return true
}

// block is a part of a long body.
type block [blockSize]byte

var freeBlocks = sync.Pool{New: func() any { return new(block) }}

// readBlocks reads the rest of a long body.
func (x *exchange) readBlocks(r *http.Request, first []byte, recent int) ([]byte, error) {
	var blocks []*block
	defer func() {
		for _, b := range blocks {
			freeBlocks.Put(b)
		}
	}()
	size, room := len(first), 0 // room is the free part of the last block
	for {
		if room == 0 {
			if !x.takeMemory(blockSize, int64(size+blockSize)) {
				return nil, errNoMemory
			}
			blocks, room = append(blocks, freeBlocks.Get().(*block)), blockSize //nolint:forcetypeassert,errcheck // the pool has nothing else
		}
		n, err := r.Body.Read(blocks[len(blocks)-1][blockSize-room:])
		size, room = size+n, room-n
		switch {
		case int64(size) > x.handler.s.opts.MaxBodyBytes:
			return nil, errTooLarge
		case errors.Is(err, io.EOF):
			return x.join(first, blocks, size)
		case err != nil:
			return nil, err //nolint:wrapcheck // as above
		case !x.arrived(&recent, n):
			return nil, errStalled
		}
	}
}

// join concatenates the parts of a body.
func (x *exchange) join(first []byte, blocks []*block, size int) ([]byte, error) {
	if !x.resize(int64(size)) {
		return nil, errNoMemory
	}
	body := append(make([]byte, 0, size), first...)
	for _, b := range blocks {
		body = append(body, b[:min(blockSize, size-len(body))]...)
	}
	return body, nil
}

// resize counts the memory that a body has moved to, in place of what it had before. A
// short body does not count. It reports false as takeMemory does.
func (x *exchange) resize(size int64) bool {
	if size <= uncounted {
		return true
	}
	before := x.body
	if !x.takeMemory(size, size) {
		return false
	}
	x.giveMemory(before)
	return true
}

// takeMemory counts more memory for a body, which then has that size. It reports false if
// the bodies of all requests would use too much.
func (x *exchange) takeMemory(bytes, size int64) bool {
	if !x.handler.s.bodies.take(bytes, size) {
		return false
	}
	x.body += bytes
	return true
}

func (x *exchange) giveMemory(bytes int64) {
	x.handler.s.bodies.give(bytes)
	x.body -= bytes
}

// dropBody drops the body when the request does not need it any more.
func (x *exchange) dropBody() {
	if !x.late { // otherwise, handler.late may read it
		x.request.forget()
	}
	x.giveMemory(x.body)
}

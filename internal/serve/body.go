package serve

import (
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/orielapps/oriel/internal/jsonwalk"
)

const (
	// trusted is how much memory is allocated for a body because of its Content-Length, in
	// bytes.
	trusted = 16 << 10
	// blockSize is the size of the blocks that the rest of a long body is read into. Blocks
	// are reused, and adding one copies nothing.
	blockSize = 64 << 10
	// stallBytes is how much of a long body has to arrive within [Options.StallTimeout].
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
	body, err := x.readBody(r)
	inTime := x.reading.stop()
	switch {
	case err == nil && inTime:
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
	room, most := int64(unknown), int64(trusted)
	if r.ContentLength >= 0 {
		room = min(r.ContentLength+1, trusted) // one byte more, to find the end without growing
		if r.ContentLength < blockSize {
			most = r.ContentLength + 1
		}
	}
	if !x.takeMemory(room, room) {
		return nil, errNoMemory
	}
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
		case int64(len(body)) == most:
			return x.readBlocks(r, body)
		case len(body) == cap(body):
			grown := min(most, growth*room)
			if !x.takeMemory(grown, grown) {
				return nil, errNoMemory
			}
			body = append(make([]byte, 0, grown), body...)
			x.giveMemory(room)
			room = grown
		}
	}
}

// block is a part of a long body.
type block [blockSize]byte

var freeBlocks = sync.Pool{New: func() any { return new(block) }}

// readBlocks reads the rest of a long body.
func (x *exchange) readBlocks(r *http.Request, first []byte) ([]byte, error) {
	var blocks []*block
	defer func() {
		for _, b := range blocks {
			freeBlocks.Put(b)
		}
	}()
	stalls := x.handler.transport.stalls
	stalls.start(&x.writing, &x.response)
	defer x.writing.stop()
	size, recent, room := len(first), 0, 0 // room is the free part of the last block
	for {
		if room == 0 {
			if !x.takeMemory(blockSize, int64(size+blockSize)) {
				return nil, errNoMemory
			}
			blocks, room = append(blocks, freeBlocks.Get().(*block)), blockSize //nolint:forcetypeassert,errcheck // the pool has nothing else
		}
		n, err := r.Body.Read(blocks[len(blocks)-1][blockSize-room:])
		size, recent, room = size+n, recent+n, room-n
		switch {
		case int64(size) > x.handler.s.opts.MaxBodyBytes:
			return nil, errTooLarge
		case errors.Is(err, io.EOF):
			if !x.writing.stop() {
				return nil, errStalled
			}
			return x.join(first, blocks, size)
		case err != nil:
			return nil, err //nolint:wrapcheck // as above
		case recent >= stallBytes:
			if !x.writing.stop() {
				return nil, errStalled
			}
			stalls.start(&x.writing, &x.response)
			recent = 0
		}
	}
}

// join concatenates the parts of a body.
func (x *exchange) join(first []byte, blocks []*block, size int) ([]byte, error) {
	before := x.body
	if !x.takeMemory(int64(size), int64(size)) {
		return nil, errNoMemory
	}
	body := append(make([]byte, 0, size), first...)
	for _, b := range blocks {
		body = append(body, b[:min(blockSize, size-len(body))]...)
	}
	x.giveMemory(before)
	return body, nil
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
	if x.body == 0 {
		return
	}
	if !x.late { // otherwise, handler.late may read it
		x.request.forget()
	}
	x.giveMemory(x.body)
}

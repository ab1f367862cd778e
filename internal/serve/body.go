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
func (h *handler) body(p *reply, r *http.Request) ([]byte, *rpcError) {
	if r.ContentLength > h.s.opts.MaxBodyBytes {
		p.close() // the body is not read
		return nil, tooLarge()
	}
	h.bodies.enter(p, &p.place)
	body, err := p.readBody(r)
	inTime := p.place.leave()
	switch {
	case err == nil && inTime:
		p.unread = false
		if jsonwalk.SkipSpace(body, 0) == len(body) {
			return nil, notJSON("The request has no body.")
		}
		return body, nil
	case errors.Is(err, errTooLarge):
		p.close() // the rest of the body is not read
		return nil, tooLarge()
	case errors.Is(err, errNoMemory):
		p.close() // see above
		p.header("Retry-After", "1")
		return nil, coded(codeBusy, "server_full", "Other requests use all the memory that they may.",
			"Try again in a moment, or raise Options.MaxMemory of the app.").withStatus(http.StatusServiceUnavailable)
	default:
		p.close() // see above
		return nil, coded(codeParse, "request_unreadable", "The request ended early, or took too long.", "Send it again.")
	}
}

func tooLarge() *rpcError {
	return invalidRequest("request_too_large", "The request is larger than this server accepts.",
		"Send less at a time, or raise Options.MaxRequestBytes of the app.").withStatus(http.StatusRequestEntityTooLarge)
}

// readBody reads a body. Its memory counts until [reply.dropBody].
func (p *reply) readBody(r *http.Request) ([]byte, error) {
	const unknown, growth = 512, 4
	room, most := int64(unknown), int64(trusted)
	if r.ContentLength >= 0 {
		room = min(r.ContentLength+1, trusted) // one byte more, to find the end without growing
		if r.ContentLength < blockSize {
			most = r.ContentLength + 1
		}
	}
	if !p.takeMemory(room, room) {
		return nil, errNoMemory
	}
	for body := make([]byte, 0, room); ; {
		n, err := r.Body.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case int64(len(body)) > p.handler.s.opts.MaxBodyBytes:
			return nil, errTooLarge
		case errors.Is(err, io.EOF):
			return body, nil
		case err != nil:
			return nil, err //nolint:wrapcheck // the client gets another error
		case int64(len(body)) == most:
			return p.readBlocks(r, body)
		case len(body) == cap(body):
			grown := min(most, growth*room)
			if !p.takeMemory(grown, grown) {
				return nil, errNoMemory
			}
			body = append(make([]byte, 0, grown), body...)
			p.giveMemory(room)
			room = grown
		}
	}
}

// block is a part of a long body.
type block [blockSize]byte

var freeBlocks = sync.Pool{New: func() any { return new(block) }}

// readBlocks reads the rest of a long body.
func (p *reply) readBlocks(r *http.Request, first []byte) ([]byte, error) {
	var blocks []*block
	defer func() {
		for _, b := range blocks {
			freeBlocks.Put(b)
		}
	}()
	stalls := p.handler.stalls
	stalls.enter(p, &p.held)
	defer p.held.leave()
	size, recent, room := len(first), 0, 0 // room is the free part of the last block
	for {
		if room == 0 {
			if !p.takeMemory(blockSize, int64(size+blockSize)) {
				return nil, errNoMemory
			}
			blocks, room = append(blocks, freeBlocks.Get().(*block)), blockSize //nolint:forcetypeassert // the pool has nothing else
		}
		n, err := r.Body.Read(blocks[len(blocks)-1][blockSize-room:])
		size, recent, room = size+n, recent+n, room-n
		switch {
		case int64(size) > p.handler.s.opts.MaxBodyBytes:
			return nil, errTooLarge
		case errors.Is(err, io.EOF):
			if !p.held.leave() {
				return nil, errStalled
			}
			return p.join(first, blocks, size)
		case err != nil:
			return nil, err //nolint:wrapcheck // as above
		case recent >= stallBytes:
			if !p.held.leave() {
				return nil, errStalled
			}
			stalls.enter(p, &p.held)
			recent = 0
		}
	}
}

// join concatenates the parts of a body.
func (p *reply) join(first []byte, blocks []*block, size int) ([]byte, error) {
	before := p.body
	if !p.takeMemory(int64(size), int64(size)) {
		return nil, errNoMemory
	}
	body := append(make([]byte, 0, size), first...)
	for _, b := range blocks {
		body = append(body, b[:min(blockSize, size-len(body))]...)
	}
	p.giveMemory(before)
	return body, nil
}

// takeMemory counts more memory for a body, which then has that size. It reports false if
// the bodies of all requests would use too much.
func (p *reply) takeMemory(bytes, size int64) bool {
	if !p.handler.s.bodies.take(bytes, size) {
		return false
	}
	p.body += bytes
	return true
}

func (p *reply) giveMemory(bytes int64) {
	p.handler.s.bodies.give(bytes)
	p.body -= bytes
}

// dropBody drops the body when the request does not need it any more.
func (p *reply) dropBody() {
	if p.body == 0 {
		return
	}
	if !p.late { // otherwise, handler.late may read it
		p.work.forget()
	}
	p.giveMemory(p.body)
}

package registry

import (
	"context"
	"errors"
	"io"
	"time"
)

// body is the body of a response. Reading it fails if nothing arrives for too long, if it is shorter
// than its Content-Length, or if it is larger than a limit.
type body struct {
	source           io.ReadCloser
	remaining, limit int64
	// length is the Content-Length, or -1; read is the number of bytes so far.
	length, read int64
	address      string
	timeout      time.Duration
}

// Read reads the next bytes. All errors except io.EOF are *ui.Error.
func (b *body) Read(p []byte) (int, error) {
	timer := time.AfterFunc(b.timeout, b.cancelSilent)
	n, err := b.source.Read(p)
	timer.Stop()
	b.read += int64(n)
	b.remaining -= int64(n)
	switch {
	case b.remaining < 0:
		return n, b.tooLarge()
	case errors.Is(err, io.EOF) && b.length >= 0 && b.read < b.length:
		return n, interrupted(b.address, io.ErrUnexpectedEOF)
	case err == nil, errors.Is(err, io.EOF):
		return n, err //nolint:wrapcheck // io.EOF is not to be wrapped
	default:
		return n, interrupted(b.address, err)
	}
}

// Close ends the transfer.
func (b *body) Close() error { return b.source.Close() } //nolint:wrapcheck // there is nothing to add

// cancelSilent ends a request whose response has stopped arriving.
func (b *body) cancelSilent() {
	if c, ok := b.source.(*cancellingBody); ok {
		c.cancel(errSilent)
	}
}

// cancellingBody cancels its request when it is closed.
type cancellingBody struct {
	io.ReadCloser

	ctx    context.Context //nolint:containedctx // of the request whose body it is
	cancel context.CancelCauseFunc
}

// Read reads the next bytes. If the request was cancelled, it returns the reason.
func (c *cancellingBody) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) && c.ctx.Err() != nil {
		err = context.Cause(c.ctx)
	}
	return n, err //nolint:wrapcheck // the body around it wraps it
}

// Close ends the request.
func (c *cancellingBody) Close() error {
	err := c.ReadCloser.Close()
	c.cancel(nil)
	return err //nolint:wrapcheck // there is nothing to add
}

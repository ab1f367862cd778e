package registry

import (
	"context"
	"errors"
	"io"
	"time"
)

// body is an answer that has to come in time and with all that was announced,
// and to stay below a limit.
type body struct {
	whole       io.ReadCloser
	left, limit int64
	// length is how many bytes were announced, or -1; read, how many came.
	length, read int64
	address      string
	timeout      time.Duration
}

// Read reads on. All errors but io.EOF are *ui.Error.
func (b *body) Read(p []byte) (int, error) {
	timer := time.AfterFunc(b.timeout, b.silence)
	n, err := b.whole.Read(p)
	timer.Stop()
	b.read += int64(n)
	b.left -= int64(n)
	switch {
	case b.left < 0:
		return n, b.tooLarge()
	case errors.Is(err, io.EOF) && b.length >= 0 && b.read < b.length:
		return n, broken(b.address, io.ErrUnexpectedEOF)
	case err == nil, errors.Is(err, io.EOF):
		return n, err //nolint:wrapcheck // io.EOF is not to be wrapped
	default:
		return n, broken(b.address, err)
	}
}

// Close ends the transfer.
func (b *body) Close() error { return b.whole.Close() } //nolint:wrapcheck // there is nothing to add

// silence ends a transfer in which nothing comes.
func (b *body) silence() {
	if c, ok := b.whole.(*cancelling); ok {
		c.end(errSilent)
	}
}

// cancelling is a body whose request ends with it.
type cancelling struct {
	io.ReadCloser

	ctx context.Context //nolint:containedctx // of the request whose body it is
	end context.CancelCauseFunc
}

// Read tells why a request was ended.
func (c *cancelling) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) && c.ctx.Err() != nil {
		err = context.Cause(c.ctx)
	}
	return n, err //nolint:wrapcheck // the body around it wraps it
}

// Close ends the request.
func (c *cancelling) Close() error {
	err := c.ReadCloser.Close()
	c.end(nil)
	return err //nolint:wrapcheck // there is nothing to add
}

package mcpclient

import (
	"fmt"
	"io"
)

// limitedBody is an answer that fails when it is longer than limit, or, in a
// stream of events, when one event is: a stream may go on for as long as the
// session does.
type limitedBody struct {
	inner    io.ReadCloser
	limit    int64
	left     int64
	overflow func()

	events bool
	// filled says that the current line of a stream is not empty.
	filled bool
}

func (b *limitedBody) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, b.over()
	}
	// One byte more than is left tells a full answer from one that goes on.
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.inner.Read(p)
	if b.events {
		b.count(p[:n])
	} else {
		b.left -= int64(n)
	}
	if b.left < 0 {
		return 0, b.over()
	}
	return n, err //nolint:wrapcheck // io.Reader: io.EOF has to stay itself
}

// count starts anew at each empty line, which ends an event.
func (b *limitedBody) count(piece []byte) {
	for _, char := range piece {
		b.left--
		switch {
		case char == '\n' && !b.filled:
			b.left = b.limit
		case char == '\n':
			b.filled = false
		case char != '\r':
			b.filled = true
		}
		if b.left < 0 {
			return
		}
	}
}

func (b *limitedBody) over() error {
	if b.overflow != nil {
		b.overflow()
	}
	return errTooLarge
}

func (b *limitedBody) Close() error {
	if err := b.inner.Close(); err != nil {
		return fmt.Errorf("closing the answer: %w", err)
	}
	return nil
}

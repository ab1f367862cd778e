package mcpclient

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// stdioTransport speaks to a program, one message a line.
type stdioTransport struct {
	process *process
	record  func(Message)
}

// Connect implements [mcp.Transport].
func (t *stdioTransport) Connect(context.Context) (mcp.Connection, error) {
	s := &stdio{
		process: t.process, record: t.record,
		reader:   bufio.NewReaderSize(t.process.out, readSize),
		outgoing: make(chan outgoing),
		closed:   make(chan struct{}),
	}
	go s.writeAll()
	return s, nil
}

// readSize is how much of a program's output is read at once.
const readSize = 64 << 10

// stdio is the connection to a program. Its Close doesn't end the program;
// [process.stop] does.
type stdio struct {
	process *process
	record  func(Message)
	reader  *bufio.Reader
	// queue holds the rest of a batch.
	queue []jsonrpc.Message

	outgoing  chan outgoing
	closeOnce sync.Once
	closed    chan struct{}
}

// outgoing is a line on its way to the program.
type outgoing struct {
	line    []byte
	written chan error // has room for one
}

// SessionID implements [mcp.Connection].
func (s *stdio) SessionID() string { return "" }

// Close implements [mcp.Connection].
func (s *stdio) Close() error {
	s.closeOnce.Do(func() { close(s.closed) })
	return nil
}

// Read implements [mcp.Connection]. It is called again only after it returned.
func (s *stdio) Read(context.Context) (jsonrpc.Message, error) {
	for {
		if len(s.queue) > 0 {
			message := s.queue[0]
			s.queue = s.queue[1:]
			return message, nil
		}
		line, err := readLine(s.reader, MaxMessage)
		switch {
		case err == nil:
			s.queue = decode(line, s.noise)
		case errors.Is(err, errTooLarge):
			return nil, err
		default:
			if len(line) > 0 {
				s.noise(line, "the line is cut off")
			}
			return nil, s.ending()
		}
	}
}

func (s *stdio) noise(text []byte, why string) { s.record(noiseMessage(text, why)) }

// ending says why there is nothing more to read.
func (s *stdio) ending() error {
	select {
	case <-s.process.stopping:
		return errEnded // we ended it ourselves
	default:
		return s.process.ending()
	}
}

// Write implements [mcp.Connection]. A program that doesn't read holds it up
// only as long as the context; a line that has been begun is then still written
// to its end when the program reads on.
func (s *stdio) Write(ctx context.Context, message jsonrpc.Message) error {
	line, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return fmt.Errorf("writing the message as JSON: %w", err)
	}
	one := outgoing{line: append(line, '\n'), written: make(chan error, 1)}
	select {
	case s.outgoing <- one:
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", errUnseen, ctx.Err())
	case <-s.closed:
		return errEnded
	case <-s.process.running.Exited():
		return s.ending()
	}
	select {
	case err := <-one.written:
		if err != nil {
			return s.unread(ctx)
		}
		return nil
	case <-ctx.Done():
		return ctx.Err() //nolint:wrapcheck // it is compared
	case <-s.closed:
		return errEnded
	case <-s.process.running.Exited():
		return s.ending()
	}
}

// unread is the error of a program that has closed its input; usually because
// it is exiting.
func (s *stdio) unread(ctx context.Context) error {
	const soon = time.Second
	select {
	case <-s.process.running.Exited():
		return s.ending()
	case <-ctx.Done():
	case <-time.After(soon):
	}
	return fmt.Errorf("%w: the program has closed its standard input", errEnded)
}

// writeAll writes one line after the other, each to its end even where its request
// was cancelled: half a line would spoil the next one.
func (s *stdio) writeAll() {
	for {
		select {
		case one := <-s.outgoing:
			_, err := s.process.in.Write(one.line)
			one.written <- err
		case <-s.closed:
			return
		case <-s.process.running.Exited():
			return
		}
	}
}

package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// A Connection is a persistent connection to a server. It supports only the part of HTTP that Go's servers use, so that
// the client takes little of the measured time.
type Connection struct {
	conn   net.Conn
	buffer []byte
	answer Answer
}

// An Answer is a server's response. It is valid until the next request.
type Answer struct {
	Status  int
	Type    string // Content-Type
	Coding  string // Content-Encoding
	Session string // Mcp-Session-Id
	Body    []byte
	// Size is the number of bytes of the response, including headers.
	Size int
}

const firstBuffer = 64 << 10

// Dial opens a connection.
func Dial(ctx context.Context, address string) (*Connection, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("connecting: %w", err)
	}
	return &Connection{conn: conn, buffer: make([]byte, firstBuffer)}, nil
}

// Close closes the connection.
func (c *Connection) Close() error {
	if err := c.conn.Close(); err != nil {
		return fmt.Errorf("closing a connection: %w", err)
	}
	return nil
}

// SetDeadline sets the time at which open requests fail.
func (c *Connection) SetDeadline(deadline time.Time) error {
	if err := c.conn.SetDeadline(deadline); err != nil {
		return fmt.Errorf("setting a deadline: %w", err)
	}
	return nil
}

// Do sends a request and waits for the answer.
func (c *Connection) Do(r *Request) (*Answer, error) {
	if _, err := c.conn.Write(r.bytes); err != nil {
		return nil, fmt.Errorf("sending: %w", err)
	}
	end, have, err := c.head()
	if err != nil {
		return nil, err
	}
	length, chunked, err := c.answer.read(c.buffer[:end])
	if err != nil {
		return nil, err
	}
	if chunked {
		c.answer.Body, c.answer.Size, err = c.chunks(end, have)
		return &c.answer, err
	}
	if err := c.fill(have, end+length); err != nil {
		return nil, err
	}
	c.answer.Body, c.answer.Size = c.buffer[end:end+length], end+length
	return &c.answer, nil
}

var headEnd = []byte("\r\n\r\n")

// head reads the head of an answer. It ends at the offset end; have is the number of bytes that were read.
func (c *Connection) head() (end, have int, err error) {
	for have < len(c.buffer) {
		n, err := c.conn.Read(c.buffer[have:])
		have += n
		if at := bytes.Index(c.buffer[:have], headEnd); at >= 0 {
			return at + len(headEnd), have, nil
		}
		if err != nil {
			return 0, 0, fmt.Errorf("reading the head of an answer: %w", err)
		}
	}
	return 0, 0, errors.New("the head of an answer is too long")
}

// fill reads until the buffer has want bytes. More is an error, because there is only one request.
func (c *Connection) fill(have, want int) error {
	if have > want {
		return errors.New("the server sends more than its answer")
	}
	if want > len(c.buffer) {
		larger := make([]byte, want+want/4)
		copy(larger, c.buffer[:have])
		c.buffer = larger
	}
	if _, err := io.ReadFull(c.conn, c.buffer[have:want]); err != nil {
		return fmt.Errorf("reading an answer: %w", err)
	}
	return nil
}

// chunks reads a chunked body, and joins the chunks in the buffer.
func (c *Connection) chunks(at, have int) (body []byte, size int, err error) {
	const lineEnd = 2
	begin, end := at, at
	for {
		line := bytes.IndexByte(c.buffer[at:have], '\n')
		for line < 0 {
			if have, err = c.more(have); err != nil {
				return nil, 0, err
			}
			line = bytes.IndexByte(c.buffer[at:have], '\n')
		}
		digits, _, _ := strings.Cut(strings.TrimSpace(string(c.buffer[at:at+line])), ";")
		length, err := strconv.ParseUint(digits, 16, 31)
		if err != nil {
			return nil, 0, fmt.Errorf("the length of a chunk is %q", digits)
		}
		at += line + 1
		next := at + int(length) + lineEnd
		for have < next {
			if have, err = c.more(have); err != nil {
				return nil, 0, err
			}
		}
		if length == 0 {
			return c.buffer[begin:end], next, nil
		}
		copy(c.buffer[end:], c.buffer[at:next-lineEnd])
		end += int(length)
		at = next
	}
}

// more reads the next part of an answer.
func (c *Connection) more(have int) (int, error) {
	if have == len(c.buffer) {
		c.buffer = append(c.buffer, make([]byte, len(c.buffer))...)
	}
	n, err := c.conn.Read(c.buffer[have:])
	if err != nil {
		return 0, fmt.Errorf("reading an answer: %w", err)
	}
	return have + n, nil
}

// read parses the head of an answer.
func (a *Answer) read(head []byte) (length int, chunked bool, err error) {
	const protocol, status = "HTTP/1.1 ", 3
	if len(head) < len(protocol)+status || string(head[:len(protocol)]) != protocol {
		return 0, false, fmt.Errorf("this is not an HTTP response: %q", head)
	}
	a.Status = 0
	for _, d := range head[len(protocol) : len(protocol)+status] {
		a.Status = a.Status*decimal + int(d-'0')
	}
	a.Session = ""
	length = -1
	_, rest, _ := bytes.Cut(head, []byte("\r\n"))
	kind, coding := a.Type, a.Coding
	a.Type, a.Coding = "", ""
	for len(rest) > 2 {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte("\r\n"))
		name, value, _ := bytes.Cut(line, []byte(": "))
		switch string(name) {
		case "Content-Length":
			if length, err = strconv.Atoi(string(value)); err != nil || length < 0 {
				return 0, false, fmt.Errorf("the length of an answer is %q", value)
			}
		case "Transfer-Encoding":
			chunked = string(value) == "chunked"
		case "Content-Type":
			a.Type = reuse(kind, value)
		case "Content-Encoding":
			a.Coding = reuse(coding, value)
		case "Mcp-Session-Id":
			a.Session = string(value)
		case "Connection":
			return 0, false, errors.New("the server closes the connection")
		}
	}
	if length < 0 && !chunked {
		return 0, false, errors.New("the answer has no length")
	}
	return length, chunked, nil
}

// reuse returns a header's value as a string. It reuses that of the previous answer if they are equal.
func reuse(before string, value []byte) string {
	if before == string(value) {
		return before
	}
	return string(value)
}

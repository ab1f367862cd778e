package mcpclient

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
	"strings"
	"time"
)

// event is one server-sent event.
type event struct {
	name string // empty is "message"
	data []byte
}

// eventReader reads server-sent events, each of at most limit bytes. Lines end
// in LF or CRLF; the lone CR that the standard allows, too, is part of a line.
type eventReader struct {
	lines *bufio.Reader
	limit int
	// lastID is the id that a reconnection should name.
	lastID string
	// retry is the pause before a reconnection that the server asks for.
	retry time.Duration
	begun bool
}

func newEventReader(r io.Reader, limit int) *eventReader {
	return &eventReader{lines: bufio.NewReader(r), limit: limit}
}

// next returns the next event that has data. An event that is cut off by the
// end of the stream is dropped, as the standard has it.
func (r *eventReader) next() (event, error) {
	var one event
	hasData := false
	size := 0
	for {
		line, err := readLine(r.lines, r.limit)
		if err != nil {
			return event{}, err
		}
		if !r.begun {
			line, r.begun = bytes.TrimPrefix(line, []byte("\ufeff")), true
		}
		if len(line) == 0 {
			if hasData {
				return one, nil
			}
			one, size = event{}, 0
			continue
		}
		field, value, _ := bytes.Cut(line, []byte(":"))
		if len(field) == 0 {
			continue // a comment
		}
		value = bytes.TrimPrefix(value, []byte(" "))
		if size += len(value) + 1; size > r.limit {
			return event{}, errTooLarge
		}
		switch string(field) {
		case "data":
			if hasData {
				one.data = append(append(one.data, '\n'), value...)
			} else {
				one.data, hasData = value, true
			}
		case "event":
			one.name = string(value)
		default:
			r.remember(string(field), string(value))
		}
	}
}

// remember keeps what a reconnection needs.
func (r *eventReader) remember(field, value string) {
	const longestID = 1 << 10
	switch field {
	case "id":
		if len(value) <= longestID && !strings.ContainsAny(value, "\x00\r") {
			r.lastID = value
		}
	case "retry":
		if number, err := strconv.ParseUint(value, 10, 31); err == nil {
			r.retry = time.Duration(number) * time.Millisecond
		}
	}
}

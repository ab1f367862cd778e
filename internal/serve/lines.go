package serve

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/orielapps/oriel/ui"
)

// drainTime is how long calls may run on when the input has ended.
const drainTime = 10 * time.Second

// lines stands between a pair of pipes and go-sdk, which ends at the first line
// that it can't read and drops what is still running when the input ends.
type lines struct {
	in      io.ReadCloser
	out     io.WriteCloser
	max     int64
	passed  *io.PipeReader // what go-sdk reads
	pass    *io.PipeWriter
	writing sync.Mutex

	mu      sync.Mutex
	waiting map[string]bool // ids of requests without an answer
	idle    chan struct{}   // closed when the input has ended and nothing waits
	ended   bool
}

func newLines(in io.ReadCloser, out io.WriteCloser, limit int64) *lines {
	l := &lines{in: in, out: out, max: limit, waiting: map[string]bool{}, idle: make(chan struct{})}
	l.passed, l.pass = io.Pipe()
	go l.readAll()
	return l
}

// envelope is what has to be known of a message to route it.
type envelope struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
}

func (l *lines) readAll() {
	reader := bufio.NewReader(l.in)
	for {
		line, tooLong, err := readLine(reader, l.max)
		switch {
		case tooLong:
			l.refuse(codeInvalidRequest, &ui.Error{
				Code: "request_too_large", Message: "The message is larger than this server takes.",
				Fix: "Send less at a time, or raise Options.MaxRequestBytes of the app.",
			})
		case len(bytes.TrimSpace(line)) > 0:
			if !l.passOn(line) {
				return // go-sdk has stopped reading
			}
		}
		if err != nil {
			l.drain()
			if errors.Is(err, io.EOF) {
				err = nil
			}
			_ = l.pass.CloseWithError(err) // nil reads as the end
			return
		}
	}
}

// passOn gives a line to go-sdk, or answers what is no message. It reports
// whether there is still a reader.
func (l *lines) passOn(line []byte) bool {
	if !json.Valid(line) {
		l.refuse(codeParse, &ui.Error{Code: "request_not_json", Message: "The line is not JSON.", Fix: "Send one JSON-RPC message a line."})
		return true
	}
	messages, ok := envelopes(line)
	if !ok {
		l.refuse(codeInvalidRequest, &ui.Error{
			Code: "request_invalid", Message: "The line is no JSON-RPC 2.0 message.",
			Fix: `Send an object with "jsonrpc": "2.0" and a method, or an answer with an id.`,
		})
		return true
	}
	l.mu.Lock()
	for _, m := range messages {
		if m.Method != "" && len(m.ID) > 0 {
			l.waiting[string(m.ID)] = true
		}
	}
	l.mu.Unlock()
	_, err := l.pass.Write(append(bytes.TrimSpace(line), '\n'))
	return err == nil
}

// envelopes reads a message, or a batch of them.
func envelopes(line []byte) ([]envelope, bool) {
	var batch []envelope
	if trimmed := bytes.TrimSpace(line); trimmed[0] == '[' {
		if json.Unmarshal(trimmed, &batch) != nil {
			return nil, false
		}
	} else {
		var one envelope
		if json.Unmarshal(trimmed, &one) != nil {
			return nil, false
		}
		batch = []envelope{one}
	}
	for _, m := range batch {
		idless := len(m.ID) == 0 || string(m.ID) == "null"
		if m.Version != "2.0" || m.Method == "" && idless || len(m.ID) > 0 && (m.ID[0] == '{' || m.ID[0] == '[') {
			return nil, false
		}
	}
	return batch, len(batch) > 0
}

// readLine returns the next line, or says that it is longer than limit and has
// been passed over.
func readLine(r *bufio.Reader, limit int64) (line []byte, tooLong bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if int64(len(line)+len(part)) > limit {
			line, tooLong = nil, true
		}
		if !tooLong {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, tooLong, err //nolint:wrapcheck // io.EOF is compared
		}
	}
}

// drain waits until everything that was asked has been answered.
func (l *lines) drain() {
	l.mu.Lock()
	l.ended = true
	if len(l.waiting) == 0 {
		l.mu.Unlock()
		return
	}
	l.mu.Unlock()
	select {
	case <-l.idle:
	case <-time.After(drainTime):
	}
}

// Read gives go-sdk the next part of a message.
func (l *lines) Read(p []byte) (int, error) {
	return l.passed.Read(p) //nolint:wrapcheck // go-sdk compares io.EOF
}

// Write takes one message from go-sdk, and notes which requests it answers.
func (l *lines) Write(p []byte) (int, error) {
	l.writing.Lock()
	n, err := l.out.Write(p)
	l.writing.Unlock()
	if messages, ok := envelopes(bytes.TrimSpace(p)); ok {
		l.mu.Lock()
		for _, m := range messages {
			if m.Method == "" {
				delete(l.waiting, string(m.ID))
			}
		}
		if l.ended && len(l.waiting) == 0 {
			l.ended = false
			close(l.idle)
		}
		l.mu.Unlock()
	}
	if err != nil {
		return n, fmt.Errorf("answering: %w", err)
	}
	return n, nil
}

// Close ends both directions; reading from the input may go on until it ends.
func (l *lines) Close() error {
	return errors.Join(l.passed.Close(), l.in.Close(), l.out.Close())
}

// refuse answers a line that was no message.
func (l *lines) refuse(code int, fault *ui.Error) {
	answer := append(rpcError(code, fault), '\n')
	l.writing.Lock()
	defer l.writing.Unlock()
	_, _ = l.out.Write(answer) // there is nobody else to tell
}

package mcpclient

import (
	"bytes"
	"encoding/json"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// maxNoted is how many questions it is remembered of which stream they came in.
const maxNoted = 256

// questionStreams says in the answer to which request a question came. The SDK joins the
// streams of a connection, so it is read from the streams themselves.
type questionStreams struct {
	mu    sync.Mutex
	calls map[string]int64 // our request, by the id of the question
	order []string
}

func (s *questionStreams) note(question string, call int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls == nil {
		s.calls = map[string]int64{}
	}
	if _, known := s.calls[question]; !known {
		s.order = append(s.order, question)
	}
	s.calls[question] = call
	if len(s.order) > maxNoted {
		delete(s.calls, s.order[0])
		s.order = s.order[1:]
	}
}

func (s *questionStreams) callOf(question string) (call int64, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	call, known = s.calls[question]
	return call, known
}

// questionReader reads the stream of one of our requests, and notes the questions in it
// before the SDK sees them.
type questionReader struct {
	io.ReadCloser

	call    int64
	streams *questionStreams
	line    []byte
}

func (r *questionReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		end := bytes.IndexByte(rest, '\n')
		piece := rest
		if end >= 0 {
			piece = rest[:end]
		}
		if len(r.line) <= maxForSDK {
			r.line = append(r.line, piece...)
		}
		if end < 0 {
			break
		}
		r.look()
		rest = rest[end+1:]
	}
	return n, err //nolint:wrapcheck // io.Reader: io.EOF has to stay itself
}

// look reads a line, and makes room for the next.
func (r *questionReader) look() {
	line := r.line
	r.line = r.line[:0]
	if cap(r.line) > mebibyte {
		r.line = nil
	}
	data, ok := bytes.CutPrefix(line, []byte("data:"))
	if !ok || len(data) > maxForSDK || !bytes.Contains(data, []byte(`"method"`)) {
		return
	}
	var head struct {
		Method string `json:"method"`
	}
	if json.Unmarshal(data, &head) != nil || !isQuestion(head.Method) {
		return
	}
	message, err := jsonrpc.DecodeMessage(bytes.TrimSpace(data))
	if request, ok := message.(*jsonrpc.Request); err == nil && ok && request.IsCall() {
		r.streams.note(idText(request.ID), r.call)
	}
}

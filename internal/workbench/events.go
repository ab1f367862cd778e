package workbench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/orielapps/oriel/internal/mcpclient"
)

const (
	// maxEventBody is the most of a message that an event carries; eventHead is
	// what it carries of a longer one. Both in bytes.
	maxEventBody = 64 << 10
	eventHead    = 2 << 10
	// queueLength is how many events wait for a page that is slow, and
	// historyLength how many a page gets that comes later.
	queueLength   = 512
	historyLength = 256
	// pingEvery keeps a stream from looking dead; writePatience is how long a
	// page may take to read.
	pingEvery     = 15 * time.Second
	writePatience = 30 * time.Second
)

type messageEvent struct {
	Type       string          `json:"type"` // "message"
	Seq        uint64          `json:"seq"`
	Time       int64           `json:"time"` // milliseconds since 1970
	Server     string          `json:"server"`
	Profile    string          `json:"profile"`
	Direction  string          `json:"direction"`
	Kind       string          `json:"kind"`
	Method     string          `json:"method,omitempty"`
	ID         string          `json:"id,omitempty"`
	DurationMS float64         `json:"durationMs,omitempty"`
	Bytes      int             `json:"bytes"`
	Body       json.RawMessage `json:"body,omitempty"`
}

type serverEvent struct {
	Type   string `json:"type"` // "server"
	ID     string `json:"id"`
	Status status `json:"status"`
	Reason string `json:"reason,omitempty"`
}

type logEvent struct {
	Type  string `json:"type"` // "log"
	Level string `json:"level"`
	Text  string `json:"text"`
}

// event is one of the above.
type event interface{ event() }

func (messageEvent) event() {}
func (serverEvent) event()  {}
func (logEvent) event()     {}

// line writes an event as the stream carries it, with its line break.
func line(e event) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(e); err != nil {
		return nil, fmt.Errorf("writing an event: %w", err)
	}
	return buffer.Bytes(), nil
}

// hub hands events to all pages. Nothing that publishes ever waits for a page.
type hub struct {
	redact *redactor

	mu      sync.Mutex
	seq     uint64 // of the last message
	pages   map[*page]struct{}
	history [][]byte
	closed  bool
}

// page is one that listens.
type page struct {
	queue   chan []byte
	dropped atomic.Int64
	// gone is closed when the hub closes.
	gone chan struct{}
}

func newHub(token string) *hub {
	return &hub{redact: newRedactor(token), pages: map[*page]struct{}{}}
}

// Record implements [mcpclient.Recorder].
func (h *hub) Record(m mcpclient.Message) {
	h.publish(messageEvent{
		Type: "message", Time: m.Time.UnixMilli(),
		Server: m.Server, Profile: m.Profile, Direction: string(m.Direction), Kind: string(m.Kind),
		Method: m.Method, ID: m.ID, DurationMS: milliseconds(m.Duration),
		Bytes: len(m.Body), Body: h.eventBody(m.Body),
	})
}

// eventBody returns a body that is small and free of secrets.
func (h *hub) eventBody(body json.RawMessage) json.RawMessage {
	if len(body) == 0 {
		return nil
	}
	if len(body) <= maxEventBody {
		if clean := h.redact.clean(string(body)); json.Valid([]byte(clean)) {
			return json.RawMessage(clean)
		}
	}
	head := string(body[:min(len(body), eventHead)])
	for len(head) > 0 && !utf8.ValidString(head) {
		head = head[:len(head)-1]
	}
	short, err := json.Marshal(map[string]any{"truncated": true, "head": h.redact.clean(head)})
	if err != nil {
		return nil
	}
	return short
}

func (h *hub) publish(event event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	if m, ok := event.(messageEvent); ok {
		h.seq++
		m.Seq = h.seq
		event = m
	}
	data, err := line(event)
	if err != nil {
		return // an event is made of texts, numbers and valid JSON
	}
	h.history = append(h.history, data)
	if len(h.history) > historyLength {
		h.history = append([][]byte(nil), h.history[len(h.history)-historyLength:]...)
	}
	for p := range h.pages {
		select {
		case p.queue <- data:
		default:
			p.dropped.Add(1)
		}
	}
}

// join adds a page and returns what happened before.
func (h *hub) join() (*page, [][]byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := &page{queue: make(chan []byte, queueLength), gone: make(chan struct{})}
	if h.closed {
		close(p.gone)
		return p, nil
	}
	h.pages[p] = struct{}{}
	return p, append([][]byte(nil), h.history...)
}

func (h *hub) leave(p *page) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.pages, p)
}

// close ends all streams.
func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for p := range h.pages {
		close(p.gone)
		delete(h.pages, p)
	}
}

// stream answers GET /api/events.
func (w *Workbench) stream(response http.ResponseWriter, r *http.Request) {
	p, before := w.events.join()
	defer w.events.leave(p)
	response.Header().Set("Content-Type", "application/x-ndjson")
	response.WriteHeader(http.StatusOK)
	s := &streamWriter{response: response, control: http.NewResponseController(response)}
	if s.write(before...) != nil {
		return
	}
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		var err error
		select {
		case first := <-p.queue:
			err = s.write(append([][]byte{first}, waiting(p)...)...)
		case <-ping.C:
			err = s.write([]byte("{\"type\":\"ping\"}\n"))
		case <-p.gone:
			return
		case <-r.Context().Done():
			return
		}
		if err != nil {
			return // the page has gone, or doesn't read
		}
	}
}

// waiting takes what else is in the queue, and says how much didn't fit.
func waiting(p *page) [][]byte {
	var lines [][]byte
	for len(p.queue) > 0 {
		lines = append(lines, <-p.queue)
	}
	if n := p.dropped.Swap(0); n > 0 {
		text := fmt.Sprintf("%d events were left out because the page was slow.", n)
		if data, err := line(logEvent{Type: "log", Level: "warning", Text: text}); err == nil {
			lines = append(lines, data)
		}
	}
	return lines
}

type streamWriter struct {
	response http.ResponseWriter
	control  *http.ResponseController
}

func (s *streamWriter) write(lines ...[]byte) error {
	if err := s.control.SetWriteDeadline(time.Now().Add(writePatience)); err != nil {
		return fmt.Errorf("setting a deadline: %w", err)
	}
	for _, data := range lines {
		if _, err := s.response.Write(data); err != nil {
			return fmt.Errorf("writing an event: %w", err)
		}
	}
	if err := s.control.Flush(); err != nil {
		return fmt.Errorf("sending an event: %w", err)
	}
	return nil
}

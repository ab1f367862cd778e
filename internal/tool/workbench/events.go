package workbench

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
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
	// pingEvery keeps a stream from looking dead; writeTimeout is how long a
	// page may take to read.
	pingEvery    = 15 * time.Second
	writeTimeout = 30 * time.Second
)

type messageEvent struct {
	Type       string          `json:"type" enum:"message"`
	Seq        uint64          `json:"seq"`
	Time       int64           `json:"time"` // milliseconds since 1970
	Server     string          `json:"server"`
	Profile    string          `json:"profile"`
	Direction  string          `json:"direction" enum:"sent,received"`
	Kind       string          `json:"kind" enum:"request,response,notification,error,noise" doc:"\"noise\" is what a server wrote in place of JSON-RPC; its body is {text}."` //nolint:lll // a tag is one line
	Method     string          `json:"method,omitempty"`
	ID         string          `json:"id,omitempty"`
	DurationMS float64         `json:"durationMs,omitempty"`
	Bytes      int             `json:"bytes"`
	Body       json.RawMessage `json:"body,omitempty"`
	Note       string          `json:"note,omitempty"`
}

type serverEvent struct {
	Type   string `json:"type" enum:"server"`
	ID     string `json:"id"`
	Status status `json:"status" enum:"starting,ready,failed"`
	Reason string `json:"reason,omitempty"`
}

type logEvent struct {
	Type  string `json:"type" enum:"log"`
	Time  int64  `json:"time"` // milliseconds since 1970
	Level string `json:"level"`
	Text  string `json:"text"`
}

// printedEvent is a line that a server's program wrote to its standard error.
type printedEvent struct {
	Type    string `json:"type" enum:"stderr"`
	Time    int64  `json:"time"` // milliseconds since 1970
	Server  string `json:"server"`
	Profile string `json:"profile"`
	Text    string `json:"text"`
}

// changedEvent says that a list of the server is not what it was.
type changedEvent struct {
	Type    string `json:"type" enum:"changed"`
	Server  string `json:"server"`
	Profile string `json:"profile"`
	List    string `json:"list" enum:"tools,resources,prompts"`
}

// updatedEvent says that a resource is not what it was.
type updatedEvent struct {
	Type    string `json:"type" enum:"updated"`
	Server  string `json:"server"`
	Profile string `json:"profile"`
	URI     string `json:"uri"`
}

// event is one of the above, or one of those in develop.go.
type event interface{ event() }

func (messageEvent) event() {}
func (serverEvent) event()  {}
func (logEvent) event()     {}
func (printedEvent) event() {}
func (changedEvent) event() {}
func (updatedEvent) event() {}

// pingEvent keeps a stream from looking dead.
type pingEvent struct {
	Type string `json:"type" enum:"ping"`
}

func warning(text string) logEvent {
	return logEvent{Type: "log", Time: time.Now().UnixMilli(), Level: "warning", Text: text}
}

// encode writes an event, or another line of a stream, with its line break.
func encode(e any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(e); err != nil {
		return nil, fmt.Errorf("writing a line of JSON: %w", err)
	}
	return buffer.Bytes(), nil
}

// hub sends events to all pages. Nothing that publishes ever waits for a page.
type hub struct {
	redact *redactor

	mu      sync.Mutex
	seq     uint64 // of the last message
	pages   map[*page]struct{}
	history history
	printed history // apart from the rest, so that neither drives out the other
	order   uint64  // of the last event
	// changes counts the events of changed documents and processes; standing has the
	// last event of each subject.
	changes  uint64
	standing map[string]said
	closed   bool
}

// said is the last standing event of a subject.
type said struct {
	event event
	data  []byte
}

// history is what a page gets that comes later: the last of many, in no order.
type history struct {
	last []past
	next int // where the oldest is, once there are enough
}

type past struct {
	order uint64
	data  []byte
}

func (h *history) add(p past) {
	if len(h.last) < historyLength {
		h.last = append(h.last, p)
		return
	}
	h.last[h.next] = p
	h.next = (h.next + 1) % historyLength
}

// page is one that listens.
type page struct {
	queue   chan []byte
	dropped atomic.Int64
	// gone is closed when the hub closes.
	gone chan struct{}
}

func newHub(redact *redactor) *hub {
	return &hub{redact: redact, pages: map[*page]struct{}{}, standing: map[string]said{}}
}

// describe returns a message's event. It keeps nothing of the message.
func (h *hub) describe(m mcpclient.Message) messageEvent {
	return messageEvent{
		Type: "message", Time: m.Time.UnixMilli(),
		Server: m.Server, Profile: m.Profile, Direction: string(m.Direction), Kind: string(m.Kind),
		Method: m.Method, ID: m.ID, DurationMS: milliseconds(m.Duration),
		Bytes: len(m.Body), Body: h.eventBody(m.Body), Note: h.redact.clean(m.Note),
	}
}

// eventBody returns a body that is small and free of secrets.
func (h *hub) eventBody(body json.RawMessage) json.RawMessage {
	if len(body) == 0 {
		return nil
	}
	if len(body) <= maxEventBody {
		if clean := h.redact.cleanJSON(body); json.Valid([]byte(clean)) {
			return json.RawMessage(clean)
		}
	}
	head := h.redact.head(string(body[:min(len(body), 2*maxEventBody)]), eventHead)
	short, err := json.Marshal(map[string]any{"truncated": true, "head": head})
	if err != nil {
		return nil
	}
	return short
}

// publish sends an event to the pages.
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
	stands, lasting := event.(standing)
	later := event
	if lasting {
		h.changes++
		event, later = stands.numbered(h.changes)
	}
	data, err := encode(event)
	if err != nil {
		return // an event is made of texts, numbers and valid JSON
	}
	h.order++
	switch event.(type) {
	case standing:
		if last, err := encode(later); err == nil {
			h.standing[stands.subject()] = said{later, last}
		}
	case printedEvent:
		h.printed.add(past{h.order, data})
	default:
		h.history.add(past{h.order, data})
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
	before := slices.Concat(h.history.last, h.printed.last)
	slices.SortFunc(before, func(a, b past) int { return cmp.Compare(a.order, b.order) })
	last := h.standingLines()
	lines := make([][]byte, 0, len(before)+len(last))
	for _, one := range before {
		lines = append(lines, one.data)
	}
	return p, append(lines, last...)
}

// standingLines returns the standing events; h.mu is held.
func (h *hub) standingLines() [][]byte {
	lines := make([][]byte, 0, len(h.standing))
	for _, subject := range slices.Sorted(maps.Keys(h.standing)) {
		lines = append(lines, h.standing[subject].data)
	}
	return lines
}

// state returns the number of the last change, and what is wrong and being done
// now.
func (h *hub) state() (change uint64, problems []devreport.Problem, busy string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e, ok := h.standing["problems"].event.(problemsEvent); ok {
		problems = e.Problems
	}
	if e, ok := h.standing["busy"].event.(busyEvent); ok {
		busy = e.What
	}
	return h.changes, problems, busy
}

// change returns the number of the last change.
func (h *hub) change() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.changes
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
	s := &streamWriter{response: response, control: http.NewResponseController(response)}
	if s.write(before...) != nil {
		return
	}
	ping, err := encode(pingEvent{Type: "ping"})
	if err != nil {
		return // it is one text
	}
	pings := time.NewTicker(pingEvery)
	defer pings.Stop()
	for {
		var err error
		select {
		case first := <-p.queue:
			err = s.write(append([][]byte{first}, w.events.waiting(p)...)...)
		case <-pings.C:
			err = s.write(ping)
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

// waiting takes what else is in the queue, and says how much didn't fit. What of
// that still stands is sent again.
func (h *hub) waiting(p *page) [][]byte {
	var lines [][]byte
	for len(p.queue) > 0 {
		lines = append(lines, <-p.queue)
	}
	if n := p.dropped.Swap(0); n > 0 {
		text := fmt.Sprintf("%d events were left out because the page was slow.", n)
		if data, err := encode(warning(text)); err == nil {
			lines = append(lines, data)
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		lines = append(lines, h.standingLines()...)
	}
	return lines
}

// streamWriter writes lines of JSON that are sent at once.
type streamWriter struct {
	response http.ResponseWriter
	control  *http.ResponseController
	begun    bool
}

func (s *streamWriter) write(lines ...[]byte) error {
	if !s.begun {
		s.begun = true
		s.response.Header().Set("Content-Type", "application/x-ndjson")
		s.response.WriteHeader(http.StatusOK)
	}
	if err := s.control.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return fmt.Errorf("setting a deadline: %w", err)
	}
	for _, data := range lines {
		if _, err := s.response.Write(data); err != nil {
			return fmt.Errorf("writing to the page: %w", err)
		}
	}
	if err := s.control.Flush(); err != nil {
		return fmt.Errorf("sending to the page: %w", err)
	}
	return nil
}

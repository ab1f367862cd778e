package attachtest

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// Peer is a client's end of a conversation with a handler.
type Peer struct {
	Handler http.Handler
	// View is the URI of a view of the server.
	View string
	// Replies are those of the [Conversation].
	Replies map[string]string

	session, state string
}

// endpoint is no loopback name: those are for servers that listen there.
const endpoint = "http://app.example/mcp"

// Ask sends a request and returns the answer. What the server asks in between is
// answered.
func (p *Peer) Ask(ctx context.Context, r Request) (Answer, error) {
	every := style{escaped: true}
	body := strings.NewReplacer(view, p.View, every.bare(view), p.View, state, p.state, every.bare(state), p.state).Replace(r.Body)
	header := r.Header.Clone()
	for name, values := range header {
		for i, value := range values {
			switch {
			case name == sessionHeader && value == session:
				values[i] = p.session
			case decoded(value) == view:
				values[i] = strings.Replace(strings.Replace(value, view, p.View, 1), inBase64(view), inBase64(p.View), 1)
			}
		}
	}
	if header.Get(sessionHeader) == "" {
		header.Del(sessionHeader)
	}
	w := &receiver{ResponseRecorder: httptest.NewRecorder(), question: func(method string, id json.RawMessage) { p.reply(ctx, header, method, id) }}
	p.Handler.ServeHTTP(w, post(ctx, header, body))
	w.replies.Wait()
	a, err := AnswerOf(w.ResponseRecorder)
	if err != nil {
		return a, err
	}
	if p.session == "" {
		p.session = a.Header.Get(sessionHeader)
	}
	for _, m := range a.Messages {
		var said struct {
			Result struct {
				State string `json:"requestState"`
			} `json:"result"`
		}
		if json.Unmarshal(m, &said) == nil && said.Result.State != "" {
			p.state = said.Result.State
		}
	}
	return a, nil
}

// Close ends the session, if there is one.
func (p *Peer) Close(ctx context.Context) {
	if p.session == "" {
		return
	}
	r := httptest.NewRequestWithContext(ctx, http.MethodDelete, endpoint, http.NoBody)
	r.Header.Set(sessionHeader, p.session)
	p.Handler.ServeHTTP(httptest.NewRecorder(), r)
	p.session = ""
}

func post(ctx context.Context, header http.Header, body string) *http.Request {
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, endpoint, strings.NewReader(body))
	r.Header = header
	return r
}

// reply answers a question.
func (p *Peer) reply(ctx context.Context, header http.Header, method string, id json.RawMessage) {
	header = header.Clone()
	header["Accept"] = []string{jsonType + ", " + eventType}
	p.Handler.ServeHTTP(httptest.NewRecorder(), post(ctx, header, `{"jsonrpc":"2.0","id":`+string(id)+`,`+p.Replies[method]+`}`))
}

// receiver records an answer and hears the questions in it.
type receiver struct {
	*httptest.ResponseRecorder

	question func(method string, id json.RawMessage)
	replies  sync.WaitGroup
	mu       sync.Mutex
	heard    int
}

// Write records a part of the answer.
func (r *receiver) Write(part []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n, err := r.ResponseRecorder.Write(part)
	if !strings.HasPrefix(r.Header().Get("Content-Type"), eventType) {
		return n, err //nolint:wrapcheck // it is the recorder's, which has none
	}
	for {
		event, _, whole := bytes.Cut(r.Body.Bytes()[r.heard:], []byte("\n\n"))
		if !whole {
			return n, err //nolint:wrapcheck // likewise
		}
		r.heard += len(event) + len("\n\n")
		for _, m := range events(string(event)) {
			var asked struct {
				ID     json.RawMessage `json:"id"`
				Method string          `json:"method"`
			}
			if json.Unmarshal(m, &asked) == nil && asked.Method != "" && asked.ID != nil {
				r.replies.Go(func() { r.question(asked.Method, asked.ID) })
			}
		}
	}
}

// WriteString records a part of the answer.
func (r *receiver) WriteString(part string) (int, error) { return r.Write([]byte(part)) }

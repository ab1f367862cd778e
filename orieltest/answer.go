package orieltest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"

	"github.com/orielapps/oriel/hosts"
)

// Accept is the answer of a user who has filled in a form, or who goes to the page
// of a question. The content is what the form asks for; nil for a page.
func Accept(content any) any {
	answer := map[string]any{"action": "accept"}
	if content != nil {
		answer["content"] = content
	}
	return answer
}

// Decline is the answer of a user who doesn't want to answer.
func Decline() any { return map[string]any{"action": "decline"} }

// Dismiss is the answer of a user who closes the question.
func Dismiss() any { return map[string]any{"action": "cancel"} }

// Says is the answer of a model.
func Says(text string) any {
	return map[string]any{
		"role": "assistant", "content": map[string]any{"type": "text", "text": text}, "model": "orieltest", "stopReason": "endTurn",
	}
}

// refused is the JSON-RPC error of a client that doesn't answer.
const refused = -1

// answerOf is what the test answers to a question of the app: a result, or an
// error.
func (l *link) answerOf(q hosts.InputRequest) (member string, value any) {
	if l.options.Answer == nil {
		return "error", map[string]any{"code": refused, "message": "nobody answers; see orieltest.Options.Answer"}
	}
	answer, err := l.options.Answer(q)
	if err != nil {
		return "error", map[string]any{"code": refused, "message": err.Error()}
	}
	return "result", answer
}

// answerAll answers the questions that came instead of a result. It returns what to
// repeat the request with.
func (h *Host) answerAll(method string, result json.RawMessage) (again map[string]any) {
	h.t.Helper()
	var asked struct {
		Type     string                        `json:"resultType"`
		Requests map[string]hosts.InputRequest `json:"inputRequests"`
		State    *string                       `json:"requestState"`
	}
	if json.Unmarshal(result, &asked) != nil || asked.Type != "input_required" || h.link.options.Answer == nil {
		return nil
	}
	answers := map[string]any{}
	for name, q := range asked.Requests {
		member, value := h.link.answerOf(q)
		if member == "error" {
			h.t.Fatalf("orieltest: the question %q of %s is not answered: %v. A client that can't answer gives up here.", name, method, value)
		}
		answers[name] = value
	}
	again = map[string]any{"inputResponses": answers}
	if asked.State != nil {
		again["requestState"] = *asked.State
	}
	return again
}

// receiver is the client's end of a response: it answers the questions in a stream
// while the stream goes on.
type receiver struct {
	*httptest.ResponseRecorder

	answer func(id json.RawMessage, q hosts.InputRequest)

	mu      sync.Mutex
	read    int // how far the stream has been looked through
	answers sync.WaitGroup
}

// Flush looks for questions in what has come.
func (r *receiver) Flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ResponseRecorder.Flush()
	body := r.Body.Bytes()[r.read:]
	end := bytes.LastIndex(body, []byte("\n\n"))
	if end < 0 {
		return
	}
	r.read += end
	for _, raw := range events(body[:end]) {
		var m message
		if json.Unmarshal(raw, &m) != nil || m.Method == "" || m.ID == nil {
			continue
		}
		r.answers.Go(func() { r.answer(m.ID, hosts.InputRequest{Method: m.Method, Params: m.Params}) })
	}
}

// reply posts the answer to a question.
func (h *Host) reply(id json.RawMessage, q hosts.InputRequest) {
	member, value := h.link.answerOf(q)
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, member: value})
	if err != nil {
		h.t.Errorf("orieltest: the answer to %s: %v", q.Method, err)
		return
	}
	if _, status, said := h.post("", body, nil); status != http.StatusAccepted {
		h.t.Errorf("orieltest: the answer to %s is taken with HTTP status %d: %s", q.Method, status, head(said))
	}
}

package orieltest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"

	"github.com/orielapps/oriel/hosts"
)

// Accept answers a question for a user who fills in a form or goes to a page. The content
// has the fields of the form; nil for a page.
func Accept(content any) any {
	answer := map[string]any{"action": "accept"}
	if content != nil {
		answer["content"] = content
	}
	return answer
}

// Decline answers a question for a user who declines.
func Decline() any { return map[string]any{"action": "decline"} }

// Dismiss answers a question for a user who closes it.
func Dismiss() any { return map[string]any{"action": "cancel"} }

// Says answers a question to the client's model.
func Says(text string) any {
	return map[string]any{
		"role": "assistant", "content": map[string]any{"type": "text", "text": text}, "model": "orieltest", "stopReason": "endTurn",
	}
}

// refused is the JSON-RPC error code of a client that refuses a question.
const refused = -1

// answerOf returns the test's answer to a question of the app: the member "result" or
// "error", and its value.
func (l *link) answerOf(q hosts.InputRequest) (member string, value any) {
	if l.options.Answer == nil {
		return "error", map[string]any{"code": refused, "message": "orieltest.Options.Answer is nil"}
	}
	answer, err := l.options.Answer(q)
	if err != nil {
		return "error", map[string]any{"code": refused, "message": err.Error()}
	}
	return "result", answer
}

// answerAll answers the questions in a result. It returns what the repeated request has in
// addition.
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
			h.t.Fatalf("orieltest: the question %q of %s is not answered: %v. A real client would end the call here.", name, method, value)
		}
		answers[name] = value
	}
	again = map[string]any{"inputResponses": answers}
	if asked.State != nil {
		again["requestState"] = *asked.State
	}
	return again
}

// receiver is the client's end of a response. It answers the questions in a stream while
// the stream is open.
type receiver struct {
	*httptest.ResponseRecorder

	answer func(id json.RawMessage, q hosts.InputRequest)

	mu      sync.Mutex
	read    int // how many bytes of the stream have been searched
	answers sync.WaitGroup
}

// Flush searches what has arrived for questions.
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
		h.t.Errorf("orieltest: the answer to %s got HTTP status %d: %s", q.Method, status, head(said))
	}
}

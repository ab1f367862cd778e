package serve

import (
	"encoding/json"

	"github.com/orielapps/oriel/internal/jsonwalk"
)

const (
	// maxDepth is how many levels a message may have.
	maxDepth = 1000
	// maxBatch is how many messages a batch may have.
	maxBatch = 100
	// maxID is how long an id may be, in bytes.
	maxID = 1024
)

// message is a JSON-RPC message.
type message struct {
	// id is the JSON value that the client sent; nil for a notification.
	id     json.RawMessage
	method string
	// params is a JSON object, or nil.
	params json.RawMessage
	// An answer has a result or a failure, and no method.
	result, failure json.RawMessage
}

func (m *message) isRequest() bool { return m.method != "" && m.id != nil }
func (m *message) isAnswer() bool  { return m.method == "" }

// looksLikeAnswer reports whether an invalid message must not be answered: two programs
// that answer each other's errors would never stop.
func (m *message) looksLikeAnswer() bool {
	return m.method == "" && (m.result != nil || m.failure != nil)
}

// parse reads a message, or a batch.
func parse(body []byte) (one message, batch []message, fault *rpcError) {
	switch jsonwalk.Check(body, maxDepth) {
	case jsonwalk.None:
	case jsonwalk.NotUTF8:
		return one, nil, notJSON("The message is not UTF-8.")
	case jsonwalk.TooDeep:
		return one, nil, invalidRequest("request_too_deep", "The message is nested too deeply.", "Nest less.")
	default:
		return one, nil, notJSON("The message is not JSON.")
	}
	if body[jsonwalk.SkipSpace(body, 0)] != '[' {
		one, fault = parseOne(body)
		return one, nil, fault
	}
	for item := range jsonwalk.Items(body) {
		if len(batch) == maxBatch {
			return one, batch, invalidRequest("batch_too_large", "The batch has too many messages.", "Send fewer at a time.")
		}
		m, broken := parseOne(item)
		batch = append(batch, m)
		if broken != nil {
			return one, batch, broken
		}
	}
	if len(batch) == 0 {
		return one, []message{}, invalidRequest("request_invalid", "The batch is empty.", "Send at least one message.")
	}
	return one, batch, nil
}

// parseOne reads a message. Duplicate members are refused: another parser may read the
// other one.
func parseOne(text []byte) (m message, fault *rpcError) {
	if first := text[jsonwalk.SkipSpace(text, 0)]; first != '{' {
		return m, notMessage("It is not a JSON object.")
	}
	var version, method, params, id json.RawMessage
	for name, value := range jsonwalk.Members(text) {
		var member *json.RawMessage
		switch string(name) {
		case "jsonrpc":
			member = &version
		case "method":
			member = &method
		case "params":
			member = &params
		case "id":
			member = &id
		case "result":
			member = &m.result
		case "error":
			member = &m.failure
		default:
			continue // a later version of MCP may add members
		}
		if *member != nil {
			return m, notMessage("A member occurs twice.")
		}
		*member = value
	}
	if string(version) != `"2.0"` {
		if text, _ := jsonwalk.Text(version); text != "2.0" {
			return m, notMessage(`It has no "jsonrpc": "2.0".`)
		}
	}
	if method == nil {
		fault = m.answer(id)
		return m, fault
	}
	if id != nil {
		if !validID(id) {
			return m, notMessage("Its id is neither a string nor an integer, or too long.")
		}
		m.id = id
	}
	name, isText := jsonwalk.Text(method)
	switch {
	case !isText || name == "" || m.result != nil || m.failure != nil:
		fault = notMessage("Its method is not a string, or it has a result, too.")
	case params != nil && !jsonwalk.IsNull(params) && !jsonwalk.IsObject(params):
		fault = invalidParams("params_invalid", "The params are not a JSON object.", "Send them by name.")
	case jsonwalk.IsObject(params):
		m.params = params
	}
	m.method = name
	return m, fault
}

// answer checks a message without a method. It sets the id only if the message is an
// answer, so that errors do not repeat it.
func (m *message) answer(id json.RawMessage) *rpcError {
	if (m.result == nil) == (m.failure == nil) {
		return notMessage("It has neither a method nor one of result and error.")
	}
	switch {
	case id != nil && validID(id):
		m.id = id
	case m.result != nil || id != nil && string(id) != "null":
		return notMessage("It is an answer without a valid id.")
	}
	return nil // an error without an id is about a message that could not be read
}

// validID reports whether an id is a string or an integer, as MCP requires.
func validID(id json.RawMessage) bool {
	if len(id) == 0 || len(id) > maxID {
		return false
	}
	if id[0] == '"' {
		return true
	}
	digits := id
	if digits[0] == '-' {
		digits = digits[1:]
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(digits) > 0
}

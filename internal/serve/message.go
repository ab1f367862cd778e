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
	// id is as the client wrote it; nil for a notification.
	id     json.RawMessage
	method string
	// params are a JSON object, or nil.
	params json.RawMessage
	// result and failure are those of an answer; its method is empty.
	result, failure json.RawMessage
}

func (m *message) isRequest() bool { return m.method != "" && m.id != nil }
func (m *message) isAnswer() bool  { return m.method == "" }

// looksLikeAnswer tells also of a faulty message that it is nothing to answer: two
// programs that answered each other's errors would never end.
func (m *message) looksLikeAnswer() bool {
	return m.method == "" && (m.result != nil || m.failure != nil)
}

// parse reads a message, or a batch of such.
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

// parseOne reads a message. Members that stand twice are refused: what one reader
// takes for the method, another might not.
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
			continue // for what MCP may add
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

// answer checks a message without a method. It keeps the id only of one that can be
// an answer: nobody waits for an answer to it under that id.
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
	return nil // an error without an id says that a message could not be read
}

// validID tells the ids of MCP: texts and integers.
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

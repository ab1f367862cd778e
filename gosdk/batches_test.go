package gosdk_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/attachtest"
)

// inBatches are in answers to several messages at once, which MCP has in 2025-03-26
// only.
var inBatches = []difference{
	{
		"a version says whether there are batches",
		"a session's does where no header names one, and only 2025-03-26 has them; go-sdk takes what names no version for that, and 2024-11-05 for as good",
		func(x *exchange) bool {
			return x.own.code() == "batch_not_supported" && x.settled(x.request.Header.Get("Mcp-Protocol-Version") < "2025-03-26")
		},
	},
	{
		"a batch is taken or refused as a whole",
		"we refuse one with a message that is none, go-sdk one with any that it would not take alone",
		func(x *exchange) bool {
			messages := batchOf(x.request.Body)
			switch {
			case messages == nil:
				return false
			case x.own.refused():
				return x.own.code() == "request_invalid" && x.settled(slices.ContainsFunc(messages, said.isNone))
			default:
				return x.theirs.unsaid() && x.settled(x.own.failed() || slices.ContainsFunc(messages, said.isUnanswerable))
			}
		},
	},
	{
		"the answers of a batch are one document",
		"nothing can be asked or told before it; go-sdk answers with a stream of messages, in any order",
		func(x *exchange) bool {
			return batchOf(x.request.Body) != nil && !x.own.refused() && x.settled(x.sameOneByOne())
		},
	},
}

// batchOf are the messages of a batch; nil where a body is none.
func batchOf(body string) []said {
	var items []json.RawMessage
	if json.Unmarshal([]byte(body), &items) != nil {
		return nil
	}
	messages := make([]said, len(items))
	for i, item := range items {
		messages[i] = readRequest(string(item))
	}
	return messages
}

// isNone tells what is no message.
func (s said) isNone() bool {
	_, result := s.top["result"]
	_, failure := s.top["error"]
	return !s.once || stringOf(s.top["jsonrpc"]) != "2.0" || oddID(s.top["id"]) || (s.method != "") == (result || failure)
}

// isUnanswerable tells a request without an id.
func (s said) isUnanswerable() bool {
	return s.top["id"] == nil && s.method != "" && !strings.HasPrefix(s.method, "notifications/")
}

// failed reports whether any answer of a batch is an error.
func (o *outcome) failed() bool {
	return slices.ContainsFunc(apart(o.Messages), func(m map[string]any) bool { return m["error"] != nil })
}

// sameOneByOne compares the answers of a batch as if each were alone.
func (x *exchange) sameOneByOne() bool {
	var items []json.RawMessage
	if json.Unmarshal([]byte(x.request.Body), &items) != nil {
		return false
	}
	for _, item := range items {
		one := *x
		one.request = attachtest.Request{Header: x.request.Header, Body: string(item)}
		one.said = readRequest(string(item))
		id := known(valueOf(one.said.top["id"]))
		one.own, one.theirs = answerWith(id, &x.own), answerWith(id, &x.theirs)
		alone := one.own.code() == "batch_not_supported" && one.said.method == "initialize"
		if alone || one.own.faultCode() == "cannot_ask" && x.theirs.asked() {
			continue
		}
		if one.level(nil) != "" {
			return false
		}
	}
	return true
}

// answerWith is the answer with an id by itself.
func answerWith(id any, to *outcome) outcome {
	o := outcome{Status: http.StatusOK}
	for _, m := range apart(to.Messages) {
		if m["method"] == nil && known(m["id"]) == id {
			o.Messages = append(o.Messages, m)
		}
	}
	return o
}

// known is an id as go-sdk knows it again.
func known(id any) any {
	number, ok := id.(json.Number)
	if !ok {
		return id
	}
	value, err := number.Float64()
	if err != nil {
		return id
	}
	return asKept(value)
}

// apart are the messages in lists.
func apart(messages []any) []map[string]any {
	var all []map[string]any
	for _, m := range messages {
		switch m := m.(type) {
		case []any:
			all = append(all, apart(m)...)
		case map[string]any:
			all = append(all, m)
		}
	}
	return all
}

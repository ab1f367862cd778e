package gosdk_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/orielapps/oriel/internal/attachtest"
)

// exchange is a request and what both servers have answered to it.
type exchange struct {
	differences []difference // those that there may be
	lifecycle   attachtest.Lifecycle
	request     attachtest.Request
	said        said
	own         outcome
	theirs      outcome
	// introduced is the clientInfo of the session's initialize.
	introduced json.RawMessage
	// once is whether no member stands twice in what the client says of itself.
	once bool
	// accept are what the client takes.
	accept []string
	// again asks go-sdk's server once more, in other words; without a session where
	// that is wanted.
	again func(r attachtest.Request, sessionless bool) outcome
}

// settle ends the comparison.
func (x *exchange) settle() { x.own, x.theirs = outcome{}, outcome{} }

// apart reports whether only one of both has done something that later requests build on.
func (x *exchange) apart() bool {
	keeps := isA(json.RawMessage(x.request.Body), "[") || slices.Contains([]string{"initialize", "logging/setLevel"}, x.said.method)
	asks := x.own.result()["requestState"] != nil || x.theirs.result()["requestState"] != nil
	return (keeps || asks) && x.own.refused() != x.theirs.refused()
}

// outcome is an answer in a form that can be compared.
type outcome struct {
	Status   int
	Messages []any
	Text     string // of an answer that is no message
	raw      string // the body as it came
}

// value is what counts of an outcome.
func (o *outcome) value() any { return [...]any{o.Status, o.Messages, o.Text} }

var (
	maskedID = regexp.MustCompile(`\berr-[a-z2-7]{10}\b`)
	sealed   = regexp.MustCompile(`"requestState":"[^"]+"`)
)

// outcomeOf leaves out what is different each time. Members of an answer stand once,
// unless a client is to hear again what it has said twice.
func outcomeOf(a *attachtest.Answer, once bool) (outcome, error) {
	o := outcome{Status: a.Status, raw: a.Body}
	if len(a.Messages) == 0 {
		o.Text = a.Body
	}
	for _, m := range a.Messages {
		m = maskedID.ReplaceAll(m, []byte("err-…"))
		m = sealed.ReplaceAll(m, []byte(`"requestState":"…"`))
		value, err := attachtest.Value(m)
		switch {
		case errors.Is(err, attachtest.ErrTwice) && !once:
			value = valueOf(m)
		case err != nil:
			return o, err
		}
		if question, ok := value.(map[string]any); ok && question["method"] != nil && question["id"] != nil {
			question["id"] = "…"
		}
		o.Messages = append(o.Messages, value)
	}
	return o, nil
}

// valueOf reads JSON whose numbers stay as they are.
func valueOf(text []byte) any {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return nil
	}
	return value
}

// answer is the message that ends an answer.
func (o *outcome) answer() map[string]any {
	if len(o.Messages) == 0 {
		return nil
	}
	message, _ := o.Messages[len(o.Messages)-1].(map[string]any)
	return message
}

func (o *outcome) result() map[string]any {
	result, _ := o.answer()["result"].(map[string]any)
	return result
}

// refused reports whether a request was not worked on, or has failed.
func (o *outcome) refused() bool {
	return o.Status >= http.StatusBadRequest || o.answer()["error"] != nil
}

// unread are the stable codes of what our own handler refuses by itself, without the app.
var unread = []string{
	"answer_unexpected", "batch_not_supported", "batch_too_large", "content_type_unsupported", "cursor_unknown", "header_mismatch", "log_level_unknown", "meta_invalid",
	"meta_missing", "not_acceptable", "params_invalid", "protocol_version_unsupported", "request_invalid", "request_not_json", "request_too_deep", "session_unknown",
	"unknown_method",
}

// worked reports whether a request was worked on by our own handler, whatever came of it.
func (o *outcome) worked() bool { return !slices.Contains(unread, o.code()) }

// number is the code of an error, of JSON-RPC; empty where the answer is no such error.
func (o *outcome) number() string {
	failure, _ := o.answer()["error"].(map[string]any)
	number, _ := failure["code"].(json.Number)
	return number.String()
}

// code is the stable code of an error, which only answers of ours have, or of the app.
func (o *outcome) code() string {
	failure, _ := o.answer()["error"].(map[string]any)
	data, _ := failure["data"].(map[string]any)
	code, _ := data["code"].(string)
	return code
}

// faultCode is the stable code of an error, whether it is one of the request or of a
// tool.
func (o *outcome) faultCode() string {
	meta, _ := o.result()["_meta"].(map[string]any)
	fault, _ := meta["oriel/error"].(map[string]any)
	code, _ := fault["code"].(string)
	return code + o.code()
}

// asked reports whether the client was asked something before the answer.
func (o *outcome) asked() bool {
	return o.has("elicitation/create") || o.has("sampling/createMessage") || o.has("roots/list")
}

// text is what an error says.
func (o *outcome) text() string {
	failure, _ := o.answer()["error"].(map[string]any)
	message, _ := failure["message"].(string)
	return message + o.Text
}

// without drops messages of a method, and reports whether there were any.
func (o *outcome) without(method string) bool {
	before := len(o.Messages)
	o.Messages = slices.DeleteFunc(o.Messages, func(m any) bool {
		message, _ := m.(map[string]any)
		return message["method"] == method
	})
	return len(o.Messages) != before
}

func (o *outcome) has(method string) bool {
	return slices.ContainsFunc(o.Messages, func(m any) bool {
		message, _ := m.(map[string]any)
		return message["method"] == method
	})
}

// said is what a request says, as encoding/json reads it, which is not how either
// server does.
type said struct {
	// readable is whether the body is one JSON value, in UTF-8.
	readable bool
	// once is whether no member stands twice where every server looks, answersOnce
	// whether none does in the answers to questions.
	once, answersOnce bool
	top               map[string]json.RawMessage
	method            string
	params            map[string]json.RawMessage
	meta              map[string]json.RawMessage
}

func readRequest(body string) said {
	s := said{readable: utf8.ValidString(body) && json.Valid([]byte(body)), once: true, answersOnce: true}
	if json.Unmarshal([]byte(body), &s.top) != nil {
		return s
	}
	s.method = stringOf(s.top["method"])
	_ = json.Unmarshal(s.top["params"], &s.params) // nothing, then
	_ = json.Unmarshal(s.params["_meta"], &s.meta) // likewise
	s.once = each(json.RawMessage(body), "jsonrpc", "id", "method", "params", "result", "error") && each(s.top["params"]) && each(s.params["_meta"])
	s.answersOnce = each(s.params["inputResponses"])
	return s
}

// mustNot reports whether a request is one that our own handler must not work on, so that
// go-sdk, which may, can't be asked. Of a batch it knows only whether it can be read.
func (s said) mustNot() bool {
	return !s.readable || s.method != "" && (!s.once || oddID(s.top["id"]))
}

// each reports whether each member of an object stands in it once, or each of these
// names.
func each(object json.RawMessage, names ...string) bool {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return true
	}
	seen := map[string]bool{}
	for decoder.More() {
		name, err := decoder.Token()
		var value json.RawMessage
		if err != nil || decoder.Decode(&value) != nil {
			return true
		}
		text, _ := name.(string)
		if seen[text] {
			return false
		}
		seen[text] = len(names) == 0 || slices.Contains(names, text)
	}
	return true
}

// unequivocal reports whether each member of an object, and of those in it, stands in it
// once.
func unequivocal(value json.RawMessage) bool {
	var inner map[string]json.RawMessage
	if !each(value) || json.Unmarshal(value, &inner) != nil {
		return each(value)
	}
	for _, v := range inner {
		if !unequivocal(v) {
			return false
		}
	}
	return true
}

func stringOf(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) != nil {
		return ""
	}
	return text
}

// isA reports whether a JSON value is of a type: {, [, ", n, or the first digit of one.
func isA(value json.RawMessage, first string) bool {
	return strings.IndexAny(strings.TrimLeft(string(value), " \t\r\n"), first) == 0
}

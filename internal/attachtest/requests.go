package attachtest

import (
	"strconv"
	"strings"
)

var lists = []string{
	``, `{}`, `null`, `{"cursor":null}`, `{"cursor":"x"}`, `{"cursor":7}`, `{"other":[1]}`, `[]`, `"x"`, `{"_meta":null}`, `{"_meta":[]}`, `{"cursor":""}`,
}

// methods are all methods, with good params and bad ones.
var methods = []method{
	{"tools/list", lists},
	{"tools/call", []string{
		`{"name":"forecast","arguments":{"city":"Lisbon <&> \u2028","days":2}}`,
		`{"name":"told","arguments":{"b":[1,{"a":9007199254740993}],"a":"\u0041\/","c":-0.0,"d":1E2,"e":null}}`,
		`{"name":"told"}`,
		`{"name":"told","arguments":null}`,
		`{"name":"told","arguments":{"text":"TEXT"}}`,
		`{"name":"told","arguments":{"a":1,"a":2}}`,
		`{"name":"told","arguments":{"\u0061\u2028":"\ud83d\ude00 \ud83d","<b>":"</b>"}}`,
		`{"name":"forecast","arguments":{"city":"TEXT"}}`,
		`{"name":"forecast","arguments":{"days":"many"}}`,
		`{"name":"forecast","arguments":{"city":"x","days":10}}`,
		`{"name":"forecast","arguments":{"city":"x","towns":1}}`,
		`{"name":"forecast","arguments":{"city":"x","city":"y"}}`,
		`{"name":"forecast"}`,
		`{"name":"forecast","arguments":[]}`,
		`{"name":"forecast","arguments":"x"}`,
		`{"name":"blocks","arguments":{}}`,
		`{"name":"blocks","arguments":{},"other":{"x":1}}`,
		`{"n\u0061me":"bl\u006fcks","argument\u0073":{}}`,
		`{"name":"hidden","arguments":{}}`,
		`{"name":"fails","arguments":{}}`,
		`{"name":"panics","arguments":{}}`,
		`{"name":"broken"}`,
		`{"name":"locked"}`,
		`{"name":"scoped"}`,
		`{"name":"long"}`,
		`{"name":"steps"}`,
		`{"name":"asks","arguments":{}}`,
		`{"name":"thinks"}`,
		`{"name":"confirm","arguments":{}}`,
		`{"name":"confirm","arguments":{},"requestState":"` + state + `","inputResponses":{"sure":{"action":"accept","content":{"sure":true,"why":"yes"}}}}`,
		`{"name":"confirm","arguments":{},"requestState":"` + state + `","inputResponses":{"sure":{"action":"decline"}}}`,
		`{"name":"confirm","arguments":{},"requestState":"` + state + `","inputResponses":{"sure":{"action":"accept","content":{"sure":"maybe"}}}}`,
		`{"name":"confirm","arguments":{},"requestState":"` + state + `","inputResponses":{"sure":{"deed":"accept"}}}`,
		`{"name":"confirm","arguments":{},"requestState":"` + state + `"}`,
		`{"name":"confirm","arguments":{},"requestState":"made up","inputResponses":{}}`,
		`{"name":"confirm","arguments":{},"requestState":7}`,
		`{"name":"confirm","arguments":{},"inputResponses":[]}`,
		`{"name":"confirm","arguments":{},"inputResponses":{"sure":7}}`,
		`{"name":"routed","arguments":{"region":"eu","inner":{"n":3}}}`,
		`{"name":"routed","arguments":{"region":"\u00e4"}}`,
		`{"name":"routed","arguments":{"region":null}}`,
		`{"name":"routed","arguments":{}}`,
		`{"name":"forcast","arguments":{}}`,
		`{"name":"TEXT","arguments":{}}`,
		`{"name":""}`, `{"name":7}`, `{"name":null}`, `{}`, ``, `null`, `[]`, `{"name":"told","name":"blocks"}`, `{"Name":"told"}`,
	}},
	{"resources/list", lists},
	{"resources/read", []string{
		`{"uri":"` + view + `"}`,
		`{"uri":"ui://sample/page/000000000000"}`,
		`{"uri":"ui://sample/nothing/1"}`,
		`{"uri":"ui:\/\/sample\/l\u0061rge\/000000000000"}`,
		`{"uri":"sample://notes"}`,
		`{"uri":"sample://bytes"}`,
		`{"uri":"sample://day/monday"}`,
		`{"uri":"sample://day/m%C3%A4rz%2F1"}`,
		`{"uri":"sample://day/%zz"}`,
		`{"uri":"sample://day/%00"}`,
		`{"uri":"sample://none"}`,
		`{"uri":"sample://broken"}`,
		`{"uri":"sample://locked"}`,
		`{"uri":"sample://scoped"}`,
		`{"uri":"sample://secret"}`,
		`{"uri":"sample://secret","requestState":"` + state + `","inputResponses":{"sure":{"action":"accept","content":{"sure":true,"why":"yes"}}}}`,
		`{"uri":"sample://secret","requestState":"` + state + `","inputResponses":{"sure":{"action":"accept","content":{"sure":true,"why":""}}}}`,
		`{"uri":"TEXT"}`,
		`{"uri":""}`, `{"uri":7}`, `{"uri":null}`, `{}`, ``,
		`{"uri":"` + strings.Repeat("x", 1100) + `"}`, `{"uri":"SAMPLE://notes"}`, `{"uri":"sample://notes#a"}`,
	}},
	{"resources/templates/list", lists},
	{"prompts/list", lists},
	{"prompts/get", []string{
		`{"name":"greet","arguments":{"mood":"good","name":"Ada"}}`,
		`{"name":"greet","arguments":{"mood":"bad","name":"TEXT"}}`,
		`{"name":"greet","arguments":{"mood":"so-so"}}`,
		`{"name":"greet","arguments":{"mood":1}}`,
		`{"name":"greet","arguments":{"mood":null}}`,
		`{"name":"greet","arguments":[]}`,
		`{"name":"greet","arguments":null}`,
		`{"name":"greet"}`,
		`{"name":"careful"}`,
		`{"name":"careful","requestState":"` + state + `","inputResponses":{"sure":{"action":"accept","content":{"sure":true,"why":"yes"}}}}`,
		`{"name":"broken"}`,
		`{"name":"locked"}`,
		`{"name":"great"}`,
		`{"name":"TEXT"}`,
		`{"name":""}`, `{"name":7}`, `{}`, ``,
	}},
	{"completion/complete", []string{
		`{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"mood","value":"b"}}`,
		`{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"mood","value":"TEXT"},"context":{"arguments":{"name":"x"}}}`,
		`{"ref":{"type":"ref/resource","uri":"sample://day/{day}"},"argument":{"name":"day","value":"t"}}`,
		`{"ref":{"type":"ref/prompt","name":"none"},"argument":{"name":"mood","value":"b"}}`,
		`{"ref":{"type":"ref/resource","uri":"none"},"argument":{"name":"day","value":"t"}}`,
		`{"ref":{"type":"ref/tool","name":"greet"},"argument":{"name":"mood","value":"b"}}`,
		`{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"none","value":"b"}}`,
		`{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"value":"b"}}`,
		`{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"mood","value":7}}`,
		`{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"mood","value":"b"},"context":{"arguments":{"name":7}}}`,
		`{"ref":{"type":"ref/prompt","name":"greet","uri":"x"},"argument":{"name":"mood","value":"b"}}`,
		`{"ref":{"type":"ref/prompt"},"argument":{"name":"mood","value":"b"}}`,
		`{"ref":"greet","argument":{"name":"mood","value":"b"}}`,
		`{"argument":{"name":"mood","value":"b"}}`, `{}`, ``,
	}},
	{"ping", []string{``, `{}`, `null`, `{"x":1}`, `[]`}},
	{"server/discover", []string{``, `{}`, `{"x":1}`, `[]`}},
	{"initialize", []string{
		`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}`,
		`{"protocolVersion":"1999-01-01","capabilities":{},"clientInfo":{"name":"x","version":"1"}}`,
		`{"protocolVersion":"2026-07-28","capabilities":{},"clientInfo":{"name":"x","version":"1"}}`,
		`{"protocolVersion":7}`, `{}`, ``,
	}},
	{"logging/setLevel", []string{`{"level":"debug"}`, `{"level":"error"}`, `{"level":"loud"}`, `{}`, ``}},
	{"notifications/cancelled", []string{`{"requestId":1}`, `{}`, ``}},
	{"notifications/unknown", []string{`{}`, ``}},
	{"no/such/method", []string{`{}`, ``, `[]`}},
	{"TOOLS/LIST", []string{`{}`}},
	{"", []string{`{}`}},
}

// envelopes are what a request is in, right and wrong.
var envelopes = []envelope{
	{name: "right", write: message},
	{name: "the id last", write: func(id, method, params string) string {
		return object("method", quoted(method), "params", params, "jsonrpc", `"2.0"`, "id", id)
	}},
	{name: "members of its own", write: func(id, method, params string) string {
		return object("x", `{"method":"ping","id":[7]}`, "jsonrpc", `"2.0"`, "id", id, "method", quoted(method), "params", params, "Method", `"ping"`, "", `[]`)
	}},
	{name: "names in escapes", write: func(id, method, params string) string {
		return object(`json\u0072pc`, `"\u0032.0"`, `i\u0064`, id, `m\u0065thod`, quoted(method), `p\u0061rams`, params)
	}},
	{name: "no version", write: func(id, method, params string) string {
		return object("id", id, "method", quoted(method), "params", params)
	}},
	{name: "another version", write: func(id, method, params string) string {
		return object("jsonrpc", `"1.0"`, "id", id, "method", quoted(method), "params", params)
	}},
	{name: "a number for a version", write: func(id, method, params string) string {
		return object("jsonrpc", `2.0`, "id", id, "method", quoted(method), "params", params)
	}},
	{name: "the id twice", write: func(id, method, params string) string {
		return object("jsonrpc", `"2.0"`, "id", `7`, "method", quoted(method), "params", params, "id", id)
	}},
	{name: "the method twice", write: func(id, method, params string) string {
		return object("jsonrpc", `"2.0"`, "id", id, "method", quoted(method), `m\u0065thod`, quoted(method), "params", params)
	}},
	{name: "the params twice", write: func(id, method, params string) string {
		return object("jsonrpc", `"2.0"`, "id", id, "params", `{}`, "method", quoted(method), "params", params)
	}},
	{name: "a result", write: func(id, method, params string) string {
		return object("jsonrpc", `"2.0"`, "id", id, "method", quoted(method), "params", params, "result", `{}`)
	}},
	{name: "a null result and error", write: func(id, method, params string) string {
		return object("jsonrpc", `"2.0"`, "id", id, "method", quoted(method), "params", params, "result", `null`, "error", `null`)
	}},
	{name: "no method", write: func(id, _, params string) string { return object("jsonrpc", `"2.0"`, "id", id, "params", params) }},
	{name: "a method that is none", write: func(id, _, params string) string {
		return object("jsonrpc", `"2.0"`, "id", id, "method", `["ping"]`, "params", params)
	}},
	{name: "a method that is null", write: func(id, _, params string) string {
		return object("jsonrpc", `"2.0"`, "id", id, "method", `null`, "params", params)
	}},
	{name: "an answer", write: func(id, _, _ string) string { return object("jsonrpc", `"2.0"`, "id", id, "result", `{}`) }},
	{name: "an answer that failed", write: func(id, _, _ string) string {
		return object("jsonrpc", `"2.0"`, "id", id, "error", `{"code":-1,"message":"no"}`)
	}},
	{name: "a batch of one", write: func(id, method, params string) string { return "[" + message(id, method, params) + "]" }},
	{name: "a batch of three", write: func(id, method, params string) string {
		return "[" + message(`"first"`, "ping", "") + "," + message(id, method, params) + "," + message("", "notifications/initialized", "") + "]"
	}},
	{name: "a batch of nothing", write: func(string, string, string) string { return "[]" }},
	{name: "a batch in a batch", write: func(id, method, params string) string { return "[[" + message(id, method, params) + "]]" }},
	{name: "a text", write: func(string, string, string) string { return `"ping"` }},
	{name: "nothing", write: message, spoil: func(string) string { return "" }},
	{name: "only space", write: message, spoil: func(string) string { return " \n" }},
	{name: "two messages", write: message, spoil: func(body string) string { return body + "\n" + body }},
	{name: "a comma at its end", write: message, spoil: func(body string) string { return strings.TrimSuffix(body, "}") + ",}" }},
	{name: "cut short", write: message, spoil: func(body string) string { return body[:len(body)-1] }},
	{name: "a byte order mark", write: message, spoil: func(body string) string { return "\ufeff" + body }},
	{name: "no UTF-8", write: func(id, method, params string) string {
		return object("jsonrpc", `"2.0"`, "id", id, "method", quoted(method), "params", params, "x", `"~"`)
	}, spoil: func(body string) string { return strings.Replace(body, "~", "\xff", 1) }},
	{name: "half a character", write: func(id, method, params string) string {
		return object("jsonrpc", `"2.0"`, "id", id, "method", quoted(method), "params", params, "x", `"\ud800"`)
	}},
	{name: "too deep", write: func(id, method, params string) string {
		return object("jsonrpc", `"2.0"`, "id", id, "method", quoted(method), "params", params, "x", strings.Repeat("[", 1000)+strings.Repeat("]", 1000))
	}},
	{name: "a bare control character", write: func(id, method, params string) string {
		return object("jsonrpc", `"2.0"`, "id", id, "method", quoted(method), "params", params, "x", `"~"`)
	}, spoil: func(body string) string { return strings.Replace(body, "~", "\x01", 1) }},
	{name: "a number that is none", write: message, spoil: func(body string) string { return strings.TrimSuffix(body, "}") + `,"x":01}` }},
}

// message is a request as it should be.
func message(id, method, params string) string {
	return object("jsonrpc", `"2.0"`, "id", id, "method", quoted(method), "params", params)
}

func quoted(text string) string { return strconv.Quote(text) }

// object writes an object of pairs of names and values, without those whose value is
// empty.
func object(pairs ...string) string {
	var members []string
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			members = append(members, `"`+pairs[i]+`":`+pairs[i+1])
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

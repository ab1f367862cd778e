package serve_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// A body that ends anywhere before its end is answered as one that can't be read.
func TestTruncatedBodies(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	session := begin(t, h)
	bodies := map[string]struct {
		body    string
		headers []string
	}{
		"older":      {message("1", "tools/call", `{"name":"echo","arguments":{"text":"é\n\u0041😀"}}`), []string{"Mcp-Session-Id", session}},
		"newer":      {modernMessage("1", "tools/call", `"name":"echo","arguments":{"text":"é"}`), modernHeaders("tools/call", "echo")},
		"initialize": {initializing(legacy), nil},
		"batch":      {"[" + message("1", "ping", "{}") + "," + message("2", "ping", "{}") + "]", nil},
		"answer":     {`{"jsonrpc":"2.0","id":"oriel.a.b.c.d","result":{"action":"accept"}}`, nil},
	}
	for name, test := range bodies {
		if a := post(t, h, test.body, test.headers...); a.status >= http.StatusBadRequest && name != "answer" {
			t.Errorf("%s: the whole body: %d %s", name, a.status, a.body)
		}
		for end := range len(test.body) {
			a := post(t, h, test.body[:end], test.headers...)
			if a.status != http.StatusBadRequest || a.code() != "request_not_json" || !strings.Contains(a.body, `"code":-32700`) || !strings.Contains(a.body, `"id":null`) {
				t.Fatalf("%s, %d bytes of it: %d %s", name, end, a.status, a.body)
			}
		}
	}
}

// What is no message at all, or one that nobody should have to read.
func TestUnreadableBodies(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	nested := func(levels int, open, end string) string {
		return message("1", "tools/call", `{"name":"echo","arguments":{"text":`+strings.Repeat(open, levels)+"1"+strings.Repeat(end, levels)+`}}`)
	}
	members := func(count int) string {
		var many strings.Builder
		for i := range count {
			many.WriteString(`"m` + strconv.Itoa(i) + `":1,`)
		}
		return many.String()
	}
	for name, test := range map[string]struct {
		body   string
		status int
		code   string
	}{
		"nothing":               {"", 400, "request_not_json"},
		"white":                 {" \r\n\t", 400, "request_not_json"},
		"a byte order mark":     {"\ufeff" + message("1", "ping", "{}"), 400, "request_not_json"},
		"UTF-16":                {"{\x00}\x00", 400, "request_not_json"},
		"no UTF-8":              {message("1", "tools/call", "{\"name\":\"ech\xff\"}"), 400, "request_not_json"},
		"an overlong character": {message("1", "tools/call", "{\"name\":\"\xc0\xaf\"}"), 400, "request_not_json"},
		"a surrogate in UTF-8":  {message("1", "tools/call", "{\"name\":\"\xed\xa0\x80\"}"), 400, "request_not_json"},
		"half an escaped pair":  {message("1", "tools/call", `{"name":"\ud800"}`), 200, "unknown_tool"},
		"two messages":          {message("1", "ping", "{}") + message("2", "ping", "{}"), 400, "request_not_json"},
		"a comment":             {"//\n" + message("1", "ping", "{}"), 400, "request_not_json"},
		"a trailing comma":      {`{"jsonrpc":"2.0","id":1,"method":"ping",}`, 400, "request_not_json"},
		"NaN":                   {message("1", "ping", `{"a":NaN}`), 400, "request_not_json"},
		"a raw line break":      {message("1", "ping", "{\"a\":\"\n\"}"), 400, "request_not_json"},
		"a number":              {"1", 400, "request_invalid"},
		"null":                  {"null", 400, "request_invalid"},
		"a text":                {`"ping"`, 400, "request_invalid"},
		"an empty object":       {"{}", 400, "request_invalid"},
		"990 levels":            {nested(990, "[", "]"), 200, "arguments_invalid"},
		"1001 levels":           {nested(998, "[", "]"), 400, "request_too_deep"},
		"1001 objects":          {nested(998, `{"":`, "}"), 400, "request_too_deep"},
		"100,000 levels":        {nested(100_000, "[", "]"), 400, "request_too_deep"},
		"100,000 without end":   {strings.Repeat("[", 100_000), 400, "request_too_deep"},
		"1,000,000 objects":     {strings.Repeat(`{"":`, 1_000_000), 400, "request_too_deep"},
		"brackets in a text":    {message("1", "tools/call", `{"name":"echo","arguments":{"text":"`+strings.Repeat("[{", 2000)+`"}}`), 200, ""},
		"too many params":       {message("1", "ping", "{"+members(1001)+`"z":1}`), 400, "params_invalid"},
		"too much of _meta":     {message("1", "ping", `{"_meta":{`+members(1001)+`"z":1}}`), 400, "params_invalid"},
		"many members":          {message("1", "ping", "{"+members(999)+`"z":1}`), 200, ""},
	} {
		if a := post(t, h, test.body); a.status != test.status || a.code() != test.code || len(a.body) > 20_000 {
			t.Errorf("%s: %d %.300s", name, a.status, a.body)
		}
	}
}

func TestContentTypes(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	for kind, status := range map[string]int{
		"application/json":                  200,
		"application/json; charset=utf-8":   200,
		"APPLICATION/JSON":                  200,
		" application/json ":                200,
		"":                                  415,
		"-":                                 415,
		"text/plain":                        415, // what a page can send without asking
		"text/plain; application/json":      415,
		"application/x-www-form-urlencoded": 415,
		"multipart/form-data; boundary=x":   415,
		"application/json-rpc":              415,
		"application/jsonp":                 415,
		"application/json, text/plain":      415,
		"application/json; charset":         415,
		"application/*":                     415,
		"*/*":                               415,
		strings.Repeat("application/json;", 1000): 415,
	} {
		a := post(t, h, message("1", "ping", "{}"), "Content-Type", kind)
		if a.status != status || status != 200 && a.code() != "content_type_unsupported" {
			t.Errorf("%.50q: %d %s", kind, a.status, a.body)
		}
	}
}

// Encoded bodies are refused as such: as JSON they would be garbage.
func TestContentEncoding(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	for encoding, status := range map[string]int{"": 200, "identity": 200, "Identity": 200, "gzip": 415, "br": 415, "identity\x00gzip": 415} {
		a := post(t, h, message("1", "ping", "{}"), "Content-Encoding", encoding)
		if a.status != status || status != 200 && (a.code() != "content_encoding_unsupported" || a.header.Get("Accept-Encoding") != "identity") {
			t.Errorf("%q: %d %v %s", encoding, a.status, a.header, a.body)
		}
	}
}

func TestAccept(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	call := message("1", "tools/call", `{"name":"progress","_meta":{"progressToken":1}}`)
	for accept, test := range map[string]struct {
		status int
		kind   string
	}{
		bothWays:                         {200, "text/event-stream"},
		"text/event-stream":              {200, "text/event-stream"},
		"*/*":                            {200, "text/event-stream"},
		"-":                              {200, "text/event-stream"},
		"application/json":               {200, "application/json"},
		"application/*;q=0.5":            {200, "application/json"},
		"text/event-stream;q=0, */*;q=0": {406, "application/json"},
		"text/html":                      {406, "application/json"},
		"":                               {406, "application/json"},
		"a\x7f, ,;;q=":                   {406, "application/json"},
	} {
		a := post(t, h, call, "Accept", accept)
		if a.status != test.status || a.header.Get("Content-Type") != test.kind || test.status == 406 && a.code() != "not_acceptable" {
			t.Errorf("%q: %d %s %s", accept, a.status, a.header.Get("Content-Type"), a.body)
		}
	}
	// Who takes nothing but events gets the answer as one.
	if a := post(t, h, message("1", "ping", "{}"), "Accept", "text/event-stream"); a.body != "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n" {
		t.Errorf("a ping gets %q", a.body)
	}
}

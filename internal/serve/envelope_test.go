package serve_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// Each member of a message, as each type that it can't have.
func TestEnvelope(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	const invalid, params, unknown = "request_invalid", "params_invalid", "unknown_method"
	for _, test := range []struct {
		member, value, code string
		status              int
		id                  string // in the answer; empty where there is no body
	}{
		{"jsonrpc", `null`, invalid, 400, "null"},
		{"jsonrpc", `true`, invalid, 400, "null"},
		{"jsonrpc", `2.0`, invalid, 400, "null"},
		{"jsonrpc", `"2"`, invalid, 400, "null"},
		{"jsonrpc", `"1.0"`, invalid, 400, "null"},
		{"jsonrpc", `"\u0032.0"`, "", 200, "1"},
		{"jsonrpc", `["2.0"]`, invalid, 400, "null"},
		{"jsonrpc", `{"2.0":1}`, invalid, 400, "null"},
		{"jsonrpc", ``, invalid, 400, "null"},

		{"id", `null`, invalid, 400, "null"},
		{"id", `true`, invalid, 400, "null"},
		{"id", `1.5`, invalid, 400, "null"},
		{"id", `1e2`, invalid, 400, "null"},
		{"id", `-1`, "", 200, "-1"},
		{"id", `123456789012345678901234567890`, "", 200, "123456789012345678901234567890"},
		{"id", `"x\n\u0000\u2028"`, "", 200, `"x\n\u0000\u2028"`},
		{"id", `""`, "", 200, `""`},
		{"id", `[]`, invalid, 400, "null"},
		{"id", `{}`, invalid, 400, "null"},
		{"id", `"` + strings.Repeat("x", 1022) + `"`, "", 200, `"` + strings.Repeat("x", 1022) + `"`},
		{"id", `"` + strings.Repeat("x", 1023) + `"`, invalid, 400, "null"},
		{"id", ``, "", 202, ""}, // it is a notification

		{"method", `null`, invalid, 400, "1"},
		{"method", `true`, invalid, 400, "1"},
		{"method", `1`, invalid, 400, "1"},
		{"method", `""`, invalid, 400, "1"},
		{"method", `"x"`, unknown, 200, "1"},
		{"method", `"PING"`, unknown, 200, "1"},
		{"method", `"ping\u0000"`, unknown, 200, "1"},
		{"method", `"` + strings.Repeat("x", 100_000) + `"`, unknown, 200, "1"},
		{"method", `[]`, invalid, 400, "1"},
		{"method", `{}`, invalid, 400, "1"},
		{"method", ``, invalid, 400, "null"}, // it could be an answer

		{"params", `null`, "", 200, "1"},
		{"params", `true`, params, 400, "1"},
		{"params", `1`, params, 400, "1"},
		{"params", `"x"`, params, 400, "1"},
		{"params", `[]`, params, 400, "1"},
		{"params", `[{}]`, params, 400, "1"},
		{"params", `{}`, "", 200, "1"},
		{"params", ``, "", 200, "1"},

		{"result", `{}`, invalid, 400, "1"},
		{"result", `null`, invalid, 400, "1"},
		{"error", `{}`, invalid, 400, "1"},
		{"other", `{"a":1}`, "", 200, "1"}, // what MCP may add
	} {
		body := object("jsonrpc", `"2.0"`, "id", "1", "method", `"ping"`, "params", "{}", test.member, test.value)
		a := post(t, h, body)
		code := ""
		if a.body != "" {
			code = a.code()
		}
		if a.status != test.status || code != test.code || len(a.body) > 2000 || test.id != "" && !strings.Contains(a.body, `"id":`+test.id+`,`) {
			t.Errorf("%.100s: %d %.500s, want %d %q", body, a.status, a.body, test.status, test.code)
		}
	}
	for _, twice := range []string{"jsonrpc", "id", "method", "params", `\u006dethod`, `i\u0064`} {
		body := `{"jsonrpc":"2.0","id":1,"method":"ping","params":{},"` + twice + `":"2.0"}`
		if a := post(t, h, body); a.status != http.StatusBadRequest || a.code() != invalid || !strings.Contains(a.body, `"id":null`) {
			t.Errorf("%s: %d %s", body, a.status, a.body)
		}
	}
}

// object writes an object of pairs. Of what stands twice the last one counts; an
// empty value leaves it out.
func object(pairs ...string) string {
	var names []string
	values := map[string]string{}
	for pair := range slices.Chunk(pairs, 2) {
		name, value := pair[0], pair[1]
		if _, there := values[name]; !there {
			names = append(names, name)
		}
		values[name] = value
	}
	members := []string{}
	for _, name := range names {
		if values[name] != "" {
			members = append(members, `"`+name+`":`+values[name])
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// Answers that are none. None of them has an answer with an id: the client might
// take it for that to a request of its own.
func TestBadAnswers(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	for body, code := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"result":{},"error":{}}`:                        "request_invalid",
		`{"jsonrpc":"2.0","id":1}`:                                               "request_invalid",
		`{"jsonrpc":"2.0","result":{}}`:                                          "request_invalid",
		`{"jsonrpc":"2.0","id":null,"result":{}}`:                                "request_invalid",
		`{"jsonrpc":"2.0","id":1.5,"error":{}}`:                                  "request_invalid",
		`{"id":1,"result":{}}`:                                                   "request_invalid",
		`{"jsonrpc":"2.0","id":1,"result":{},"result":{}}`:                       "request_invalid",
		`{"jsonrpc":"2.0","id":1,"result":{}}`:                                   "answer_unexpected",
		`{"jsonrpc":"2.0","id":"x","result":null}`:                               "answer_unexpected",
		`{"jsonrpc":"2.0","id":"x","error":7}`:                                   "answer_unexpected",
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}`:                    "answer_unexpected",
		`{"jsonrpc":"2.0","error":{"code":-32700,"message":"no"}}`:               "answer_unexpected",
		`{"jsonrpc":"2.0","id":"oriel.a.b.c.d","result":{}}`:                     "answer_unexpected",
		`{"jsonrpc":"2.0","id":"oriel....","result":{}}`:                         "answer_unexpected",
		`{"jsonrpc":"2.0","id":"` + strings.Repeat(".", 1000) + `","result":{}}`: "answer_unexpected",
	} {
		if a := post(t, h, body); a.status != http.StatusBadRequest || a.code() != code || !strings.Contains(a.body, `"id":null`) {
			t.Errorf("%.100s: %d %s", body, a.status, a.body)
		}
	}
}

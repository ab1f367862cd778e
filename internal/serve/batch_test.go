package serve_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/orielapps/oriel/internal/serve"
)

// Only 2025-03-26 has batches. One with anything in it that is no message is
// refused as a whole: nothing of it runs.
func TestBatches(t *testing.T) {
	t.Parallel()
	h := everything(quiet()).Handler()
	ping := message("1", "ping", "{}")
	note := `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	session := func(version string) []string {
		return []string{"Mcp-Session-Id", post(t, h, initializing(version)).header.Get("Mcp-Session-Id")}
	}
	many := func(count int) string { return "[" + strings.TrimSuffix(strings.Repeat(ping+",", count), ",") + "]" }
	batched := []string{"Mcp-Protocol-Version", "2025-03-26"}
	for name, test := range map[string]struct {
		body    string
		headers []string
		status  int
		code    string // of an answer that is no list
		answers string // the codes of those in a list
	}{
		"of one that says nothing":           {"[" + ping + "," + note + "]", nil, 200, "", "-"},
		"of 2025-03-26":                      {many(3), batched, 200, "", "- - -"},
		"in a session of 2025-03-26":         {many(1), session("2025-03-26"), 200, "", "-"},
		"of 2024-11-05":                      {many(1), []string{"Mcp-Protocol-Version", "2024-11-05"}, 400, "batch_not_supported", ""},
		"of 2025-06-18":                      {many(1), []string{"Mcp-Protocol-Version", "2025-06-18"}, 400, "batch_not_supported", ""},
		"of 2025-11-25":                      {many(1), []string{"Mcp-Protocol-Version", legacy}, 400, "batch_not_supported", ""},
		"in a session of 2025-11-25":         {many(1), session(legacy), 400, "batch_not_supported", ""},
		"of 2026-07-28":                      {many(1), modernHeaders("ping", ""), 400, "batch_not_supported", ""},
		"of an unknown version":              {many(1), []string{"Mcp-Protocol-Version", "2099-01-01"}, 400, "batch_not_supported", ""},
		"in no session":                      {many(1), []string{"Mcp-Session-Id", "x"}, 404, "session_unknown", ""},
		"empty":                              {"[]", batched, 400, "request_invalid", ""},
		"empty, with white":                  {" [ ] ", batched, 400, "request_invalid", ""},
		"nested":                             {"[[" + ping + "]]", batched, 400, "request_invalid", ""},
		"of 100":                             {many(100), batched, 200, "", strings.TrimSpace(strings.Repeat("- ", 100))},
		"of 101":                             {many(101), batched, 400, "batch_too_large", ""},
		"of 40,000":                          {many(40_000), batched, 400, "batch_too_large", ""},
		"with initialize":                    {"[" + initializing(legacy) + "," + ping + "]", batched, 200, "", "batch_not_supported -"},
		"with a stream":                      {"[" + message("1", "subscriptions/listen", "{}") + "]", batched, 200, "", "batch_not_supported"},
		"of the newer lifecycle":             {"[" + modernMessage("1", "tools/list", "") + "]", batched, 200, "", "header_mismatch"},
		"only notifications":                 {"[" + note + "," + note + "]", batched, 202, "", ""},
		"notifications, one of which faulty": {`[{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"a":1,"a":2}}]`, batched, 202, "", ""},
		"an answer":                          {`[{"jsonrpc":"2.0","id":1,"result":{}},` + ping + `]`, batched, 200, "", "answer_unexpected -"},
		"with garbage":                       {"[" + ping + ",1]", batched, 400, "request_invalid", ""},
		"with garbage before":                {"[null," + ping + "]", batched, 400, "request_invalid", ""},
		"with a faulty one":                  {"[" + ping + `,{"jsonrpc":"2.0","id":1,"method":1}]`, batched, 400, "request_invalid", ""},
		"with params of a wrong type":        {"[" + ping + `,{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}]`, batched, 400, "params_invalid", ""},
		"unknown methods and failures":       {"[" + message("1", "x", "{}") + "," + message("2", "tools/call", `{"name":"x"}`) + "]", batched, 200, "", "unknown_method unknown_tool"},
		"equal ids":                          {many(2), batched, 200, "", "- -"},
		"progress":                           {"[" + message("1", "tools/call", `{"name":"progress","_meta":{"progressToken":1}}`) + "]", batched, 200, "", "-"},
		"a question":                         {"[" + message("1", "tools/call", `{"name":"confirm"}`) + "]", session("2025-03-26"), 200, "", "cannot_ask"},
	} {
		a := post(t, h, test.body, test.headers...)
		var codes []string
		var list []json.RawMessage
		if strings.HasPrefix(a.body, "[") {
			if err := json.Unmarshal([]byte(a.body), &list); err != nil {
				t.Fatal(err)
			}
		}
		for _, item := range list {
			code := codeIn(string(item))
			if code == "" {
				code = "-"
			}
			codes = append(codes, code)
		}
		if a.status != test.status || strings.Join(codes, " ") != test.answers || test.code != "" && (a.code() != test.code || !strings.Contains(a.body, `"id":null`)) {
			t.Errorf("%s: %d %.500s", name, a.status, a.body)
		}
	}
}

// A handler that never ends does not hold a batch up: the client gets one error in time, and what
// comes after it in the batch is not begun.
func TestBatchThatHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		app, hangs := hanging()
		server := overPipes(t, newServer(t, app, serve.Options{CallTimeout: shortly}).Handler())
		r := newRequest(t, http.MethodPost, server.URL, "["+message("1", "tools/call", `{"name":"hang"}`)+","+message("2", "tools/call", `{"name":"hang"}`)+"]")
		a := do(t, server, r)
		if a.status != http.StatusOK || a.code() != "deadline_exceeded" {
			t.Errorf("%d %s", a.status, a.body)
		}
		close(hangs.release)
		if err := wait(t, hangs.ended, "the end of the first"); err != nil {
			t.Error(err) // without a token there is nothing to tell
		}
		if n := hangs.begun.Load(); n != 1 {
			t.Errorf("%d have begun", n)
		}
	})
}

// The answers to a batch take no more memory than answers may: what comes after is refused,
// and all of the memory is given back.
func TestMemoryOfBatches(t *testing.T) {
	t.Parallel()
	call := message("1", "tools/call", `{"name":"large"}`)
	body := "[" + call + strings.Repeat(","+call, 9) + "]"
	for name, test := range map[string]struct {
		memory   int64
		answered int
	}{
		"of 4 MiB":               {0, 4},
		"of what MaxMemory lets": {2 * largeText, 2}, // the last one keeps the place of its call
	} {
		h := newServer(t, large(), serve.Options{MaxMemory: test.memory, MaxBodyBytes: largeText / 16}).Handler()
		for range 2 {
			a := post(t, h, body, "Accept-Encoding", "identity")
			var answers []json.RawMessage
			if err := json.Unmarshal([]byte(a.body), &answers); err != nil || a.status != http.StatusOK || len(answers) != 10 {
				t.Fatalf("%s: %d, %d answers, %v", name, a.status, len(answers), err)
			}
			for i, answer := range answers {
				code := ""
				if i >= test.answered {
					code = "batch_too_large"
				}
				if got := codeIn(string(answer)); got != code || code == "" && len(answer) < largeText {
					t.Errorf("%s: answer %d of %d bytes has the code %q, want %q", name, i, len(answer), got, code)
				}
			}
		}
	}
}

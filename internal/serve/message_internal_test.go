package serve

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/orielapps/oriel/internal/jsonwalk"
)

// FuzzParse holds what everything behind it relies on, of any body.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		``, ` `, `{`, `{}`, `[]`, `[[]]`, `[{}]`, `null`, `"x"`, "\xff", "\ufeff{}",
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":"a","method":"ping","params":null}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized","params":{"a":1}}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":1,"error":{"code":1}}`, `{"jsonrpc":"2.0","id":null,"error":{"code":1}}`,
		`{"jsonrpc":"2.0","id":1,"result":{},"error":{}}`, `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`,
		`[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"}]`, `{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}`, `{"jsonrpc":"2.0","id":1,"\u006dethod":"ping","method":"x"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		one, batch, fault := parse(body)
		if fault != nil {
			checkFault(t, fault)
			return
		}
		messages := batch
		if batch == nil {
			messages = []message{one}
		}
		if !utf8.Valid(body) || !json.Valid(body) || len(messages) == 0 || len(messages) > maxBatch {
			t.Fatalf("%q is %d messages", body, len(messages))
		}
		for _, m := range messages {
			checkMessage(t, body, m)
			r := &request{message: m}
			if fault := r.read(); fault != nil {
				checkFault(t, fault)
				continue
			}
			for _, member := range r.arguments {
				if !json.Valid(member.Value) {
					t.Fatalf("%q has %q: %q", body, member.Name, member.Value)
				}
			}
			if m.isRequest() {
				_, _, _ = r.introduce(), r.progressToken(), r.meta.Values()
				if _, fault := r.round(); fault != nil {
					checkFault(t, fault)
				}
			}
		}
	})
}

func checkFault(t *testing.T, fault *rpcError) {
	t.Helper()
	if fault.Code == 0 || fault.Data["code"] == "" || len(fault.Message) > 1000 || !utf8.ValidString(fault.Message) {
		t.Errorf("the fault is %+v", fault)
	}
}

func checkMessage(t *testing.T, body []byte, m message) {
	t.Helper()
	kinds := 0
	for _, is := range []bool{m.isRequest(), m.isAnswer(), m.method != "" && m.id == nil} {
		if is {
			kinds++
		}
	}
	switch {
	case kinds != 1,
		m.id != nil && (!validID(m.id) || !json.Valid(m.id)),
		m.params != nil && !jsonwalk.IsObject(m.params),
		m.isAnswer() && (m.result == nil) == (m.failure == nil),
		m.isAnswer() && m.id == nil && m.failure == nil,
		!m.isAnswer() && (m.result != nil || m.failure != nil):
		t.Fatalf("%q is %+v", body, m)
	}
}

func TestValidID(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]bool{
		``: false, `""`: true, `"a"`: true, `0`: true, `-1`: true, `9007199254740993`: true, `1.5`: false, `1e3`: false, `null`: false, `true`: false,
		`{}`: false, `[]`: false, `-`: false, `"` + strings.Repeat("x", maxID-2) + `"`: true, `"` + strings.Repeat("x", maxID-1) + `"`: false,
	} {
		if got := validID(json.RawMessage(id)); got != want {
			t.Errorf("%.50q: %v", id, got)
		}
	}
}

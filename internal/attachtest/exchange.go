package attachtest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/orielapps/oriel/orieltest"
)

// Exchange is a request to a server that carries [Sample].
type Exchange struct {
	Method string
	// Params are a JSON object, in which VIEW stands for the URI of the view.
	Params string
}

// Exchanges are requests of every kind that an app answers, good ones and bad ones.
func Exchanges() []Exchange {
	return []Exchange{
		{"tools/list", `{}`},
		{"resources/list", `{}`},
		{"resources/templates/list", `{}`},
		{"prompts/list", `{}`},
		{"resources/read", `{"uri":"VIEW"}`},
		{"resources/read", `{"uri":"ui://sample/page/000000000000"}`},
		{"resources/read", `{"uri":"ui://sample/nothing/1"}`},
		{"resources/read", `{"uri":"sample://notes"}`},
		{"resources/read", `{"uri":"sample://bytes"}`},
		{"resources/read", `{"uri":"sample://day/monday"}`},
		{"resources/read", `{"uri":"sample://none"}`},
		{"tools/call", `{"name":"forecast","arguments":{"city":"Lisbon <&> \u2028","days":2},"_meta":{"progressToken":"p"}}`},
		{"tools/call", `{"name":"forecast","arguments":{"days":"many"}}`},
		{"tools/call", `{"name":"forecast"}`},
		{"tools/call", `{"name":"blocks","arguments":{}}`},
		{"tools/call", `{"name":"hidden","arguments":{}}`},
		{"tools/call", `{"name":"fails","arguments":{}}`},
		{"tools/call", `{"name":"asks","arguments":{}}`},
		{"tools/call", `{"name":"forcast","arguments":{}}`},
		{"prompts/get", `{"name":"greet","arguments":{"mood":"good","name":"Ada"}}`},
		{"prompts/get", `{"name":"greet","arguments":{"mood":"so-so"}}`},
		{"prompts/get", `{"name":"greet"}`},
		{"prompts/get", `{"name":"great"}`},
		{"completion/complete", `{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"mood","value":"b"}}`},
		{"completion/complete", `{"ref":{"type":"ref/resource","uri":"sample://day/{day}"},"argument":{"name":"day","value":"t"}}`},
	}
}

// Ask sends an exchange as a host, and returns the answer as it came.
func (e Exchange) Ask(t testing.TB, host *orieltest.Host) json.RawMessage {
	t.Helper()
	view := "ui://sample/page/1" // for a host that gets no views
	for _, r := range host.Resources() {
		if r.Name == "page" {
			view = r.URI
		}
	}
	return host.Request(e.Method, json.RawMessage(strings.ReplaceAll(e.Params, "VIEW", view)))
}

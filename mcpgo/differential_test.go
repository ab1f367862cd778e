package mcpgo_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/mcpgo"
	"github.com/orielapps/oriel/orieltest"
)

// differences are all that may tell a server of mcp-go from the app's own handler. Each
// takes its difference out of an answer's result.
var differences = []struct {
	why   string
	level func(answer, result map[string]any)
}{
	{"mcp-go lists by name, an app in the order of its declarations", func(_, result map[string]any) {
		for list, key := range map[string]string{"tools": "name", "resources": "uri", "resourceTemplates": "uriTemplate", "prompts": "name"} {
			entries, _ := result[list].([]any)
			slices.SortStableFunc(entries, func(a, b any) int { return cmp.Compare(text(a, key), text(b, key)) })
		}
	}},
	{"mcp-go has hints for caches of its own, and none in the older lifecycle", func(_, result map[string]any) {
		delete(result, "ttlMs")
		delete(result, "cacheScope")
	}},
	{"mcp-go has no room for security schemes beside _meta", func(_, result map[string]any) {
		tools, _ := result["tools"].([]any)
		for _, entry := range tools {
			if tool, ok := entry.(map[string]any); ok {
				delete(tool, "securitySchemes")
			}
		}
	}},
	{"mcp-go gives an error neither code nor data, and has words of its own for what it does not find", func(answer, _ map[string]any) {
		if answer["error"] != nil {
			answer["error"] = "an error"
		}
	}},
}

// exchange is one request that both are asked.
type exchange struct {
	method string
	params string
	// full is set for what only a handler answers that serves more than tools and
	// views.
	full bool
}

var exchanges = []exchange{
	{"tools/list", `{}`, false},
	{"resources/list", `{}`, false},
	{"resources/templates/list", `{}`, true},
	{"prompts/list", `{}`, true},
	{"resources/read", `{"uri":"VIEW"}`, false},
	{"resources/read", `{"uri":"ui://sample/page/000000000000"}`, false},
	{"resources/read", `{"uri":"ui://sample/nothing/1"}`, false},
	{"resources/read", `{"uri":"sample://notes"}`, true},
	{"resources/read", `{"uri":"sample://bytes"}`, true},
	{"resources/read", `{"uri":"sample://day/monday"}`, true},
	{"resources/read", `{"uri":"sample://none"}`, true},
	{"tools/call", `{"name":"forecast","arguments":{"city":"Lisbon <&> \u2028","days":2},"_meta":{"progressToken":"p"}}`, false},
	{"tools/call", `{"name":"forecast","arguments":{"days":"many"}}`, false},
	{"tools/call", `{"name":"forecast"}`, false},
	{"tools/call", `{"name":"blocks","arguments":{}}`, false},
	{"tools/call", `{"name":"hidden","arguments":{}}`, false},
	{"tools/call", `{"name":"fails","arguments":{}}`, false},
	{"tools/call", `{"name":"forcast","arguments":{}}`, false},
	{"prompts/get", `{"name":"greet","arguments":{"mood":"good","name":"Ada"}}`, true},
	{"prompts/get", `{"name":"greet","arguments":{"mood":"so-so"}}`, true},
	{"prompts/get", `{"name":"greet"}`, true},
	{"prompts/get", `{"name":"great"}`, true},
	{"completion/complete", `{"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"mood","value":"b"}}`, true},
	{"completion/complete", `{"ref":{"type":"ref/resource","uri":"sample://day/{day}"},"argument":{"name":"day","value":"t"}}`, true},
}

func TestAnswersLikeTheAppsOwnHandler(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"claude", "chatgpt", "mcp-ui", "text", "generic"} {
		for _, lifecycle := range []orieltest.Lifecycle{orieltest.Modern, orieltest.Legacy} {
			t.Run(host+" "+string(lifecycle), func(t *testing.T) {
				t.Parallel()
				app := sample(t)
				own := orieltest.Connect(t, app, host, orieltest.Options{Lifecycle: lifecycle})
				theirs := orieltest.Connect(t, app, host, orieltest.Options{Lifecycle: lifecycle, Handler: stateful(mcpgo.New(app))})
				view := viewURI(t, own)
				full := strings.Contains(string(own.Request("prompts/list", nil)), `"greet"`)
				for _, e := range exchanges {
					params := json.RawMessage(strings.ReplaceAll(e.params, "VIEW", view))
					if e.full && !full {
						continue
					}
					want, got := leveled(t, own.Request(e.method, params)), leveled(t, theirs.Request(e.method, params))
					if diff := gocmp.Diff(want, got); diff != "" {
						t.Errorf("%s %s (-own handler +mcp-go):\n%s", e.method, params, diff)
					}
				}
			})
		}
	}
}

func viewURI(t *testing.T, h *orieltest.Host) string {
	t.Helper()
	for _, r := range h.Resources() {
		if r.Name == "page" {
			return r.URI
		}
	}
	return "ui://sample/page/1" // the host is told of no views
}

// leveled is an answer without its id and its deliberate differences.
func leveled(t *testing.T, raw json.RawMessage) map[string]any {
	t.Helper()
	answer := decoded(t, raw)
	for _, d := range differences {
		level(answer, d.level)
	}
	return answer
}

func level(answer map[string]any, take func(answer, result map[string]any)) {
	result, _ := answer["result"].(map[string]any)
	take(answer, result)
}

func decoded(t *testing.T, raw json.RawMessage) map[string]any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var answer map[string]any
	if err := decoder.Decode(&answer); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	delete(answer, "id")
	return answer
}

func text(entry any, key string) string {
	members, _ := entry.(map[string]any)
	value, _ := members[key].(string)
	return value
}

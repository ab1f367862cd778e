package mcpgo_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/attachtest"
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

// missing is the one exchange whose answers are not compared: that the client lacks a
// capability is a JSON-RPC error of an app's own handler from 2026-07-28 on, and
// mcp-go makes a tool's result of it.
const missing = `"name":"asks"`

func TestAnswersLikeTheAppsOwnHandler(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"claude", "chatgpt", "mcp-ui", "text", "generic"} {
		for _, lifecycle := range []orieltest.Lifecycle{orieltest.Modern, orieltest.Legacy} {
			t.Run(host+" "+string(lifecycle), func(t *testing.T) {
				t.Parallel()
				app := attachtest.Sample(t)
				own := orieltest.ConnectWith(t, app, host, orieltest.Options{Lifecycle: lifecycle})
				theirs := orieltest.ConnectWith(t, app, host, orieltest.Options{Lifecycle: lifecycle, Handler: stateful(mcpgo.New(app))})
				for _, e := range attachtest.Exchanges() {
					if strings.Contains(e.Params, missing) {
						if got := string(e.Ask(t, theirs)); !strings.Contains(got, `"isError":true`) || !strings.Contains(got, `(capability \"roots\")`) {
							t.Errorf("%s %s: %s", e.Method, e.Params, got)
						}
						continue
					}
					want, got := leveled(t, e.Ask(t, own)), leveled(t, e.Ask(t, theirs))
					if diff := gocmp.Diff(want, got); diff != "" {
						t.Errorf("%s %s (-own handler +mcp-go):\n%s", e.Method, e.Params, diff)
					}
				}
			})
		}
	}
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

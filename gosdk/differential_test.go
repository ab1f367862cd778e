package gosdk_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/gosdk"
	"github.com/orielapps/oriel/internal/attachtest"
	"github.com/orielapps/oriel/orieltest"
)

// differences are all that may tell a server of go-sdk from the app's own handler. Each
// takes its difference out of an answer's result.
var differences = []struct {
	why   string
	level func(result map[string]any)
}{
	{"go-sdk lists by name, an app in the order of its declarations", func(result map[string]any) {
		for list, key := range map[string]string{"tools": "name", "resources": "uri", "resourceTemplates": "uriTemplate", "prompts": "name"} {
			entries, _ := result[list].([]any)
			slices.SortStableFunc(entries, func(a, b any) int { return cmp.Compare(text(a, key), text(b, key)) })
		}
	}},
	{"go-sdk gives clients of the older lifecycle hints for caches, too", func(result map[string]any) {
		delete(result, "ttlMs")
		delete(result, "cacheScope")
	}},
}

func TestAnswersLikeTheAppsOwnHandler(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"claude", "chatgpt", "mcp-ui", "text", "generic"} {
		for _, lifecycle := range []orieltest.Lifecycle{orieltest.Modern, orieltest.Legacy} {
			t.Run(host+" "+string(lifecycle), func(t *testing.T) {
				t.Parallel()
				app := attachtest.Sample(t)
				handler := map[orieltest.Lifecycle]func(*mcp.Server) http.Handler{orieltest.Modern: stateless, orieltest.Legacy: stateful}[lifecycle]
				own := orieltest.Connect(t, app, host, orieltest.Options{Lifecycle: lifecycle})
				theirs := orieltest.Connect(t, app, host, orieltest.Options{Lifecycle: lifecycle, Handler: handler(gosdk.New(app))})
				for _, e := range attachtest.Exchanges() {
					want, got := leveled(t, e.Ask(t, own)), leveled(t, e.Ask(t, theirs))
					if diff := gocmp.Diff(want, got); diff != "" {
						t.Errorf("%s %s (-own handler +go-sdk):\n%s", e.Method, e.Params, diff)
					}
				}
			})
		}
	}
}

// leveled is an answer without its id and its deliberate differences.
func leveled(t *testing.T, raw json.RawMessage) map[string]any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var answer map[string]any
	if err := decoder.Decode(&answer); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	delete(answer, "id")
	if result, ok := answer["result"].(map[string]any); ok {
		for _, d := range differences {
			d.level(result)
		}
	}
	return answer
}

func text(entry any, key string) string {
	members, _ := entry.(map[string]any)
	value, _ := members[key].(string)
	return value
}

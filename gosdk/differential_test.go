package gosdk_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/orielapps/oriel/gosdk"
	"github.com/orielapps/oriel/internal/attachtest"
	"github.com/orielapps/oriel/orieltest"
)

func TestAnswersLikeTheAppsOwnHandler(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"claude", "chatgpt", "mcp-ui", "text", "generic"} {
		for _, lifecycle := range []orieltest.Lifecycle{orieltest.Modern, orieltest.Legacy} {
			t.Run(host+" "+string(lifecycle), func(t *testing.T) {
				t.Parallel()
				app := attachtest.Sample(t)
				handler := map[orieltest.Lifecycle]func(*mcp.Server) http.Handler{orieltest.Modern: stateless, orieltest.Legacy: stateful}[lifecycle]
				own := orieltest.ConnectWith(t, app, host, orieltest.Options{Lifecycle: lifecycle})
				theirs := orieltest.ConnectWith(t, app, host, orieltest.Options{Lifecycle: lifecycle, Handler: handler(gosdk.New(app))})
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

// leveled is an answer without its id, and without the deliberate differences that are in
// good answers.
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
		inOrder(result)
		withoutHints(result)
	}
	return answer
}

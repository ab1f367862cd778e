package serve_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/serve"
	"github.com/orielapps/oriel/ui"
)

// A URI that is longer than any should be is refused wherever a client may send one,
// before anything looks for what fits it.
func TestLongURIs(t *testing.T) {
	t.Parallel()
	h := newServer(t, everything(quiet()), serve.Options{}).Handler()
	session := begin(t, h)
	for _, length := range []int{ui.MaxURI + 1, 3 << 20} {
		uri := "note://all/" + strings.Repeat("a", length-len("note://all/"))
		read := message("1", "resources/read", `{"uri":"`+uri+`"}`)
		for name, test := range map[string]struct {
			body    string
			headers []string
		}{
			"reading":         {read, nil},
			"subscribing":     {message("1", "resources/subscribe", `{"uri":"`+uri+`"}`), []string{"Mcp-Session-Id", session}},
			"unsubscribing":   {message("1", "resources/unsubscribe", `{"uri":"`+uri+`"}`), []string{"Mcp-Session-Id", session}},
			"completing":      {message("1", "completion/complete", `{"ref":{"type":"ref/resource","uri":"`+uri+`"},"argument":{"name":"id","value":""}}`), nil},
			"listening":       {modernMessage("1", "subscriptions/listen", `"notifications":{"resourceSubscriptions":["`+uri+`"]}`), modernHeaders("subscriptions/listen", "")},
			"part of a batch": {"[" + read + "]", nil},
		} {
			a := post(t, h, test.body, test.headers...)
			if !strings.Contains(a.body, `"code":"uri_too_long"`) || len(a.body) > 500 || test.headers == nil && a.status != http.StatusOK {
				t.Errorf("%s with %d bytes: %d %.500s", name, length, a.status, a.body)
			}
		}
	}
}

// The longest URI costs no more allocations than a short one: a client may send
// thousands of them.
func TestCostOfLongURIs(t *testing.T) { //nolint:paralleltest // it counts allocations
	h := everything(quiet()).Handler()
	cost := func(length int) float64 {
		uri := "note://all/" + strings.Repeat("a", length-len("note://all/"))
		return testing.AllocsPerRun(5, func() {
			if a := post(t, h, message("1", "resources/read", fmt.Sprintf(`{"uri":%q}`, uri))); a.code() != "" {
				t.Fatalf("%d %.300s", a.status, a.body)
			}
		})
	}
	if short, long := cost(100), cost(ui.MaxURI); long > 2*short {
		t.Errorf("a read takes %.0f allocations with a URI of 100 bytes, and %.0f with one of %d", short, long, ui.MaxURI)
	}
}

package viewtest_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

// TestFakeHosts runs a view in each fake host of @oriel/view/testing, in a real
// window, which has to be afterwards what it was.
func TestFakeHosts(t *testing.T) {
	t.Parallel()
	document := "<!doctype html><meta charset=utf-8><title>fakes</title><link rel=icon href=data:,><body><p>view</p>" + scriptOf(t, "fakes/page.ts")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(document))
	}))
	t.Cleanup(server.Close)
	browser := browsertest.Start(t)
	for kind, platform := range map[string]string{"mcp-apps": "mcp-apps", "chatgpt": "chatgpt", "openai": "chatgpt", "mcp-ui": "mcp-ui"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			page := browser.Open(t, server.URL+"/?host="+kind)
			if err := page.Main().WaitFor(t.Context(), "globalThis.seen"); err != nil {
				t.Fatal(err)
			}
			got, err := browsertest.Eval[string](t.Context(), page.Main(), "JSON.stringify(seen)")
			if err != nil {
				t.Fatal(err)
			}
			want := `["` + platform + `","Sunny",{"city":"Lisbon"},"dark","dark",["hello"],true,true]`
			if got != want {
				t.Errorf("the view in the fake host saw %s, want %s", got, want)
			}
			for _, m := range page.Messages() {
				if m.Type == "error" || m.Type == "exception" {
					t.Error(m)
				}
			}
		})
	}
}

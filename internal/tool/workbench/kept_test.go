package workbench_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A page gets what it has kept, and nobody else gets it: a page with another secret finds
// nothing, and without the token, as in a view, there is no answer at all.
func TestKeptRunsOfPages(t *testing.T) {
	t.Parallel()
	b := startWith(t, newFake())
	mine, other := strings.Repeat("m", 22), strings.Repeat("o", 22)
	for part, value := range map[string]any{"run": map[string]any{"tool": "t"}, "view:claude": map[string]any{"state": float64(3)}} {
		if got, status := b.post(t, "/api/keep", map[string]any{"page": mine, "run": 1, "part": part, "value": value}); status != 200 {
			t.Fatal(status, got)
		}
	}
	for page, want := range map[string]any{
		mine: map[string]any{"run": float64(1), "parts": map[string]any{
			"run": map[string]any{"tool": "t"}, "view:claude": map[string]any{"state": float64(3)},
		}},
		other: map[string]any{"run": float64(0), "parts": map[string]any{}},
	} {
		if got, _ := b.post(t, "/api/kept", map[string]any{"page": page}); !cmp.Equal(any(got), want) {
			t.Errorf("%s gets %v, want %v", page, got, want)
		}
	}
	for name, change := range map[string]func(*http.Request){
		"without a token":   func(r *http.Request) { r.Header.Del("Authorization") },
		"from a view":       func(r *http.Request) { r.Header.Set("Origin", "http://v1.localhost:1") },
		"from another site": func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
	} {
		got := b.send(t, http.MethodPost, "/api/kept", `{"page":"`+mine+`"}`, change)
		if (got.status != 401 && got.status != 403) || strings.Contains(got.body, "state") {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
}

func TestKeepBodies(t *testing.T) {
	t.Parallel()
	b := startWith(t, newFake())
	page := `"page":"` + strings.Repeat("p", 22) + `"`
	b.refuses(t, []apiBody{
		{"no page", "/api/keep", `{"run":1,"part":"run","value":1}`, nil, 400, "body_invalid"},
		{"a secret that can be guessed", "/api/kept", `{"page":"1"}`, nil, 400, "body_invalid"},
		{"an endless secret", "/api/kept", `{"page":"` + strings.Repeat("p", 101) + `"}`, nil, 400, "body_invalid"},
		{"no run", "/api/keep", `{` + page + `,"part":"run","value":1}`, nil, 400, "body_invalid"},
		{"a negative run", "/api/keep", `{` + page + `,"run":-1,"part":"run","value":1}`, nil, 400, "body_invalid"},
		{"half a run", "/api/keep", `{` + page + `,"run":1.5,"part":"run","value":1}`, nil, 400, "body_invalid"},
		{"no part", "/api/keep", `{` + page + `,"run":1,"value":1}`, nil, 400, "body_invalid"},
		{"an endless name", "/api/keep", `{` + page + `,"run":1,"part":"` + strings.Repeat("x", 101) + `","value":1}`, nil, 400, "body_invalid"},
		{"no value", "/api/keep", `{` + page + `,"run":1,"part":"run"}`, nil, 400, "body_invalid"},
		{"over 16 MiB", "/api/keep", `{}` + strings.Repeat(" ", 16<<20), nil, 413, "body_too_large"},
	})
}

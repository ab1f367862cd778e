package hooks_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

// TestAlone shows all hooks in a page without a host, where the colour scheme is
// the browser's.
func TestAlone(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	for _, l := range libraries() {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			page := browser.Open(t, viewpage.Serve(t, pageOf(t, l, "alone")))
			got := reportOf[report](t, page.Main())
			want := expectedIn(t, alone)
			for _, step := range []string{"start", "connected"} {
				if diff := cmp.Diff(want.Steps[step], got.Steps[step]); diff != "" {
					t.Errorf("%s, %s (-want +got):\n%s", l.Name, step, diff)
				}
			}

			// The second is what the page shows, whoever says so.
			for _, change := range []struct{ scheme, script, want string }{
				{"dark", "true", "dark, dark"},
				{"dark", "document.documentElement.dataset.theme = 'light'", "dark, light"},
				{"light", "delete document.documentElement.dataset.theme", "light, light"},
				{"light", "(document.documentElement.className = 'dark', true)", "light, dark"},
			} {
				if err := page.Media(t.Context(), map[string]string{"prefers-color-scheme": change.scheme}); err != nil {
					t.Fatal(err)
				}
				if _, err := browsertest.Eval[any](t.Context(), page.Main(), change.script); err != nil {
					t.Fatal(err)
				}
				if err := page.Main().WaitForText(t.Context(), "output", change.want); err != nil {
					t.Errorf("%s, %s: %v", l.Name, change.script, err)
				}
			}
			viewpage.Clean(t, page)
		})
	}
}

// TestUnanswered shows all hooks in a frame where nobody answers, who could be
// anybody; then somebody refuses.
func TestUnanswered(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	h := host{kind: nobody, page: script{entry: "hosts/refuses.ts"}}
	for _, l := range libraries() {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			page, inside := show(t, browser, h, pageOf(t, l, "unanswered"))
			got := reportOf[report](t, inside)
			if diff := cmp.Diff(expectedIn(t, nobody).Steps["start"], got.Steps["start"]); diff != "" {
				t.Errorf("%s, start (-want +got):\n%s", l.Name, diff)
			}
			if diff := cmp.Diff(map[string]any{}, got.Steps["connected"]); diff != "" {
				t.Errorf("%s, a moment later (-want +got):\n%s", l.Name, diff)
			}
			want := map[string]any{
				"unanswered": "pending",
				"refused": map[string]any{"useLive": map[string]any{"value": map[string]any{
					"error": map[string]any{"error": -32000.}, "isSupported": false, "pending": false, "updated": false,
				}}},
				"message": map[string]any{"fails": -32000.},
			}
			if diff := cmp.Diff(want, got.Calling); diff != "" {
				t.Errorf("%s, refused (-want +got):\n%s", l.Name, diff)
			}
			viewpage.Clean(t, page)
		})
	}
}

package hooks_test

import (
	"fmt"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

// TestBehaviour looks at what hooks do beyond the values that they give: what they
// subscribe to, whom they call back, and how their calls end.
func TestBehaviour(t *testing.T) {
	t.Parallel()
	for _, l := range libraries() {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			page := browsertest.Start(t).Open(t, viewpage.Serve(t, document("", "", build(t, script{entry: "behaviour/page.ts", with: l}))))
			view := page.Main()
			names, err := browsertest.Eval[[]string](t.Context(), view, "names")
			viewpage.Must(t, err)
			if len(names) == 0 {
				t.Fatal("the page has no tests")
			}
			_, err = browsertest.Eval[any](t.Context(), view, "connect()")
			viewpage.Must(t, err)
			for _, one := range names {
				failure, err := browsertest.Eval[string](t.Context(), view, fmt.Sprintf("runTest(%q)", one))
				if err != nil || failure != "" {
					t.Errorf("%s: %s %v", one, failure, err)
				}
			}
			viewpage.Clean(t, page)
		})
	}
}

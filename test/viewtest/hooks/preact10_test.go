package hooks_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

// preact10 is where the lockfile has the older Preact, for another package's needs.
const preact10 = "./node_modules/@modelcontextprotocol/server-basic-preact/node_modules/preact"

// TestPreact10 runs the matrix once under the older Preact that the hooks take too.
func TestPreact10(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(filepath.Join("../../..", preact10)); err != nil {
		t.Fatalf("the lockfile has no Preact 10 any more: %v", err)
	}
	l := library{viewpage.Library{Name: "Preact 10", Entry: "preact"}, map[string]string{"preact": preact10}}
	page, inside := show(t, browsertest.Start(t), allHosts()[0], pageOf(t, l, "matrix"))
	want, got := expectedIn(t, apps), reportOf[report](t, inside)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", l.Name, diff)
	}
	viewpage.Clean(t, page)
}

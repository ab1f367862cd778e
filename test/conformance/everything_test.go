package conformance_test

import (
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
)

// One server on one URL does all that each revision requires.
func TestSmokeBothLifecycles(t *testing.T) {
	t.Parallel()
	root := checkout(t)
	everything := programtest.Start(t, root, programtest.Build(t, root, "./examples/everything"), "-http", "127.0.0.1:0")
	for revision := range revisions {
		t.Run(revision, func(t *testing.T) {
			t.Parallel()
			conforms(t, everything.URL, revision)
		})
	}
}

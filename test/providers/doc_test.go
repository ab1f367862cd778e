// Package providers signs users in, in Chromium, at identity providers that others wrote, for
// an app of ours whose verifier knows nothing of them but the issuer's name.
package providers_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/orielapps/oriel/test/browsertest"
)

// The protocol versions that stand for the two lifecycles.
const (
	initialized = "2025-11-25"
	stateless   = "2026-07-28"
)

// timeout is how long a client may take with all that it does.
const timeout = 3 * time.Minute

func TestMain(m *testing.M) { os.Exit(browsertest.OneBrowser(m).Run()) }

// checkout returns the folder of the repository.
func checkout(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

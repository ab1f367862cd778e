package browsertest_test

import (
	"path/filepath"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

// tests are what a package's TestMain has.
type tests func() int

func (t tests) Run() int { return t() }

// It takes the browser that the whole package shares, so nothing runs beside it.
func TestOneBrowser(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	profiles := func() int {
		t.Helper()
		found, err := filepath.Glob(filepath.Join(t.TempDir(), "..", "*", "oriel-browser-*"))
		if err != nil {
			t.Fatal(err)
		}
		return len(found)
	}
	code := browsertest.OneBrowser(tests(func() int {
		first := browsertest.Start(t)
		if browsertest.Start(t) != first || profiles() != 1 {
			t.Error("the second test has another browser")
		}
		first.Open(t, "about:blank").Close()
		if err := first.Close(); err != nil {
			t.Error(err)
		}
		second := browsertest.Start(t)
		if second == first {
			t.Error("a test has a browser that has ended")
		}
		second.Open(t, "about:blank")
		return 7
	})).Run()
	if code != 7 || profiles() != 0 {
		t.Errorf("code %d, %d profiles are left", code, profiles())
	}
	if own := browsertest.Start(t); browsertest.Start(t) == own {
		t.Error("tests share a browser although nobody asked for that")
	}
}

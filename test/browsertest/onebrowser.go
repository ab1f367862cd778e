package browsertest

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
)

// shared is the browser of all tests in a package that uses [OneBrowser].
var shared struct {
	mu      sync.Mutex
	wanted  bool
	browser *Browser
}

// Tests are the tests of a package that share a browser.
type Tests struct{ tests interface{ Run() int } }

// OneBrowser makes the tests of a package share the browser that [Start] returns, because launching one takes half a
// second. Each page still has its own profile. Call it in TestMain:
//
//	func TestMain(m *testing.M) { os.Exit(browsertest.OneBrowser(m).Run()) }
func OneBrowser(tests interface{ Run() int }) Tests { return Tests{tests} }

// Run runs the tests, closes the browser if there is one, and returns the exit code.
func (t Tests) Run() int {
	shared.mu.Lock()
	shared.wanted = true
	shared.mu.Unlock()
	code := t.tests.Run()
	shared.mu.Lock()
	defer shared.mu.Unlock()
	shared.wanted = false
	if err := closeShared(); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// closeShared closes the shared browser, if there is one. The caller has shared.mu.
func closeShared() error {
	b := shared.browser
	if b == nil {
		return nil
	}
	shared.browser = nil
	return b.Close()
}

// Start returns the shared browser of the package's tests, if they use [OneBrowser]. Otherwise, it launches one and
// closes it when the test has ended. It fails the test if there is no browser.
func Start(t testing.TB) *Browser {
	t.Helper()
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.browser != nil && !shared.browser.ended() {
		return shared.browser
	}
	if err := closeShared(); err != nil {
		t.Error(err)
	}
	// A shared browser is used after this test, and a failed test reports after t.Context has ended.
	b, err := Launch(context.WithoutCancel(t.Context()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if shared.wanted {
		shared.browser = b
		return b
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// ended reports whether the browser has closed its connection, for example because it has crashed.
func (b *Browser) ended() bool {
	select {
	case <-b.session.pipe.ended:
		return true
	default:
		return false
	}
}

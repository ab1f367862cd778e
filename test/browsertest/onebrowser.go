package browsertest

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
)

// shared is the browser that all tests of a package use, when it has [OneBrowser].
var shared struct {
	mu      sync.Mutex
	wanted  bool
	browser *Browser
}

// Tests are those of a package that share a browser.
type Tests struct{ tests interface{ Run() int } }

// OneBrowser lets the tests of a package share the browser that [Start] returns, which
// saves each of them the half a second that one takes. A page has a profile of its own
// either way. TestMain runs what it returns:
//
//	func TestMain(m *testing.M) { os.Exit(browsertest.OneBrowser(m).Run()) }
func OneBrowser(tests interface{ Run() int }) Tests { return Tests{tests} }

// Run runs the tests, closes the browser if one was needed, and returns the code to exit
// with.
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

// Start returns the browser of the package's tests, if they share one: see [OneBrowser].
// Else it launches one and closes it when the test has ended. It fails the test when
// there is no browser.
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
	// A shared browser outlives the test, and what a failed test reports comes after
	// the end of t.Context.
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

// ended reports whether the browser has hung up, as when it has crashed.
func (b *Browser) ended() bool {
	select {
	case <-b.session.pipe.ended:
		return true
	default:
		return false
	}
}

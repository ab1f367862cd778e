package browsertest

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/target"
)

// Browser is a running Chromium with its own profile.
type Browser struct {
	process *process
	session *session
	silent  bool
}

// Options of [Launch]. The zero value works.
type Options struct {
	// Path is the executable. Empty means the one in ORIEL_CHROMIUM, or else
	// the first Chromium or Chrome on PATH.
	Path string
	// Env adds variables, "KEY=value", to the browser's environment.
	Env []string
	// Flags are added to the command line: "--hide-scrollbars".
	Flags []string
	// Silent is set for pages that collect no messages and violations, because that
	// slows them down.
	Silent bool
}

// Launch starts a headless browser with a fresh profile. The browser ends with
// [Browser.Close], or when ctx does.
func Launch(ctx context.Context, options Options) (*Browser, error) {
	process, session, err := launch(ctx, options)
	if err != nil {
		return nil, err
	}
	return &Browser{process: process, session: session, silent: options.Silent}, nil
}

// Close ends the browser and removes its profile.
func (b *Browser) Close() error { return b.process.close() }

// Open opens url in a new page with its own profile, and waits for the load event. If the test
// fails, it logs the page's console, its policy violations and the path of a screenshot.
func (b *Browser) Open(t testing.TB, url string) *Page {
	t.Helper()
	p, err := b.NewPage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			p.report(t)
		}
		p.Close()
	})
	if err := p.Navigate(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	return p
}

// Visit opens url in a tab without a DevTools connection, which would slow it down; so it can't be controlled or
// inspected. Visit does not wait until the page has loaded. The tab stays open until the browser ends.
func (b *Browser) Visit(ctx context.Context, url string) error {
	limited, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	if _, err := call(limited, b.session, target.CreateTarget, target.CreateTargetParams{URL: url}); err != nil {
		return fmt.Errorf("opening %s: %w", url, err)
	}
	return nil
}

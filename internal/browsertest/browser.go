package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// PathVariable names the environment variable that says which browser to run.
const PathVariable = "ORIEL_CHROMIUM"

// closeTimeout is how long a browser may take to end by itself.
const closeTimeout = 10 * time.Second

// Browser is a running Chromium with a profile of its own.
type Browser struct {
	// ctx is chromedp's handle; it lives as long as the browser.
	ctx    context.Context //nolint:containedctx // chromedp keeps its state in a context
	cancel context.CancelFunc
}

// Options say how to launch a browser. The zero value works.
type Options struct {
	// Path is the executable. Empty means what ORIEL_CHROMIUM names, or else
	// the first Chromium or Chrome on PATH.
	Path string
	// Env adds variables, "KEY=value", to the browser's environment.
	Env []string
	// Flags are added to the command line, without their leading dashes: a
	// string or a bool each.
	Flags map[string]any
}

// unneeded are features that cost time for nothing here. The last two are pages behind
// the address field, which each window loads at once: three quarters of what a browser
// takes to start. Chromium heeds only the last such flag, so chromedp's are repeated.
const unneeded = "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup"

// Launch starts a headless browser with a fresh profile. The browser ends with
// [Browser.Close], or when ctx does.
func Launch(ctx context.Context, options Options) (*Browser, error) {
	path, err := executable(options.Path)
	if err != nil {
		return nil, err
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-features", unneeded),
		chromedp.Flag("hide-scrollbars", false),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.*"),
		chromedp.Env(options.Env...),
	)
	for name, value := range options.Flags {
		flags = append(flags, chromedp.Flag(name, value))
	}
	allocator, stop := chromedp.NewExecAllocator(ctx, flags...)
	quiet := func(string, ...any) {} // chromedp reports the detaching of frames as errors
	root, cancel := chromedp.NewContext(allocator, chromedp.WithLogf(quiet), chromedp.WithErrorf(quiet))
	b := &Browser{ctx: root, cancel: func() { cancel(); stop() }}
	if err := chromedp.Do(root); err != nil {
		b.cancel()
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	return b, nil
}

// Close ends the browser and removes its profile.
func (b *Browser) Close() error {
	defer b.cancel()
	ctx, cancel := context.WithTimeout(b.ctx, closeTimeout)
	defer cancel()
	if err := chromedp.Cancel(ctx); err != nil {
		return fmt.Errorf("closing the browser: %w", err)
	}
	return nil
}

// Start launches a browser for a test and closes it when the test has ended.
// It fails the test when there is no browser.
func Start(t testing.TB) *Browser {
	t.Helper()
	// t.Context is cancelled before the cleanups run, which would kill the
	// browser instead of closing it.
	b, err := Launch(context.WithoutCancel(t.Context()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// Open opens url on a new page of its own profile and waits for its load
// event. When the test fails, the page's console, its policy violations and the
// path of a screenshot are logged.
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

// Visit opens url in a tab of the browser's own profile that nothing is attached
// to: no page is slowed by being looked at, and none can be asked anything. It
// returns when the tab is there, and the tab stays until the browser ends.
func (b *Browser) Visit(ctx context.Context, url string) error {
	limited, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	browser := chromedp.FromContext(b.ctx).Browser
	if _, err := cdp.Call(limited, browser, target.CreateTarget, target.CreateTargetParams{URL: url}); err != nil {
		return fmt.Errorf("opening %s: %w", url, err)
	}
	return nil
}

// executable finds the browser to run.
func executable(path string) (string, error) {
	if path == "" {
		path = os.Getenv(PathVariable)
	}
	if path != "" {
		found, err := exec.LookPath(path)
		if err != nil {
			return "", fmt.Errorf("the browser named by %s can't be run: %w", PathVariable, err)
		}
		return found, nil
	}
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	for _, name := range names {
		found, err := exec.LookPath(name)
		if err == nil {
			return found, nil
		}
		if !errors.Is(err, exec.ErrNotFound) {
			return "", fmt.Errorf("looking for a browser: %w", err)
		}
	}
	return "", fmt.Errorf("no browser: none of %s is on PATH. Run \"make test\", which installs Chromium, "+
		"or \"apt-get install chromium\", or set %s to a Chromium or Chrome", strings.Join(names, ", "), PathVariable)
}

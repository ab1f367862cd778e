package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
)

// URLs returns the URLs of the page and its frames, for error messages.
func (p *Page) URLs(ctx context.Context) []string {
	var urls []string
	for _, s := range p.sessions(ctx) {
		tree, err := call(ctx, s, page.GetFrameTree, cdp.Empty{})
		if err != nil {
			continue
		}
		for frame := range frames(tree.FrameTree) {
			urls = append(urls, frame.URL)
		}
	}
	slices.Sort(urls)
	return slices.Compact(urls)
}

// report logs the state of the page for a failed test.
func (p *Page) report(t testing.TB) {
	t.Helper()
	// The test's own context may have ended already.
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	t.Logf("frames: %s", strings.Join(p.URLs(ctx), " "))
	for _, m := range p.Messages() {
		t.Logf("console: %s", m)
	}
	for _, v := range p.Violations() {
		t.Logf("policy: %s", v)
	}
	shot, err := p.Screenshot(ctx)
	if err != nil {
		t.Log(err)
		return
	}
	file, err := os.CreateTemp("", "oriel-"+filepath.Base(t.Name())+"-*.png") //nolint:usetesting // it has to outlive the test
	if err != nil {
		t.Log(err)
		return
	}
	if _, err := file.Write(shot); err != nil {
		t.Log(err)
	}
	if err := file.Close(); err != nil {
		t.Log(err)
	}
	t.Logf("screenshot: %s", file.Name())
}

package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Timeout is how long an operation on a frame waits, unless its context ends
// earlier.
const Timeout = time.Minute

// Page is a tab with storage of its own. Its methods may be used from several
// goroutines.
type Page struct {
	ctx    context.Context //nolint:containedctx // chromedp keeps its state in a context
	cancel context.CancelFunc
	log    journal

	mu         sync.Mutex
	connecting map[target.ID]*connection
	attached   []*session
	features   []*emulation.MediaFeature // replaced, never changed
}

// connection is a session that is being made, or was made, or failed to be.
type connection struct {
	done    chan struct{} // closed when the others are set
	session *session
	err     error
}

// session is a connection to the page or to a frame in a process of its own.
type session struct {
	ctx    context.Context //nolint:containedctx // chromedp keeps its state in a context
	cancel context.CancelFunc
	target *chromedp.Target
}

// NewPage opens an empty page. It is closed by [Page.Close] or with the
// browser.
func (b *Browser) NewPage(ctx context.Context) (*Page, error) {
	pageCtx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	p := &Page{ctx: pageCtx, cancel: cancel, connecting: map[target.ID]*connection{}}
	created := chromedp.BrowserEvents(pageCtx, target.TargetCreated)
	if err := chromedp.Do(pageCtx); err != nil {
		cancel()
		return nil, fmt.Errorf("opening a page: %w", err)
	}
	if err := p.observe(ctx, p.main()); err != nil {
		cancel()
		return nil, err
	}
	go func() {
		for event, err := range created {
			if err != nil {
				return
			}
			if p.owns(event.TargetInfo) {
				// A frame that is gone again has nothing to tell.
				_, _ = p.attach(p.ctx, event.TargetInfo.TargetID)
			}
		}
	}()
	return p, nil
}

// Close closes the page.
func (p *Page) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.attached {
		s.cancel()
	}
	p.cancel()
}

// Navigate opens url and waits for the page's load event.
func (p *Page) Navigate(ctx context.Context, url string) error {
	if err := p.do(ctx, chromedp.Navigate(url)); err != nil {
		return fmt.Errorf("opening %s: %w", url, err)
	}
	return nil
}

// Reload loads the page again and waits for its load event.
func (p *Page) Reload(ctx context.Context) error {
	if err := p.do(ctx, chromedp.Reload()); err != nil {
		return fmt.Errorf("reloading the page: %w", err)
	}
	return nil
}

// Press sends a key, or a text key by key, to whatever has the focus. The names
// of special keys are in chromedp's package kb.
func (p *Page) Press(ctx context.Context, keys string) error {
	if err := p.do(ctx, chromedp.KeyEvent(keys)); err != nil {
		return fmt.Errorf("pressing %q: %w", keys, err)
	}
	return nil
}

// Viewport sets the size of the page in CSS pixels, and how many device pixels
// each of them has; 0 leaves that to the browser. Frames in processes of their
// own are not rendered at an emulated scale, so a sharp picture of them needs a
// browser launched with the flag force-device-scale-factor.
func (p *Page) Viewport(ctx context.Context, width, height int64, scale float64) error {
	if err := p.do(ctx, chromedp.EmulateViewport(width, height, chromedp.EmulateScale(scale))); err != nil {
		return fmt.Errorf("setting the viewport: %w", err)
	}
	return nil
}

// Media emulates media features in the page and its frames:
// {"prefers-color-scheme": "dark"}. It replaces what an earlier call has set.
func (p *Page) Media(ctx context.Context, features map[string]string) error {
	list := make([]*emulation.MediaFeature, 0, len(features))
	for name, value := range features {
		list = append(list, &emulation.MediaFeature{Name: name, Value: value})
	}
	p.mu.Lock()
	p.features = list
	all := append(slices.Clone(p.attached), p.main())
	p.mu.Unlock()
	for _, s := range all {
		if err := s.emulate(ctx, list); err != nil && !errors.Is(err, chromedp.ErrTargetDetached) {
			return err
		}
	}
	return nil
}

// Screenshot returns what the viewport shows, as PNG.
func (p *Page) Screenshot(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	fromSurface := true
	shot, err := cdp.Call(ctx, p.main().target, page.CaptureScreenshot, page.CaptureScreenshotParams{FromSurface: &fromSurface})
	if err != nil {
		return nil, fmt.Errorf("taking a screenshot: %w", err)
	}
	return shot.Data, nil
}

// do runs an action on the page; the operation ends with ctx or after Timeout,
// the page does not.
func (p *Page) do(ctx context.Context, action chromedp.Action[chromedp.Void]) error {
	limited, cancel := context.WithTimeout(p.ctx, Timeout)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	if err := chromedp.Do(limited, action); err != nil {
		return errors.Join(ctx.Err(), err)
	}
	return nil
}

func (p *Page) main() *session {
	return &session{ctx: p.ctx, cancel: p.cancel, target: chromedp.FromContext(p.ctx).Target}
}

// owns reports whether a target is a frame of this page.
func (p *Page) owns(info *target.Info) bool {
	return info.Type == "iframe" && info.BrowserContextID == chromedp.FromContext(p.ctx).BrowserContextID
}

// attach returns the connection to a frame that has a process of its own. It is
// made once, and goes on being made when ctx ends before that.
func (p *Page) attach(ctx context.Context, id target.ID) (*session, error) {
	p.mu.Lock()
	c, known := p.connecting[id]
	if !known {
		c = &connection{done: make(chan struct{})}
		p.connecting[id] = c
		go func() {
			defer close(c.done)
			if c.session, c.err = p.connect(id); c.err != nil {
				p.forget(id)
			}
		}()
	}
	p.mu.Unlock()
	select {
	case <-c.done:
		return c.session, c.err
	case <-ctx.Done():
		return nil, fmt.Errorf("attaching to a frame: %w", ctx.Err())
	}
}

func (p *Page) connect(id target.ID) (*session, error) {
	frame, cancel := chromedp.NewContext(p.ctx, chromedp.WithTargetID(id), chromedp.WithDetachOnCancel())
	if err := chromedp.Do(frame); err != nil {
		cancel()
		return nil, fmt.Errorf("attaching to a frame: %w", err)
	}
	s := &session{ctx: frame, cancel: cancel, target: chromedp.FromContext(frame).Target}
	err := p.observe(frame, s)
	if err == nil {
		err = p.adapt(frame, s)
	}
	if err != nil {
		cancel()
		return nil, err
	}
	return s, nil
}

// adapt gives a new frame the media features of the page.
func (p *Page) adapt(ctx context.Context, s *session) error {
	p.mu.Lock()
	features := p.features
	p.attached = append(p.attached, s)
	p.mu.Unlock()
	return s.emulate(ctx, features)
}

// forget drops the connection to a frame that is gone.
func (p *Page) forget(id target.ID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.connecting, id)
	p.attached = slices.DeleteFunc(p.attached, func(s *session) bool {
		if s.target.TargetID == id {
			s.cancel()
			return true
		}
		return false
	})
}

func (s *session) emulate(ctx context.Context, features []*emulation.MediaFeature) error {
	_, err := cdp.Call(ctx, s.target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
	if err != nil {
		return fmt.Errorf("emulating media features: %w", err)
	}
	return nil
}

// connections returns the page's session and one for each frame in a process of
// its own.
func (p *Page) connections(ctx context.Context) ([]*session, error) {
	infos, err := chromedp.Targets(p.ctx)
	if err != nil {
		return nil, fmt.Errorf("listing frames: %w", err)
	}
	all := []*session{p.main()}
	for _, info := range infos {
		if !p.owns(info) {
			continue
		}
		s, err := p.attach(ctx, info.TargetID)
		if err != nil {
			continue // it went away since it was listed
		}
		all = append(all, s)
	}
	return all, nil
}

// URLs lists the documents in the page's frames, for error messages.
func (p *Page) URLs(ctx context.Context) []string {
	var urls []string
	sessions, err := p.connections(ctx)
	if err != nil {
		return nil
	}
	for _, s := range sessions {
		tree, err := cdp.Call(ctx, s.target, page.GetFrameTree, cdp.Empty{})
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

// report logs what helps to understand why a test has failed.
func (p *Page) report(t testing.TB) {
	t.Helper()
	// The test's own context may have ended already.
	ctx, cancel := context.WithTimeout(p.ctx, closeTimeout)
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

package browsertest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
)

// Timeout limits operations on pages and frames, in addition to their contexts.
const Timeout = 3 * time.Minute

// Page is a tab with its own storage. Its methods may be used by several goroutines.
type Page struct {
	browser *Browser
	profile cdp.BrowserContextID
	main    *session
	log     journal

	mu          sync.Mutex
	frames      []*frameSession
	features    []*emulation.MediaFeature // replaced, never changed
	current     cdp.LoaderID              // of the page's document
	loaded      cdp.LoaderID              // of the last one that had its load event
	loadChanged chan struct{}             // closed, and made again, when these change
}

// frameSession is the session of a frame with its own process.
type frameSession struct {
	*session

	ready chan struct{} // closed when the frame is like its page
}

// NewPage opens an empty page. Close it with [Page.Close], or with the browser.
func (b *Browser) NewPage(ctx context.Context) (*Page, error) {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	p := &Page{browser: b, loadChanged: make(chan struct{})}
	if err := p.openTab(ctx); err != nil {
		p.Close()
		return nil, fmt.Errorf("opening a page: %w", err)
	}
	return p, nil
}

func (p *Page) openTab(ctx context.Context) error {
	yes := true
	// Don't cancel this call with ctx: without the profile's id, it could not be closed.
	patient, cancel := context.WithTimeout(context.WithoutCancel(ctx), Timeout)
	defer cancel()
	profile, err := call(patient, p.browser.session, target.CreateBrowserContext, target.CreateBrowserContextParams{DisposeOnDetach: &yes})
	if err != nil {
		return err
	}
	p.profile = profile.BrowserContextID
	tab, err := call(ctx, p.browser.session, target.CreateTarget, target.CreateTargetParams{
		URL: "about:blank", BrowserContextID: p.profile, NewWindow: &yes,
	})
	if err != nil {
		return err
	}
	if p.main, err = p.browser.session.attach(ctx, tab.TargetID, p.handleEvent); err != nil {
		return err
	}
	if _, err := call(ctx, p.main, page.Enable, page.EnableParams{}); err != nil {
		return err
	}
	if _, err := call(ctx, p.main, page.SetLifecycleEventsEnabled, page.SetLifecycleEventsEnabledParams{Enabled: true}); err != nil {
		return err
	}
	// Make all pages behave as if they had the focus.
	if _, err := call(ctx, p.main, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		return err
	}
	if err := p.enableEvents(ctx, p.main); err != nil {
		return err
	}
	return p.waitForLoad(ctx, "")
}

// enableEvents makes a session attach to its frames and, unless the browser is silent, report messages and
// violations.
func (p *Page) enableEvents(ctx context.Context, s *session) error {
	yes := true
	if _, err := call(ctx, s, target.SetAutoAttach, target.SetAutoAttachParams{
		AutoAttach: true,
		Flatten:    &yes,
		Filter:     target.Filter{{Type: "iframe"}, {Exclude: true}},
	}); err != nil {
		return err
	}
	if p.browser.silent {
		return nil
	}
	return enableReports(ctx, s)
}

// handleEvent handles an event of the page or its frames.
func (p *Page) handleEvent(s *session, method string, params jsonv2.Value) {
	switch method {
	case target.AttachedToTarget.Method:
		p.attached(s)
	case page.LifecycleEvent.Method:
		event, err := decode(page.LifecycleEvent, params)
		if err == nil && string(event.FrameID) == string(s.target) {
			p.updateLoad(event)
		}
	default:
		p.log.addEvent(method, params)
	}
}

// updateLoad records the state of the page's document.
func (p *Page) updateLoad(event page.EventLifecycleEvent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch event.Name {
	case "init", "commit":
		p.current = event.LoaderID
	case "load":
		p.loaded = event.LoaderID
	default:
		return
	}
	close(p.loadChanged)
	p.loadChanged = make(chan struct{})
}

// attached adds a new frame, and applies the page's settings to it.
func (p *Page) attached(s *session) {
	frame := &frameSession{session: s, ready: make(chan struct{})}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frames = append(slices.DeleteFunc(p.frames, func(f *frameSession) bool { return f.ended() }), frame)
	features := p.features
	go func() {
		defer close(frame.ready)
		ctx, cancel := context.WithTimeout(context.Background(), Timeout)
		defer cancel()
		// An error only means that the frame was removed already.
		if p.enableEvents(ctx, s) == nil && len(features) > 0 {
			_ = s.emulate(ctx, features)
		}
	}()
}

// frame returns the session of a frame with its own process.
func (p *Page) frame(ctx context.Context, id target.ID) (*session, error) {
	p.mu.Lock()
	i := slices.IndexFunc(p.frames, func(f *frameSession) bool { return f.target == id && !f.ended() })
	if i < 0 {
		p.mu.Unlock()
		return nil, errNotReady
	}
	f := p.frames[i]
	p.mu.Unlock()
	return f.session, f.wait(ctx)
}

// wait waits until the page's settings are applied to the frame.
func (f *frameSession) wait(ctx context.Context) error {
	select {
	case <-f.ready:
		return nil
	case <-f.gone:
		return errGone
	case <-ctx.Done():
		return ctx.Err() //nolint:wrapcheck // the caller says what it wanted
	}
}

// sessions returns the session of the page, and those of its frames.
func (p *Page) sessions(ctx context.Context) []*session {
	p.mu.Lock()
	frames := slices.Clone(p.frames)
	p.mu.Unlock()
	all := []*session{p.main}
	for _, f := range frames {
		if !f.ended() && f.wait(ctx) == nil {
			all = append(all, f.session)
		}
	}
	return all
}

// Close closes the page.
func (p *Page) Close() {
	if p.profile == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	// It only fails if the browser has ended, and the page with it.
	_, _ = call(ctx, p.browser.session, target.DisposeBrowserContext, target.DisposeBrowserContextParams{BrowserContextID: p.profile})
}

// Navigate opens url and waits for the page's load event.
func (p *Page) Navigate(ctx context.Context, url string) error {
	err := p.navigate(ctx, func(ctx context.Context) (stays bool, err error) {
		went, err := call(ctx, p.main, page.Navigate, page.NavigateParams{URL: url})
		if err == nil && went.ErrorText != "" {
			err = errors.New(went.ErrorText)
		}
		return went.LoaderID == "", err
	})
	if err != nil {
		return fmt.Errorf("opening %s: %w", url, err)
	}
	return nil
}

// Reload loads the page again and waits for its load event.
func (p *Page) Reload(ctx context.Context) error {
	err := p.navigate(ctx, func(ctx context.Context) (stays bool, err error) {
		_, err = call(ctx, p.main, page.Reload, page.ReloadParams{})
		return false, err
	})
	if err != nil {
		return fmt.Errorf("reloading the page: %w", err)
	}
	return nil
}

// navigate calls begin, and waits until the page has loaded another document, unless begin reports that it stays.
func (p *Page) navigate(ctx context.Context, begin func(context.Context) (stays bool, err error)) error {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	p.mu.Lock()
	before := p.current
	p.mu.Unlock()
	stays, err := begin(ctx)
	if err != nil || stays {
		return err
	}
	return p.waitForLoad(ctx, before)
}

// waitForLoad waits until the page has loaded another document than before.
func (p *Page) waitForLoad(ctx context.Context, before cdp.LoaderID) error {
	for {
		p.mu.Lock()
		there, next := p.current != before && p.loaded == p.current, p.loadChanged
		p.mu.Unlock()
		if there {
			return nil
		}
		select {
		case <-next:
		case <-p.main.gone:
			return errGone
		case <-p.browser.session.pipe.ended:
			return p.browser.session.pipe.cause
		case <-ctx.Done():
			return ctx.Err() //nolint:wrapcheck // the caller says what it wanted
		}
	}
}

// Viewport sets the size of the page in CSS pixels, and the device pixels per CSS pixel; 0 means the browser's default. The
// scale does not affect frames with their own processes: for a sharp picture of them, launch the browser with the flag
// force-device-scale-factor.
func (p *Page) Viewport(ctx context.Context, width, height int64, scale float64) error {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	size := emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: scale}
	if _, err := call(ctx, p.main, emulation.SetDeviceMetricsOverride, size); err != nil {
		return fmt.Errorf("setting the viewport: %w", err)
	}
	return nil
}

// Media emulates media features in the page and its frames: {"prefers-color-scheme": "dark"}. It replaces those of
// earlier calls.
func (p *Page) Media(ctx context.Context, features map[string]string) error {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	list := make([]*emulation.MediaFeature, 0, len(features))
	for name, value := range features {
		list = append(list, &emulation.MediaFeature{Name: name, Value: value})
	}
	p.mu.Lock()
	p.features = list
	p.mu.Unlock()
	for _, s := range p.sessions(ctx) {
		if err := s.emulate(ctx, list); err != nil && !errors.Is(err, errGone) {
			return err
		}
	}
	return nil
}

func (s *session) emulate(ctx context.Context, features []*emulation.MediaFeature) error {
	_, err := call(ctx, s, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
	if err != nil {
		return fmt.Errorf("emulating media features: %w", err)
	}
	return nil
}

// Screenshot returns a picture of the viewport, as PNG.
func (p *Page) Screenshot(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	fromSurface := true
	shot, err := call(ctx, p.main, page.CaptureScreenshot, page.CaptureScreenshotParams{FromSurface: &fromSurface})
	if err != nil {
		return nil, fmt.Errorf("taking a screenshot: %w", err)
	}
	return shot.Data, nil
}

package oriel

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

// devVariable is the environment variable in which "oriel dev" gives the programs that
// it starts the address where it serves the current views: a loopback address.
const devVariable = "ORIEL_DEV"

// devURLVariable is the environment variable in which "oriel dev" gives these programs the
// address of their endpoint on this machine. Their own changes with each process; clients
// know this one.
const devURLVariable = "ORIEL_DEV_URL"

const (
	// devTimeout is how long to wait for the current views: the dev loop may still be
	// building them.
	devTimeout = 5 * time.Second
	// devPoll is how long to wait for a change, devRetry the pause after a failure.
	devPoll  = time.Minute
	devRetry = time.Second
	// maxDevBytes is the maximum size of a response of the dev loop.
	maxDevBytes = 256 << 20
)

// development takes the views of an app from "oriel dev", which rebuilds them when they
// are edited. Without "oriel dev" it is nil.
type development struct {
	app  *App
	host string // the dev loop's host and port
	path string // under which the dev loop answers the app
	url  string // of the app's endpoint, for clients on this machine; empty if it is not known

	// reading is held while changes are read: several requests may need them at the
	// same time.
	reading sync.Mutex

	mu      sync.Mutex
	version int64
	polling context.CancelFunc // nil while there are no watchers
	failed  time.Time          // of the last request, if it failed; otherwise zero

	// Both are guarded by App.mu. shown maps a declared view to its replacement,
	// declared the other way round.
	shown, declared map[*ui.View]*ui.View
}

// newDevelopment returns a development for the value of devVariable. It returns nil if
// that is empty or not a loopback address, the only kind that is trusted.
func newDevelopment(a *App, value string) *development {
	u, err := url.Parse(value)
	if value == "" || err != nil || u.Scheme != "http" {
		return nil
	}
	if ip := net.ParseIP(u.Hostname()); ip == nil || !ip.IsLoopback() || u.Path != u.EscapedPath() {
		return nil
	}
	return &development{
		app: a, host: u.Host, path: u.Path,
		shown: map[*ui.View]*ui.View{}, declared: map[*ui.View]*ui.View{},
	}
}

// setURL sets the address of the app's endpoint to the value of devURLVariable, unless that is
// no address on this machine.
func (d *development) setURL(value string) {
	if d == nil {
		return
	}
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "http" {
		return
	}
	if ip := net.ParseIP(u.Hostname()); ip != nil && ip.IsLoopback() {
		d.url = value
	}
}

// endpoint returns the address that clients on this machine know; empty if there is none.
func (d *development) endpoint() string {
	if d == nil {
		return ""
	}
	return d.url
}

// renew updates the views, before the app shows any of them.
func (d *development) renew(ctx context.Context) {
	if d == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, devTimeout)
	defer cancel()
	_ = d.ask(ctx, false) // on failure, the last known views stay
}

// watch starts or stops polling for changed views.
func (d *development) watch(watched bool) {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case watched && d.polling == nil:
		ctx, cancel := context.WithCancel(context.Background())
		d.polling = cancel
		go d.poll(ctx)
	case !watched && d.polling != nil:
		d.polling()
		d.polling = nil
	}
}

func (d *development) poll(ctx context.Context) {
	for ctx.Err() == nil {
		limited, cancel := context.WithTimeout(ctx, devPoll)
		err := d.ask(limited, true)
		cancel()
		if err != nil {
			select {
			case <-ctx.Done():
			case <-time.After(devRetry):
			}
		}
	}
}

// devNews is a response of the dev loop: the views that have changed since a version.
type devNews struct {
	Feed    int                 `json:"feed"` // the tool's view.DevFeed
	Version int64               `json:"version"`
	Views   map[string]*devView `json:"views"`
}

type devView struct {
	// Bytes is the length of the view's text, which follows the JSON.
	Bytes int `json:"bytes"`
	html  string
	// CSP has the origins from which the document loads; nil if there are none.
	CSP *devCSP `json:"csp"`
}

// devCSP is a [ui.CSP].
type devCSP struct {
	ConnectDomains  []string `json:"connectDomains,omitempty"`
	ResourceDomains []string `json:"resourceDomains,omitempty"`
	FrameDomains    []string `json:"frameDomains,omitempty"`
	BaseURIDomains  []string `json:"baseUriDomains,omitempty"`
	RedirectDomains []string `json:"redirectDomains,omitempty"`
}

var errNoDev = errors.New("oriel dev does not answer")

// errOtherFeed is the error for a tool that was built from another version of Oriel.
var errOtherFeed = errors.New("oriel dev and the library of this app have different versions; install the command again in the version of go.mod")

// ask requests the changed views, waiting for a change if wanted, and adopts them.
func (d *development) ask(ctx context.Context, wait bool) error {
	d.mu.Lock()
	since, resting := d.version, time.Since(d.failed) < devRetry
	d.mu.Unlock()
	if resting {
		return errNoDev
	}
	if err := d.get(ctx, since, wait); err != nil {
		if ctx.Err() == nil {
			d.gone(err)
		}
		return err
	}
	return nil
}

// get requests the changed views and adopts them. It doesn't use http.Client, which
// would add half a megabyte to programs that never need it in production.
func (d *development) get(ctx context.Context, since int64, wait bool) error {
	connection, err := new(net.Dialer).DialContext(ctx, "tcp", d.host)
	if err != nil {
		return fmt.Errorf("asking oriel dev: %w", err)
	}
	defer func() { _ = connection.Close() }() // the response has been read
	defer context.AfterFunc(ctx, func() { _ = connection.Close() })()
	path := fmt.Sprintf("%s/views?feed=%d&since=%d", d.path, view.DevFeed, since)
	if wait {
		path += "&wait=1"
	}
	if _, err = fmt.Fprintf(connection, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", path, d.host); err != nil {
		return fmt.Errorf("asking oriel dev: %w", err)
	}
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		return fmt.Errorf("asking oriel dev: %w", err)
	}
	defer func() { _ = response.Body.Close() }() // it is only read
	if response.StatusCode == http.StatusConflict {
		return errOtherFeed
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%w: status %s", errNoDev, response.Status)
	}
	body := bufio.NewReader(io.LimitReader(response.Body, maxDevBytes))
	line, err := body.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("asking oriel dev: %w", err)
	}
	var news devNews
	if err := json.Unmarshal(line, &news); err != nil {
		return fmt.Errorf("reading the response of oriel dev: %w", err)
	}
	if news.Feed != view.DevFeed {
		return errOtherFeed
	}
	d.reading.Lock()
	defer d.reading.Unlock()
	if d.knows(news.Version) {
		_ = connection.Close() // the other views are known already
		return nil
	}
	if err := news.read(body); err != nil {
		return err
	}
	d.adopt(news)
	return nil
}

// knows reports whether a version has been adopted.
func (d *development) knows(version int64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.failed = time.Time{}
	return version <= d.version
}

// read reads the texts of the views.
func (n devNews) read(from io.Reader) error {
	total := 0
	for _, name := range slices.Sorted(maps.Keys(n.Views)) {
		one := n.Views[name]
		if one == nil || one.Bytes < 0 || one.Bytes > maxDevBytes-total {
			return fmt.Errorf("%w: the length of the view %s is wrong", errNoDev, name)
		}
		total += one.Bytes
		var text strings.Builder
		text.Grow(one.Bytes)
		if _, err := io.CopyN(&text, from, int64(one.Bytes)); err != nil {
			return fmt.Errorf("reading the view %s of oriel dev: %w", name, err)
		}
		one.html = text.String()
	}
	return nil
}

// gone records that the dev loop doesn't respond. It logs that once; the last views stay.
func (d *development) gone(err error) {
	d.mu.Lock()
	first := d.failed.IsZero()
	d.failed = time.Now()
	d.mu.Unlock()
	if first {
		d.app.logger().Warn("can't get the current views from oriel dev, so the last ones stay", "error", err)
	}
}

// adopt replaces the views that have changed.
func (d *development) adopt(news devNews) {
	d.mu.Lock()
	d.version = news.Version
	changed := d.exchange(news.Views)
	d.mu.Unlock()
	if changed {
		d.app.notify(ui.Change{List: ui.ResourceList})
		d.app.notify(ui.Change{List: ui.ToolList})
	}
}

// present returns the replacement of a declared view, or the view itself. The caller
// holds App.mu.
func (d *development) present(v *ui.View) *ui.View {
	if d != nil && d.shown[v] != nil {
		return d.shown[v]
	}
	return v
}

// exchange replaces views with newly built ones for all later requests: a view or tool
// that a request has already read doesn't change. It reports whether any view is
// different now.
func (d *development) exchange(built map[string]*devView) bool {
	a := d.app
	a.mu.Lock()
	defer a.mu.Unlock()
	replaced := map[*ui.View]*ui.View{}
	for i, old := range a.draft.views {
		now, told := built[d.folder(old)]
		if !told {
			continue
		}
		origin := old
		if d.declared[old] != nil {
			origin = d.declared[old]
		}
		fresh := d.fresh(origin, now)
		if fresh == nil || fresh.URI() == old.URI() {
			continue
		}
		replaced[old] = fresh
		delete(d.declared, old)
		d.shown[origin], d.declared[fresh] = fresh, origin
		a.draft.views[i] = fresh
		delete(a.states.of, old)
		a.stateful(fresh)
	}
	if len(replaced) == 0 {
		return false
	}
	for i, t := range a.draft.tools {
		if fresh := replaced[t.View]; fresh != nil {
			showing := *t
			showing.View, showing.keepsState = fresh, a.states.of[fresh]
			a.draft.tools[i], a.draft.byName[t.Name] = &showing, &showing
		}
	}
	a.published.Store(nil)
	a.making.Lock()
	defer a.making.Unlock()
	for key := range a.documents {
		if replaced[key.view] != nil {
			delete(a.documents, key)
		}
	}
	return true
}

// folder returns the name by which the dev loop knows a view: that of its folder, or
// its own name if another bundler builds it. It is empty if nothing builds the view.
// The caller holds App.mu.
func (d *development) folder(v *ui.View) string {
	if d.declared[v] != nil {
		v = d.declared[v]
	}
	switch content := v.Content.(type) {
	case ui.Built:
		return content.Name
	case ui.Folder:
		return v.Name
	default:
		return ""
	}
}

// fresh makes the replacement of a declared view; nil if it can't be shown.
func (d *development) fresh(origin *ui.View, now *devView) *ui.View {
	a := d.app
	metadata := origin.Metadata
	metadata.CSP = joined(metadata.CSP, (*ui.CSP)(now.CSP))
	content := ui.Content(ui.Built{Name: d.folder(origin), HTML: now.html})
	if now.CSP != nil { // another bundler's development server serves it
		content = ui.HTML(now.html)
	}
	fresh, err := ui.NewView(a.name, origin.Name, content, metadata)
	if err != nil {
		a.logger().Error("can't show a view that oriel dev has built", "view", origin.Name, "error", err)
		return nil
	}
	fresh.Endpoint = origin.Endpoint
	return fresh
}

// joined returns a policy with the sources of both.
func joined(a, b *ui.CSP) *ui.CSP {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return &ui.CSP{
		ConnectDomains:  slices.Concat(a.ConnectDomains, b.ConnectDomains),
		ResourceDomains: slices.Concat(a.ResourceDomains, b.ResourceDomains),
		FrameDomains:    slices.Concat(a.FrameDomains, b.FrameDomains),
		BaseURIDomains:  slices.Concat(a.BaseURIDomains, b.BaseURIDomains),
		RedirectDomains: slices.Concat(a.RedirectDomains, b.RedirectDomains),
	}
}

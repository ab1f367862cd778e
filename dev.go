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
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/ui"
)

// devVariable is the environment variable in which "oriel dev" tells the programs that
// it starts where the views are, as they are now: an address of this machine.
const devVariable = "ORIEL_DEV"

const (
	// devPatience is how long the dev loop may take to say what the views are now: it
	// may be building them.
	devPatience = 5 * time.Second
	// devPoll is how long it may take to say that one has changed, devRetry the pause
	// before it is asked again when it could not be.
	devPoll  = time.Minute
	devRetry = time.Second
	// maxDevBytes is how long its answer may be.
	maxDevBytes = 256 << 20
)

// development has an app take its views from "oriel dev", which builds them as they
// are edited. Apps elsewhere have none.
type development struct {
	app  *App
	host string // who is asked
	path string // and for what, up to the version

	// reading is held by the one that reads what has changed: several may be told of
	// it at once.
	reading sync.Mutex

	mu      sync.Mutex
	version int64
	polling context.CancelFunc // nil while nobody watches
	failed  time.Time          // when it could not be asked; zero where it could

	// Both are guarded by App.mu: of a view that was declared what is shown in its
	// place, and the other way round.
	shown, declared map[*ui.View]*ui.View
}

// newDevelopment returns what the variable's value asks for; nil where it is empty, or
// no address of this machine, which alone is believed.
func newDevelopment(a *App, value string) *development {
	u, err := url.Parse(value)
	if value == "" || err != nil || u.Scheme != "http" {
		return nil
	}
	if ip := net.ParseIP(u.Hostname()); ip == nil || !ip.IsLoopback() || u.Path != u.EscapedPath() {
		return nil
	}
	return &development{
		app: a, host: u.Host, path: u.Path + "/views?since=",
		shown: map[*ui.View]*ui.View{}, declared: map[*ui.View]*ui.View{},
	}
}

// renew brings the views up to date, before something of the app is shown.
func (d *development) renew(ctx context.Context) {
	if d == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, devPatience)
	defer cancel()
	_ = d.ask(ctx, false) // what it last said still counts
}

// watch follows the views as long as somebody wants to hear of changes.
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

// devNews are the views that have changed since a version.
type devNews struct {
	Version int64               `json:"version"`
	Views   map[string]*devView `json:"views"`
}

type devView struct {
	// Bytes is how long the text is, which follows the JSON.
	Bytes int `json:"bytes"`
	html  string
	// CSP has what the document loads from elsewhere; nil where that is nothing.
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

// ask asks for what has changed, waits for it if wanted, and takes it over.
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

// get asks over a connection of its own, without http.Client: that is half a megabyte
// of programs that in production never ask anybody. It takes over what has changed.
func (d *development) get(ctx context.Context, since int64, wait bool) error {
	connection, err := new(net.Dialer).DialContext(ctx, "tcp", d.host)
	if err != nil {
		return fmt.Errorf("asking oriel dev: %w", err)
	}
	defer func() { _ = connection.Close() }() // all is said
	defer context.AfterFunc(ctx, func() { _ = connection.Close() })()
	path := d.path + strconv.FormatInt(since, 10)
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
	defer func() { _ = response.Body.Close() }() // it was only read
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%w: it says %s", errNoDev, response.Status)
	}
	body := bufio.NewReader(io.LimitReader(response.Body, maxDevBytes))
	line, err := body.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("asking oriel dev: %w", err)
	}
	var news devNews
	if err := json.Unmarshal(line, &news); err != nil {
		return fmt.Errorf("reading what oriel dev says: %w", err)
	}
	d.reading.Lock()
	defer d.reading.Unlock()
	if d.knows(news.Version) {
		_ = connection.Close() // the rest is known, too
		return nil
	}
	if err := news.read(body); err != nil {
		return err
	}
	d.adopt(news)
	return nil
}

// knows reports whether a version was taken over.
func (d *development) knows(version int64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.failed = time.Time{}
	return version <= d.version
}

// read reads the views' texts.
func (n devNews) read(from io.Reader) error {
	total := 0
	for _, name := range slices.Sorted(maps.Keys(n.Views)) {
		view := n.Views[name]
		if view == nil || view.Bytes < 0 || view.Bytes > maxDevBytes-total {
			return fmt.Errorf("%w: the length of the view %s is wrong", errNoDev, name)
		}
		total += view.Bytes
		var text strings.Builder
		text.Grow(view.Bytes)
		if _, err := io.CopyN(&text, from, int64(view.Bytes)); err != nil {
			return fmt.Errorf("reading the view %s of oriel dev: %w", name, err)
		}
		view.html = text.String()
	}
	return nil
}

// gone notes that nobody answers. It is said once; what was shown last stays.
func (d *development) gone(err error) {
	d.mu.Lock()
	first := d.failed.IsZero()
	d.failed = time.Now()
	d.mu.Unlock()
	if first {
		d.app.logger().Warn("oriel dev does not say what the views are; they stay as they are", "error", err)
	}
}

// adopt takes over what has changed.
func (d *development) adopt(news devNews) {
	d.mu.Lock()
	d.version = news.Version
	changed := d.exchange(news.Views)
	d.mu.Unlock()
	if changed {
		d.app.tell(ui.Change{List: ui.ResourceList})
		d.app.tell(ui.Change{List: ui.ToolList})
	}
}

// present returns what is shown in the place of a view that was declared. The caller
// has App.mu.
func (d *development) present(v *ui.View) *ui.View {
	if d != nil && d.shown[v] != nil {
		return d.shown[v]
	}
	return v
}

// exchange puts views in the place of those that were built of the same folders, for
// all who ask from now on: a view and a tool that somebody has got stay what they
// were. It reports whether any is another one now.
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

// folder is the name by which the loop knows a view: of its folder, or its own where
// another bundler makes it; empty where there is nothing to build. The caller has
// App.mu.
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

// fresh makes the view that is to be shown in the place of one that was declared; nil
// where it can't be shown.
func (d *development) fresh(origin *ui.View, now *devView) *ui.View {
	a := d.app
	metadata := origin.Metadata
	metadata.CSP = joined(metadata.CSP, (*ui.CSP)(now.CSP))
	fresh, err := ui.NewView(a.name, origin.Name, ui.Built{Name: d.folder(origin), HTML: now.html}, metadata)
	if err != nil {
		a.logger().Error("a view that oriel dev has built can't be shown", "view", origin.Name, "error", err)
		return nil
	}
	fresh.Endpoint = origin.Endpoint
	return fresh
}

// joined has the sources of both.
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

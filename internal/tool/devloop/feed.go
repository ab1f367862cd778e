package devloop

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/view"
)

const (
	// longPoll is how long a request with "wait" is held.
	longPoll = 25 * time.Second
	// buildWait is how long a request is held while views are being built.
	buildWait = 3 * time.Second
)

// feed serves the current views to the app's server, over HTTP, at a secret address of
// this machine.
//
//	GET {ORIEL_DEV}/views?feed=FEED&since=VERSION[&wait=1]
//
// is answered with a line {"feed": FEED, "version": VERSION, "views": {"NAME": {"bytes": LENGTH}}} of
// the views that have changed since, followed by their documents, sorted by name. As JSON
// the documents would take much longer. With wait, the answer comes when a view changes,
// or after 25 seconds. FEED is [view.DevFeed] of both; another one is answered with 409.
//
//	POST {ORIEL_DEV}/errors
//
// takes an error that the server's clients don't see, as a reportedError.
type feed struct {
	// otherVersion is called once, when the app's library has another FEED.
	otherVersion func()
	warned       sync.Once

	listener net.Listener
	secret   string // in the path of what only the server may read
	public   string // in the path of source maps, which any view may read
	// onError is called with each error of the server. It must be set before serve.
	onError func(reportedError)

	mu       sync.Mutex
	version  int64
	views    map[string]*feedView
	building bool
	changed  chan struct{} // closed at the next change
}

// feedView is a view that the feed serves.
type feedView struct {
	Bytes int `json:"bytes"` // of html
	// CSP lists what the document loads from other origins; nil where it loads nothing.
	CSP *feedCSP `json:"csp,omitempty"`

	html    string
	version int64
	// maps makes the view's source maps; nil where there are none.
	maps func() (map[string][]byte, error)
}

// feedCSP is a [ui.CSP].
type feedCSP struct {
	ConnectDomains  []string `json:"connectDomains,omitempty"`
	ResourceDomains []string `json:"resourceDomains,omitempty"`
	FrameDomains    []string `json:"frameDomains,omitempty"`
	BaseURIDomains  []string `json:"baseUriDomains,omitempty"`
	RedirectDomains []string `json:"redirectDomains,omitempty"`
}

// newFeed returns a feed without views, in which a build has begun.
func newFeed(ctx context.Context, otherVersion func()) (*feed, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for requests for views: %w", err)
	}
	return &feed{
		otherVersion: otherVersion, listener: listener, secret: rand.Text(), public: rand.Text(),
		views: map[string]*feedView{}, building: true, changed: make(chan struct{}),
	}, nil
}

// url returns the value of ORIEL_DEV.
func (f *feed) url() string { return f.origin() + "/" + f.secret }

// mapURL returns the prefix of the addresses of source maps.
func (f *feed) mapURL() string { return f.origin() + "/" + f.public + "/" }

func (f *feed) origin() string { return "http://" + f.listener.Addr().String() }

// serve answers until ctx ends.
func (f *feed) serve(ctx context.Context) {
	const headerTimeout = 5 * time.Second
	server := &http.Server{Handler: f, ReadHeaderTimeout: headerTimeout, BaseContext: func(net.Listener) context.Context { return ctx }}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	_ = server.Serve(f.listener) // always fails, when the server is closed
}

// beginBuild holds requests until endBuild is called, or buildWait has passed.
func (f *feed) beginBuild() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.building = true
}

// endBuild answers the requests that beginBuild has held.
func (f *feed) endBuild() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.building = false
	f.notify()
}

// set adds or replaces a view.
func (f *feed) set(name string, one feedView) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.version++
	one.version, one.Bytes = f.version, len(one.html)
	f.views[name] = &one
	f.notify()
}

func (f *feed) remove(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.views, name)
}

func (f *feed) notify() {
	close(f.changed)
	f.changed = make(chan struct{})
}

// ServeHTTP answers the app's server, and developer tools that load source maps.
func (f *feed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host, _, err := net.SplitHostPort(r.Host)
	what, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch {
	case err != nil || host != "127.0.0.1":
		http.NotFound(w, r) // against DNS rebinding
	case what == f.secret && rest == "errors" && r.Method == http.MethodPost && !fromPage(r):
		f.serveErrors(w, r)
	case r.Method != http.MethodGet:
		http.NotFound(w, r)
	case what == f.secret && rest == "views":
		f.serveViews(w, r)
	case what == f.public:
		f.serveMap(w, r, rest)
	default:
		http.NotFound(w, r)
	}
}

// fromPage reports whether a web page makes a request, not the app's server.
func fromPage(r *http.Request) bool {
	return r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != ""
}

func (f *feed) serveViews(w http.ResponseWriter, r *http.Request) {
	since, err := strconv.ParseInt(r.URL.Query().Get("since"), 10, 64)
	if err != nil {
		http.Error(w, "The parameter since has to be a version.", http.StatusBadRequest)
		return
	}
	if fromPage(r) {
		http.Error(w, "Web pages can't read views here.", http.StatusForbidden)
		return
	}
	if r.URL.Query().Get("feed") != strconv.Itoa(view.DevFeed) {
		f.warned.Do(f.otherVersion)
		http.Error(w, "The app's library and oriel dev have different versions.", http.StatusConflict)
		return
	}
	timeout := buildWait
	wait := r.URL.Query().Get("wait") != ""
	if wait {
		timeout = longPoll
	}
	answer := f.since(r.Context(), since, wait, timeout)
	line, err := json.Marshal(answer)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Cache-Control", "no-store")
	_, err = w.Write(append(line, '\n'))
	for _, name := range slices.Sorted(maps.Keys(answer.Views)) {
		if err != nil {
			return // the server has ended or cancelled the request
		}
		_, err = io.WriteString(w, answer.Views[name].html)
	}
}

// viewUpdates are the views that have changed since a version.
type viewUpdates struct {
	Feed    int                  `json:"feed"`
	Version int64                `json:"version"`
	Views   map[string]*feedView `json:"views"`
}

// since returns the views that have changed since a version. With wait it waits for a
// change, otherwise for the end of a build, but not longer than the timeout.
func (f *feed) since(ctx context.Context, version int64, wait bool, timeout time.Duration) viewUpdates {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	f.mu.Lock()
	defer f.mu.Unlock()
	for over := false; !over && (wait && f.version <= version || !wait && f.building); {
		changed := f.changed
		f.mu.Unlock()
		select {
		case <-changed:
		case <-timer.C:
			over = true
		case <-ctx.Done():
			over = true
		}
		f.mu.Lock()
	}
	answer := viewUpdates{Feed: view.DevFeed, Version: f.version, Views: map[string]*feedView{}}
	for name, one := range f.views {
		if one.version > version || version > f.version {
			answer.Views[name] = one
		}
	}
	return answer
}

// sourceMap returns a map by its address without [feed.mapURL]; nil if there is none.
func (f *feed) sourceMap(name string) []byte {
	folder, file := path.Split(name)
	f.mu.Lock()
	known := f.views[strings.TrimSuffix(folder, "/")]
	f.mu.Unlock()
	if known == nil || known.maps == nil {
		return nil
	}
	made, err := known.maps()
	if err != nil {
		return nil // the sources have changed
	}
	return made[file]
}

func (f *feed) serveMap(w http.ResponseWriter, r *http.Request, name string) {
	found := f.sourceMap(name)
	if found == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(found) // the browser may be gone
}

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
)

const (
	// longPoll is how long a request may wait for something new.
	longPoll = 25 * time.Second
	// building is how long a request waits for views that are being built.
	building = 3 * time.Second
)

// feed hands the views, as they are now, to the server: an HTTP server on an address
// of this machine that only the server is told.
//
//	GET {ORIEL_DEV}/views?since=VERSION[&wait=1]
//
// answers {"version": VERSION, "views": {"NAME": {"bytes": LENGTH}}} with the views that
// have changed since, and behind that line the text of each, in the order of their names:
// as JSON it would take longer than all else. With wait, it answers when there are any, or
// nearly half a minute later.
type feed struct {
	listener net.Listener
	secret   string // names what the server may read
	public   string // names what any view may: the source maps

	mu       sync.Mutex
	version  int64
	views    map[string]*fed
	building bool
	changed  chan struct{} // closed at the next change
}

// fed is a view as the server gets it.
type fed struct {
	Bytes int `json:"bytes"` // of html
	// CSP has what the document loads from elsewhere; nil where that is nothing.
	CSP *fedCSP `json:"csp,omitempty"`

	html    string
	version int64
	// maps makes the view's source maps; nil where there are none.
	maps func() (map[string][]byte, error)
}

// fedCSP is a [ui.CSP].
type fedCSP struct {
	ConnectDomains  []string `json:"connectDomains,omitempty"`
	ResourceDomains []string `json:"resourceDomains,omitempty"`
	FrameDomains    []string `json:"frameDomains,omitempty"`
	BaseURIDomains  []string `json:"baseUriDomains,omitempty"`
	RedirectDomains []string `json:"redirectDomains,omitempty"`
}

// newFeed returns a feed that has nothing yet, and says that more is coming.
func newFeed(ctx context.Context) (*feed, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for the server's questions: %w", err)
	}
	return &feed{
		listener: listener, secret: rand.Text(), public: rand.Text(),
		views: map[string]*fed{}, building: true, changed: make(chan struct{}),
	}, nil
}

// url is the value of ORIEL_DEV.
func (f *feed) url() string { return f.origin() + "/" + f.secret }

// mapURL is what the addresses of source maps begin with.
func (f *feed) mapURL() string { return f.origin() + "/" + f.public + "/" }

func (f *feed) origin() string { return "http://" + f.listener.Addr().String() }

// serve answers until ctx ends.
func (f *feed) serve(ctx context.Context) {
	const headerTimeout = 5 * time.Second
	server := &http.Server{Handler: f, ReadHeaderTimeout: headerTimeout, BaseContext: func(net.Listener) context.Context { return ctx }}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	_ = server.Serve(f.listener) // it ends when it is closed
}

// begin says that views are being built: who asks should wait a moment.
func (f *feed) begin() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.building = true
}

// end says that they are built.
func (f *feed) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.building = false
	f.wake()
}

// put replaces a view.
func (f *feed) put(name string, view fed) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.version++
	view.version, view.Bytes = f.version, len(view.html)
	f.views[name] = &view
	f.wake()
}

// drop forgets a view.
func (f *feed) drop(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.views, name)
}

func (f *feed) wake() {
	close(f.changed)
	f.changed = make(chan struct{})
}

// ServeHTTP answers the server, and developer tools that look for source maps.
func (f *feed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host, _, err := net.SplitHostPort(r.Host)
	what, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch {
	case err != nil || host != "127.0.0.1" || r.Method != http.MethodGet:
		http.NotFound(w, r) // a page that has let a name of its own point here
	case what == f.secret && rest == "views":
		f.serveViews(w, r)
	case what == f.public:
		f.serveMap(w, r, rest)
	default:
		http.NotFound(w, r)
	}
}

func (f *feed) serveViews(w http.ResponseWriter, r *http.Request) {
	since, err := strconv.ParseInt(r.URL.Query().Get("since"), 10, 64)
	if err != nil {
		http.Error(w, "since has to be a version.", http.StatusBadRequest)
		return
	}
	if r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != "" {
		http.Error(w, "This is not for pages.", http.StatusForbidden)
		return
	}
	patience := building
	wait := r.URL.Query().Get("wait") != ""
	if wait {
		patience = longPoll
	}
	answer := f.since(r.Context(), since, wait, patience)
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
			return // the server is gone, or has this from another request by now
		}
		_, err = io.WriteString(w, answer.Views[name].html)
	}
}

// news are the views that have changed.
type news struct {
	Version int64           `json:"version"`
	Views   map[string]*fed `json:"views"`
}

// since returns what has changed since a version: at once, unless views are being
// built, or when there is something, if wait says so.
func (f *feed) since(ctx context.Context, version int64, wait bool, patience time.Duration) news {
	timer := time.NewTimer(patience)
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
	answer := news{Version: f.version, Views: map[string]*fed{}}
	for name, view := range f.views {
		if view.version > version || version > f.version {
			answer.Views[name] = view
		}
	}
	return answer
}

func (f *feed) serveMap(w http.ResponseWriter, r *http.Request, name string) {
	folder, file := path.Split(name)
	view := strings.TrimSuffix(folder, "/")
	f.mu.Lock()
	known := f.views[view]
	f.mu.Unlock()
	if known == nil || known.maps == nil {
		http.NotFound(w, r)
		return
	}
	made, err := known.maps()
	if err != nil || made[file] == nil {
		http.NotFound(w, r) // the sources are others by now
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(made[file]) // the browser may be gone
}

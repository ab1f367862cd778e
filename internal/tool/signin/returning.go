package signin

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/internal/tool/addresses"
)

const loopback = "127.0.0.1"

// returning listens on this machine for the user's return from the provider, on a path that
// nobody can guess, unless a registration names another. Another one leads to the provider, so
// that no page of ours gets to see the parameters.
type returning struct {
	address  string // "http://127.0.0.1:4711/PATH"
	path     string
	begin    string // the other path
	host     string
	server   *http.Server
	listener net.Listener

	mu    sync.Mutex
	start string // where the sign-in begins; empty before
	state string // that of the sign-in
	once  sync.Once
	// came takes the parameters of the first return, and how the answer to it is written.
	came chan arrival
	// foreign is sent to once, when something comes back with another state.
	foreign chan struct{}
	noted   sync.Once
}

// arrival is a return of the user. The page waits for what is sent to outcome: what to say.
type arrival struct {
	query   url.Values
	outcome chan<- error
}

// checkRedirect returns the address of a redirect that a registration names. Over localhost, as
// over [loopback], a browser finds the workbench.
func checkRedirect(text string) (*url.URL, error) {
	at, err := url.Parse(text)
	if err != nil || len(text) > maxAddress || at.Scheme != "http" || at.Hostname() != loopback && at.Hostname() != "localhost" || at.Path == "" ||
		strings.ContainsAny(text, "?#") || at.User != nil || at.Opaque != "" || strings.ContainsFunc(text, addresses.IsNoCharacter) {
		return nil, fmt.Errorf("it has to be http on %s or localhost, with a path and without a query", loopback)
	}
	return at, nil
}

// listen begins to listen. wanted is an address that the registration names; without one, again
// is that of the sign-in before, which is used again if its port is free.
func listen(ctx context.Context, wanted, again string) (*returning, error) {
	at := &url.URL{Host: loopback, Path: "/" + rand.Text()}
	given, err := checkRedirect(cmp.Or(wanted, again))
	if err == nil {
		at = given
	}
	port := cmp.Or(at.Port(), "0")
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", net.JoinHostPort(loopback, port))
	if err != nil && (wanted == "" || port == "0") {
		listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp4", net.JoinHostPort(loopback, "0"))
	}
	if err != nil {
		return nil, fmt.Errorf("listening for the user's return: %w", err)
	}
	_, port, err = net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return nil, fmt.Errorf("listening for the user's return: %w", err)
	}
	const headerTimeout, timeout, maxHeader = 5 * time.Second, 30 * time.Second, 32 << 10
	r := &returning{
		path: at.EscapedPath(), begin: "/start/" + rand.Text(), host: net.JoinHostPort(at.Hostname(), port), listener: listener,
		came: make(chan arrival, 1), foreign: make(chan struct{}, 1),
	}
	r.address = "http://" + r.host + r.path
	r.server = &http.Server{
		Handler: r, ReadHeaderTimeout: headerTimeout, ReadTimeout: headerTimeout, WriteTimeout: timeout, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	}
	go func() { _ = r.server.Serve(listener) }() // it ends with close
	return r, nil
}

// leadTo lets the user begin. state is what the return has to have.
func (r *returning) leadTo(address, state string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.start, r.state = address, state
}

func (r *returning) startAddress() string { return "http://" + r.host + r.begin }

// isOwn reports whether a return belongs to the sign-in. Any page can send a browser to an
// address that it knows, so nothing else ends the wait.
func (r *returning) isOwn(query url.Values) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state != "" && subtle.ConstantTimeCompare([]byte(query.Get("state")), []byte(r.state)) == 1
}

// close stops listening once the page of the return is written.
func (r *returning) close() {
	go func() {
		const most = 2 * time.Second
		ctx, cancel := context.WithTimeout(context.Background(), most)
		defer cancel()
		if r.server.Shutdown(ctx) != nil {
			_ = r.server.Close() // it only has pages of ours
		}
	}()
	_ = r.listener.Close() // the address is free at once
}

// ServeHTTP implements [http.Handler].
func (r *returning) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Content-Security-Policy",
		"default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	header.Set("X-Content-Type-Options", "nosniff")
	isStart := request.URL.EscapedPath() == r.begin
	switch {
	case request.Host != r.host && request.Host+":80" != r.host || !isStart && request.URL.EscapedPath() != r.path:
		http.NotFound(w, request)
	case request.Method != http.MethodGet:
		w.WriteHeader(http.StatusMethodNotAllowed)
	case isStart:
		r.mu.Lock()
		to := r.start
		r.mu.Unlock()
		if to == "" {
			http.NotFound(w, request)
			return
		}
		header.Set("Location", to)
		w.WriteHeader(http.StatusSeeOther)
	default:
		r.arrive(w, request)
	}
}

// arrive passes on the first return and writes what comes of it.
func (r *returning) arrive(w http.ResponseWriter, request *http.Request) {
	query, err := url.ParseQuery(request.URL.RawQuery)
	if err != nil {
		query = url.Values{}
	}
	var outcome chan error
	said := page{Title: "This sign-in is over", Text: "Start it again in the workbench."}
	status := http.StatusGone
	if r.isOwn(query) {
		r.once.Do(func() {
			outcome = make(chan error, 1)
			r.came <- arrival{query, outcome}
		})
	} else {
		said, status = page{Title: "This belongs to no sign-in here", Text: "The state is not the one that was sent.", Failed: true}, http.StatusBadRequest
		r.noted.Do(func() { r.foreign <- struct{}{} })
	}
	if outcome != nil {
		select {
		case err = <-outcome:
			said, status = page{Title: "You are signed in", Text: "You can close this window and go back to the workbench."}, http.StatusOK
			if err != nil {
				said, status = page{Title: "The sign-in has failed", Text: err.Error(), Failed: true}, http.StatusBadRequest
			}
		case <-request.Context().Done():
			return
		}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = returnPage().Execute(w, said) // the browser may have gone
}

type page struct {
	Title, Text string
	Failed      bool
}

// returnPage is what a user sees who comes back.
var returnPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}} · Oriel workbench</title><link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { min-height: 100vh; margin: 0; display: grid; place-items: center; background: light-dark(#f5f5f3, #161718); color: light-dark(#1c1d1f, #ececea); }
main { max-width: 26rem; margin: 1rem; padding: 1.75rem 2rem; border: 1px solid light-dark(#dededa, #333538);
  border-radius: 12px; background: light-dark(#fff, #1f2123); }
h1 { margin: 0 0 .4rem; font-size: 1.2rem; } p { margin: 0; color: light-dark(#55575b, #b3b5b8); overflow-wrap: anywhere; }
.failed h1 { color: light-dark(#b3261e, #ff8a80); }
</style></head>
<body><main{{if .Failed}} class="failed"{{end}}><h1>{{.Title}}</h1><p>{{.Text}}</p></main></body></html>
`))
})

package main

import (
	"context"
	_ "embed" // the pages
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/orielapps/oriel/test/bench/proc"
	"github.com/orielapps/oriel/test/browsertest"
)

//go:embed testdata/loads/host.html
var loadsHost []byte

//go:embed testdata/loads/byhand.html
var loadsByHand []byte

const (
	// loadTimeout limits the time until a view's first message.
	loadTimeout = 10 * time.Second
	// loadsTime limits the time for all loads.
	loadsTime = 5 * time.Minute

	// defaultPolicy is the policy in MCP Apps 2026-01-26 for a view that declares nothing.
	defaultPolicy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
		"img-src 'self' data:; media-src 'self' data:; connect-src 'none'"
)

// A page is a view to load.
type page struct {
	name string
	body []byte
}

// measureViews measures the loads of all views, in turn, in frames of another site.
func measureViews(ctx context.Context, root string, o scope) (*views, error) {
	pages, err := viewPages(ctx, root)
	if err != nil {
		return nil, err
	}
	v := &views{Slack: o.slack}
	for _, sdk := range []string{official, officialOld} {
		name, failure := version(root, sdk)
		if failure != nil {
			return nil, failure
		}
		v.Peers = append(v.Peers, name)
	}
	if v.Load, err = proc.Load(); err != nil {
		return nil, err
	}
	took, err := loadPages(ctx, pages, o.loads, loadTimeout)
	if err != nil {
		return nil, err
	}
	for i, p := range pages {
		v.Loads = append(v.Loads, loaded{Name: p.name, Bytes: len(p.body), Took: took[i]})
	}
	v.Verdict = v.judge()
	return v, nil
}

// viewPages builds the views.
func viewPages(ctx context.Context, root string) ([]page, error) {
	document, err := helloDocument(root)
	if err != nil {
		return nil, err
	}
	names, err := everyCall(root)
	if err != nil {
		return nil, err
	}
	every, err := buildHello(ctx, root, "\n"+using(names))
	if err != nil {
		return nil, err
	}
	pages := []page{{viewByHand, loadsByHand}, {viewHello, document}, {viewEvery, every}}
	for _, twin := range []struct{ name, sdk string }{{viewOfficial, official}, {viewOfficialOld, officialOld}} {
		beside := page{name: twin.name}
		if beside.body, err = officialTwin(root, twin.sdk, document); err != nil {
			return nil, err
		}
		pages = append(pages, beside)
	}
	components, err := buildComponents(ctx, root)
	if err != nil {
		return nil, err
	}
	for _, one := range []struct{ name, view string }{{viewPreact, "preact"}, {viewReact, "react"}, {viewOfficialReact, officialComponent}} {
		pages = append(pages, page{one.name, components[one.view]})
	}
	return pages, nil
}

// officialTwin returns the document of examples/hello, with a script that uses a version of the official SDK.
func officialTwin(root, sdk string, document []byte) ([]byte, error) {
	script, err := buildOfficial(root, sdk, "hello")
	if err != nil {
		return nil, err
	}
	return replaceScript(document, script)
}

// loadPages loads each page once in each round, and returns the times in milliseconds.
func loadPages(ctx context.Context, pages []page, rounds int, timeout time.Duration) (took []series, err error) {
	// 127.0.0.1 and localhost are different sites.
	framed, err := serve(ctx, framedPages(pages))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, framed.Close()) }()
	answers := make(chan loadsAnswer, 1)
	plan := loadsPlan{Rounds: rounds, TimeoutMs: timeout.Milliseconds()}
	for i := range pages {
		plan.Views = append(plan.Views, framed.url+framedName(i))
	}
	host, err := serve(ctx, hostPage(plan, answers))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, host.Close()) }()
	browser, err := browsertest.Launch(ctx, browsertest.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, browser.Close()) }()
	if err = browser.Visit(ctx, strings.Replace(host.url, "127.0.0.1", "localhost", 1)); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, loadsTime)
	defer cancel()
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("loading views: %w", ctx.Err())
	case answer := <-answers:
		return answer.series(pages, rounds)
	}
}

// loadsPlan has the instructions for the page that loads the views.
type loadsPlan struct {
	// Views are addresses.
	Views  []string `json:"views"`
	Rounds int      `json:"rounds"`
	// TimeoutMs limits the load of one view.
	TimeoutMs int64 `json:"timeoutMs"`
}

// loadsAnswer has the page's results.
type loadsAnswer struct {
	Took  []series `json:"took"`
	Error string   `json:"error"`
}

// series checks that the answer is complete, and returns its measurements.
func (a loadsAnswer) series(pages []page, rounds int) ([]series, error) {
	if a.Error != "" {
		for i, p := range pages {
			a.Error = strings.ReplaceAll(a.Error, framedName(i), p.name)
		}
		return nil, errors.New(a.Error)
	}
	if len(a.Took) != len(pages) {
		return nil, fmt.Errorf("%d views were loaded, and not %d", len(a.Took), len(pages))
	}
	for i, took := range a.Took {
		if len(took) != rounds || took.least() <= 0 {
			return nil, fmt.Errorf("%s: %d loads took %v ms", pages[i].name, rounds, took)
		}
	}
	return a.Took, nil
}

func framedName(i int) string { return "view-" + strconv.Itoa(i) + ".html" }

// framedPages serves the views with the default policy.
func framedPages(pages []page) http.Handler {
	mux := http.NewServeMux()
	for i, p := range pages {
		mux.HandleFunc("GET /"+framedName(i), func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Security-Policy", defaultPolicy)
			write(w, "text/html; charset=utf-8", p.body)
		})
	}
	return mux
}

// hostPage serves the page that loads the views and its plan, and receives its results.
func hostPage(plan loadsPlan, answers chan<- loadsAnswer) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { write(w, "text/html; charset=utf-8", loadsHost) })
	mux.HandleFunc("GET /plan", func(w http.ResponseWriter, _ *http.Request) {
		raw, err := json.Marshal(plan)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		write(w, "application/json", raw)
	})
	mux.HandleFunc("POST /took", func(w http.ResponseWriter, r *http.Request) {
		var answer loadsAnswer
		if err := json.NewDecoder(r.Body).Decode(&answer); err != nil {
			answer.Error = "the page's answer: " + err.Error()
		}
		w.WriteHeader(http.StatusNoContent)
		answers <- answer
	})
	return mux
}

// write sends a body that must not be cached. It only fails if the browser has disconnected.
func write(w http.ResponseWriter, contentType string, body []byte) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(body)
}

// site is a server on the loopback interface.
type site struct {
	*http.Server

	url string
}

const headerTimeout = 10 * time.Second

// serve serves a handler on its own origin.
func serve(ctx context.Context, handler http.Handler) (site, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return site{}, fmt.Errorf("serving pages: %w", err)
	}
	server := &http.Server{ReadHeaderTimeout: headerTimeout, Handler: handler}
	go func() {
		// It ends when it is closed. If it fails, loading the page fails, too.
		_ = server.Serve(listener)
	}()
	return site{server, "http://" + listener.Addr().String() + "/"}, nil
}

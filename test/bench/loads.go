package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/peers"
)

const (
	// startupPeer is the server with the largest view in node_modules.
	startupPeer = peers.Peer("server-budget-allocator")
	startupTool = "get-budget-data"

	warmups = 3

	// reporterLoads is how many pairs of loads compare the reporter, for each start that is measured: the difference is
	// smaller than the noise of a few.
	reporterLoads = 3

	// The size of the tabs, in CSS pixels.
	tabWidth, tabHeight = 1280, 900
)

// The names of the recorded moments and of paints.
const (
	clicked      = "click"
	proxyReady   = "ui/notifications/sandbox-proxy-ready"
	initialize   = "ui/initialize"
	ready        = "ready"
	firstPaint   = "first-paint"
	firstContent = "first-contentful-paint"
)

// watch makes the workbench's page record those moments. Its listeners run before those of the page.
const watch = `(() => {
	globalThis.moments = {};
	const at = (what) => { moments[what] ??= performance.now(); };
	addEventListener("click", (event) => {
		if (!event.target.closest('[data-testid="run"]')) return;
		globalThis.moments = {};
		at("click");
	}, true);
	addEventListener("message", ({ data }) => { if (data?.method) at(data.method); }, true);
	new MutationObserver(() => {
		if (document.querySelector('[data-testid="view"]')?.dataset.status === "ready") at("ready");
	}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-status"] });
	return true;
})()`

const paints = `Object.fromEntries(performance.getEntriesByType("paint").map((entry) => [entry.name, entry.startTime]))`

// measureStartup shows the peer's view in the workbench, and the same document in tabs, in turn.
func measureStartup(ctx context.Context, root string, o scope) (measured startup, err error) {
	server, err := startupPeer.Launch(ctx, root)
	if err != nil {
		return startup{}, err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	bench, err := workbenchtest.Launch(ctx, workbench.Options{Servers: []mcpclient.Server{{ID: "peer", Endpoint: server.URL}}})
	if err != nil {
		return startup{}, err
	}
	defer func() { err = errors.Join(err, bench.Stop()) }()
	browser, err := browsertest.Launch(ctx, browsertest.Options{})
	if err != nil {
		return startup{}, err
	}
	defer func() { err = errors.Join(err, browser.Close()) }()

	page, err := newTab(ctx, browser)
	if err != nil {
		return startup{}, err
	}
	if err = page.Navigate(ctx, bench.URL()+"&profiles=claude&tool="+startupTool); err != nil {
		return startup{}, err
	}
	if _, err = browsertest.Eval[bool](ctx, page.Main(), watch); err != nil {
		return startup{}, err
	}
	if _, err = showView(ctx, page); err != nil {
		return startup{}, err
	}
	document, err := fetchView(ctx, page)
	if err != nil {
		return startup{}, err
	}
	direct, err := document.serve(ctx)
	if err != nil {
		return startup{}, err
	}
	defer func() { err = errors.Join(err, direct.Close()) }()
	tab, err := newTab(ctx, browser)
	if err != nil {
		return startup{}, err
	}
	measured.Bytes, measured.Slack = len(document.body), o.slack
	for i := range warmups + o.starts {
		var into startup
		if err = measureOnce(ctx, browser, page, tab, direct.url, &into); err != nil {
			return startup{}, err
		}
		if i >= warmups {
			measured = measured.with(into)
		}
	}
	measured.WithReporter, measured.WithoutReporter, err = measureReporter(ctx, server.URL, reporterLoads*o.starts)
	return measured, err
}

// measureOnce makes one measurement of each kind.
func measureOnce(ctx context.Context, browser *browsertest.Browser, page, tab *browsertest.Page, direct string, into *startup) error {
	moments, err := showView(ctx, page)
	if err != nil {
		return err
	}
	into.Initialize = series{moments[initialize] - moments[proxyReady]}
	into.ClickInitialize = series{moments[initialize] - moments[clicked]}
	into.ClickReady = series{moments[ready] - moments[clicked]}

	painted, err := paint(ctx, tab, direct)
	if err != nil {
		return err
	}
	into.SameTab = series{painted[firstPaint]}

	fresh, err := newTab(ctx, browser)
	if err != nil {
		return err
	}
	defer fresh.Close()
	if painted, err = paint(ctx, fresh, direct); err != nil {
		return err
	}
	into.NewTab, into.NewTabContent = series{painted[firstPaint]}, series{painted[firstContent]}
	return nil
}

// with returns the measurements with those of one more load.
func (s startup) with(one startup) startup {
	s.Initialize = append(s.Initialize, one.Initialize...)
	s.NewTab = append(s.NewTab, one.NewTab...)
	s.NewTabContent = append(s.NewTabContent, one.NewTabContent...)
	s.SameTab = append(s.SameTab, one.SameTab...)
	s.ClickInitialize = append(s.ClickInitialize, one.ClickInitialize...)
	s.ClickReady = append(s.ClickReady, one.ClickReady...)
	return s
}

func newTab(ctx context.Context, browser *browsertest.Browser) (*browsertest.Page, error) {
	tab, err := browser.NewPage(ctx)
	if err != nil {
		return nil, err
	}
	if err := tab.Viewport(ctx, tabWidth, tabHeight, 0); err != nil {
		return nil, err
	}
	return tab, nil
}

// showView runs the tool in the workbench, and returns the recorded moments.
func showView(ctx context.Context, page *browsertest.Page) (map[string]float64, error) {
	if err := page.Main().Click(ctx, `[data-testid="run"]`); err != nil {
		return nil, err
	}
	if err := page.Main().WaitFor(ctx, "moments.ready"); err != nil {
		return nil, err
	}
	moments, err := browsertest.Eval[map[string]float64](ctx, page.Main(), "moments")
	if err != nil {
		return nil, err
	}
	for _, what := range []string{clicked, proxyReady, initialize, ready} {
		if moments[what] == 0 {
			return nil, fmt.Errorf("the view became ready without %s", what)
		}
	}
	return moments, nil
}

// paint opens an address in a tab, and returns the times of its paints.
func paint(ctx context.Context, tab *browsertest.Page, address string) (map[string]float64, error) {
	for _, url := range []string{"about:blank", address} {
		if err := tab.Navigate(ctx, url); err != nil {
			return nil, err
		}
	}
	if err := tab.Main().WaitFor(ctx, `performance.getEntriesByName("first-contentful-paint").length > 0`); err != nil {
		return nil, err
	}
	return browsertest.Eval[map[string]float64](ctx, tab.Main(), paints)
}

// document is a view with its policy.
type document struct {
	policy string
	body   []byte
}

// fetchView gets the view that a page shows.
func fetchView(ctx context.Context, page *browsertest.Page) (document, error) {
	address, err := browsertest.Eval[string](ctx, page.Frame(`iframe[data-testid="view"]`).Frame("iframe"), "location.href")
	if err != nil {
		return document{}, err
	}
	header, body, err := workbenchtest.Served(ctx, address)
	if err != nil {
		return document{}, err
	}
	return document{policy: header.Get("Content-Security-Policy"), body: body}, nil
}

// serve serves the document with its policy, on its own origin.
func (d document) serve(ctx context.Context) (site, error) {
	return serve(ctx, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			w.WriteHeader(http.StatusNoContent) // a report of a violation
			return
		}
		w.Header().Set("Content-Security-Policy", d.policy)
		write(w, "text/html; charset=utf-8", d.body)
	}))
}

package devloop

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/orielapps/oriel/internal/tool/devloop/foreign"
	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/ui"
)

// pollInterval is the pause between two requests to another bundler's development server,
// which reports changes only to its own page.
const pollInterval = time.Second

// foreignView is a view that another bundler's development server builds.
type foreignView struct {
	view     string
	server   *foreign.Server
	feed     *feed
	problems *problemList
	screen   Screen
	emit     func(Event)

	last string
}

// newForeignViews listens in the place of the development servers of views.
func newForeignViews(ctx context.Context, servers map[string]string) (list []*foreignView, err error) {
	for _, view := range slices.Sorted(maps.Keys(servers)) {
		server, err := foreign.Listen(ctx, view, servers[view])
		if err != nil {
			for _, before := range list {
				err = errors.Join(err, before.server.Close())
			}
			return nil, err
		}
		list = append(list, &foreignView{view: view, server: server})
	}
	return list, nil
}

// run polls the page until ctx ends.
func (v *foreignView) run(ctx context.Context) {
	for {
		v.poll(ctx)
		select {
		case <-ctx.Done():
			return
		case <-time.After(pollInterval):
		}
	}
}

// poll reads the page and publishes it if it has changed.
func (v *foreignView) poll(ctx context.Context) {
	html, csp, err := v.server.Document(ctx)
	about := topic{devreport.SourceView, v.view}
	switch {
	case ctx.Err() != nil:
		return
	case err != nil:
		p := problemOf(devreport.SourceView, err)
		p.View = v.view
		v.problems.set(about, p)
		return
	}
	v.problems.set(about)
	now := html + fmt.Sprint(csp)
	loads := feedCSP(csp)
	if now == v.last {
		return
	}
	v.last = now
	v.feed.set(v.view, feedView{html: html, CSP: &loads})
	v.screen.Reload(v.view)
	v.emit(Event{Type: ViewBuilt, View: v.view, Bytes: len(html), Change: ChangeReload})
}

// checkForeign refuses invalid names of views.
func checkForeign(servers map[string]string) error {
	for view := range servers {
		if _, err := ui.NewView("app", view, ui.HTML("x"), ui.Metadata{}); err != nil {
			return err
		}
	}
	return nil
}

package devloop

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/orielapps/oriel/internal/tool/devloop/foreign"
	"github.com/orielapps/oriel/ui"
)

// glance is the pause between two looks at another bundler's development server: it
// tells its own page of changes, but not us.
const glance = time.Second

// standIn shows a view that another bundler's development server builds.
type standIn struct {
	view   string
	server *foreign.Server
	feed   *feed
	board  *board
	screen Screen
	emit   func(Event)

	last string
}

// listenForeign begins to stand in for the development servers of views.
func listenForeign(ctx context.Context, servers map[string]string) (list []*standIn, err error) {
	for _, view := range slices.Sorted(maps.Keys(servers)) {
		server, err := foreign.Listen(ctx, view, servers[view])
		if err != nil {
			for _, before := range list {
				err = errors.Join(err, before.server.Close())
			}
			return nil, err
		}
		list = append(list, &standIn{view: view, server: server})
	}
	return list, nil
}

// run follows the page until ctx ends.
func (s *standIn) run(ctx context.Context) {
	for {
		s.look(ctx)
		select {
		case <-ctx.Done():
			return
		case <-time.After(glance):
		}
	}
}

// look takes over the page as it is now.
func (s *standIn) look(ctx context.Context) {
	html, csp, err := s.server.Document(ctx)
	about := topic{SourceView, s.view}
	switch {
	case ctx.Err() != nil:
		return
	case err != nil:
		p := problemOf(SourceView, err)
		p.View = s.view
		s.board.put(about, p)
		return
	}
	s.board.put(about)
	now := html + fmt.Sprint(csp)
	loads := fedCSP(csp)
	if now == s.last {
		return
	}
	s.last = now
	s.feed.put(s.view, fed{html: html, CSP: &loads})
	s.screen.Reload(s.view)
	s.emit(Event{Type: ViewBuilt, View: s.view, Bytes: len(html), Change: ChangeReload})
}

// checkForeign refuses names that no view can have.
func checkForeign(servers map[string]string) error {
	for view := range servers {
		if _, err := ui.NewView("app", view, ui.HTML("x"), ui.Metadata{}); err != nil {
			return err
		}
	}
	return nil
}

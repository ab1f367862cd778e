package workbench

import (
	"context"
	"path"
	"reflect"
	"sync"
	"time"

	"github.com/orielapps/oriel/internal/tool/sandbox"
)

// drawing is how long a page may draw what was foreseen before the server is asked for it:
// both at once would take as long as one after the other.
const drawing = 100 * time.Millisecond

// builds has the documents of views as the dev loop has built them last. A server that
// gave the one before as it was built will most likely give the next one so: it is shown
// without waiting for the server, which is asked all the same.
type builds struct {
	mu   sync.Mutex
	last map[build]string
}

type build struct{ server, view string }

// Built says what the document of a server's view is now, before [Workbench.Reload] or
// [Workbench.Restyle] tell of it; empty where there is none. A server that gives hosts
// something else is believed.
func (w *Workbench) Built(server, view, document string) {
	w.builds.mu.Lock()
	defer w.builds.mu.Unlock()
	if document == "" {
		delete(w.builds.last, build{server, view})
		return
	}
	if w.builds.last == nil {
		w.builds.last = map[build]string{}
	}
	w.builds.last[build{server, view}] = document
}

// of returns what was built of a view; empty where that is not known.
func (b *builds) of(server, view string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.last[build{server, view}]
}

// viewOf returns the view whose last build is the document at a URI; empty for none.
func (b *builds) viewOf(server, uri, document string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	for of, last := range b.last {
		if of.server == server && isOfView(uri, of.view) && last == document {
			return of.view
		}
	}
	return ""
}

// refute forgets a document that the server does not give. It reports whether nobody has
// done so before.
func (b *builds) refute(server, view, document string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	of := build{server, view}
	last, known := b.last[of]
	if last == document {
		delete(b.last, of)
	}
	return known
}

// asBuilt is a view that a server has given as it was built: what is known of it for the
// next one, which differs in the document.
type asBuilt struct {
	view   string
	given  givenView
	placed sandbox.View
}

// identifiedEvent says by what URI the server knows a document that was foreseen.
type identifiedEvent struct {
	Type     string `json:"type" enum:"identified"`
	Server   string `json:"server"`
	Change   uint64 `json:"change"`   // that the document came with
	Document string `json:"document"` // the address
	URI      string `json:"uri"`
	Steps    []step `json:"steps,omitempty"`
}

func (identifiedEvent) event() {}

// foresee places what was built of a view in the document that stands by, if the server is
// going to give that, as far as can be known. It returns what that is known by; nil where it
// is not.
func (w *Workbench) foresee(next nextView, view, built string, change uint64) (placedView, *asBuilt) {
	before := w.ahead.inSight(next.beside)
	if before == nil || before.view != view || built == "" {
		return placedView{}, nil
	}
	shown := before.placed
	shown.HTML, shown.Standby = built, path.Base(next.request.Standby)
	placed, err := w.sandbox.Place(context.Background(), shown)
	if err != nil {
		return placedView{}, nil
	}
	if placed.Write == "" {
		w.sandbox.Release(placed.ID)
		return placedView{}, nil
	}
	given := before.given
	given.html = built
	return given.told(placed, change), before
}

// verify asks the server for what was foreseen. Where it gives something else, or nothing,
// the pages are told to ask for it.
func (w *Workbench) verify(next nextView, before *asBuilt, foreseen placedView, document string) {
	server := next.request.Server
	time.Sleep(drawing)
	ctx, cancel := context.WithTimeout(context.Background(), aheadPatience)
	defer cancel()
	p, err := w.profile(next.request.Profile)
	if err != nil {
		return // it was known when the document was asked for
	}
	given, err := askTarget(ctx, w, next.request.target, func(ctx context.Context, one *connection) (givenView, error) {
		return w.given(ctx, one, p, next.request)
	})
	like := err == nil && given.isLike(before.given)
	switch code := codeOf(err); {
	case code == "server_restarted" || code == "client_closed":
		// The pages are told of the new process, and ask that.
	case like && given.html == document:
		w.remark(p, given, foreseen.Dropped)
		w.remember(path.Base(foreseen.Document), given, before.placed)
		w.events.publish(identifiedEvent{
			Type: "identified", Server: server, Change: foreseen.Change, Document: foreseen.Document,
			URI: given.chosen.uri, Steps: given.chosen.steps,
		})
	case like && w.builds.viewOf(server, given.chosen.uri, given.html) == before.view:
		// It is newer than what was foreseen, and so is what the pages are told.
	case w.builds.refute(server, before.view, document):
		w.Reload(server, before.view)
	}
}

// isLike reports whether two views differ at most in their document, its URI, and how
// that was found.
func (g givenView) isLike(other givenView) bool {
	return g.external == other.external && g.chosen.source == other.chosen.source && g.item.MIMEType == other.item.MIMEType &&
		reflect.DeepEqual(g.metadata, other.metadata)
}

// remember keeps what a document in sight says of the next one, if it is as it was built.
func (w *Workbench) remember(id string, given givenView, placed sandbox.View) {
	if given.chosen.embedded != nil || placed.Globals != nil {
		return // the next one is not asked for ahead
	}
	if view := w.builds.viewOf(placed.Server, given.chosen.uri, given.html); view != "" {
		// The next one has others.
		given.html, given.item, given.misplaced = "", content{MIMEType: given.item.MIMEType}, nil
		placed.HTML, placed.Restore, placed.Standby = "", nil, ""
		w.ahead.saw(id, &asBuilt{view, given, placed})
	}
}

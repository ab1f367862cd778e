package workbench

import (
	"context"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/internal/sandbox"
)

const (
	// aheadPatience is how long a document that nobody has asked for yet may take.
	aheadPatience = 10 * time.Second
	// mostAhead is how many documents that stand by are remembered.
	mostAhead = 64
)

// ahead knows what documents that stand by are to become, so that the next one is made
// and sent when a view has changed, without a page that asks for it first. Each is sent
// once: a page that is there has another frame stand by afterwards.
type ahead struct {
	mu sync.Mutex
	// next is by the id of the document that stands by.
	next  map[string]nextView
	order []string // of the ids in next, the oldest first
	// seen are documents in sight that are as they were built, by id, and seenOrder
	// their ids, the oldest first.
	seen      map[string]*asBuilt
	seenOrder []string
	ended     bool
	// making are those that are being made.
	making sync.WaitGroup
}

// nextView is what a document that stands by becomes when its view changes.
type nextView struct {
	request viewRequest
	naming  sandbox.Naming
	// beside is the id of the document that it stands beside, uri that of its view.
	beside, uri string
}

// stands remembers a document that stands by.
func (a *ahead) stands(id string, next nextView) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.next == nil {
		a.next = map[string]nextView{}
	}
	a.next[id] = next
	a.order = append(a.order, id)
	if len(a.order) > mostAhead {
		a.drop(a.order[0])
	}
}

// saw remembers a document in sight.
func (a *ahead) saw(id string, what *asBuilt) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.overlook(id)
	if a.seen == nil {
		a.seen = map[string]*asBuilt{}
	}
	a.seen[id] = what
	a.seenOrder = append(a.seenOrder, id)
	if len(a.seenOrder) > mostAhead {
		a.overlook(a.seenOrder[0])
	}
}

func (a *ahead) overlook(id string) {
	delete(a.seen, id)
	a.seenOrder = slices.DeleteFunc(a.seenOrder, func(other string) bool { return other == id })
}

// inSight is what is known of a document in sight; nil where it is not as it was built.
func (a *ahead) inSight(id string) *asBuilt {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.seen[id]
}

// forget forgets a document that stands by: it is in sight by now or gone.
func (a *ahead) forget(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.drop(id)
}

// release forgets a document that is gone.
func (a *ahead) release(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.drop(id)
	a.overlook(id)
}

func (a *ahead) drop(id string) {
	delete(a.next, id)
	a.order = slices.DeleteFunc(a.order, func(other string) bool { return other == id })
}

// take makes what the documents become that stand by for a view, each in a goroutine.
func (a *ahead) take(server, view string, begin func(), each func(nextView)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ended {
		return
	}
	for id, next := range a.next {
		if next.request.Server != server || !isOfView(next.uri, view) {
			continue
		}
		begin()
		a.drop(id)
		a.making.Go(func() { each(next) })
	}
}

// end waits for what is being made; nothing is made any more.
func (a *ahead) end() {
	a.mu.Lock()
	a.ended = true
	a.mu.Unlock()
	a.making.Wait()
}

// isOfView reports whether a URI is of the view of this name; all are of the empty one.
func isOfView(uri, name string) bool {
	rest, ok := strings.CutPrefix(uri, "ui://")
	_, inside, _ := strings.Cut(rest, "/")
	for part := range strings.SplitSeq(inside, "/") {
		if ok && (part == name || part == name+".html") {
			return true
		}
	}
	return name == ""
}

// documentEvent brings the document that one which stands by is to become. It is for the
// page that has that frame alone, and for now alone.
type documentEvent struct {
	Type string `json:"type"` // "document"
	// Change is that of the event "reload" that it belongs to.
	Change  uint64 `json:"change"`
	Standby string `json:"standby"` // the address
	// View is nil where the page has to ask for the document itself.
	View  *placedView `json:"view,omitempty"`
	Write string      `json:"write,omitempty"`
}

func (documentEvent) event() {}

// makeAhead makes what stands by for a view, and sends it to the pages.
func (w *Workbench) makeAhead(server, view string, change uint64) {
	// What the server says of its own lists may come later than this.
	forget := sync.OnceFunc(func() {
		if s, err := w.server(server); err == nil {
			s.forget()
		}
	})
	built := w.builds.of(server, view)
	w.ahead.take(server, view, forget, func(next nextView) {
		event := documentEvent{Type: "document", Change: change, Standby: next.request.Standby}
		var placed placedView
		before, foreseen := w.ahead.inSight(next.beside), false
		if before != nil && before.view == view && built != "" {
			placed, foreseen = w.foresee(next, before, built, change)
		}
		known := foreseen
		if !foreseen {
			placed, known = w.nextDocument(next)
		}
		if known {
			event.View, event.Write = &placed, placed.write
		}
		w.events.publish(event)
		if foreseen {
			w.verify(next, before, placed, built)
		}
	})
}

// nextDocument reads a view again, and reports whether the document that stands by can
// become it.
func (w *Workbench) nextDocument(next nextView) (placedView, bool) {
	ctx, cancel := context.WithTimeout(context.Background(), aheadPatience)
	defer cancel()
	in := next.request
	answer, err := askTarget(ctx, w, in.target, func(ctx context.Context, s *session) (any, error) {
		p, err := w.profile(in.Profile)
		if err != nil {
			return nil, err
		}
		return w.showView(ctx, s, p, in, next.naming)
	})
	placed, ok := answer.(placedView)
	if err != nil || !ok {
		return placedView{}, false
	}
	if placed.write == "" {
		w.sandbox.Release(path.Base(placed.Document))
	}
	return placed, placed.write != ""
}

// stand has a document stand by for what a page says that it would ask for next.
func (w *Workbench) stand(r *http.Request, in standbyRequest, placed sandbox.Placed) bool {
	w.ahead.forget(path.Base(in.Document))
	if in.Next == nil || in.Next.Globals != nil || in.Next.Result != nil || checkArguments(in.Next.Arguments) != nil {
		return false
	}
	request := *in.Next
	request.Standby, request.Restore = placed.Document, nil
	w.ahead.stands(placed.ID, nextView{
		request: request, naming: w.naming(r, in.Naming), beside: path.Base(in.Document), uri: in.URI,
	})
	return true
}

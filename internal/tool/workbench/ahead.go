package workbench

import (
	"context"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/internal/tool/sandbox"
)

const (
	// aheadPatience is how long a document that nobody has asked for yet may take.
	aheadPatience = 10 * time.Second
	// mostAhead is how many documents that stand by are remembered, and as many in sight.
	mostAhead = 64
)

// recent has the newest of many, by id: a page that is gone may not have said so.
type recent[T any] struct {
	of    map[string]T
	order []string // of the ids, the oldest first
}

func (r *recent[T]) put(id string, what T) {
	r.drop(id)
	if r.of == nil {
		r.of = map[string]T{}
	}
	r.of[id] = what
	r.order = append(r.order, id)
	if len(r.order) > mostAhead {
		r.drop(r.order[0])
	}
}

func (r *recent[T]) drop(id string) {
	delete(r.of, id)
	r.order = slices.DeleteFunc(r.order, func(other string) bool { return other == id })
}

// ahead knows what documents that stand by are to become, so that the next one is made
// and sent when a view has changed, without a page that asks for it first. Each is sent
// once: a page that is there has another frame stand by afterwards.
type ahead struct {
	mu   sync.Mutex
	next recent[nextView] // by the document that stands by
	seen recent[*asBuilt] // by the document in sight
	// making are those that are being made.
	making sync.WaitGroup
	ended  bool
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
	a.next.put(id, next)
}

// saw remembers a document in sight.
func (a *ahead) saw(id string, what *asBuilt) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.seen.put(id, what)
}

// inSight is what is known of a document in sight; nil where it is not as it was built.
func (a *ahead) inSight(id string) *asBuilt {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.seen.of[id]
}

// forget forgets a document that stands by: it is in sight by now or gone.
func (a *ahead) forget(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.next.drop(id)
}

// release forgets a document that is gone.
func (a *ahead) release(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.next.drop(id)
	a.seen.drop(id)
}

// take makes what the documents become that stand by for a view, each in a goroutine.
func (a *ahead) take(server, view string, begin func(), each func(nextView)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ended {
		return
	}
	for id, next := range a.next.of {
		if next.request.Server != server || !isOfView(next.uri, view) {
			continue
		}
		begin()
		a.next.drop(id)
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
	Type string `json:"type" enum:"document"`
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
		placed, before := w.foresee(next, view, built, change)
		known := before != nil
		if !known {
			placed, known = w.nextDocument(next)
		}
		if known {
			event.View, event.Write = &placed, placed.write
		}
		w.events.publish(event)
		if before != nil {
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
	answer, err := askTarget(ctx, w, in.target, func(ctx context.Context, s *connection) (any, error) {
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

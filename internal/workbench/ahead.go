package workbench

import (
	"context"
	"net/http"
	"path"
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
// and sent when a view has changed, without a page that asks for it first.
type ahead struct {
	mu sync.Mutex
	// next is by the id of the document that stands by.
	next  map[string]nextView
	order []string // of the ids, the oldest first
	// making are those that are being made.
	making sync.WaitGroup
}

// nextView is what a document that stands by becomes when its view changes.
type nextView struct {
	request viewRequest
	naming  sandbox.Naming
	// uri is of the view that it stands beside.
	uri string
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
		delete(a.next, a.order[0])
		a.order = a.order[1:]
	}
}

// forget forgets a document, which is in sight by now or gone.
func (a *ahead) forget(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.next, id)
}

// of returns what the documents become that stand by for a view.
func (a *ahead) of(server, view string) []nextView {
	a.mu.Lock()
	defer a.mu.Unlock()
	var found []nextView
	for _, next := range a.next {
		if next.request.Server == server && isOfView(next.uri, view) {
			found = append(found, next)
		}
	}
	return found
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
	next := w.ahead.of(server, view)
	if len(next) == 0 {
		return
	}
	// What the server says of its own lists may come later than this.
	if s, err := w.server(server); err == nil {
		s.forget()
	}
	for _, one := range next {
		w.ahead.making.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), aheadPatience)
			defer cancel()
			event := documentEvent{Type: "document", Change: change, Standby: one.request.Standby}
			in := one.request
			answer, err := askTarget(ctx, w, in.target, func(ctx context.Context, s *session) (any, error) {
				p, err := w.profile(in.Profile)
				if err != nil {
					return nil, err
				}
				return w.showView(ctx, s, p, in, one.naming)
			})
			if placed, ok := answer.(placedView); ok && err == nil {
				if placed.write != "" {
					event.View, event.Write = &placed, placed.write
				} else {
					w.sandbox.Release(path.Base(placed.Document))
				}
			}
			w.events.publish(event)
		})
	}
}

// stand has a document stand by for what a page says that it would ask for next.
func (w *Workbench) stand(r *http.Request, in standbyRequest, placed sandbox.Placed) bool {
	w.ahead.forget(path.Base(in.Document))
	if in.Next == nil || in.Next.Globals != nil || in.Next.Result != nil || checkArguments(in.Next.Arguments) != nil {
		return false
	}
	request := *in.Next
	request.Standby, request.Restore = placed.Document, nil
	w.ahead.stands(placed.ID, nextView{request: request, naming: w.naming(r, in.Naming), uri: in.URI})
	return true
}

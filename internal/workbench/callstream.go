package workbench

import (
	"context"
	"net/http"
	"sync"

	"github.com/orielapps/oriel/internal/mcpclient"
)

// maxNews is how much progress waits for a page that is slow. Of more, the
// newest is kept.
const maxNews = 64

type progressLine struct {
	Progress mcpclient.Progress `json:"progress"`
}

// news is the progress that the page has not been told of yet.
type news struct {
	mu      sync.Mutex
	waiting []mcpclient.Progress
	came    chan struct{} // holds one
}

// add never blocks: it is called in the path of the server's messages.
func (n *news) add(p mcpclient.Progress) {
	n.mu.Lock()
	if len(n.waiting) == maxNews {
		n.waiting = append(n.waiting[:0], n.waiting[1:]...)
	}
	n.waiting = append(n.waiting, p)
	n.mu.Unlock()
	select {
	case n.came <- struct{}{}:
	default:
	}
}

func (n *news) take() []mcpclient.Progress {
	n.mu.Lock()
	defer n.mu.Unlock()
	taken := n.waiting
	n.waiting = nil
	return taken
}

// streamCall answers a call with a line for each progress and one for the
// outcome. What fails before the first line is an ordinary error.
func (w *Workbench) streamCall(response http.ResponseWriter, r *http.Request, in callRequest) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	type ending struct {
		out any
		err error
	}
	heard := &news{came: make(chan struct{}, 1)}
	ended := make(chan ending, 1)
	go func() {
		out, err := w.callTool(ctx, in, heard.add)
		ended <- ending{out, err}
	}()
	stream := &streamWriter{response: response, control: http.NewResponseController(response)}
	for {
		select {
		case <-heard.came:
			if stream.tell(heard) != nil {
				cancel() // the page has gone; the server need not go on
			}
		case last := <-ended:
			if last.err != nil && !stream.begun {
				w.fail(response, r, last.err)
				return
			}
			if last.err != nil {
				last.out, _ = w.failure(r, last.err)
			}
			// A page that has gone is the only reason to fail.
			_ = stream.tell(heard)
			_ = stream.encode(last.out)
			return
		}
	}
}

// tell writes what has been heard.
func (s *streamWriter) tell(heard *news) error {
	for _, p := range heard.take() {
		if err := s.encode(progressLine{p}); err != nil {
			return err
		}
	}
	return nil
}

func (s *streamWriter) encode(value any) error {
	data, err := encode(value)
	if err != nil {
		return err
	}
	return s.write(data)
}

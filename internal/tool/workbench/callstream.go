package workbench

import (
	"context"
	"net/http"
	"sync"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

type progressLine struct {
	Progress mcpclient.Progress `json:"progress"`
}

// looked answers a request of the page with its outcome. As a stream, that is preceded by a line for
// each progress and question; what fails before the first line is an ordinary error.
func (w *Workbench) looked(response http.ResponseWriter, r *http.Request, stream bool, do func(context.Context, viewers) (any, error)) {
	if !stream {
		out, err := do(r.Context(), viewers{})
		w.answer(response, r, out, err)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	var (
		mu    sync.Mutex // questions and progress come from several goroutines
		ended bool
	)
	writer := &streamWriter{response: response, control: http.NewResponseController(response)}
	write := func(value any) {
		mu.Lock()
		defer mu.Unlock()
		if ended {
			return
		}
		line, err := encode(value)
		if err == nil {
			err = writer.write(line)
		}
		if err != nil {
			cancel() // the page has gone; the server need not go on
		}
	}
	out, err := do(ctx, viewers{
		progress: func(p mcpclient.Progress) { write(progressLine{p}) },
		question: func(q questionState) { write(questionLine{q}) },
	})
	mu.Lock()
	defer mu.Unlock()
	ended = true
	w.endStream(writer, r, out, err)
}

// endStream writes the last line: what there is to answer, or the failure. A page
// that has gone is the only one that gets none.
func (w *Workbench) endStream(stream *streamWriter, r *http.Request, out any, err error) {
	var last []byte
	if err == nil {
		last, err = encode(out)
	}
	if err != nil && !stream.begun {
		w.fail(stream.response, r, err)
		return
	}
	if err != nil {
		body, _ := w.failure(r, err)
		last, _ = encode(body) // it is made of texts
	}
	_ = stream.write(last)
}

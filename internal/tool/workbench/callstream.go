package workbench

import (
	"context"
	"net/http"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

type progressLine struct {
	Progress mcpclient.Progress `json:"progress"`
}

// streamCall answers a call with a line for each progress and one for the
// outcome. What fails before the first line is an ordinary error.
func (w *Workbench) streamCall(response http.ResponseWriter, r *http.Request, in callRequest) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	stream := &streamWriter{response: response, control: http.NewResponseController(response)}
	out, err := w.callTool(ctx, in, func(p mcpclient.Progress) {
		line, err := encode(progressLine{p})
		if err == nil {
			err = stream.write(line)
		}
		if err != nil {
			cancel() // the page has gone; the server need not go on
		}
	})
	w.endStream(stream, r, out, err)
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

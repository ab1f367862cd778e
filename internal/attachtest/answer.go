package attachtest

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Answer is what a server says to one request.
type Answer struct {
	Status int
	Header http.Header
	// Sent are the bytes of the body, Body is what they say: it is not compressed.
	Sent, Body string
	// Messages are those in the body, which may be JSON or events, in their order. There are none in
	// a body that is neither.
	Messages []json.RawMessage
}

// AnswerOf reads what a handler has answered.
func AnswerOf(w *httptest.ResponseRecorder) (Answer, error) {
	a := Answer{Status: w.Code, Header: w.Header(), Sent: w.Body.String(), Body: w.Body.String()}
	return a, a.read()
}

func (a *Answer) read() error {
	switch encoding := a.Header.Get("Content-Encoding"); encoding {
	case "":
	case "gzip":
		r, err := gzip.NewReader(strings.NewReader(a.Body))
		if err != nil {
			return fmt.Errorf("reading gzip: %w", err)
		}
		if err := a.decode(r); err != nil {
			return err
		}
	case "zstd":
		r, err := zstd.NewReader(strings.NewReader(a.Body), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return fmt.Errorf("reading zstd: %w", err)
		}
		defer r.Close()
		if err := a.decode(r); err != nil {
			return err
		}
	default:
		return fmt.Errorf("nobody has asked for the encoding %q", encoding)
	}
	switch kind, _, _ := strings.Cut(a.Header.Get("Content-Type"), ";"); kind {
	case eventType:
		a.Messages = events(a.Body)
	case jsonType:
		a.Messages = []json.RawMessage{json.RawMessage(a.Body)}
	}
	for _, m := range a.Messages {
		if !json.Valid(m) {
			return fmt.Errorf("that is no JSON: %s", m)
		}
	}
	return nil
}

func (a *Answer) decode(from io.Reader) error {
	body, err := io.ReadAll(from)
	if err != nil {
		return fmt.Errorf("reading what is compressed: %w", err)
	}
	a.Body = string(body)
	return nil
}

// events returns the data of the events in a text (HTML, "Server-sent events").
func events(text string) []json.RawMessage {
	var all []json.RawMessage
	for event := range strings.SplitSeq(text, "\n\n") {
		var data []string
		for line := range strings.SplitSeq(event, "\n") {
			if value, ok := strings.CutPrefix(line, "data:"); ok {
				data = append(data, strings.TrimPrefix(value, " "))
			}
		}
		if joined := strings.Join(data, "\n"); joined != "" {
			all = append(all, json.RawMessage(joined))
		}
	}
	return all
}

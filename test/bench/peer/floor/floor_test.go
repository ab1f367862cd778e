package floor_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/orielapps/oriel/test/bench/peer"
	"github.com/orielapps/oriel/test/bench/peer/floor"
)

func answers() []floor.Answer {
	a := floor.Answer{
		Key:    floor.Key{Protocol: "2026-07-28", Method: "tools/call", Target: "greet"},
		Header: []floor.HeaderField{{Name: "Content-Type", Value: "application/json"}, {Name: "Vary", Value: "Accept-Encoding"}},
		Body:   `{"id":111,"result":{"text":"Hello, someone!","again":"someone"}}`, Number: "111", Name: "someone",
	}
	zipped, framed := a, a
	zipped.Key.Encoding, framed.Key.Encoding = "gzip", "zstd"
	return []floor.Answer{a, zipped, framed}
}

func ask(t *testing.T, handler http.Handler, body, encoding string) *http.Response {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", strings.NewReader(body))
	r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
	if encoding != "" {
		r.Header.Set("Accept-Encoding", encoding)
	}
	handler.ServeHTTP(w, r)
	return w.Result()
}

func TestFloor(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(answers())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "answers.json")
	if err = os.WriteFile(file, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	handler, err := floor.New(peer.Config{Answers: file})
	if err != nil {
		t.Fatal(err)
	}
	for _, encoding := range []string{"", "gzip", "zstd"} {
		response := ask(t, handler, `{"id":"x-7","method":"tools/call","params":{"name":"greet","arguments":{"name":"Ada"}}}`, encoding)
		if response.Header.Get("Vary") != "Accept-Encoding" || response.Header.Get("Content-Encoding") != encoding {
			t.Errorf("%q: the headers are %v", encoding, response.Header)
		}
		const want = `{"id":"x-7","result":{"text":"Hello, Ada!","again":"Ada"}}`
		if got := read(t, encoding, response.Body); got != want {
			t.Errorf("%q: %s", encoding, got)
		}
	}
	for body, status := range map[string]int{
		`{"id":1,"method":"tools/call","params":{"name":"other"}}`: http.StatusNotFound,
		`{"id":1,"method":"tools/list"}`:                           http.StatusNotFound,
		`{"id":1`:                                                  http.StatusBadRequest,
	} {
		if got := ask(t, handler, body, "").StatusCode; got != status {
			t.Errorf("%s: status %d", body, got)
		}
	}
}

func read(t *testing.T, encoding string, body io.Reader) string {
	t.Helper()
	var err error
	switch encoding {
	case "gzip":
		body, err = gzip.NewReader(body)
	case "zstd":
		body, err = zstd.NewReader(body)
	}
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := out.ReadFrom(body); err != nil {
		t.Error(err)
	}
	return out.String()
}

func TestNoAnswers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.json")
	if err := os.WriteFile(broken, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"", filepath.Join(dir, "none.json"), broken} {
		if _, err := floor.New(peer.Config{Answers: file}); err == nil {
			t.Errorf("%q has answers", file)
		}
	}
	unmarked, strange := answers()[0], answers()[0]
	unmarked.Number, unmarked.Name = "404", ""
	strange.Key.Encoding = "br"
	for _, a := range []floor.Answer{unmarked, strange} {
		if _, err := floor.Handler([]floor.Answer{a}); err == nil {
			t.Errorf("%+v can be answered", a)
		}
	}
}

// Package serve_test reads what the server sends with a browser.
package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/ui"
)

// The documents of views are compressed once, and each answer puts what is its own
// before and after. Browsers decode that with other decoders than Go's.
func TestCompressedViewsInBrowser(t *testing.T) {
	t.Parallel()
	var html strings.Builder
	html.WriteString("<!doctype html>")
	for i := range 20_000 {
		fmt.Fprintf(&html, "<p id=%d>%x grün \u2028 </p>", i, i*2_654_435_761)
	}
	app := oriel.New("large", "1.0.0")
	oriel.AddTool(app, oriel.Tool{Name: "show", View: oriel.AddView(app, "page", ui.HTML(html.String()))},
		func(context.Context, struct{}) (oriel.Result[struct{}], error) { return oriel.Result[struct{}]{}, nil })
	endpoint := app.Handler()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			_, _ = w.Write([]byte("<!doctype html>"))
			return
		}
		r.Header.Set("Accept-Encoding", r.URL.Query().Get("encoding"))
		endpoint.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	page := browsertest.Start(t).Open(t, server.URL)

	const ask = `(async () => {
		const post = async (id, method, params, encoding) => {
			const answer = await fetch("?encoding=" + encoding, {
				method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
				headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
			})
			return { encoding: answer.headers.get("content-encoding") ?? "", answer: await answer.json() }
		}
		const { answer: { result: { resources: [{ uri }] } } } = await post(1, "resources/list", {}, "")
		const got = []
		for (const length of [1, 30, 300, 1000]) for (const encoding of ["", "gzip", "zstd"]) {
			const id = "x".repeat(length)
			const read = await post(id, "resources/read", { uri }, encoding)
			got.push({ asked: encoding, used: read.encoding, id: read.answer.id === id, text: read.answer.result.contents[0].text.includes(%s) })
		}
		return got
	})()`
	type reading struct {
		Asked, Used string
		ID, Text    bool
	}
	quoted, err := json.Marshal(html.String()[len("<!doctype html>"):])
	if err != nil {
		t.Fatal(err)
	}
	readings, err := browsertest.Eval[[]reading](t.Context(), page.Main(), fmt.Sprintf(ask, quoted))
	if err != nil {
		t.Fatal(err)
	}
	if len(readings) != 12 {
		t.Errorf("%d answers", len(readings))
	}
	for i, r := range readings {
		if r.Used != r.Asked || !r.ID || !r.Text {
			t.Errorf("answer %d: %+v", i, r)
		}
	}
}

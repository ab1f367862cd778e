package serve

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/browsertest"
)

// Browsers read what is spliced: their decoders are others than Go's.
func TestLastingInBrowser(t *testing.T) {
	t.Parallel()
	lasting := newText(script(t))
	var bodies []spliced
	var want []string
	for _, size := range []int{0, 1, 300, 1 << 16, 200_000} {
		for _, encoding := range lastingEncodings {
			body := lasting.after(filler(size, 1), encoding)
			bodies = append(bodies, body)
			want = append(want, fmt.Sprintf("%s %x", encoding, sha256.Sum256(unpacked(t, body))))
		}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		number, err := strconv.Atoi(r.URL.Query().Get("body"))
		if err != nil || number < 0 || number >= len(bodies) {
			_, _ = w.Write([]byte("<!doctype html>"))
			return
		}
		body := bodies[number]
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Length", strconv.Itoa(body.size))
		if body.encoding != "" {
			w.Header().Set("Content-Encoding", body.encoding)
		}
		for _, part := range body.parts {
			_, _ = w.Write(part)
		}
	}))
	t.Cleanup(server.Close)
	page := browsertest.Start(t).Open(t, server.URL)
	got, err := browsertest.Eval[[]string](t.Context(), page.Main(), fmt.Sprintf(`Promise.all(Array.from({length: %d}, async (_, i) => {
		const answer = await fetch("?body=" + i)
		const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer()))
		return (answer.headers.get("content-encoding") ?? "") + " " + Array.from(digest, b => b.toString(16).padStart(2, "0")).join("")
	}))`, len(bodies)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

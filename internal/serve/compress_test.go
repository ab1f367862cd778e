package serve_test

import (
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/orielapps/oriel"
)

// Answers come back from what they have been compressed to, and are compressed
// only where the client takes it and it is worth it.
func TestCompression(t *testing.T) {
	t.Parallel()
	app := everything(quiet())
	oriel.AddTool(app, oriel.Tool{Name: "noise"}, func(context.Context, text) (oriel.Result[text], error) {
		var noise strings.Builder
		random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // it is noise
		for range 3000 {
			noise.WriteRune(0x4e00 + random.Int32N(0x5000))
		}
		return oriel.Result[text]{Text: noise.String()}, nil
	})
	h := app.Handler()
	long := message("1", "tools/call", `{"name":"echo","arguments":{"text":"`+strings.Repeat("long ", 5000)+`"}}`)
	want := post(t, h, long).body
	for _, test := range []struct{ body, accept, encoding string }{
		{long, "-", ""},
		{long, "gzip", "gzip"},
		{long, "zstd", "zstd"},
		{long, "gzip, zstd", "zstd"},
		{long, "gzip;q=1, zstd;q=0.1", "gzip"},
		{long, "gzip;q=0", ""},
		{long, "identity", ""},
		{long, "gzip;q=0, *", ""},
		{long, ";;,q=,gzip;q=q", ""},
		{long, "\x7f", ""},
		{message("1", "ping", "{}"), "gzip", ""},
	} {
		a := post(t, h, test.body, "Accept-Encoding", test.accept)
		if got := a.header.Get("Content-Encoding"); a.status != http.StatusOK || got != test.encoding || !strings.Contains(strings.Join(a.header.Values("Vary"), ","), "Accept-Encoding") {
			t.Errorf("%q: %d in %q, %v", test.accept, a.status, got, a.header)
			continue
		}
		if test.body != long {
			continue
		}
		if got := decompressed(t, test.encoding, a.body); got != want {
			t.Errorf("%q: it is %.100q of %d bytes, want %d", test.accept, got, len(got), len(want))
		}
		if test.encoding != "" && len(a.body) > len(want)/10 {
			t.Errorf("%q: %d bytes of %d", test.accept, len(a.body), len(want))
		}
	}
	if a := post(t, h, message("1", "tools/call", `{"name":"noise"}`), "Accept-Encoding", "gzip"); decompressed(t, a.header.Get("Content-Encoding"), a.body) == "" {
		t.Error("noise does not come back")
	}
	// A stream stays as it is: an event has to arrive when it is sent.
	stream := strings.Replace(long, `"arguments"`, `"_meta":{"progressToken":1},"arguments"`, 1)
	stream = strings.Replace(stream, `"echo"`, `"progress"`, 1)
	if a := post(t, h, stream, "Accept-Encoding", "gzip, zstd"); a.header.Get("Content-Encoding") != "" || !strings.HasPrefix(a.body, "event: message\n") {
		t.Errorf("a stream is %v %.100s", a.header, a.body)
	}
	if a := post(t, h, long, "Accept-Encoding", "gzip, zstd", "Accept", "text/event-stream"); a.header.Get("Content-Encoding") != "" || !strings.HasPrefix(a.body, "event: message\n") {
		t.Errorf("an answer as an event is %v %.100s", a.header, a.body)
	}
	// So do errors, which are compressed like anything else, and what is refused.
	if a := post(t, h, message("1", "resources/read", `{"uri":"x"}`), "Accept-Encoding", "gzip"); a.code() != "resource_not_found" {
		t.Errorf("an error is %v %s", a.header, a.body)
	}
}

func decompressed(t *testing.T, encoding, body string) string {
	t.Helper()
	var r io.Reader = strings.NewReader(body)
	switch encoding {
	case "gzip":
		unzip, err := gzip.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		r = unzip
	case "zstd":
		unpack, err := zstd.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		defer unpack.Close()
		r = unpack
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

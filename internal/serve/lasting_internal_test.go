package serve

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/orielapps/oriel/ui"
)

var lastingEncodings = []string{"", "gzip", "zstd"}

// script is a text as views are: 164 KB of minified code.
func script(t testing.TB) string {
	t.Helper()
	code, err := os.ReadFile(filepath.Join("..", "tool", "workbench", "dist", "main.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(code)
}

// A text is on the wire what it is in a document that is encoded as a whole, in no
// more bytes.
func TestLastingIsTheDocumentsText(t *testing.T) {
	t.Parallel()
	var every strings.Builder
	for r := range rune(0x3000) {
		every.WriteRune(r)
	}
	for _, text := range []string{
		"", "a", `"\/`, "\x00\x01\b\t\n\v\f\r\x1f\x7f", "<script>a && b</script>", "\u2028\u2029", "é€😀\ufeff\ufffd", "\xff", "a\xc3", "\xed\xa0\x80", "\xf5\x80\x80\x80b",
		"\\u2028", every.String(), script(t),
	} {
		whole, err := encode(ui.Document{URI: "ui://a/b", MIMEType: "text/html", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		lasting := &Lasting{text: text, end: "}"}
		body := lasting.after([]byte(`{"uri":"ui://a/b","mimeType":"text/html","text":`), "")
		if body.size > len(whole) {
			t.Errorf("%.50q has %d bytes in a document, and %d here", text, len(whole), body.size)
		}
		var got, want ui.Document
		if err := json.Unmarshal(joined(t, body), &got); err != nil {
			t.Errorf("%.50q: %v", text, err)
		}
		if err := json.Unmarshal(whole, &want); err != nil {
			t.Fatal(err)
		}
		if got.Text != want.Text {
			t.Errorf("%.50q has become %.50q, want %.50q", text, got.Text, want.Text)
		}
		if got := newText(text).Text(); got != text {
			t.Errorf("%.50q is kept as %.50q", text, got)
		}
	}
	if got := joined(t, new(Lasting).after(nil, "")); string(got) != `""` {
		t.Errorf("the zero value is %s", got)
	}
}

// What stands before may have any length: blocks have limits.
func TestLastingAfter(t *testing.T) {
	t.Parallel()
	lasting := newText(script(t))
	literal := joined(t, lasting.after(nil, ""))
	for _, size := range []int{0, 1, 2, 300, 1<<16 - 1, 1 << 16, 128 << 10, 128<<10 + 1, 200_000, 300_000} {
		before := filler(size, 1)
		want := slices.Concat(before, literal)
		for _, encoding := range lastingEncodings {
			body := lasting.after(before, encoding)
			if body.encoding != encoding {
				t.Errorf("%d bytes before: it is in %q, want %q", size, body.encoding, encoding)
			}
			if got := unpacked(t, body); !bytes.Equal(got, want) {
				t.Errorf("%q, %d bytes before: it is not what was packed", encoding, size)
			}
		}
	}
}

// Clients get about a third of a script, where the fastest compression leaves 38 %,
// and no part of it is made anew for an answer.
func TestLastingIsShortAndKept(t *testing.T) {
	t.Parallel()
	lasting := newText(script(t))
	plain := lasting.after([]byte("1"), "")
	for _, encoding := range lastingEncodings {
		first, second := lasting.after([]byte("1"), encoding), lasting.after([]byte("three"), encoding)
		if &first.parts[1][0] != &second.parts[1][0] {
			t.Errorf("%q: the text is in another place for each answer", encoding)
		}
		if around := len(first.parts[0]) + len(first.parts[2]); around > 50 {
			t.Errorf("%q: %d bytes are around the text for each answer", encoding, around)
		}
		if encoding != "" && first.size > plain.size*35/100 {
			t.Errorf("%q: %d bytes of %d", encoding, first.size, plain.size)
		}
	}
}

// What is short, or grows by being compressed, stays as it is.
func TestLastingThatIsNotCompressed(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]*piece{
		"nothing": newPiece(nil), "short": newPiece(bytes.Repeat([]byte("a"), worthCompressing-1)), "noise": newPiece(filler(400_000, 3)),
	} {
		for _, encoding := range append(lastingEncodings, "br", "identity") {
			body := p.after([]byte("before"), encoding)
			want := slices.Concat([]byte("before"), p.json)
			if body.encoding != "" || !bytes.Equal(joined(t, body), want) {
				t.Errorf("%s in %q is in %q, with %d bytes, want %d", name, encoding, body.encoding, body.size, len(want))
			}
		}
	}
	// Some of these shrink by less than the frame takes.
	for zeros := 0; zeros < 300; zeros += 10 {
		barely := newPiece(append(filler(worthCompressing, 4), make([]byte, zeros)...))
		for _, encoding := range lastingEncodings {
			body := barely.after(nil, encoding)
			if longest := len(barely.json); body.size > longest || (body.encoding != "") != (body.size < longest) || !bytes.Equal(unpacked(t, body), barely.json) {
				t.Errorf("%d zeros are %d bytes in %q", zeros, body.size, body.encoding)
			}
		}
	}
	long := newPiece(bytes.Repeat([]byte("a"), worthCompressing))
	for _, encoding := range []string{"br", "identity", "GZIP"} {
		if body := long.after(nil, encoding); body.encoding != "" {
			t.Errorf("%q: it is in %q", encoding, body.encoding)
		}
	}
}

// Those who ask first at the same time get the same, which is made once.
func TestLastingAskedAtOnce(t *testing.T) {
	t.Parallel()
	lasting := newText(script(t))
	const askers = 30
	bodies := make([]spliced, askers)
	start := make(chan struct{})
	var all sync.WaitGroup
	for i := range bodies {
		all.Go(func() {
			<-start
			bodies[i] = lasting.after(fmt.Appendf(nil, "%d:", i), lastingEncodings[i%3])
		})
	}
	close(start)
	all.Wait()
	for i, body := range bodies {
		if got := unpacked(t, body); !bytes.HasPrefix(got, fmt.Appendf(nil, "%d:\"", i)) || body.encoding != lastingEncodings[i%3] {
			t.Errorf("%d: %.20q in %q", i, got, body.encoding)
		}
		if &body.parts[1][0] != &bodies[i%3].parts[1][0] {
			t.Errorf("%d: the text has been prepared twice", i)
		}
	}
}

func BenchmarkLasting(b *testing.B) {
	const view = 413_000
	code := script(b)
	text := strings.Repeat(code, view/len(code)+1)[:view]
	before := []byte(`{"jsonrpc":"2.0","id":1234,"result":{"contents":[{"uri":"ui://bench/view","mimeType":"text/html;profile=mcp-app","text":`)
	lasting := newText(text)
	for _, encoding := range lastingEncodings {
		b.Run("first/"+encoding, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				newText(text).after(before, encoding)
			}
		})
		b.Run("next/"+encoding, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				lasting.after(before, encoding)
			}
		})
	}
}

// filler is data that nothing makes shorter.
func filler(size int, seed byte) []byte {
	random := rand.NewChaCha8([32]byte{seed})
	data := make([]byte, size)
	_, _ = random.Read(data) // it never fails
	return data
}

// joined is a body as it is sent.
func joined(t *testing.T, body spliced) []byte {
	t.Helper()
	all := slices.Concat(body.parts[:]...)
	if len(all) != body.size {
		t.Errorf("it has %d bytes, and says %d", len(all), body.size)
	}
	return all
}

// unpacked decodes a body, as a client does that reads one gzip member or one zstd
// frame and takes anything after it for an error.
func unpacked(t *testing.T, body spliced) []byte {
	t.Helper()
	all := joined(t, body)
	switch body.encoding {
	case "gzip":
		return ungzipped(t, all)
	case "zstd":
		return unzstandard(t, all)
	default:
		return all
	}
}

func ungzipped(t *testing.T, data []byte) []byte {
	t.Helper()
	rest := bytes.NewReader(data)
	r, err := gzip.NewReader(rest)
	if err != nil {
		t.Fatal(err)
	}
	r.Multistream(false)
	text, err := io.ReadAll(r)
	if err != nil || rest.Len() > 0 {
		t.Fatalf("a member of %d bytes, with %d left: %v", len(text), rest.Len(), err)
	}
	return text
}

func unzstandard(t *testing.T, data []byte) []byte {
	t.Helper()
	const browsersWindow = 8 << 20
	r, err := zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(browsersWindow))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	streamed, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	text, err := r.DecodeAll(data, nil)
	if err != nil || !bytes.Equal(text, streamed) {
		t.Fatalf("at once it is %d bytes, as a stream %d: %v", len(text), len(streamed), err)
	}
	var header zstd.Header
	if err := header.Decode(data); err != nil || !header.HasFCS || header.FrameContentSize != uint64(len(text)) {
		t.Fatalf("%d bytes have the header %+v, %v", len(text), header, err)
	}
	if _, ok := blocksOf(data); !ok {
		t.Fatal("there is more than one frame")
	}
	return text
}

// newText is a text with nothing behind it.
func newText(text string) *Lasting { return &Lasting{text: text} }

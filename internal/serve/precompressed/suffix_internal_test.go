package precompressed

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
)

var encodings = []string{"", "gzip", "zstd"}

// script is a text like those of views: 105 KB of minified code.
func script(t testing.TB) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "view", "dist", "*.js"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	var code strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		code.Write(text)
	}
	return code.String()
}

// An answer contains the same text as a document that encoding/json writes whole, in
// no more bytes.
func TestTextIsEscaped(t *testing.T) {
	t.Parallel()
	type document struct {
		Text string `json:"text"`
	}
	var every strings.Builder
	for r := range rune(0x3000) {
		every.WriteRune(r)
	}
	for _, text := range []string{
		"", "a", `"\/`, "\x00\x01\b\t\n\v\f\r\x1f\x7f", "<script>a && b</script>", "\u2028\u2029", "é€😀\ufeff\ufffd", "\xff", "a\xc3", "\xed\xa0\x80", "\xf5\x80\x80\x80b",
		"\\u2028", every.String(), script(t),
	} {
		var encoded bytes.Buffer
		encoder := json.NewEncoder(&encoded)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(document{text}); err != nil {
			t.Fatal(err)
		}
		whole := bytes.TrimSuffix(encoded.Bytes(), []byte("\n"))
		prepared := NewText(text, "}")
		body := prepared.Suffix().After([]byte(`{"text":`), "")
		if body.Size > len(whole) {
			t.Errorf("%.50q has %d bytes in a document, and %d here", text, len(whole), body.Size)
		}
		var got, want document
		if err := json.Unmarshal(joined(t, body), &got); err != nil {
			t.Errorf("%.50q: %v", text, err)
		}
		if err := json.Unmarshal(whole, &want); err != nil {
			t.Fatal(err)
		}
		if got.Text != want.Text {
			t.Errorf("%.50q has become %.50q, want %.50q", text, got.Text, want.Text)
		}
		if got := prepared.String(); got != text {
			t.Errorf("%.50q is kept as %.50q", text, got)
		}
	}
	if got := joined(t, new(Text).Suffix().After(nil, "")); string(got) != `""` {
		t.Errorf("the zero value is %s", got)
	}
}

// Blocks have a maximum length; what comes before the suffix has none.
func TestAfterAnyLength(t *testing.T) {
	t.Parallel()
	suffix := suffixOf(script(t))
	literal := joined(t, suffix.After(nil, ""))
	for _, size := range []int{0, 1, 2, 300, 1<<16 - 1, 1 << 16, 128 << 10, 128<<10 + 1, 200_000, 300_000} {
		before := filler(size, 1)
		want := slices.Concat(before, literal)
		for _, encoding := range encodings {
			body := suffix.After(before, encoding)
			if body.Encoding != encoding {
				t.Errorf("%d bytes before: it is in %q, want %q", size, body.Encoding, encoding)
			}
			if got := unpacked(t, body); !bytes.Equal(got, want) {
				t.Errorf("%q, %d bytes before: it is not what was packed", encoding, size)
			}
		}
	}
}

// A compressed script has about a quarter of its size, where the fastest compression
// leaves a third, and answers share it.
func TestSuffixIsShortAndShared(t *testing.T) {
	t.Parallel()
	suffix := suffixOf(script(t))
	plain := suffix.After([]byte("1"), "")
	for _, encoding := range encodings {
		first, second := suffix.After([]byte("1"), encoding), suffix.After([]byte("three"), encoding)
		if &first.Parts[1][0] != &second.Parts[1][0] {
			t.Errorf("%q: the text is not shared by answers", encoding)
		}
		if around := len(first.Parts[0]) + len(first.Parts[2]); around > 50 {
			t.Errorf("%q: %d bytes are around the text for each answer", encoding, around)
		}
		if encoding != "" && first.Size > plain.Size*28/100 {
			t.Errorf("%q: %d bytes of %d", encoding, first.Size, plain.Size)
		}
	}
}

// What is short, or would grow by compression, is sent uncompressed.
func TestUncompressed(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]*Suffix{
		"nothing": New(nil), "short": New(bytes.Repeat([]byte("a"), MinSize-1)), "noise": New(filler(400_000, 3)),
	} {
		for _, encoding := range append(encodings, "br", "identity") {
			body := p.After([]byte("before"), encoding)
			want := slices.Concat([]byte("before"), p.data)
			if body.Encoding != "" || !bytes.Equal(joined(t, body), want) {
				t.Errorf("%s in %q is in %q, with %d bytes, want %d", name, encoding, body.Encoding, body.Size, len(want))
			}
		}
	}
	// Some of these shrink by less than the frame takes.
	for zeros := 0; zeros < 300; zeros += 10 {
		barely := New(append(filler(MinSize, 4), make([]byte, zeros)...))
		for _, encoding := range encodings {
			body := barely.After(nil, encoding)
			if longest := len(barely.data); body.Size > longest || (body.Encoding != "") != (body.Size < longest) || !bytes.Equal(unpacked(t, body), barely.data) {
				t.Errorf("%d zeros are %d bytes in %q", zeros, body.Size, body.Encoding)
			}
		}
	}
	long := New(bytes.Repeat([]byte("a"), MinSize))
	for _, encoding := range []string{"br", "identity", "GZIP"} {
		if body := long.After(nil, encoding); body.Encoding != "" {
			t.Errorf("%q: it is in %q", encoding, body.Encoding)
		}
	}
}

// Concurrent first requests get the same suffix, which is made once.
func TestConcurrentFirstRequests(t *testing.T) {
	t.Parallel()
	text := NewText(script(t), "")
	const requests = 30
	bodies := make([]Body, requests)
	start := make(chan struct{})
	var all sync.WaitGroup
	for i := range bodies {
		all.Go(func() {
			<-start
			bodies[i] = text.Suffix().After(fmt.Appendf(nil, "%d:", i), encodings[i%3])
		})
	}
	close(start)
	all.Wait()
	for i, body := range bodies {
		if got := unpacked(t, body); !bytes.HasPrefix(got, fmt.Appendf(nil, "%d:\"", i)) || body.Encoding != encodings[i%3] {
			t.Errorf("%d: %.20q in %q", i, got, body.Encoding)
		}
		if &body.Parts[1][0] != &bodies[i%3].Parts[1][0] {
			t.Errorf("%d: the text has been prepared twice", i)
		}
	}
}

func BenchmarkText(b *testing.B) {
	const view = 413_000
	code := script(b)
	text := strings.Repeat(code, view/len(code)+1)[:view]
	before := []byte(`{"jsonrpc":"2.0","id":1234,"result":{"contents":[{"uri":"ui://bench/view","mimeType":"text/html;profile=mcp-app","text":`)
	suffix := suffixOf(text)
	for _, encoding := range encodings {
		b.Run("first/"+encoding, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				suffixOf(text).After(before, encoding)
			}
		})
		b.Run("next/"+encoding, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				suffix.After(before, encoding)
			}
		})
	}
}

// filler is data that compression makes no shorter.
func filler(size int, seed byte) []byte {
	random := rand.NewChaCha8([32]byte{seed})
	data := make([]byte, size)
	_, _ = random.Read(data) // it never fails
	return data
}

// joined is the bytes of a body.
func joined(t *testing.T, body Body) []byte {
	t.Helper()
	all := slices.Concat(body.Parts[:]...)
	if len(all) != body.Size {
		t.Errorf("it has %d bytes, and says %d", len(all), body.Size)
	}
	return all
}

// unpacked decodes a body like a client that reads one gzip member or one zstd frame
// and treats anything after it as an error.
func unpacked(t *testing.T, body Body) []byte {
	t.Helper()
	all := joined(t, body)
	switch body.Encoding {
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

// suffixOf is the suffix of a text with nothing after it.
func suffixOf(text string) *Suffix { return NewText(text, "").Suffix() }

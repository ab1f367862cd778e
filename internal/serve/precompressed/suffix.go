// Package precompressed makes answers that end with the same large text, such as the
// document of a view, without escaping or compressing that text again.
package precompressed

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync"
)

// Body is an HTTP body in parts, to be sent one after the other. They are shared with
// other answers and must not be changed.
type Body struct {
	Encoding string // the Content-Encoding; empty for an uncompressed body
	Parts    [3][]byte
	Size     int // of all parts, in bytes
}

func newBody(encoding string, before, suffix, trailer []byte) Body {
	return Body{Encoding: encoding, Parts: [3][]byte{before, suffix, trailer}, Size: len(before) + len(suffix) + len(trailer)}
}

// Suffix is what many bodies end with. It is compressed once for each encoding, when
// a client first asks for that. It is safe for concurrent use.
type Suffix struct {
	data []byte
	// compressed has a function for each encoding. It returns nil if compression makes
	// the suffix no shorter. Concurrent first requests wait for one compression: it takes
	// some milliseconds, less than sending the uncompressed suffix.
	compressed map[string]func() ending
}

// ending is a compressed suffix. A compressed body can end with it.
type ending interface {
	after(before []byte) Body
}

// New returns a suffix. The data must not be changed afterwards.
func New(data []byte) *Suffix {
	return &Suffix{data: data, compressed: map[string]func() ending{
		"gzip": sync.OnceValue(func() ending { return newGzipEnding(data) }),
		"zstd": sync.OnceValue(func() ending { return newZstdEnding(data) }),
	}}
}

// After returns the body that consists of before and the suffix. The encoding is
// "gzip" or "zstd"; with any other, or if compression makes it no shorter, the body
// is uncompressed. The bytes of before are stored, not compressed: they are few and
// differ in each answer. The body may contain the slice before.
func (s *Suffix) After(before []byte, encoding string) Body {
	plain := newBody("", before, s.data, nil)
	compress, known := s.compressed[encoding]
	if !known || len(s.data) < MinSize {
		return plain
	}
	end := compress()
	if end == nil {
		return plain
	}
	if body := end.after(before); body.Size < plain.Size {
		return body
	}
	return plain
}

// Text is a string that many JSON answers contain near their end. It is escaped when
// the first answer needs it. A Text must not be copied; it is safe for concurrent use.
// The zero value is the empty string.
type Text struct {
	text   string
	end    string
	once   sync.Once
	suffix *Suffix
}

// NewText returns a text whose suffix is the text as a JSON string, and then end.
func NewText(text, end string) *Text { return &Text{text: text, end: end} }

// String returns the text as it was given.
func (t *Text) String() string { return t.text }

// Suffix returns the end of the answers that contain the text.
func (t *Text) Suffix() *Suffix {
	t.once.Do(func() { t.suffix = New(slices.Concat(jsonString(t.text), []byte(t.end))) })
	return t.suffix
}

// jsonString returns a text as a JSON string, without the escapes for HTML: they would
// make views longer.
func jsonString(text string) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) //nolint:errchkjson // neither a string nor a buffer can fail
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

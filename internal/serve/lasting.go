package serve

import (
	"slices"
	"sync"
)

// Lasting is a text that many answers have, such as the document of a view. What
// is the same in all of them is done once, when it is first needed: the text is
// written as JSON, and compressed once for each encoding that a client asks for.
// From then on an answer costs the same whatever the length of the text.
//
// The zero value is the empty text. A Lasting must not be copied; it is safe for
// concurrent use.
type Lasting struct {
	text    string
	end     string // what follows the text in each answer
	writing sync.Once
	literal *piece
}

// NewLasting returns the text of a document that many answers have. Nothing is prepared
// yet.
func NewLasting(text string) *Lasting { return &Lasting{text: text, end: documentEnd} }

// Text returns the text as it was given.
func (l *Lasting) Text() string { return l.text }

// after returns a body that ends with the text as a JSON string, and its end; see
// [piece.after].
func (l *Lasting) after(before []byte, encoding string) spliced {
	l.writing.Do(l.write)
	return l.literal.after(before, encoding)
}

func (l *Lasting) write() {
	literal, err := encode(l.text)
	if err != nil {
		literal = []byte("null") // there is no text that can't be a JSON string
	}
	l.literal = newPiece(slices.Concat(literal, []byte(l.end)))
}

// piece is JSON that many answers have: a Lasting, or the result of a list.
type piece struct {
	json []byte
	// packed are its compressed forms by their encoding, nil where there is none.
	// Who asks while one is made waits for it: that takes some milliseconds, and
	// less than to send the piece without.
	packed map[string]func() packed
}

// packed is a piece compressed so that a body can end with it.
type packed interface {
	after(before []byte) spliced
}

// spliced is a body in parts, which are to be sent one after the other and not to
// be changed.
type spliced struct {
	encoding string // as in Content-Encoding; empty where the body is as it is
	parts    [3][]byte
	size     int // of all parts
}

func splice(encoding string, before, piece, trailer []byte) spliced {
	return spliced{encoding: encoding, parts: [3][]byte{before, piece, trailer}, size: len(before) + len(piece) + len(trailer)}
}

func newPiece(json []byte) *piece {
	return &piece{json: json, packed: map[string]func() packed{
		"gzip": sync.OnceValue(func() packed { return gzipped(json) }),
		"zstd": sync.OnceValue(func() packed { return zstandard(json) }),
	}}
}

// after returns the body that reads before and then the piece, in an encoding: gzip,
// zstd, or as it is where the encoding is another or would not make it shorter. A part
// of it may be before itself, which stays uncompressed: it is short, and changes from
// answer to answer.
func (p *piece) after(before []byte, encoding string) spliced {
	plain := splice("", before, p.json, nil)
	pack, known := p.packed[encoding]
	if !known || len(p.json) < worthCompressing {
		return plain
	}
	end := pack()
	if end == nil {
		return plain
	}
	if body := end.after(before); body.size < plain.size {
		return body
	}
	return plain
}

package precompressed

import (
	"bytes"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// MinSize is the size from which on bodies are compressed, in bytes. Shorter ones would
// hardly fit into fewer packets.
const MinSize = 1400

var (
	gzipWriters = sync.Pool{New: func() any {
		w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
		if err != nil {
			return gzip.NewWriter(nil) // the level is a constant
		}
		return w
	}}
	zstdWriters = sync.Pool{New: func() any {
		w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstdWindow))
		if err != nil {
			return nil
		}
		return w
	}}
)

// writer is what the writers of both encodings have in common.
type writer interface {
	io.WriteCloser
	Reset(w io.Writer)
}

// Compress returns a body that belongs to one answer alone. The encoding is "gzip" or
// "zstd"; with any other, or if compression makes it no shorter, the body is
// uncompressed.
func Compress(data []byte, encoding string) Body {
	plain := newBody("", data, nil, nil)
	if len(data) < MinSize {
		return plain
	}
	var pool *sync.Pool
	switch encoding {
	case "gzip":
		pool = &gzipWriters
	case "zstd":
		pool = &zstdWriters
	default:
		return plain
	}
	w, ok := pool.Get().(writer)
	if !ok {
		return plain
	}
	defer pool.Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	if _, err := w.Write(data); err != nil || w.Close() != nil || out.Len() >= len(data) {
		return plain
	}
	return newBody(encoding, out.Bytes(), nil, nil)
}

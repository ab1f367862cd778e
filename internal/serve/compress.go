package serve

import (
	"bytes"
	"net/http"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// worthCompressing is the size from which on an answer is compressed, in bytes.
// Below, it hardly fits into fewer packets.
const worthCompressing = 1400

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

// zstdWindow is the largest that every browser takes (RFC 8878, section 3.1.1.1.2,
// and RFC 9659), and more than an answer mostly has.
const zstdWindow = 1 << 20

// compressed returns an answer in an encoding that the client takes, and its name;
// empty where it stays as it is.
func compressed(header http.Header, answer []byte) (encoding string, body []byte) {
	if len(answer) < worthCompressing {
		return "", answer
	}
	var out bytes.Buffer
	switch encoding = encodingFor(header); encoding {
	case "zstd":
		w, ok := zstdWriters.Get().(*zstd.Encoder)
		if !ok {
			return "", answer
		}
		defer zstdWriters.Put(w)
		w.Reset(&out)
		if _, err := w.Write(answer); err != nil || w.Close() != nil {
			return "", answer
		}
	case "gzip":
		w, ok := gzipWriters.Get().(*gzip.Writer)
		if !ok {
			return "", answer
		}
		defer gzipWriters.Put(w)
		w.Reset(&out)
		if _, err := w.Write(answer); err != nil || w.Close() != nil {
			return "", answer
		}
	default:
		return "", answer
	}
	if out.Len() >= len(answer) {
		return "", answer
	}
	return encoding, out.Bytes()
}

// encodingFor is the encoding that a client likes best of those that there are;
// among equals zstd, which is quicker. Empty is none (RFC 9110, section 12.5.3).
func encodingFor(header http.Header) string {
	best, bestWeight := "", 0.0
	for _, value := range header.Values("Accept-Encoding") {
		for part := range strings.SplitSeq(value, ",") {
			name, parameters, _ := strings.Cut(part, ";")
			name = strings.ToLower(strings.TrimSpace(name))
			if name != "zstd" && name != "gzip" {
				continue
			}
			if q := weight(parameters); q > bestWeight || q == bestWeight && q > 0 && name == "zstd" {
				best, bestWeight = name, q
			}
		}
	}
	return best
}

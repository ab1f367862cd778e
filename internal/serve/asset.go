package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/orielapps/oriel/internal/serve/precompressed"
)

// Asset is a file that browsers load for a view. Its address contains a hash of its
// content, so browsers may cache it forever. It is compressed once for each encoding,
// when a client first asks for that.
type Asset struct {
	mimeType     string
	body         *precompressed.Suffix
	compressible bool
	tag          string // the entity tag, without the encoding
}

// maxCompressed is the size up to which an asset is compressed, in bytes: the first
// client waits for it.
const maxCompressed = 16 << 20

// NewAsset returns a file of a media type without parameters. The body must not be
// changed afterwards.
func NewAsset(mimeType string, body []byte) *Asset {
	const digits = 32
	sum := sha256.Sum256(body)
	a := &Asset{
		mimeType: mimeType, body: precompressed.New(body), tag: hex.EncodeToString(sum[:])[:digits],
		compressible: isCompressible(mimeType) && len(body) <= maxCompressed,
	}
	if isText(mimeType) {
		a.mimeType += "; charset=utf-8"
	}
	return a
}

// ServeHTTP answers GET and HEAD. Pages of every origin may load an asset: the origin
// of a view is the host's choice, and often opaque.
func (a *Asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	encoding := ""
	if a.compressible {
		encoding = preferredEncoding(r.Header)
	}
	body := a.body.After(nil, encoding)
	tag := `"` + a.tag + `"`
	if body.Encoding != "" {
		tag = `"` + a.tag + "-" + body.Encoding + `"`
	}
	header := w.Header()
	openAsset(header)
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("ETag", tag)
	if a.compressible {
		header.Set("Vary", "Accept-Encoding")
	}
	if isKnown(r.Header, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", a.mimeType)
	header.Set("Content-Length", strconv.Itoa(body.Size))
	if body.Encoding != "" {
		header.Set("Content-Encoding", body.Encoding)
	}
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return
	}
	writeAsset(w, body.Parts[:])
}

// writeAsset writes a body. It ends when the client has disconnected, or takes too long for
// a piece: a client that does not read must not hold a connection for ever.
func writeAsset(w http.ResponseWriter, parts [][]byte) {
	const pieceSize = 64 << 10
	control := http.NewResponseController(w)
	defer func() { _ = control.SetWriteDeadline(time.Time{}) }() // for the connection's next response
	for _, part := range parts {
		for piece := range slices.Chunk(part, pieceSize) {
			// A middleware's writer may have no deadlines; then the server's own apply.
			_ = control.SetWriteDeadline(time.Now().Add(defaultWriteTimeout))
			if _, err := w.Write(piece); err != nil {
				return
			}
		}
	}
}

// NoAsset answers for an asset that does not exist here. Another replica, or the next
// version, may have it, so browsers must not cache that.
func NoAsset(w http.ResponseWriter, _ *http.Request) {
	openAsset(w.Header())
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, "This asset does not exist. It may belong to another build of the app.", http.StatusNotFound)
}

func openAsset(header http.Header) {
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	header.Set("X-Content-Type-Options", "nosniff")
}

// isKnown reports whether the client already has the asset (RFC 9110, section 13.1.2).
func isKnown(header http.Header, tag string) bool {
	for _, value := range header.Values("If-None-Match") {
		for known := range strings.SplitSeq(value, ",") {
			if known = strings.TrimSpace(known); known == "*" || strings.TrimPrefix(known, "W/") == tag {
				return true
			}
		}
	}
	return false
}

// isText reports whether files of a type consist of characters, so that the type has a charset.
func isText(mimeType string) bool {
	return strings.HasPrefix(mimeType, "text/") || slices.Contains([]string{"application/json", "application/manifest+json"}, mimeType)
}

// isCompressible is false for types that contain compressed data, such as images.
func isCompressible(mimeType string) bool {
	return isText(mimeType) || strings.HasSuffix(mimeType, "+xml") || slices.Contains([]string{
		"application/xml", "application/wasm", "application/octet-stream", "font/ttf", "font/otf", "image/x-icon", "model/gltf+json", "model/gltf-binary",
	}, mimeType)
}

package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Asset is a file that browsers load for a view, and keep for ever: its address names
// its content. It is compressed once for each encoding that a client asks for, when the
// first does.
type Asset struct {
	mimeType string
	body     *piece
	tag      string // of the entity, without its encoding
}

// mostCompressed is the size up to which an asset is compressed, in bytes: who asks for
// it first waits for that.
const mostCompressed = 16 << 20

// NewAsset returns a file of a media type without parameters. The body must not be
// changed any more.
func NewAsset(mimeType string, body []byte) *Asset {
	const digits = 32
	sum := sha256.Sum256(body)
	a := &Asset{mimeType: mimeType, body: newPiece(body), tag: hex.EncodeToString(sum[:])[:digits]}
	if !isCompressible(mimeType) || len(body) > mostCompressed {
		a.body.packed = nil
	}
	if isText(mimeType) {
		a.mimeType += "; charset=utf-8"
	}
	return a
}

// ServeHTTP answers GET and HEAD. A view's origin is a host's, and often none at all, so
// pages of every origin may load an asset.
func (a *Asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body := a.body.after(nil, encodingFor(r.Header))
	tag := `"` + a.tag + `"`
	if body.encoding != "" {
		tag = `"` + a.tag + "-" + body.encoding + `"`
	}
	header := w.Header()
	openAsset(header)
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("ETag", tag)
	if a.body.packed != nil {
		header.Set("Vary", "Accept-Encoding")
	}
	if isKnown(r.Header, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", a.mimeType)
	header.Set("Content-Length", strconv.Itoa(body.size))
	if body.encoding != "" {
		header.Set("Content-Encoding", body.encoding)
	}
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return
	}
	for _, part := range body.parts {
		if _, err := w.Write(part); err != nil {
			return // the browser has gone
		}
	}
}

// NoAsset answers for an asset that isn't there. It may be there in a moment, on
// another replica.
func NoAsset(w http.ResponseWriter, _ *http.Request) {
	openAsset(w.Header())
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, "There is no such asset. Views of another build have others.", http.StatusNotFound)
}

func openAsset(header http.Header) {
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	header.Set("X-Content-Type-Options", "nosniff")
}

// isKnown reports whether a client has what it asks for (RFC 9110, section 13.1.2).
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

// isText reports whether a type is one whose characters are encoded somehow.
func isText(mimeType string) bool {
	return strings.HasPrefix(mimeType, "text/") || slices.Contains([]string{"application/json", "application/manifest+json"}, mimeType)
}

// isCompressible leaves out what is compressed by itself.
func isCompressible(mimeType string) bool {
	return isText(mimeType) || strings.HasSuffix(mimeType, "+xml") || slices.Contains([]string{
		"application/xml", "application/wasm", "application/octet-stream", "font/ttf", "font/otf", "image/x-icon", "model/gltf+json", "model/gltf-binary",
	}, mimeType)
}

package sandbox

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
)

// Naming is the way to give origins distinct addresses.
type Naming uint8

// The zero value is ByName.
const (
	// ByName gives each origin a host name below localhost, on the
	// workbench's port.
	ByName Naming = iota
	// ByPort gives each origin a port on a loopback address, for browsers that
	// don't resolve names below localhost.
	ByPort
)

// labelLength is the length of a host name's first label: 128 bits in
// hexadecimal.
const labelLength = 32

const httpPort = 80

// The roles of an origin.
const (
	roleProxy = "proxy"
	roleView  = "view"
)

// key identifies an origin.
type key struct {
	role string
	// server, profile and domain are empty for the proxy, which only runs our own
	// code.
	server, profile, domain string
}

// origins maps keys to origins.
type origins struct {
	secret []byte
	port   int
	ports  *ports
}

// of returns the origin of a key, and a function to call when it is no longer
// used.
func (o *origins) of(ctx context.Context, k key, naming Naming) (origin string, release func(), err error) {
	if naming == ByPort {
		return o.ports.open(ctx, o.label(k), k.role == roleView)
	}
	return "http://" + o.label(k) + o.suffix(), func() {}, nil
}

// suffix returns the end of all host names. Browsers leave out port 80.
func (o *origins) suffix() string {
	if o.port == httpPort {
		return ".localhost"
	}
	return ".localhost:" + strconv.Itoa(o.port)
}

// label returns a keyed hash, so no page can guess the address of another. Each part is
// hashed with its length, so no domain can imitate another key.
func (o *origins) label(k key) string {
	mac := hmac.New(sha256.New, o.secret)
	for _, part := range []string{k.role, k.server, k.profile, k.domain} {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(part)))
		_, _ = mac.Write(length[:]) // a hash never fails to write
		_, _ = mac.Write([]byte(part))
	}
	return hex.EncodeToString(mac.Sum(nil))[:labelLength]
}

// owns reports whether a Host header names an origin below localhost on our port.
func (o *origins) owns(host string) bool {
	label, found := strings.CutSuffix(strings.ToLower(host), o.suffix())
	return found && len(label) == labelLength && !strings.Contains(label, ".")
}

// originOf returns the origin that a request was sent to.
func originOf(r *http.Request) string { return "http://" + strings.ToLower(r.Host) }

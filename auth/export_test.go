package auth

import (
	"context"
	"net"
	"net/http"

	"github.com/orielapps/oriel"
)

// Dial makes connections.
type Dial func(ctx context.Context, network, address string) (net.Conn, error)

// UseNetwork has a verifier use a network that is not the system's, and nothing encrypted. It
// returns what its dialer calls before it connects to an address.
func UseNetwork(v oriel.TokenVerifier, dial Dial) (control func(ctx context.Context, address string) error) {
	p := inside(v).provider
	p.transport.DialContext, p.transport.DialTLSContext = dial, dial
	p.transport.Proxy = http.ProxyURL(nil)
	return func(ctx context.Context, address string) error { return p.control(ctx, "tcp", address, nil) }
}

// Remembered returns how many tokens a verifier has in its cache.
func Remembered(v oriel.TokenVerifier) int {
	return inside(v).cache.size()
}

func inside(v oriel.TokenVerifier) *verifier {
	return v.(*verifier) //nolint:errcheck,forcetypeassert // a test fails with it
}

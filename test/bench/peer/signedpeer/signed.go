// Package signedpeer is the measured app with a sign-in.
package signedpeer

import (
	"fmt"
	"net/http"
	"os"

	"github.com/orielapps/oriel/auth"
	"github.com/orielapps/oriel/test/bench/peer"
	"github.com/orielapps/oriel/test/bench/peer/orielpeer"
	"github.com/orielapps/oriel/ui"
)

// New returns its endpoint.
func New(c peer.Config) (http.Handler, error) {
	keys, err := os.ReadFile(c.Keys)
	if err != nil {
		return nil, fmt.Errorf("reading the keys: %w", err)
	}
	return orielpeer.NewSigned(c, auth.Keys{Issuer: peer.Issuer, Audience: peer.Audience, JWKS: keys, CacheEntries: c.Remembered},
		[]ui.SecurityScheme{{Type: ui.OAuth2, Scopes: []string{peer.Scope}}})
}

package auth

import (
	"crypto"
	"fmt"
	"log/slog"
	"time"

	"github.com/orielapps/oriel"
)

// Keys accepts JWTs (RFC 9068) that are signed with keys that the app has. It uses no network.
type Keys struct {
	// Issuer is the URL of who issues the tokens, exactly as they name it. It is https; http is
	// possible on loopback. Empty means what the environment variable ORIEL_ISSUER says.
	Issuer string
	// Audience is for whom tokens have to be, exactly as in their claim aud. Empty means the
	// URL of the app's endpoint.
	Audience string
	// Keys are public keys: *rsa.PublicKey of 2048 to 8192 bits, *ecdsa.PublicKey of P-256, P-384
	// or P-521, or ed25519.PublicKey. There are at most 100, with those of JWKS.
	Keys []crypto.PublicKey
	// JWKS is a set of public keys as JSON (RFC 7517). Those that can't verify tokens are ignored.
	// Nil means none.
	JWKS []byte
	// Includes says which scopes a scope includes, also by what those include; see [OIDC]. Nil
	// means that each scope stands for itself.
	Includes map[string][]string
	// UserClaim is the claim with the user's id, of at most 255 bytes. Empty means "sub".
	UserClaim string
	// ScopeClaims are the claims with scopes, each a list or a text with spaces: at most 200 in
	// all. Empty means "scope" and "scp".
	ScopeClaims []string
	// Leeway is how much the issuer's clock may differ: at most 5 minutes. Zero means 30 s.
	Leeway time.Duration
	// CacheEntries is how many accepted tokens are remembered until they expire; each takes about
	// 2 KiB. Zero means 10,000.
	CacheEntries int
	// Logger gets why tokens are not accepted: each reason at most once in 10 s, and never a
	// token. Nil means slog.Default().
	Logger *slog.Logger
}

// TokenVerifier returns a new verifier. [oriel.NewWith] calls it.
func (k Keys) TokenVerifier() (oriel.TokenVerifier, error) {
	d := declaration{k.Issuer, k.Audience, k.UserClaim, k.Includes, k.ScopeClaims, k.Leeway, k.CacheEntries, k.Logger}
	r, err := d.rules()
	if err != nil {
		return nil, err
	}
	all, err := k.all()
	if err != nil {
		return nil, err
	}
	if err := r.issuerMissing(); err != nil {
		return nil, err
	}
	return newSignatures(r, d.cache(), fixedKeys(all)), nil
}

// all returns the declared keys.
func (k Keys) all() (keySet, error) {
	var all keySet
	for i, one := range k.Keys {
		usable, err := newKey(one, "", "")
		if err != nil {
			return nil, &oriel.Error{
				Code: "key_invalid", Message: fmt.Sprintf("Key %d of the app's sign-in can't be used: %v.", i, err),
				Fix: "Give the public key of who issues tokens.",
			}
		}
		all = append(all, usable)
	}
	if k.JWKS != nil {
		found, skipped, err := readKeys(k.JWKS)
		if err == nil && len(found) == 0 && len(skipped) > 0 {
			err = skipped[0]
		}
		if err != nil {
			return nil, &oriel.Error{
				Code: "key_invalid", Message: fmt.Sprintf("The JWKS of the app's sign-in can't be used: %v.", err), Fix: `Give a set such as {"keys":[…]}.`,
			}
		}
		all = append(all, found...)
	}
	if len(all) == 0 || len(all) > maxKeys {
		return nil, &oriel.Error{
			Code: "keys_missing", Message: fmt.Sprintf("The app's sign-in has %d keys.", len(all)), Fix: "Set Keys or JWKS to 1 to 100 keys.",
		}
	}
	return all, nil
}

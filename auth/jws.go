package auth

import (
	"encoding/base64"
	"strings"

	"github.com/golang-jwt/jwt/v5"
)

const (
	// maxToken is the maximum length of a token, in bytes.
	maxToken = 16 << 10
	// maxKeyID is the maximum length of a key's id, in bytes.
	maxKeyID = 1 << 10
)

// algorithm is a way to sign.
type algorithm struct {
	method jwt.SigningMethod
	kind   keyKind
}

// algorithms are the ways to sign that are accepted, by the names of RFC 7518 and RFC 8037. All
// have a public key: where a secret could verify, so could the text of a public key.
var algorithms = map[string]algorithm{
	"RS256": {jwt.SigningMethodRS256, "RSA"},
	"RS384": {jwt.SigningMethodRS384, "RSA"},
	"RS512": {jwt.SigningMethodRS512, "RSA"},
	"PS256": {jwt.SigningMethodPS256, "RSA"},
	"PS384": {jwt.SigningMethodPS384, "RSA"},
	"PS512": {jwt.SigningMethodPS512, "RSA"},
	"ES256": {jwt.SigningMethodES256, "P-256"},
	"ES384": {jwt.SigningMethodES384, "P-384"},
	"ES512": {jwt.SigningMethodES512, "P-521"},
	"EdDSA": {jwt.SigningMethodEdDSA, "Ed25519"},
}

// jws is a signed token whose signature has not been verified.
type jws struct {
	algorithm string
	access    bool   // the header says that it is an access token
	keyID     string // empty if there is none
	input     string // what is signed
	signature []byte
	payload   []byte
}

// readJWS reads a signed token in its compact form (RFC 7515).
func readJWS(token string) (jws, *refusal) {
	if len(token) > maxToken {
		return jws{}, refuse("the token has more than 16 KiB")
	}
	input, signature, _ := cutLast(token)
	header, payload, _ := strings.Cut(input, ".")
	if parts := strings.Count(token, ".") + 1; parts != 3 { //nolint:mnd // header, payload, signature
		return jws{}, refuse("the token has %d parts, not 3: it is encrypted, nested or no JWT", parts)
	}
	var decoded [3][]byte
	for i, part := range []string{header, payload, signature} {
		var ok bool
		if decoded[i], ok = decodeBase64(part); !ok || len(decoded[i]) == 0 {
			return jws{}, refuse("part %d of the token is empty or not base64url", i+1)
		}
	}
	h, err := readObject(decoded[0])
	if err != nil {
		return jws{}, refuse("the token's header can't be read: %v", err)
	}
	if bad := checkHeader(h); bad != nil {
		return jws{}, bad
	}
	typ := strings.TrimPrefix(strings.ToLower(h.text("typ")), "application/")
	return jws{
		algorithm: h.text("alg"), access: typ == "at+jwt", keyID: h.text("kid"), input: input, payload: decoded[1], signature: decoded[2],
	}, nil
}

// checkPurpose refuses tokens that may be for something else. Those for a client have its id as
// their audience, which can be the app's, too: ID tokens (OpenID Connect Core, section 3), and
// those about a logout or another event (RFC 8417).
func (t *jws) checkPurpose(claims object) *refusal {
	if t.access {
		return nil
	}
	for _, name := range []string{"nonce", "at_hash", "c_hash", "s_hash", "events"} {
		if claims.has(name) {
			return refuse("the token has the claim %q, so it is an ID token or about an event, not an access token", name)
		}
	}
	return nil
}

func cutLast(token string) (before, after string, found bool) {
	at := strings.LastIndexByte(token, '.')
	if at < 0 {
		return token, "", false
	}
	return token[:at], token[at+1:], true
}

// checkHeader refuses headers with which a token means something else. jku, jwk, x5u and x5c
// say where the key is. Who makes a token up could say it, too, so nothing reads them.
func checkHeader(h object) *refusal {
	name := h.text("alg")
	if _, known := algorithms[name]; !known {
		return refuse("the token is signed with %.16q, which is not accepted", name)
	}
	for _, extension := range []string{"crit", "b64", "cty", "enc", "zip"} {
		if h.has(extension) {
			return refuse("the token's header has %q, which is not understood", extension)
		}
	}
	if kid, is := h.values["kid"]; is {
		text, isText := kid.(string)
		if !isText || text == "" || len(text) > maxKeyID {
			return refuse("the token's kid is empty, too long or no string")
		}
	}
	if typ, is := h.values["typ"]; is {
		text, _ := typ.(string)
		switch strings.ToLower(text) {
		case "jwt", "at+jwt", "application/at+jwt":
		default:
			return refuse("the token is a %.32q, not an access token", text)
		}
	}
	return nil
}

// decodeBase64 decodes base64url without padding. Each value has only one form.
func decodeBase64(text string) (decoded []byte, ok bool) {
	if strings.ContainsAny(text, "\r\n") { // which encoding/base64 ignores
		return nil, false
	}
	decoded, err := base64.RawURLEncoding.Strict().DecodeString(text)
	return decoded, err == nil
}

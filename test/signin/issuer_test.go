package signin_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"
)

// issuer is an identity provider on loopback. All issuers of a test name their keys alike.
type issuer struct {
	url   string
	ec    *ecdsa.PrivateKey
	rsa   *rsa.PrivateKey
	asked atomic.Int32
}

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	const bits = 2048
	i := &issuer{ec: must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader)), rsa: must(rsa.GenerateKey(rand.Reader, bits))}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i.asked.Add(1)
		switch r.URL.Path {
		case "/.well-known/openid-configuration":
			_, _ = w.Write(jsonOf(map[string]any{"issuer": i.url, "jwks_uri": i.url + "/keys"}))
		case "/keys":
			_, _ = w.Write(jsonOf(map[string]any{"keys": []any{i.ecKey(), i.rsaKey()}}))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	i.url = server.URL
	return i
}

func (i *issuer) ecKey() map[string]any {
	point := must(i.ec.PublicKey.Bytes())[1:]
	return map[string]any{"kty": "EC", "crv": "P-256", "kid": "ec", "x": text64(point[:len(point)/2]), "y": text64(point[len(point)/2:])}
}

func (i *issuer) rsaKey() map[string]any {
	return map[string]any{"kty": "RSA", "kid": "rsa", "n": text64(i.rsa.N.Bytes()), "e": text64(big.NewInt(int64(i.rsa.E)).Bytes())}
}

// claims are those of a good token for an audience, with some changed: a nil value removes one.
func (i *issuer) claims(audience, user string, changed map[string]any) map[string]any {
	now := time.Now().Unix()
	return changedBy(map[string]any{
		"iss": i.url, "aud": audience, "sub": user, "iat": now, "exp": now + 3600, "scope": "trips.read trips.write",
		"jti": rand.Text(), // so that no token is in two places
	}, changed)
}

// token returns one that is signed with ES256; header changes its header as claims changes claims.
func (i *issuer) token(header map[string]any, payload any) string {
	input := inputOf(changedBy(map[string]any{"alg": "ES256", "typ": "at+jwt", "kid": "ec"}, header), payload)
	sum := sha256.Sum256([]byte(input))
	r, s, err := ecdsa.Sign(rand.Reader, i.ec, sum[:])
	if err != nil {
		panic(err)
	}
	const half = 32
	signature := make([]byte, 2*half)
	r.FillBytes(signature[:half])
	s.FillBytes(signature[half:])
	return input + "." + text64(signature)
}

// rsaToken returns one that is signed with RS256.
func (i *issuer) rsaToken(payload any) string {
	input := inputOf(map[string]any{"alg": "RS256", "typ": "at+jwt", "kid": "rsa"}, payload)
	sum := sha256.Sum256([]byte(input))
	return input + "." + text64(must(rsa.SignPKCS1v15(rand.Reader, i.rsa, crypto.SHA256, sum[:])))
}

// hmacToken returns one that is signed with HS256, for which a public key is the secret.
func hmacToken(secret []byte, payload any) string {
	input := inputOf(map[string]any{"alg": "HS256", "typ": "at+jwt", "kid": "rsa"}, payload)
	with := hmac.New(sha256.New, secret)
	_, _ = with.Write([]byte(input))
	return input + "." + text64(with.Sum(nil))
}

func inputOf(header, payload any) string {
	text, is := payload.(string) // a token in a token
	if !is {
		text = string(jsonOf(payload))
	}
	return text64(jsonOf(header)) + "." + text64([]byte(text))
}

func changedBy(all, changed map[string]any) map[string]any {
	maps.Copy(all, changed)
	maps.DeleteFunc(all, func(_ string, value any) bool { return value == nil })
	return all
}

func jsonOf(value any) []byte { return must(json.Marshal(value)) }

func text64(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

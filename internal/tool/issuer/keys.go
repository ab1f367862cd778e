package issuer

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
)

// algorithm is how tokens are signed: ECDSA on P-256 (RFC 7518, section 3.4).
const algorithm = "ES256"

// coordinate is the length of a coordinate of the curve, and of each half of a signature.
const coordinate = 32

type signingKey struct {
	id      string
	private *ecdsa.PrivateKey
}

// publicKey is a key of the set (RFC 7517).
type publicKey struct {
	Type      string `json:"kty"`
	Use       string `json:"use"`
	Algorithm string `json:"alg"`
	ID        string `json:"kid"`
	Curve     string `json:"crv"`
	X         string `json:"x"`
	Y         string `json:"y"`
}

// rotate makes a new key and keeps the one before. The caller holds mu.
func (i *Issuer) rotate() {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return // never: the system's randomness does not fail
	}
	const kept = 2
	i.keys = append([]*signingKey{{id: rand.Text(), private: private}}, i.keys...)
	i.keys = i.keys[:min(len(i.keys), kept)]
}

// published returns the keys, the signing one first. It makes one if there is none yet. The
// caller holds mu.
func (i *Issuer) published() []*signingKey {
	if len(i.keys) == 0 {
		i.rotate()
	}
	return i.keys
}

func (i *Issuer) serveKeys(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	keys := i.published()
	set := make([]publicKey, 0, len(keys))
	for _, key := range keys {
		point, err := key.private.PublicKey.Bytes() // 4, x, y
		if err != nil {
			continue
		}
		set = append(set, publicKey{
			Type: "EC", Use: "sig", Algorithm: algorithm, ID: key.id, Curve: "P-256",
			X: encoded(point[1 : 1+coordinate]), Y: encoded(point[1+coordinate:]),
		})
	}
	i.mu.Unlock()
	writeJSON(w, r, http.StatusOK, map[string]any{"keys": set})
}

// sign returns a signed token (RFC 7519). The caller holds mu.
func (i *Issuer) sign(kind string, claims any) (string, error) {
	key := i.published()[0]
	header, err := json.Marshal(map[string]string{"alg": algorithm, "typ": kind, "kid": key.id})
	if err != nil {
		return "", fmt.Errorf("encoding a token's header: %w", err)
	}
	body, err := json.Marshal(claims)
	if err != nil {
		return "", fmt.Errorf("encoding a token's claims: %w", err)
	}
	text := encoded(header) + "." + encoded(body)
	hash := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, key.private, hash[:])
	if err != nil {
		return "", fmt.Errorf("signing a token: %w", err)
	}
	signature := make([]byte, 2*coordinate)
	r.FillBytes(signature[:coordinate])
	s.FillBytes(signature[coordinate:])
	return text + "." + encoded(signature), nil
}

func encoded(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

package auth

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync/atomic"
)

const (
	// maxKeys is how many keys a set may have, and maxTried how many of them are tried for one
	// token.
	maxKeys, maxTried      = 100, 10
	minRSA, maxRSA         = 2048, 8192 // bits
	maxExponent            = math.MaxInt32
	uncompressed      byte = 4 // the first byte of a point (SEC 1, section 2.3.3)
)

// keyKind is what a key is for: "RSA", or the name of a curve.
type keyKind string

// key is a public key.
type key struct {
	id        string // empty if it has none
	algorithm string // empty if it has none of its own
	kind      keyKind
	public    crypto.PublicKey
	print     [sha256.Size]byte // of all of that
	// gone is set once the provider no longer publishes the key.
	gone atomic.Bool
}

// newKey returns a key for signatures, or why it can't be one.
func newKey(public crypto.PublicKey, id, algorithm string) (*key, error) {
	k := &key{id: id, algorithm: algorithm, public: public}
	switch public := public.(type) {
	case *rsa.PublicKey:
		if public == nil || public.N == nil {
			return nil, errors.New("it is nil")
		}
		if bits := public.N.BitLen(); bits < minRSA || bits > maxRSA {
			return nil, fmt.Errorf("an RSA key has %d to %d bits here, not %d", minRSA, maxRSA, bits)
		}
		if public.E < 3 || public.E%2 == 0 || public.E > maxExponent {
			return nil, errors.New("its exponent is invalid")
		}
		k.kind = "RSA"
	case *ecdsa.PublicKey:
		if public == nil || public.Curve == nil {
			return nil, errors.New("it is nil")
		}
		k.kind = keyKind(public.Params().Name)
	case ed25519.PublicKey:
		if len(public) != ed25519.PublicKeySize {
			return nil, errors.New("it is too short or too long")
		}
		k.kind = "Ed25519"
	default:
		return nil, fmt.Errorf("it is a %T, not an *rsa.PublicKey, *ecdsa.PublicKey or ed25519.PublicKey", public)
	}
	if !slices.Contains([]keyKind{"RSA", "P-256", "P-384", "P-521", "Ed25519"}, k.kind) {
		return nil, fmt.Errorf("its curve is %s", k.kind)
	}
	if own, known := algorithms[algorithm]; algorithm != "" && (!known || own.kind != k.kind) {
		return nil, fmt.Errorf("it is for %.32q", algorithm)
	}
	text, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		return nil, fmt.Errorf("it is invalid: %w", err)
	}
	k.print = sha256.Sum256(fmt.Appendf(nil, "%q %q %q %x", id, algorithm, k.kind, text))
	return k, nil
}

// fits reports whether a key is for an algorithm.
func (k *key) fits(algorithm string) bool {
	return k.kind == algorithms[algorithm].kind && (k.algorithm == "" || k.algorithm == algorithm)
}

// keySet is a set of keys. It doesn't change.
type keySet []*key

// find returns the keys that may have signed a token, and whether others would have to be
// asked for: the set has none with its id.
func (s keySet) find(token *jws) (fitting keySet, unknown bool) {
	named := slices.DeleteFunc(slices.Clone(s), func(k *key) bool { return token.keyID != "" && k.id != token.keyID })
	if unknown = len(named) == 0; unknown { // a set whose keys have no ids
		named = slices.DeleteFunc(slices.Clone(s), func(k *key) bool { return k.id != "" })
	}
	fitting = slices.DeleteFunc(named, func(k *key) bool { return !k.fits(token.algorithm) })
	return fitting[:min(len(fitting), maxTried)], unknown || token.keyID == ""
}

// readKeys reads a JWK set (RFC 7517). Keys that can't verify tokens are left out; skipped says
// why.
func readKeys(text []byte) (keys keySet, skipped []error, err error) {
	set, err := readObject(text)
	if err != nil {
		return nil, nil, fmt.Errorf("the key set can't be read: %w", err)
	}
	members, isList := set.values["keys"].([]any)
	switch {
	case !isList:
		return nil, nil, errors.New("the key set has no keys")
	case len(members) > maxKeys:
		return nil, nil, fmt.Errorf("the key set has more than %d keys", maxKeys)
	}
	for _, one := range members {
		values, isObject := one.(map[string]any)
		if !isObject {
			return nil, nil, errors.New("the key set has a key that is no object")
		}
		jwk := object{values: values}
		public, err := readKey(jwk)
		if err == nil {
			var k *key
			if k, err = newKey(public, jwk.text("kid"), jwk.text("alg")); err == nil {
				keys = append(keys, k)
			}
		}
		if err != nil {
			skipped = append(skipped, fmt.Errorf("the key %.64q can't be used: %w", jwk.text("kid"), err))
		}
	}
	return keys, skipped, nil
}

// readKey reads the public key of a JWK (RFC 7518, section 6; RFC 8037).
func readKey(jwk object) (crypto.PublicKey, error) {
	if jwk.has("d") || jwk.has("k") {
		return nil, errors.New("it is a secret")
	}
	if jwk.has("use") && jwk.text("use") != "sig" {
		return nil, errors.New("it is not for signatures")
	}
	if operations, is := jwk.values["key_ops"]; is {
		list, _ := operations.([]any)
		if !slices.Contains(list, any("verify")) {
			return nil, errors.New("it is not for verifying")
		}
	}
	x, y, n, e := jwk.number("x"), jwk.number("y"), jwk.number("n"), jwk.number("e")
	switch jwk.text("kty") {
	case "RSA":
		exponent := new(big.Int).SetBytes(e)
		if !exponent.IsInt64() || exponent.Int64() > maxExponent {
			return nil, errors.New("its exponent is invalid")
		}
		return &rsa.PublicKey{N: new(big.Int).SetBytes(n), E: int(exponent.Int64())}, nil
	case "EC":
		curve := map[string]elliptic.Curve{"P-256": elliptic.P256(), "P-384": elliptic.P384(), "P-521": elliptic.P521()}[jwk.text("crv")]
		if curve == nil {
			return nil, errors.New("its curve is another one")
		}
		size := (curve.Params().BitSize + 7) / 8 //nolint:mnd // bits of a byte
		if len(x) > size || len(y) > size {
			return nil, errors.New("it is no point of its curve")
		}
		point := make([]byte, 1+2*size)
		point[0] = uncompressed
		copy(point[1+size-len(x):], x)
		copy(point[1+2*size-len(y):], y)
		public, err := ecdsa.ParseUncompressedPublicKey(curve, point)
		if err != nil {
			return nil, errors.New("it is no point of its curve")
		}
		return public, nil
	case "OKP":
		if jwk.text("crv") != "Ed25519" {
			return nil, errors.New("its curve is another one")
		}
		return ed25519.PublicKey(x), nil
	}
	return nil, errors.New("it is of another kind")
}

// number returns a number in base64url; empty if it isn't one.
func (o object) number(name string) []byte {
	decoded, _ := decodeBase64(o.text(name))
	return decoded
}

package auth_test

import (
	"crypto"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/auth"
)

// fixed accepts what the keys of tests have signed.
func fixed() auth.Keys {
	return auth.Keys{
		Issuer: issuer, Audience: endpoint,
		Keys: []crypto.PublicKey{&rsaKey().PublicKey, &p256Key().PublicKey, &p384Key().PublicKey, &p521Key().PublicKey, ed25519Key().Public()},
	}
}

func TestAlgorithms(t *testing.T) {
	t.Parallel()
	v := verifier(t, fixed())
	for name, key := range map[string]any{
		"RS256": rsaKey(), "RS384": rsaKey(), "RS512": rsaKey(), "PS256": rsaKey(), "PS384": rsaKey(), "PS512": rsaKey(),
		"ES256": p256Key(), "ES384": p384Key(), "ES512": p521Key(), "EdDSA": ed25519Key(),
	} {
		header := map[string]any{"alg": name}
		good := signed(jwt.GetSigningMethod(name), key, header, claims(nil))
		if got := verdict(t, v, good); got != "" {
			t.Errorf("%s: %s", name, got)
		}
		at := strings.LastIndexByte(good, '.')
		other := signed(jwt.GetSigningMethod(name), key, header, claims(map[string]any{"sub": "eve"}))
		for what, bad := range map[string]string{
			"no signature":             good[:at+1],
			"another's signature":      good[:at] + other[strings.LastIndexByte(other, '.'):],
			"a signature with zeros":   good[:at+1] + base64.RawURLEncoding.EncodeToString(make([]byte, len(good)-at)),
			"zeros":                    good[:at+1] + base64.RawURLEncoding.EncodeToString(make([]byte, 64)),
			"another's claims":         strings.Join([]string{strings.Split(good, ".")[0], strings.Split(other, ".")[1], good[at+1:]}, "."),
			"another algorithm's name": encoded(map[string]any{"alg": map[bool]string{true: "ES384", false: "RS256"}[name == "RS256"]}) + good[strings.IndexByte(good, '.'):],
		} {
			if got := verdict(t, v, bad); got != "token_invalid" {
				t.Errorf("%s with %s: %q", name, what, got)
			}
		}
	}
}

// A public key is no secret: if it counted as one, everybody could sign.
func TestPublicKeyIsNoSecret(t *testing.T) {
	t.Parallel()
	public := &rsaKey().PublicKey
	pkix := must(x509.MarshalPKIXPublicKey(public))
	set := must(json.Marshal(map[string]any{"keys": []any{jwk(public, map[string]any{"kid": "a"})}}))
	v := verifier(t, auth.Keys{Issuer: issuer, Audience: endpoint, JWKS: set, Keys: []crypto.PublicKey{public}})
	if got := verdict(t, v, signed(jwt.SigningMethodRS256, rsaKey(), map[string]any{"alg": "RS256", "kid": "a"}, claims(nil))); got != "" {
		t.Fatalf("a good token: %s", got)
	}
	for name, secret := range map[string][]byte{
		"PEM": pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: pkix}), "PKIX": pkix, "PKCS 1": x509.MarshalPKCS1PublicKey(public),
		"JWKS": set, "modulus": public.N.Bytes(), "nothing": {},
	} {
		for _, method := range []*jwt.SigningMethodHMAC{jwt.SigningMethodHS256, jwt.SigningMethodHS384, jwt.SigningMethodHS512} {
			for _, kid := range []any{nil, "a"} {
				header := map[string]any{"alg": method.Alg()}
				if kid != nil {
					header["kid"] = kid
				}
				if got := verdict(t, v, signed(method, secret, header, claims(nil))); got != "token_invalid" {
					t.Errorf("%s with the %s as secret: %q", method.Alg(), name, got)
				}
			}
		}
	}
	for _, alg := range []any{"none", "None", "NONE", "nOnE", "", nil, "rs256", "RS256 ", "ES256K", 1, []string{"RS256"}} {
		header := map[string]any{"alg": alg}
		if alg == nil {
			header = map[string]any{}
		}
		for _, signature := range []string{"", "AA", encoded("x")} {
			if got := verdict(t, v, encoded(header)+"."+encoded(claims(nil))+"."+signature); got != "token_invalid" {
				t.Errorf("alg %v: %q", alg, got)
			}
		}
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := time.Now().Unix()
		good := token(nil, claims(nil))
		parts := strings.Split(good, ".")
		eve := newEC(elliptic.P256())
		list := func(n int) (all []string) {
			for i := range n {
				all = append(all, fmt.Sprint("s", i))
			}
			return all
		}
		raw := func(text string) string { return token(nil, text) }
		header := func(text string) string { return signed(jwt.SigningMethodES256, p256Key(), text, claims(nil)) }
		with := func(name string, value any) string { return token(nil, claims(map[string]any{name: value})) }
		const invalid, expired = "token_invalid", "token_expired"
		members := fmt.Sprintf(`"iss":%q,"aud":%q,"sub":"ada","exp":%d`, issuer, endpoint, now+60)
		tests := []struct{ name, token, want string }{
			{"good", good, ""},

			// The form.
			{"empty", "", invalid},
			{"one part", "x", invalid},
			{"two parts", parts[0] + "." + parts[1], invalid},
			{"four parts", good + ".", invalid},
			{"five parts, encrypted", strings.Join([]string{parts[0], "", parts[1], parts[2], parts[2]}, "."), invalid},
			{"padded", parts[0] + "=." + parts[1] + "." + parts[2], invalid},
			{"standard base64", good[:len(good)-2] + "+/", invalid},
			{"a line break in the signature", good[:len(good)-3] + "\n" + good[len(good)-3:], invalid},
			{"bits too many", good[:len(good)-1] + nextLetter(good[len(good)-1]), invalid},
			{"16 KiB", padded(16 << 10), ""},
			{"more than 16 KiB", padded(16<<10 + 3), invalid},
			{"nested", token(map[string]any{"cty": "JWT"}, good), invalid},
			{"claims that are a token", token(nil, good), invalid},

			// The header.
			{"no typ", token(map[string]any{"typ": nil}, claims(nil)), ""},
			{"typ JWT", token(map[string]any{"typ": "JWT"}, claims(nil)), ""},
			{"typ jwt", token(map[string]any{"typ": "jwt"}, claims(nil)), ""},
			{"typ application/at+jwt", token(map[string]any{"typ": "application/at+jwt"}, claims(nil)), ""},
			{"an ID token with a nonce", token(map[string]any{"typ": "JWT"}, claims(map[string]any{"nonce": "x"})), invalid},
			{"an ID token of an access token", token(map[string]any{"typ": "JWT"}, claims(map[string]any{"at_hash": "x"})), invalid},
			{"an ID token of a code", token(map[string]any{"typ": nil}, claims(map[string]any{"c_hash": "x"})), invalid},
			{"an ID token of a state", token(map[string]any{"typ": "jwt"}, claims(map[string]any{"s_hash": "x"})), invalid},
			{"a logout token", token(map[string]any{"typ": "JWT"}, claims(map[string]any{"events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}}})), invalid},
			{"an access token with a nonce", token(nil, claims(map[string]any{"nonce": "x"})), ""},
			{"an access token in full with a nonce", token(map[string]any{"typ": "Application/AT+JWT"}, claims(map[string]any{"nonce": "x"})), ""},
			{"typ of proofs", token(map[string]any{"typ": "dpop+jwt"}, claims(nil)), invalid},
			{"typ of logouts", token(map[string]any{"typ": "logout+jwt"}, claims(nil)), invalid},
			{"typ of identity assertions", token(map[string]any{"typ": "oauth-id-jag+jwt"}, claims(nil)), invalid},
			{"typ is empty", token(map[string]any{"typ": ""}, claims(nil)), invalid},
			{"typ is a number", token(map[string]any{"typ": 1}, claims(nil)), invalid},
			{"cty", token(map[string]any{"cty": "JWT"}, claims(nil)), invalid},
			{"crit", token(map[string]any{"crit": []string{"exp"}, "exp": 1}, claims(nil)), invalid},
			{"crit is empty", token(map[string]any{"crit": []string{}}, claims(nil)), invalid},
			{"b64", token(map[string]any{"b64": false}, claims(nil)), invalid},
			{"b64 is the default", token(map[string]any{"b64": true}, claims(nil)), invalid},
			{"kid of nobody", token(map[string]any{"kid": "a"}, claims(nil)), ""}, // these keys have no ids
			{"kid is empty", token(map[string]any{"kid": ""}, claims(nil)), invalid},
			{"kid is a list", token(map[string]any{"kid": []string{"a"}}, claims(nil)), invalid},
			{"kid is a path", token(map[string]any{"kid": strings.Repeat("../", 400)}, claims(nil)), invalid},
			{"alg twice", header(`{"alg":"ES256","alg":"ES256"}`), invalid},
			{"alg twice, once escaped", header(`{"alg":"ES256","\u0061lg":"none"}`), invalid},
			{"Alg", header(`{"Alg":"ES256"}`), invalid},
			{"a list", header(`["ES256"]`), invalid},
			{"not JSON", header(`{"alg":"ES256"`), invalid},
			{"more after it", header(`{"alg":"ES256"}{}`), invalid},
			{"not UTF-8", header("{\"alg\":\"ES256\",\"x\":\"\xff\"}"), invalid},
			{"too deep", header(`{"alg":"ES256","x":` + strings.Repeat("[", 20) + strings.Repeat("]", 20) + `}`), invalid},

			// Keys in headers count for nothing.
			{"jku, good", token(map[string]any{"jku": "https://evil.example/keys"}, claims(nil)), ""},
			{"jwk", signed(jwt.SigningMethodES256, eve, map[string]any{"alg": "ES256", "jwk": jwk(&eve.PublicKey, nil)}, claims(nil)), invalid},
			{"jku", signed(jwt.SigningMethodES256, eve, map[string]any{"alg": "ES256", "jku": "https://evil.example/keys"}, claims(nil)), invalid},
			{"x5u", signed(jwt.SigningMethodES256, eve, map[string]any{"alg": "ES256", "x5u": "https://evil.example/c"}, claims(nil)), invalid},

			// Times.
			{"no exp", with("exp", nil), invalid},
			{"exp is a text", with("exp", strconv.FormatInt(now+60, 10)), invalid},
			{"exp is null", raw(`{"iss":"` + issuer + `","aud":"` + endpoint + `","sub":"ada","exp":null}`), invalid},
			{"exp is negative", with("exp", -1), invalid},
			{"exp is far", with("exp", 1e15), invalid},
			{"exp is infinite", raw(`{"iss":"` + issuer + `","aud":"` + endpoint + `","sub":"ada","exp":1e999}`), invalid},
			{"exp has a fraction", with("exp", float64(now)+0.5), ""},
			{"expired within the leeway", with("exp", now-29), ""},
			{"expired", with("exp", now-30), expired},
			{"expired, by another issuer", token(nil, claims(map[string]any{"exp": now - 60, "iss": "https://evil.example"})), invalid},
			{"not yet within the leeway", with("nbf", now+30), ""},
			{"not yet", with("nbf", now+31), invalid},
			{"nbf is a text", with("nbf", "now"), invalid},
			{"issued within the leeway", with("iat", now+30), ""},
			{"issued in the future", with("iat", now+31), invalid},
			{"no iat", with("iat", nil), ""},

			// Parties.
			{"aud in a list", with("aud", []string{"https://other.example", endpoint}), ""},
			{"aud in a list with a number", with("aud", []any{1, endpoint}), invalid},
			{"no aud", with("aud", nil), invalid},
			{"aud is empty", with("aud", []string{}), invalid},
			{"aud is an object", with("aud", map[string]any{endpoint: true}), invalid},
			{"another aud", with("aud", "https://other.example/mcp"), invalid},
			{"aud with a slash", with("aud", endpoint+"/"), invalid},
			{"aud of a part", with("aud", "https://trips.example.com"), invalid},
			{"aud in capitals", with("aud", strings.ToUpper(endpoint)), invalid},
			{"no iss", with("iss", nil), invalid},
			{"another iss", with("iss", "https://id.example.org"), invalid},
			{"iss with a slash", with("iss", issuer+"/"), invalid},
			{"iss in a list", with("iss", []string{issuer}), invalid},
			{"bound by DPoP", with("cnf", map[string]any{"jkt": "x"}), invalid},
			{"bound by mTLS", with("cnf", map[string]any{"x5t#S256": "x"}), invalid},
			{"bound to nothing", raw(`{` + members + `,"cnf":null}`), invalid},

			// The user.
			{"no sub", with("sub", nil), invalid},
			{"sub is empty", with("sub", ""), invalid},
			{"sub is a number", with("sub", 7), invalid},
			{"sub of 255 bytes", with("sub", strings.Repeat("a", 255)), ""},
			{"sub of 256 bytes", with("sub", strings.Repeat("a", 256)), invalid},
			{"sub with a line break", with("sub", "a\nb"), invalid},
			{"sub is not UTF-8", raw(`{` + strings.Replace(members, `"ada"`, "\"a\xff\"", 1) + `}`), invalid},
			{"sub has half a character", raw(`{` + strings.Replace(members, `"ada"`, `"\ud800"`, 1) + `}`), invalid},
			{"sub twice", raw(`{"sub":"eve",` + members + `}`), invalid},
			{"a member of a member twice", raw(`{` + members + `,"x":[{"a":1,"a":2}]}`), invalid},
			{"claims in a list", raw(`[{` + members + `}]`), invalid},
			{"claims are null", raw(`null`), invalid},

			// Scopes.
			{"no scope", with("scope", nil), ""},
			{"200 scopes", with("scope", strings.Join(list(200), " ")), ""},
			{"201 scopes", with("scope", strings.Join(list(201), " ")), invalid},
			{"201 scopes in two claims", token(nil, claims(map[string]any{"scope": list(101), "scp": list(100)})), invalid},
			{"scope is an object", with("scope", map[string]any{"trips.write": true}), invalid},
			{"scope is true", with("scope", true), invalid},
		}
		for _, test := range tests {
			v := verifier(t, fixed())
			if got := verdict(t, v, test.token); got != test.want {
				t.Errorf("%s: %q, want %q", test.name, got, test.want)
			}
			if remembered := auth.Remembered(v); remembered > 0 && test.want != "" {
				t.Errorf("%s: it is remembered", test.name)
			}
		}
	})
}

// nextLetter changes a letter of base64 in the bits that count for nothing.
func nextLetter(letter byte) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	return string(alphabet[strings.IndexByte(alphabet, letter)+1])
}

// padded returns a good token of a length.
func padded(length int) string {
	filled := func(n int) string { return token(nil, claims(map[string]any{"x": strings.Repeat("x", n)})) }
	for n := length*3/4 - 300; ; n++ {
		if one := filled(n); len(one) >= length {
			return one
		}
	}
}

func TestUser(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		keys := fixed()
		keys.Includes = map[string][]string{"admin": {"trips.write"}, "trips.write": {"trips.read", "admin.not"}, "trips.read": {"trips.write"}}
		now := time.Now()
		v := verifier(t, keys)
		good := token(nil, claims(map[string]any{
			"scope": "admin  openid f\u00f6\u00f6 \"x\"", "scp": []any{"files.read", 7, "", "a b"}, "email": "ada@example.com", "groups": []string{"a", "b"},
			"picture": strings.Repeat("x", 4<<10),
		}))
		want := oriel.User{
			ID: "ada", Scopes: []string{"admin", "admin.not", "files.read", "openid", "trips.read", "trips.write"},
			Claims: map[string]any{
				"iss": issuer, "aud": endpoint, "sub": "ada", "exp": float64(now.Unix() + 3600), "iat": float64(now.Unix()),
				"scope": "admin  openid f\u00f6\u00f6 \"x\"", "scp": []any{"files.read", 7.0, "", "a b"}, "email": "ada@example.com", "groups": []any{"a", "b"},
			},
			Expires: time.Unix(now.Unix()+3600+30, 0), // with the leeway
		}
		for range 2 { // the second time it is remembered
			user, err := v.VerifyToken(t.Context(), good, endpoint)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, user); diff != "" {
				t.Error(diff)
			}
		}
		if !slicesEqual(v.Issuers(), issuer) || v.Audience() != endpoint {
			t.Errorf("issuers %q, audience %q", v.Issuers(), v.Audience())
		}

		keys.UserClaim, keys.ScopeClaims, keys.Includes = "email", []string{"permissions"}, nil
		user, err := verifier(t, keys).VerifyToken(t.Context(), token(nil, claims(map[string]any{"sub": nil, "email": "ada@example.com", "permissions": []string{"p"}})), "")
		if err != nil || user.ID != "ada@example.com" || !slicesEqual(user.Scopes, "p") {
			t.Errorf("with other claims: %v, %v", user, err)
		}
		if got := verdict(t, verifier(t, keys), token(nil, claims(nil))); got != "token_invalid" {
			t.Errorf("without the claim of users: %q", got)
		}
	})
}

func slicesEqual(got []string, want ...string) bool { return cmp.Equal(got, want) }

// Without an Audience, tokens are for the endpoint for which each of them is checked.
func TestAudienceOfEndpoint(t *testing.T) {
	t.Parallel()
	keys := fixed()
	keys.Audience = ""
	v := verifier(t, keys)
	good := token(nil, claims(nil))
	for range 2 {
		if got := verdict(t, v, good); got != "" {
			t.Fatal(got)
		}
		user, err := v.VerifyToken(t.Context(), good, "https://other.example.com/mcp")
		if got := outcome(t, user, err, good); got != "token_invalid" {
			t.Errorf("for another endpoint: %q", got)
		}
		user, err = v.VerifyToken(t.Context(), good, "")
		if got := outcome(t, user, err, good); got != "unavailable" || !strings.Contains(err.Error(), "Options.URL") {
			t.Errorf("without an address: %q, %v", got, err)
		}
	}
}

func TestKeysOfSet(t *testing.T) {
	t.Parallel()
	other := newEC(elliptic.P256())
	set := func(keys ...map[string]any) auth.Keys {
		return auth.Keys{Issuer: issuer, Audience: endpoint, JWKS: must(json.Marshal(map[string]any{"keys": keys}))}
	}
	mine, rsaPublic := &p256Key().PublicKey, &rsaKey().PublicKey
	withID := func(public crypto.PublicKey, id string) map[string]any { return jwk(public, map[string]any{"kid": id}) }
	named := token(map[string]any{"kid": "a"}, claims(nil))
	unnamed := token(nil, claims(nil))
	rs := signed(jwt.SigningMethodRS256, rsaKey(), map[string]any{"alg": "RS256", "kid": "a"}, claims(nil))
	ps := signed(jwt.SigningMethodPS256, rsaKey(), map[string]any{"alg": "PS256", "kid": "a"}, claims(nil))
	var many []map[string]any
	var others []map[string]any
	for range 10 {
		others = append(others, jwk(&p384Key().PublicKey, nil))
		many = append(many, jwk(&newEC(elliptic.P256()).PublicKey, nil))
	}
	for _, test := range []struct {
		name  string
		keys  auth.Keys
		token string
		want  string
	}{
		{"its key", set(withID(mine, "a")), named, ""},
		{"its key, for signatures", set(jwk(mine, map[string]any{"kid": "a", "use": "sig", "alg": "ES256", "key_ops": []string{"verify"}})), named, ""},
		{"another id", set(withID(mine, "b")), named, "token_invalid"},
		{"an id in capitals", set(withID(mine, "A")), named, "token_invalid"},
		{"no id in the set", set(jwk(mine, nil)), named, ""},
		{"no id in the token", set(withID(&other.PublicKey, "b"), withID(mine, "a")), unnamed, ""},
		{"the same id twice", set(withID(&other.PublicKey, "a"), withID(mine, "a")), named, ""},
		{"the same id twice, of two kinds", set(withID(rsaPublic, "a"), withID(mine, "a")), named, ""},
		{"the id of another key", set(withID(&other.PublicKey, "a"), withID(mine, "b")), named, "token_invalid"},
		{"RS256", set(withID(rsaPublic, "a")), rs, ""},
		{"PS256", set(withID(rsaPublic, "a")), ps, ""},
		{"a key for RS256 alone", set(jwk(rsaPublic, map[string]any{"kid": "a", "alg": "RS256"})), ps, "token_invalid"},
		{"a key for PS256 alone", set(jwk(rsaPublic, map[string]any{"kid": "a", "alg": "PS256"})), rs, "token_invalid"},
		{"tried to the end", set(append(many[:9:9], jwk(mine, nil))...), unnamed, ""},
		{"many of another kind", set(append(others, jwk(mine, nil))...), unnamed, ""},
		{"too many to try", set(append(many, jwk(mine, nil))...), unnamed, "token_invalid"},
	} {
		if got := verdict(t, verifier(t, test.keys), test.token); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestFaultyKeys(t *testing.T) {
	t.Parallel()
	small := must(rsa.GenerateKey(rand.Reader, 1024)) //nolint:gosec // it has to be refused
	large := &rsa.PublicKey{N: new(big.Int).Lsh(big.NewInt(1), 9000), E: 65537}
	even := &rsa.PublicKey{N: rsaKey().N, E: 4}
	mine := &p256Key().PublicKey
	set := func(key map[string]any) auth.Keys {
		return auth.Keys{JWKS: must(json.Marshal(map[string]any{"keys": []any{key}}))}
	}
	with := func(public crypto.PublicKey, name string, value any) map[string]any {
		return jwk(public, map[string]any{name: value})
	}
	hundred := make([]crypto.PublicKey, 101)
	for i := range hundred {
		hundred[i] = mine
	}
	for _, test := range []struct {
		name string
		keys auth.Keys
		want string
	}{
		{"none", auth.Keys{}, "keys_missing"},
		{"too many", auth.Keys{Keys: hundred}, "keys_missing"},
		{"an empty set", auth.Keys{JWKS: []byte(`{"keys":[]}`)}, "keys_missing"},
		{"nil", auth.Keys{Keys: []crypto.PublicKey{nil}}, "key_invalid"},
		{"a nil pointer", auth.Keys{Keys: []crypto.PublicKey{(*rsa.PublicKey)(nil)}}, "key_invalid"},
		{"a secret", auth.Keys{Keys: []crypto.PublicKey{[]byte("secret")}}, "key_invalid"},
		{"a private key", auth.Keys{Keys: []crypto.PublicKey{p256Key()}}, "key_invalid"},
		{"RSA of 1024 bits", auth.Keys{Keys: []crypto.PublicKey{&small.PublicKey}}, "key_invalid"},
		{"RSA of 9000 bits", auth.Keys{Keys: []crypto.PublicKey{large}}, "key_invalid"},
		{"RSA with an even exponent", auth.Keys{Keys: []crypto.PublicKey{even}}, "key_invalid"},
		{"P-224", auth.Keys{Keys: []crypto.PublicKey{&newEC(elliptic.P224()).PublicKey}}, "key_invalid"},
		{"not JSON", auth.Keys{JWKS: []byte(`x`)}, "key_invalid"},
		{"no keys", auth.Keys{JWKS: []byte(`{}`)}, "key_invalid"},
		{"keys twice", auth.Keys{JWKS: []byte(`{"keys":[],"keys":[]}`)}, "key_invalid"},
		{"a set with RSA of 1024 bits", set(jwk(&small.PublicKey, nil)), "key_invalid"},
		{"a set with a huge exponent", set(with(&rsaKey().PublicKey, "e", "AQAAAAAAAAAAAQ")), "key_invalid"},
		{"a set with a secret", set(map[string]any{"kty": "oct", "k": "c2VjcmV0"}), "key_invalid"},
		{"a set with a private key", set(with(mine, "d", "c2VjcmV0")), "key_invalid"},
		{"a set with a key for encryption", set(with(mine, "use", "enc")), "key_invalid"},
		{"a set with a key for signing", set(with(mine, "key_ops", []string{"sign"})), "key_invalid"},
		{"a set with a key for another algorithm", set(with(mine, "alg", "RS256")), "key_invalid"},
		{"a set with a key for secrets", set(with(&rsaKey().PublicKey, "alg", "HS256")), "key_invalid"},
		{"a set with another curve's name", set(with(mine, "crv", "P-384")), "key_invalid"},
		{"a set with secp256k1", set(with(mine, "crv", "secp256k1")), "key_invalid"},
		{"a set with X25519", set(with(ed25519Key().Public(), "crv", "X25519")), "key_invalid"},
		{"a set with a point off the curve", set(with(mine, "x", "AAAA")), "key_invalid"},
		{"a set with a point that is too long", set(with(mine, "x", strings.Repeat("A", 80))), "key_invalid"},
		{"a set with half an Ed25519", set(with(ed25519Key().Public(), "x", "AAAA")), "key_invalid"},
	} {
		test.keys.Issuer = issuer
		_, err := test.keys.TokenVerifier()
		if got := codeOf(err); got != test.want {
			t.Errorf("%s: %q, want %q (%v)", test.name, got, test.want, err)
		}
	}
	usable := auth.Keys{Issuer: issuer, Audience: endpoint, JWKS: must(json.Marshal(map[string]any{"keys": []any{map[string]any{"kty": "new"}, jwk(mine, nil)}}))}
	if got := verdict(t, verifier(t, usable), token(nil, claims(nil))); got != "" {
		t.Errorf("with a key of an unknown kind beside: %q", got)
	}
}

package auth_test

import (
	"crypto"
	"encoding/base64"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/auth"
)

// FuzzVerifyToken sends any text as a token. Only what was signed is accepted, as it was signed.
func FuzzVerifyToken(f *testing.F) {
	keys := fixed()
	keys.Keys = append([]crypto.PublicKey{}, keys.Keys...)
	signedByUs := map[string]bool{}
	for _, one := range []string{
		token(nil, claims(nil)), token(map[string]any{"kid": "a", "typ": "JWT"}, claims(map[string]any{"aud": []string{endpoint, "b"}})), token(nil, `{"exp":1}`),
	} {
		signedByUs[one] = true
		f.Add(one)
	}
	f.Add("e30.e30.AA")
	f.Add(encoded(map[string]any{"alg": "none"}) + "." + encoded(claims(nil)) + ".")
	f.Add(encoded(`{"alg":"HS256","alg":"ES256"}`) + "." + encoded(`{"a":[{}],"a":1}`) + ".AA")
	v := verifier(f, keys)
	f.Fuzz(func(t *testing.T, text string) {
		user, err := v.VerifyToken(t.Context(), text, endpoint)
		if got := outcome(t, user, err, ""); got == "" && !signedByUs[text] {
			t.Errorf("%q is accepted as %v", text, user)
		} else if got == unavailable {
			t.Errorf("%q can't be checked: %v", text, err)
		}
	})
}

// FuzzClaims signs any text as claims. What is accepted is what encoding/json reads.
func FuzzClaims(f *testing.F) {
	for _, changed := range []map[string]any{
		nil, {"exp": 1e9}, {"exp": "1"}, {"aud": []any{endpoint, 1}}, {"sub": "a\x00"}, {"scope": []any{"a", "b c", 1}}, {"scp": "a  b"}, {"cnf": nil}, {"x": map[string]any{"a": 1}},
	} {
		f.Add(string(must(json.Marshal(claims(changed)))))
	}
	f.Add(`{"sub":"ada","sub":"eve"}`)
	f.Add(`{"sub":"\ud800"}`)
	f.Fuzz(func(t *testing.T, text string) {
		v := verifier(t, fixed())
		user, err := v.VerifyToken(t.Context(), token(nil, text), endpoint)
		if outcome(t, user, err, "") != "" {
			return
		}
		var plain map[string]any
		if err := json.Unmarshal([]byte(text), &plain); err != nil {
			t.Fatalf("%q is accepted, but is %v", text, err)
		}
		if plain["sub"] != user.ID || plain["iss"] != issuer || plain["cnf"] != nil || user.Expires.IsZero() {
			t.Errorf("%q is %v", text, user)
		}
		for name, value := range user.Claims {
			if !reflect.DeepEqual(plain[name], value) {
				t.Errorf("the claim %q of %q is %v", name, text, value)
			}
		}
		for _, scope := range user.Scopes {
			if scope == "" || strings.ContainsAny(scope, " \"\\") {
				t.Errorf("%q has the scope %q", text, scope)
			}
		}
	})
}

// FuzzProvider has a provider answer anything about its keys and about tokens. Nobody gets in,
// and nothing crashes.
func FuzzProvider(f *testing.F) {
	f.Add(`{"issuer":"`+issuer+`","jwks_uri":"https://id.example.com/keys"}`, `{"keys":[]}`)
	f.Add(`{"issuer":"`+issuer+`","jwks_uri":"https://10.0.0.1/keys"}`, `{"keys":[{"kty":"oct","k":"AA"}]}`)
	f.Add(`{"issuer":"`+issuer+`","jwks_uri":"http://[::1]:80/"}`, `{"keys":[{"kty":"RSA","n":"`+base64.RawURLEncoding.EncodeToString(rsaKey().N.Bytes())+`","e":"AQAB"}]}`)
	f.Add(`{"issuer":"`+issuer+`","jwks_uri":"//x"}`, `{"keys":[{"kty":"EC","crv":"P-256","x":"AA","y":"AA"},{"kty":"OKP","crv":"Ed25519","x":""}]}`)
	f.Fuzz(func(t *testing.T, metadata, keys string) {
		synctest.Test(t, func(t *testing.T) {
			n, p := newNetwork(), newProvider()
			p.pages["/.well-known/openid-configuration"], p.keys = says(metadata), keys
			n.serve(t, "93.184.216.34:443", p)
			for _, declared := range []oriel.Auth{auth.OIDC{Issuer: issuer, Audience: endpoint}, auth.Introspection{Issuer: issuer, Audience: endpoint, ClientID: "a", ClientSecret: "b"}} {
				v := verifier(t, declared)
				n.attach(v)
				if got := verdict(t, v, named("a", nil)); got == "" && !strings.Contains(metadata, "introspection_endpoint") {
					t.Errorf("the token is accepted with %q and %q", metadata, keys)
				}
			}
		})
	})
}

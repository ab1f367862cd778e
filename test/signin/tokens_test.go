package signin_test

import (
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"strings"
	"testing"
	"time"
)

// attack is what an attacker sends in place of a good token.
type attack struct {
	name   string
	query  string
	header []string
	// What the app answers to the call of a tool that needs a sign-in. Empty strings mean that
	// the tool runs.
	code, challenge string
}

// No token but a good one runs a tool, and all others get the same challenge, wherever the app is.
func TestTokens(t *testing.T) {
	t.Parallel()
	other := newIssuer(t)
	everywhere(t, func(t *testing.T, a *trips) {
		t.Helper()
		for _, one := range tokenAttacks(a, other) {
			r := a.call("save", one.header...)
			r.query = one.query
			got := a.send(r)
			ran := a.hasRun()
			if one.code == "" {
				if got.status != http.StatusOK || ran != "save for ada." {
					t.Errorf("%s: %s; it has run %q", one.name, got, ran)
				}
				continue
			}
			if got.status != http.StatusUnauthorized || ran != "" || !strings.Contains(got.body, `"code":"`+one.code+`"`) {
				t.Errorf("%s: %s; it has run %q", one.name, got, ran)
			}
			challenge := strings.Join(got.header.Values("WWW-Authenticate"), "|")
			if !strings.HasPrefix(challenge, a.challenge()) || !strings.Contains(challenge, one.challenge) {
				t.Errorf("%s: the challenge is %s", one.name, challenge)
			}
			if got.header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: the answer may be kept", one.name)
			}
		}
	})
	if n := other.asked.Load(); n > 0 {
		t.Errorf("another issuer was asked %d times, because a token says so", n)
	}
}

func tokenAttacks(a *trips, other *issuer) []attack {
	const invalid, expired = "token_invalid", "token_expired"
	claims := func(changed map[string]any) map[string]any { return a.issuer.claims(a.url, "ada", changed) }
	now := time.Now().Unix()
	var all []attack
	// Two attacks are one more of the same: each in its own form.
	with := func(name, token, code string) {
		all = append(all, attack{name: name, header: []string{a.bearer(token)}, code: code, challenge: `error="invalid_token"`})
	}
	claimed := func(name, claim string, value any, code string) {
		with(name, a.issuer.token(nil, claims(map[string]any{claim: value})), code)
	}
	send := func(name, query string, header ...string) {
		all = append(all, attack{name, query, header, invalid, `error="invalid_token"`})
	}
	good, public := a.good("ada"), &a.issuer.rsa.PublicKey
	pkix := must(x509.MarshalPKIXPublicKey(public))
	parts := strings.Split(good, ".")
	bobs := strings.Split(a.good("bob"), ".")

	with("a good token", good, "")
	with("one that is signed with RS256", a.issuer.rsaToken(claims(nil)), "")
	all = append(all, attack{name: "no token", code: "sign_in_required", challenge: `scope="trips.read trips.write"`})

	claimed("another audience", "aud", "https://other.example/mcp", invalid)
	claimed("the audience with a slash", "aud", a.url+"/", invalid)
	claimed("no audience", "aud", nil, invalid)
	claimed("another issuer's name", "iss", other.url, invalid)
	claimed("the issuer with a slash", "iss", a.issuer.url+"/", invalid)
	claimed("no user", "sub", nil, invalid)
	claimed("bound to a key", "cnf", map[string]any{"jkt": "x"}, invalid)

	// Clocks may differ by five minutes.
	claimed("expired within the leeway", "exp", now-60, "")
	claimed("expired beyond the leeway", "exp", now-301, expired)
	claimed("without an end", "exp", nil, invalid)
	claimed("not yet valid within the leeway", "nbf", now+60, "")
	claimed("not yet valid", "nbf", now+3600, invalid)
	claimed("issued tomorrow", "iat", now+86400, invalid)

	with("another's signature", parts[0]+"."+parts[1]+"."+bobs[2], invalid)
	with("another's claims", parts[0]+"."+bobs[1]+"."+parts[2], invalid)
	with("no signature", parts[0]+"."+parts[1]+".", invalid)
	with("another issuer's token in its own name", other.token(nil, other.claims(a.url, "ada", nil)), invalid)
	with("another issuer's token in the issuer's name", other.token(nil, claims(nil)), invalid)
	with("a key in the token", other.token(map[string]any{"jwk": other.ecKey(), "kid": nil}, claims(nil)), invalid)
	with("the address of a key in the token", other.token(map[string]any{"jku": other.url + "/keys"}, claims(nil)), invalid)
	with("the address of a certificate in the token", other.token(map[string]any{"x5u": other.url + "/keys"}, claims(nil)), invalid)
	for _, none := range []string{"none", "None", "nOnE", ""} {
		with("alg "+none, inputOf(map[string]any{"alg": none, "typ": "at+jwt"}, claims(nil))+".", invalid)
	}
	with("HS256 with the public key as PEM", hmacToken(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: pkix}), claims(nil)), invalid)
	with("HS256 with the public key as DER", hmacToken(pkix, claims(nil)), invalid)
	with("HS256 with the key set", hmacToken(jsonOf(map[string]any{"keys": []any{a.issuer.ecKey(), a.issuer.rsaKey()}}), claims(nil)), invalid)
	with("a proof of a key", a.issuer.token(map[string]any{"typ": "dpop+jwt"}, claims(nil)), invalid)
	with("a logout token", a.issuer.token(map[string]any{"typ": "logout+jwt"}, claims(nil)), invalid)
	with("a token in a token", a.issuer.token(map[string]any{"cty": "JWT"}, good), invalid)
	with("an extension that has to be understood", a.issuer.token(map[string]any{"crit": []string{"b64"}, "b64": false}, claims(nil)), invalid)
	with("an ID token for the app", a.issuer.token(map[string]any{"typ": "JWT"}, claims(map[string]any{"nonce": "n", "at_hash": "h"})), invalid)
	with("an ID token for the client", a.issuer.token(map[string]any{"typ": "JWT"}, claims(map[string]any{"aud": "claude", "azp": "claude"})), invalid)
	with("opaque", "SlAV32hkKG-a-refresh-token-of-some-length", invalid)
	with("oversized", a.issuer.token(nil, claims(map[string]any{"x": strings.Repeat("x", 17<<10)})), invalid)

	send("two headers", "", a.bearer(good), a.bearer(good))
	send("two headers, the first one bad", "", "Authorization: Bearer x", a.bearer(good))
	send("two headers in another case", "", a.bearer(good), strings.Replace(a.bearer(good), "Auth", "aUTH", 1))
	send("two tokens in a header", "", a.bearer(good)+", Bearer "+good)
	send("another scheme", "", strings.Replace(a.bearer(good), "Bearer", "DPoP", 1))
	send("a token in the URL", "?access_token="+a.secret(good))
	send("a token in the URL beside that in the header", "?access_token="+good, a.bearer(good))
	send("a token in the URL with an escape", "?%61ccess_token="+good)
	send("an empty token in the URL", "?access_token=", a.bearer(good))
	return all
}

// Too few scopes are refused with all scopes that are needed, for whatever needs them.
func TestScopes(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, a *trips) {
		t.Helper()
		// A refused token, so that the log has something to hide.
		a.send(a.call("save", a.bearer(a.issuer.token(nil, a.issuer.claims("x", "ada", nil)))))
		for scopes, what := range map[string]string{"": "no scope", "trips.read": "one of two", "trips.write TRIPS.READ": "another case", "trips.readtrips.write": "run together", "trips": "a part"} {
			token := a.bearer(a.issuer.token(nil, a.issuer.claims(a.url, "ada", map[string]any{"scope": scopes})))
			requests := map[string]request{
				"a tool":     a.call("save", token),
				"a resource": a.message("resources/read", `{"uri":"trip://plans"}`, token),
				"a prompt":   a.message("prompts/get", `{"name":"plan"}`, token),
			}
			if a.lifecycle == modern {
				requests["a subscription"] = a.message("subscriptions/listen", `{"notifications":{"resourceSubscriptions":["trip://plans"]}}`, token)
			} else {
				requests["a subscription"] = a.message("resources/subscribe", `{"uri":"trip://plans"}`, token)
			}
			for name, r := range requests {
				got := a.send(r)
				challenge := got.header.Get("WWW-Authenticate")
				if got.status != http.StatusForbidden || !strings.Contains(got.body, `"code":"insufficient_scope"`) || a.hasRun() != "" {
					t.Errorf("%s with %s: %s", name, what, got)
				}
				if want := a.challenge() + `, error="insufficient_scope"`; !strings.HasPrefix(challenge, want) || !strings.Contains(challenge, `scope="trips.read trips.write"`) {
					t.Errorf("%s with %s: the challenge is %s", name, what, challenge)
				}
			}
		}
	})
}

package issuer_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/issuer"
)

// A client signs in from nothing to a token, as the newest specification wants it.
func TestSignIn(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	client := p.public()
	html, transaction := p.page(asking(client, "scope", "openid profile email trips.read trips.write", "nonce", "n1"))
	for _, text := range []string{"<b data-testid=\"client\">Trial</b>", app, client, "127.0.0.1:9999", "trips.read", "trips.write", `value="ada" checked`, "grace", "alan"} {
		if !strings.Contains(html, text) {
			t.Errorf("the page lacks %q", text)
		}
	}
	got := p.returned(p.decide(transaction, "grace", "openid", "profile", "email", "trips.read"))
	if got.Get("state") != "a state&b" || got.Get("iss") != p.URL() || got.Has("error") {
		t.Errorf("it returns %v", got)
	}
	made := p.tokens(redeeming(client, got.Get("code")))
	if made.Type != "Bearer" || made.ExpiresIn != 600 || made.Scope != "openid profile email trips.read" || made.Refresh == "" {
		t.Errorf("the answer: %+v", made)
	}
	header, claims := p.verify(made.Access)
	now := float64(p.clock.Now().Unix())
	if header["typ"] != "at+jwt" || header["alg"] != "ES256" {
		t.Errorf("the header is %v", header)
	}
	for name, want := range map[string]any{
		"iss": p.URL(), "sub": "grace", "aud": app, "client_id": client, "scope": made.Scope, "iat": now, "exp": now + 600,
	} {
		if claims[name] != want {
			t.Errorf("%s is %v, want %v", name, claims[name], want)
		}
	}
	if id, ok := claims["jti"].(string); !ok || id == "" {
		t.Error("jti is missing")
	}
	header, claims = p.verify(made.ID)
	if header["typ"] != "JWT" || claims["aud"] != client || claims["nonce"] != "n1" || claims["sub"] != "grace" || claims["email"] != "grace@example.com" {
		t.Errorf("the ID token: %v %v", header, claims)
	}
	p.get("/userinfo", "Authorization", "Bearer "+made.Access).is(t, "userinfo", 200, `{"sub":"grace","name":"Grace Hopper","preferred_username":"grace","email":"grace@example.com"`)
	if p.uses != 1 {
		t.Errorf("OnUse was called %d times", p.uses)
	}
}

// A typed user counts, and is the choice of the next page.
func TestTypedUser(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	client := p.public()
	_, transaction := p.page(asking(client))
	form := func(other string) url.Values {
		return url.Values{"transaction": {transaction}, "user": {"ada"}, "other": {other}, "scope": {"trips.read"}, "decision": {"allow"}}
	}
	for _, bad := range []string{"two words", "<b>", strings.Repeat("x", 65), "a\nb", "é"} {
		a := p.postForm("/authorize/decision", form(bad))
		a.is(t, bad, http.StatusBadRequest, "Choose a user, or type a name")
		if strings.Contains(a.body, "<b>\"") || !strings.Contains(a.body, `value="trips.read" checked`) || strings.Contains(a.body, `value="trips.write" checked`) {
			t.Error("the page is broken, or has forgotten what was ticked")
		}
		transaction = p.transaction(a.body) // the one before is used
	}
	_, claims := p.verify(p.tokens(redeeming(client, p.returned(p.postForm("/authorize/decision", form("bob@corp.example"))).Get("code"))).Access)
	if claims["sub"] != "bob@corp.example" {
		t.Errorf("signed in: %v", claims)
	}
	if html, _ := p.page(asking(client)); !strings.Contains(html, `name="other" value="bob@corp.example"`) {
		t.Error("the typed user is forgotten")
	}
	if html, _ := p.page(asking(client, "login_hint", "alan")); !strings.Contains(html, `value="alan" checked`) {
		t.Error("login_hint has no effect")
	}
	if html, _ := p.page(asking(client, "login_hint", `"><script>`)); strings.Contains(html, "<script>") {
		t.Error("login_hint is markup")
	}
}

// The user may tick less than what was asked, and nothing else.
func TestScopesOfThePage(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	client := p.public()
	for _, test := range []struct {
		ticked []string
		want   string
	}{
		{[]string{"trips.write"}, "trips.write"},
		{[]string{"trips.write", "admin", "trips.read"}, "trips.read trips.write"},
		{nil, ""},
	} {
		_, transaction := p.page(asking(client))
		if got := p.tokens(redeeming(client, p.returned(p.decide(transaction, "ada", test.ticked...)).Get("code"))); got.Scope != test.want {
			t.Errorf("%q: granted %q", test.ticked, got.Scope)
		}
	}
	_, transaction := p.page(asking(client))
	got := p.returned(p.postForm("/authorize/decision", url.Values{"transaction": {transaction}, "user": {"ada"}, "decision": {"deny"}}))
	if got.Get("error") != "access_denied" || got.Has("code") || got.Get("state") != "a state&b" || got.Get("iss") != p.URL() {
		t.Errorf("denied: %v", got)
	}
}

// prompt=none shows nothing: it needs a user who has allowed the same in this browser.
func TestPromptNone(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	client := p.public()
	silently := func(changes ...string) string {
		got := p.returned(p.get("/authorize?" + asking(client, append([]string{"prompt", "none"}, changes...)...).Encode()))
		if got.Get("iss") != p.URL() || got.Get("state") != "a state&b" {
			t.Errorf("it returns %v", got)
		}
		if got.Has("code") {
			_, claims := p.verify(p.tokens(redeeming(client, got.Get("code"), "resource", "")).Access)
			return fmt.Sprint(claims["sub"])
		}
		return got.Get("error")
	}
	if got := silently(); got != "login_required" {
		t.Errorf("without a user: %s", got)
	}
	_, transaction := p.page(asking(client))
	p.returned(p.decide(transaction, "alan", "trips.read"))
	for _, test := range []struct {
		changes []string
		want    string
	}{
		{[]string{"scope", "trips.read"}, "alan"},
		{nil, "consent_required"},
		{[]string{"scope", "trips.read", "resource", "http://127.0.0.1:8081/mcp"}, "consent_required"},
		{[]string{"scope", "trips.read", "login_hint", "ada"}, "login_required"},
		{[]string{"scope", "trips.read", "prompt", "none login"}, "invalid_request"},
	} {
		if got := silently(test.changes...); got != test.want {
			t.Errorf("%q: %s, want %s", test.changes, got, test.want)
		}
	}
	p.browser = newBrowser(t)
	if got := silently("scope", "trips.read"); got != "login_required" {
		t.Errorf("in another browser: %s", got)
	}
}

// A key that is rotated out is published until the next rotation.
func TestRotate(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	client := p.public()
	old := p.tokens(redeeming(client, p.code(asking(client)))).Access
	kept := p.keys()
	p.Rotate()
	p.verify(old)
	header, _ := p.verify(p.tokens(redeeming(client, p.code(asking(client)))).Access)
	now := p.keys()
	if len(kept) != 1 || len(now) != 2 || header["kid"] != now[0].ID || now[1] != kept[0] {
		t.Errorf("keys: %v, then %v; signed by %v", kept, now, header)
	}
	p.Rotate()
	if slices.Contains(p.keys(), kept[0]) {
		t.Error("the first key is still published")
	}
}

// An issuer that is down says so to everybody, and is then as before.
func TestDown(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	client := p.public()
	code := p.code(asking(client))
	p.Down(true)
	for _, path := range []string{"/jwks", "/.well-known/openid-configuration", "/authorize"} {
		p.get(path).is(t, path, http.StatusServiceUnavailable, "")
	}
	p.postForm("/token", redeeming(client, code)).is(t, "/token", http.StatusServiceUnavailable, "")
	p.Down(false)
	p.tokens(redeeming(client, code))
}

// What has ended does not count.
func TestTimes(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	client := p.public()
	code := p.code(asking(client))
	p.clock.Pass(61 * time.Second)
	p.refuses("an old code", redeeming(client, code), 400, "invalid_grant")
	_, transaction := p.page(asking(client))
	p.clock.Pass(11 * time.Minute)
	p.decide(transaction, "ada").is(t, "an old page", 400, "page_used")
	made := p.tokens(redeeming(client, p.code(asking(client, "scope", "openid"))))
	if !p.active(made.Access) {
		t.Error("a new token is not active")
	}
	p.clock.Pass(10 * time.Minute)
	if p.active(made.Access) {
		t.Error("an old token is active")
	}
	p.clock.Pass(24 * time.Hour)
	p.refuses("an old refresh token", refreshing(client, made.Refresh), 400, "invalid_grant")
}

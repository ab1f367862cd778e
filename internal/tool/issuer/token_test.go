package issuer_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/issuer"
)

// A code is good for one time, for its client, with its verifier; who uses it again takes its
// tokens from both.
func TestCodes(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	client, other := p.public(), p.public()
	openid := func() string { return p.code(asking(client, "scope", "openid")) }
	for name, changes := range map[string][]string{
		"no verifier":      {"code_verifier", ""},
		"another verifier": {"code_verifier", strings.Repeat("x", 43)},
		"the challenge":    {"code_verifier", challenge()},
		"a short verifier": {"code_verifier", "x"},
		"a long verifier":  {"code_verifier", strings.Repeat("x", 129)},
		"another redirect": {"redirect_uri", "http://127.0.0.1:9998/callback"},
		"no code":          {"code", ""},
		"another code":     {"code", "guessed"},
		"another client":   {"client_id", other},
	} {
		p.refuses(name, redeeming(client, openid(), changes...), 400, "invalid_grant")
	}
	for name, changes := range map[string][]string{
		"another resource": {"resource", "https://other.example/mcp"},
		"its parent":       {"resource", "http://127.0.0.1:8080/"},
		"no URL":           {"resource", "x"},
	} {
		p.refuses(name, redeeming(client, openid(), changes...), 400, "invalid_target")
	}
	code := openid()
	p.refuses("a wrong verifier", redeeming(client, code, "code_verifier", strings.Repeat("x", 43)), 400, "invalid_grant")
	p.refuses("the right one, after a wrong one", redeeming(client, code), 400, "invalid_grant")

	code = openid()
	p.refuses("another client", redeeming(other, code), 400, "invalid_grant")
	made := p.tokens(redeeming(client, code)) // nobody else can spoil it
	again := p.tokens(refreshing(client, made.Refresh))
	if !p.active(made.Access) || !p.active(again.Access) {
		t.Error("the tokens are not active")
	}
	p.refuses("a code again", redeeming(client, code), 400, "invalid_grant")
	if p.active(made.Access) || p.active(again.Access) {
		t.Error("a reused code has revoked nothing")
	}
	p.refuses("the refresh token of a reused code", refreshing(client, again.Refresh), 400, "invalid_grant")
}

// A refresh token is replaced each time; an old one ends all.
func TestRefreshTokens(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	client, other := p.public(), p.public()
	first := p.tokens(redeeming(client, p.code(asking(client, "scope", "openid trips.read"))))
	second := p.tokens(refreshing(client, first.Refresh, "scope", "openid"))
	if second.Scope != "openid" || second.Refresh == first.Refresh || second.Refresh == "" {
		t.Errorf("refreshed: %+v", second)
	}
	if _, claims := p.verify(second.Access); claims["aud"] != app || claims["sub"] != "ada" || claims["scope"] != "openid" {
		t.Errorf("refreshed: %v", claims)
	}
	p.refuses("more scopes", refreshing(client, second.Refresh, "scope", "openid admin"), 400, "invalid_scope")
	p.refuses("another resource", refreshing(client, second.Refresh, "resource", "https://other.example/"), 400, "invalid_target")
	p.refuses("another client", refreshing(other, second.Refresh), 400, "invalid_grant")
	p.refuses("an access token", refreshing(client, second.Access), 400, "invalid_grant")
	third := p.tokens(refreshing(client, second.Refresh))
	if third.Scope != "openid trips.read" {
		t.Errorf("the scopes have not come back: %q", third.Scope)
	}
	p.refuses("an old one", refreshing(client, first.Refresh), 400, "invalid_grant")
	if p.active(third.Access) {
		t.Error("a reused refresh token has revoked nothing")
	}
	p.refuses("the newest one after that", refreshing(client, third.Refresh), 400, "invalid_grant")

	plain := p.register(`"token_endpoint_auth_method":"none","redirect_uris":["` + callback + `"]`).ID
	if got := p.tokens(redeeming(plain, p.code(asking(plain)))); got.Refresh != "" {
		t.Error("a client that has asked for no refresh token has one")
	}
	if got := p.tokens(redeeming(plain, p.code(asking(plain, "scope", "trips.read offline_access")))); got.Refresh == "" {
		t.Error("offline_access gives no refresh token")
	}
}

// A client authenticates as it has registered, and in no other way.
func TestClientAuthentication(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	basic := p.register(`"redirect_uris":["` + callback + `"]`)
	post := p.register(`"token_endpoint_auth_method":"client_secret_post","redirect_uris":["` + callback + `"]`)
	none := credentials{ID: p.public()}
	if basic.Secret == "" || post.Secret == "" {
		t.Fatal("no secrets")
	}
	header := func(c credentials, secret string) []string {
		request := &http.Request{Header: http.Header{}}
		request.SetBasicAuth(url.QueryEscape(c.ID), url.QueryEscape(secret))
		return []string{"Authorization", request.Header.Get("Authorization")}
	}
	code := func(c credentials) string { return p.code(asking(c.ID)) }
	p.tokens(redeeming(basic.ID, code(basic)), header(basic, basic.Secret)...)
	p.tokens(redeeming("", code(basic), "client_id", ""), header(basic, basic.Secret)...)
	p.tokens(redeeming(post.ID, code(post), "client_secret", post.Secret))
	for name, test := range map[string]struct {
		form   url.Values
		header []string
		status int
		code   string
	}{
		"a secret is missing":       {redeeming(basic.ID, code(basic)), nil, 401, "invalid_client"},
		"a wrong secret":            {redeeming(basic.ID, code(basic)), header(basic, "x"), 401, "invalid_client"},
		"another's secret":          {redeeming(basic.ID, code(basic)), header(basic, post.Secret), 401, "invalid_client"},
		"in the body instead":       {redeeming(basic.ID, code(basic), "client_secret", basic.Secret), nil, 401, "invalid_client"},
		"in the header instead":     {redeeming(post.ID, code(post)), header(post, post.Secret), 401, "invalid_client"},
		"in both":                   {redeeming(post.ID, code(post), "client_secret", post.Secret), header(post, post.Secret), 400, "invalid_request"},
		"for two clients":           {redeeming(post.ID, code(post)), header(basic, basic.Secret), 400, "invalid_request"},
		"a secret that is not hers": {redeeming(none.ID, code(none), "client_secret", "x"), nil, 401, "invalid_client"},
		"an unknown client":         {redeeming("nobody", code(none)), nil, 401, "invalid_client"},
		"no client":                 {redeeming("", code(none), "client_id", ""), nil, 401, "invalid_client"},
		"another grant":             {redeeming(none.ID, code(none), "grant_type", "password"), nil, 400, "unsupported_grant_type"},
		"no grant":                  {redeeming(none.ID, code(none), "grant_type", ""), nil, 400, "invalid_request"},
	} {
		p.refuses(name, test.form, test.status, test.code, test.header...)
	}
	twice := redeeming(none.ID, code(none))
	twice.Add("code", "x")
	p.refuses("a code twice", twice, 400, "invalid_request")
	p.do(p.browser, http.MethodPost, "/token?"+redeeming(none.ID, code(none)).Encode(), "", "Content-Type", "application/x-www-form-urlencoded").
		is(t, "in the URL", 401, "invalid_client")
	p.do(p.browser, http.MethodPost, "/token", "{}", "Content-Type", "application/json").is(t, "JSON", 400, "invalid_request")
	p.do(p.browser, http.MethodPost, "/token", "a=%zz", "Content-Type", "application/x-www-form-urlencoded").is(t, "a broken form", 400, "invalid_request")
}

// Apps with a secret can ask what a token is.
func TestIntrospection(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	asks := p.register(`"token_endpoint_auth_method":"client_secret_post","redirect_uris":["` + callback + `"]`)
	client := p.public()
	made := p.tokens(redeeming(client, p.code(asking(client))))
	form := func(token string, changes ...string) url.Values {
		return changed(url.Values{"token": {token}, "client_id": {asks.ID}, "client_secret": {asks.Secret}}, changes...)
	}
	a := p.postForm("/introspect", form(made.Access))
	a.is(t, "a token", 200, `"active":true,"scope":"trips.read trips.write","client_id":"`+client+`","username":"ada","token_type":"Bearer"`)
	a.is(t, "a token", 200, `"sub":"ada","aud":"`+app+`","iss":"`+p.URL()+`"`)
	if a.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("pages may ask")
	}
	for name, token := range map[string]string{"a refresh token": made.Refresh, "another": "x", "a changed one": made.Access[:len(made.Access)-2] + "AA"} {
		if got := p.postForm("/introspect", form(token)); got.StatusCode != http.StatusOK || got.body != `{"active":false}` {
			t.Errorf("%s: %d %s", name, got.StatusCode, got.body)
		}
	}
	p.postForm("/introspect", form(made.Access, "client_secret", "x")).is(t, "a wrong secret", 401, "invalid_client")
	p.postForm("/introspect", form(made.Access, "client_id", client, "client_secret", "")).is(t, "no secret", 401, "invalid_client")
	p.postForm("/introspect", form("")).is(t, "no token", 400, "invalid_request")
	p.get("/introspect").is(t, "GET", 405, "")

	p.get("/userinfo").is(t, "userinfo without a token", 401, "")
	p.get("/userinfo", "Authorization", "Bearer x").is(t, "userinfo with another", 401, "invalid_token")
	p.get("/userinfo", "Authorization", "Bearer "+made.Access).is(t, "userinfo without openid", 403, "insufficient_scope")
}

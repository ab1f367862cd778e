package issuer_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/issuer"
)

// Nobody is sent to an address that the client has not registered as it is.
func TestRedirectTricks(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	client := p.register(`"token_endpoint_auth_method":"none","redirect_uris":["http://127.0.0.1:9999/callback","https://app.example/cb","https://app.example:8443/x?a=b","com.example.app:/cb"]`).ID
	for address, allowed := range map[string]bool{
		"http://127.0.0.1:9999/callback":               true,
		"http://127.0.0.1:1/callback":                  true, // RFC 8252, section 7.3
		"http://127.0.0.1/callback":                    true,
		"https://app.example/cb":                       true,
		"https://app.example:8443/x?a=b":               true,
		"com.example.app:/cb":                          true,
		"":                                             false,
		"https://app.example/cb/":                      false,
		"https://app.example/cb/more":                  false,
		"https://app.example/cbx":                      false,
		"https://app.example/":                         false,
		"https://app.example":                          false,
		"https://app.example/cb?x=y":                   false,
		"https://app.example/cb#":                      false,
		"https://app.example/cb#x":                     false,
		"https://app.example/x/../cb":                  false,
		"https://app.example/%63b":                     false,
		"https://APP.example/cb":                       false,
		"HTTPS://app.example/cb":                       false,
		"https://app.example:443/cb":                   false,
		"https://app.example:444/cb":                   false,
		"https://app.example:8444/x?a=b":               false,
		"https://app.example@evil.example/cb":          false,
		"https://user@app.example/cb":                  false,
		"https://app.example.evil.example/cb":          false,
		"https://evil.example/cb":                      false,
		"https://evil.example/?https://app.example/cb": false,
		`https://evil.example\@app.example/cb`:         false,
		"//app.example/cb":                             false,
		"http://app.example/cb":                        false,
		"http://127.0.0.1:9999/callback/":              false,
		"http://127.0.0.1:9999/callback?x":             false,
		"http://127.0.0.1:9999/callback#":              false,
		"http://127.0.0.1:9999/":                       false,
		"http://127.0.0.1:80@evil.example/callback":    false,
		"http://127.0.0.1@evil.example/callback":       false,
		"http://127.0.0.1.evil.example/callback":       false,
		"http://127.0.0.1:9999.evil.example/callback":  false,
		"http://127.0.0.1:/callback":                   false,
		"http://127.0.0.1:999999/callback":             false,
		"http://localhost:9999/callback":               false,
		"http://[::1]:9999/callback":                   false,
		"http://127.1:9999/callback":                   false,
		"https://127.0.0.1:9999/callback":              false,
		"com.example.app:/cb2":                         false,
		"com.example.app://cb":                         false,
		"javascript:alert(1)":                          false,
		"https://app.example/cb\r\nSet-Cookie: a=b":    false,
	} {
		for what, query := range map[string]url.Values{
			"asks":       asking(client, "redirect_uri", address),
			"is refused": asking(client, "redirect_uri", address, "response_type", "token"),
		} {
			a := p.get("/authorize?" + query.Encode())
			sent := a.Header.Get("Location")
			switch {
			case !allowed && (a.StatusCode != http.StatusBadRequest || sent != "" || !strings.Contains(a.body, "can’t go on")):
				t.Errorf("%q %s: %d, sent to %q", address, what, a.StatusCode, sent)
			case allowed && what == "asks" && a.StatusCode != http.StatusOK:
				t.Errorf("%q %s: %d %s", address, what, a.StatusCode, a.body)
			case allowed && what == "is refused" && !strings.HasPrefix(sent, address+map[bool]string{true: "&", false: "?"}[strings.Contains(address, "?")]):
				t.Errorf("%q %s: sent to %q", address, what, sent)
			}
		}
	}
	both := asking(client)
	both["redirect_uri"] = []string{callback, "https://evil.example/"}
	p.get("/authorize?"+both.Encode()).is(t, "two addresses", 400, "one redirect_uri")
	p.get("/authorize?"+asking("nobody").Encode()).is(t, "an unknown client", 400, "No client has this client_id")
	p.get("/authorize?"+asking(`"><script>`).Encode()).is(t, "markup", 400, "invalid_client")
	p.get("/authorize?%zz").is(t, "broken", 400, "invalid_request")
}

// Other faults are for the client: they return to it.
func TestAuthorizationRequests(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	client := p.public()
	for name, test := range map[string]struct {
		changes []string
		want    string
	}{
		"no PKCE":                    {[]string{"code_challenge", ""}, "invalid_request"},
		"plain PKCE":                 {[]string{"code_challenge_method", "plain"}, "invalid_request"},
		"PKCE by default":            {[]string{"code_challenge_method", ""}, "invalid_request"}, // which is plain
		"a short challenge":          {[]string{"code_challenge", "abc"}, "invalid_request"},
		"a broken challenge":         {[]string{"code_challenge", strings.Repeat("=", 43)}, "invalid_request"},
		"the implicit flow":          {[]string{"response_type", "token"}, "unsupported_response_type"},
		"a hybrid flow":              {[]string{"response_type", "code id_token"}, "unsupported_response_type"},
		"a fragment":                 {[]string{"response_mode", "fragment"}, "invalid_request"},
		"a request object":           {[]string{"request", "eyJ"}, "request_not_supported"},
		"a request address":          {[]string{"request_uri", "http://127.0.0.1/"}, "request_uri_not_supported"},
		"a broken scope":             {[]string{"scope", "a\"b"}, "invalid_scope"},
		"many scopes":                {[]string{"scope", many(101)}, "invalid_scope"},
		"a relative resource":        {[]string{"resource", "/mcp"}, "invalid_target"},
		"a resource with a fragment": {[]string{"resource", app + "#x"}, "invalid_target"},
		"a resource with a user":     {[]string{"resource", "https://a@b.example/"}, "invalid_target"},
		"a script as a resource":     {[]string{"resource", "javascript:alert(1)"}, "invalid_target"},
	} {
		got := p.returned(p.get("/authorize?" + asking(client, test.changes...).Encode()))
		if got.Get("error") != test.want || got.Has("code") || got.Get("state") != "a state&b" || got.Get("iss") != p.URL() {
			t.Errorf("%s: %v", name, got)
		}
	}
	two := asking(client)
	two["resource"] = []string{app, "https://other.example/mcp"}
	if got := p.returned(p.get("/authorize?" + two.Encode())); got.Get("error") != "invalid_target" {
		t.Errorf("two resources: %v", got)
	}
	two = asking(client)
	two["scope"] = []string{"a", "b"}
	if got := p.returned(p.get("/authorize?" + two.Encode())); got.Get("error") != "invalid_request" {
		t.Errorf("two scopes: %v", got)
	}
	if got := p.returned(p.get("/authorize?" + asking(client, "state", strings.Repeat("s", 5000)).Encode())); got.Get("error") != "invalid_request" || got.Has("state") {
		t.Errorf("a long state: %.300v", got)
	}
	p.get("/authorize?"+asking(client, "resource", "").Encode()).is(t, "no resource", 200, "names no resource")
}

func many(n int) string {
	var text strings.Builder
	for i := range n {
		text.WriteString(" s")
		text.WriteString(strings.Repeat("x", i))
	}
	return text.String()
}

// Only the page that was shown can send its form, once, from its own browser.
func TestForgedForms(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	client := p.public()
	form := func(transaction string) url.Values {
		return url.Values{"transaction": {transaction}, "user": {"ada"}, "scope": {"trips.read"}, "decision": {"allow"}}
	}
	const decision = "/authorize/decision"
	for name, header := range map[string][]string{
		"another origin":                     {"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"},
		"another port of this machine":       {"Origin", "http://127.0.0.1:8080", "Sec-Fetch-Site", "same-site"},
		"an origin that is hidden":           {"Origin", "null"},
		"another site in an older browser":   {"Origin", "https://evil.example"},
		"another site that hides its origin": {"Sec-Fetch-Site", "cross-site"},
	} {
		_, transaction := p.page(asking(client))
		p.postForm(decision, form(transaction), header...).is(t, name, http.StatusForbidden, "foreign_page")
	}
	for _, transaction := range []string{"", "guessed"} {
		p.postForm(decision, form(transaction)).is(t, "a guess", 400, "page_used")
	}
	_, transaction := p.page(asking(client))
	mine := p.browser
	p.browser = newBrowser(t)
	p.postForm(decision, form(transaction)).is(t, "a browser without the cookie", 400, "page_used")
	p.page(asking(client))
	p.postForm(decision, form(transaction)).is(t, "a browser with another cookie", 400, "page_used")
	p.browser = mine
	p.returned(p.postForm(decision, form(transaction)))
	p.postForm(decision, form(transaction)).is(t, "the same form again", 400, "page_used")
	_, transaction = p.page(asking(client))
	p.returned(p.postForm(decision, changed(form(transaction), "decision", "deny"))) // which leaves the cookie
	p.postForm(decision, form(transaction)).is(t, "a form that was denied", 400, "page_used")

	a := p.get("/authorize?" + asking(client).Encode())
	if policy := a.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") || !strings.Contains(policy, "default-src 'none'") ||
		a.Header.Get("X-Frame-Options") != "DENY" || a.Header.Get("Access-Control-Allow-Origin") != "" || a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("the page's header: %v", a.Header)
	}
	cookie := a.Header.Get("Set-Cookie")
	if !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Lax") || !strings.Contains(cookie, "Path=/authorize") {
		t.Errorf("the cookie: %s", cookie)
	}
}

// What a client says about itself is text, never markup.
func TestMarkupOfClients(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	client := p.register(`"client_name":"<script>alert(1)</script>","redirect_uris":["` + callback + `"]`).ID
	html, _ := p.page(asking(client, "scope", "<b>' &amp;", "resource", "https://app.example/?a='onload=x"))
	if strings.Contains(html, "<script") || strings.Contains(html, "<b>'") || strings.Contains(html, "'onload") {
		t.Errorf("the page has markup of the client: %s", html)
	}
}

package issuer_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/clocktest"
	"github.com/orielapps/oriel/internal/tool/issuer"
	"github.com/orielapps/oriel/internal/tool/issuer/issuertest"
)

const (
	callback = "http://127.0.0.1:9999/callback"
	app      = "http://127.0.0.1:8080/mcp"
	verifier = "a-verifier-of-the-test-that-is-long-enough-for-pkce"
)

// provider is an issuer that runs, and a browser in front of it.
type provider struct {
	*issuer.Issuer

	t       *testing.T
	browser *http.Client
	clock   *clocktest.Clock
	uses    int
}

func start(t *testing.T, o issuer.Options) *provider {
	t.Helper()
	p := &provider{t: t, clock: clocktest.New(), browser: newBrowser(t)}
	o.Now, o.OnUse = p.clock.Now, func() { p.uses++ }
	p.Issuer = issuertest.Start(t, o)
	return p
}

// newBrowser returns a client with cookies that follows no redirects.
func newBrowser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{
		Jar: jar, Timeout: time.Minute, Transport: &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

type answer struct {
	*http.Response

	body string
}

// is fails for another status, or a body without a text.
func (a answer) is(t *testing.T, what string, status int, text string) {
	t.Helper()
	if a.StatusCode != status || !strings.Contains(a.body, text) {
		t.Errorf("%s: %d %.600s, want %d and %q", what, a.StatusCode, a.body, status, text)
	}
}

func (p *provider) do(client *http.Client, method, path, body string, header ...string) answer {
	p.t.Helper()
	request, err := http.NewRequestWithContext(p.t.Context(), method, p.URL()+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	for pair := range slices.Chunk(header, 2) {
		if name, value := pair[0], pair[1]; name == "Host" {
			request.Host = value
		} else {
			request.Header.Set(name, value)
		}
	}
	response, err := client.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return answer{response, string(text)}
}

func (p *provider) get(path string, header ...string) answer {
	p.t.Helper()
	return p.do(p.browser, http.MethodGet, path, "", header...)
}

func (p *provider) postForm(path string, form url.Values, header ...string) answer {
	p.t.Helper()
	return p.do(p.browser, http.MethodPost, path, form.Encode(), append([]string{"Content-Type", "application/x-www-form-urlencoded"}, header...)...)
}

type credentials struct {
	ID     string `json:"client_id"`
	Secret string `json:"client_secret"`
}

// register registers a client; metadata are the members of its JSON.
func (p *provider) register(metadata string) (made credentials) {
	p.t.Helper()
	a := p.do(p.browser, http.MethodPost, "/register", "{"+metadata+"}", "Content-Type", "application/json")
	a.is(p.t, "registering", http.StatusCreated, "client_id")
	p.decode(a.body, &made)
	return made
}

// public registers a client without a secret, which refreshes.
func (p *provider) public() string {
	p.t.Helper()
	return p.register(`"client_name":"Trial","token_endpoint_auth_method":"none","grant_types":["authorization_code","refresh_token"],"redirect_uris":["` + callback + `"]`).ID
}

func (p *provider) decode(text string, value any) {
	p.t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	if err := decoder.Decode(value); err != nil {
		p.t.Fatalf("%q: %v", text, err)
	}
}

func challenge() string {
	hash := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(hash[:])
}

// asking returns an authorization request; changes are names and values, of which "" removes.
func asking(client string, changes ...string) url.Values {
	query := url.Values{
		"response_type": {"code"}, "client_id": {client}, "redirect_uri": {callback}, "code_challenge": {challenge()}, "code_challenge_method": {"S256"},
		"resource": {app}, "scope": {"trips.read trips.write"}, "state": {"a state&b"},
	}
	return changed(query, changes...)
}

func changed(form url.Values, changes ...string) url.Values {
	for pair := range slices.Chunk(changes, 2) {
		name, value := pair[0], pair[1]
		form.Set(name, value)
		if value == "" {
			form.Del(name)
		}
	}
	return form
}

var transactionField = regexp.MustCompile(`name="transaction" value="([^"]+)"`)

// page opens the page and returns it with its transaction.
func (p *provider) page(query url.Values) (html, transaction string) {
	p.t.Helper()
	a := p.get("/authorize?" + query.Encode())
	a.is(p.t, "the page", http.StatusOK, "asks for access")
	return a.body, p.transaction(a.body)
}

func (p *provider) transaction(html string) string {
	p.t.Helper()
	found := transactionField.FindStringSubmatch(html)
	if found == nil {
		p.t.Fatalf("the page has no transaction: %s", html)
	}
	return found[1]
}

// decide sends the page's form, with all scopes that are given.
func (p *provider) decide(transaction, user string, scopes ...string) answer {
	p.t.Helper()
	return p.postForm("/authorize/decision", url.Values{"transaction": {transaction}, "user": {user}, "scope": scopes, "decision": {"allow"}},
		"Origin", p.URL(), "Sec-Fetch-Site", "same-origin")
}

// returned are the parameters with which a browser returns to the client.
func (p *provider) returned(a answer) url.Values {
	p.t.Helper()
	to, err := a.Location()
	if err != nil || a.StatusCode != http.StatusSeeOther || !strings.HasPrefix(to.String(), callback+"?") {
		p.t.Fatalf("it does not return: %d %v %.300s", a.StatusCode, to, a.body)
	}
	return to.Query()
}

// code returns the code for an authorization request that ada allows.
func (p *provider) code(query url.Values) string {
	p.t.Helper()
	_, transaction := p.page(query)
	got := p.returned(p.decide(transaction, "ada", strings.Fields(query.Get("scope"))...))
	if got.Get("code") == "" {
		p.t.Fatalf("no code: %v", got)
	}
	return got.Get("code")
}

func redeeming(client, code string, changes ...string) url.Values {
	return changed(url.Values{
		"grant_type": {"authorization_code"}, "client_id": {client}, "code": {code}, "redirect_uri": {callback}, "code_verifier": {verifier}, "resource": {app},
	}, changes...)
}

func refreshing(client, token string, changes ...string) url.Values {
	return changed(url.Values{"grant_type": {"refresh_token"}, "client_id": {client}, "refresh_token": {token}, "resource": {app}}, changes...)
}

type tokens struct {
	Access    string `json:"access_token"`
	Type      string `json:"token_type"`
	ExpiresIn int    `json:"expires_in"`
	Refresh   string `json:"refresh_token"`
	Scope     string `json:"scope"`
	ID        string `json:"id_token"`
}

// tokens asks the token endpoint, which has to agree.
func (p *provider) tokens(form url.Values, header ...string) (got tokens) {
	p.t.Helper()
	a := p.postForm("/token", form, header...)
	a.is(p.t, "the token endpoint", http.StatusOK, "access_token")
	p.decode(a.body, &got)
	return got
}

// refuses asks the token endpoint, which has to refuse.
func (p *provider) refuses(what string, form url.Values, status int, code string, header ...string) {
	p.t.Helper()
	p.postForm("/token", form, header...).is(p.t, what, status, `"error":"`+code+`"`)
}

// active reports whether an access token counts at the userinfo endpoint; it needs the scope openid.
func (p *provider) active(token string) bool {
	p.t.Helper()
	return p.get("/userinfo", "Authorization", "Bearer "+token).StatusCode == http.StatusOK
}

type jwk struct {
	ID string `json:"kid"`
	X  string `json:"x"`
	Y  string `json:"y"`
}

func (p *provider) keys() []jwk {
	p.t.Helper()
	var set struct {
		Keys []jwk `json:"keys"`
	}
	p.decode(p.get("/jwks").body, &set)
	return set.Keys
}

// verify returns a token's header and claims, if a published key has signed it.
func (p *provider) verify(token string) (header, claims map[string]any) {
	p.t.Helper()
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		p.t.Fatalf("no JWT: %s", token)
	}
	raw := func(text string) []byte {
		b, err := base64.RawURLEncoding.DecodeString(text)
		if err != nil {
			p.t.Fatal(err)
		}
		return b
	}
	decode := func(text string) (value map[string]any) {
		decoder := json.NewDecoder(bytes.NewReader(raw(text)))
		if err := decoder.Decode(&value); err != nil {
			p.t.Fatal(err)
		}
		return value
	}
	header, claims = decode(parts[0]), decode(parts[1])
	hash, signature := sha256.Sum256([]byte(parts[0]+"."+parts[1])), raw(parts[2])
	for _, key := range p.keys() {
		if key.ID != header["kid"] {
			continue
		}
		public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), append([]byte{4}, append(raw(key.X), raw(key.Y)...)...))
		if err != nil {
			p.t.Fatal(err)
		}
		if len(signature) == 64 && ecdsa.Verify(public, hash[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
			return header, claims
		}
	}
	p.t.Fatalf("no published key has signed it: %v", header)
	return nil, nil
}

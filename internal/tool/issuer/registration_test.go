package issuer_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/issuer"
)

// The metadata is what clients need, under both names.
func TestMetadata(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	first := p.get("/.well-known/openid-configuration")
	second := p.get("/.well-known/oauth-authorization-server")
	if first.body != second.body || first.StatusCode != http.StatusOK {
		t.Errorf("%d %s\n%d %s", first.StatusCode, first.body, second.StatusCode, second.body)
	}
	var got map[string]any
	p.decode(first.body, &got)
	for name, want := range map[string]any{
		"issuer": p.URL(), "authorization_endpoint": p.URL() + "/authorize", "token_endpoint": p.URL() + "/token", "registration_endpoint": p.URL() + "/register",
		"jwks_uri": p.URL() + "/jwks", "code_challenge_methods_supported": []any{"S256"}, "response_types_supported": []any{"code"},
		"grant_types_supported":                          []any{"authorization_code", "refresh_token"},
		"token_endpoint_auth_methods_supported":          []any{"none", "client_secret_basic", "client_secret_post"},
		"client_id_metadata_document_supported":          true,
		"authorization_response_iss_parameter_supported": true,
	} {
		if fmt.Sprint(got[name]) != fmt.Sprint(want) {
			t.Errorf("%s is %v, want %v", name, got[name], want)
		}
	}
	head := p.do(p.browser, http.MethodHead, "/.well-known/openid-configuration", "")
	if head.StatusCode != http.StatusOK || head.body != "" || head.Header.Get("Content-Type") != "application/json" {
		t.Errorf("HEAD: %d %q", head.StatusCode, head.body)
	}
}

// Only this machine is answered, under the issuer's own name; pages of other origins reach
// what clients in browsers need.
func TestGuard(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	if !strings.HasPrefix(p.URL(), "http://127.0.0.1:") {
		t.Errorf("it listens at %s", p.URL())
	}
	port := p.URL()[strings.LastIndex(p.URL(), ":"):]
	for _, host := range []string{"evil.example", "evil.example" + port, "localhost" + port, "127.0.0.1", "127.0.0.1.evil.example" + port, "four-words.trycloudflare.com"} {
		for _, path := range []string{"/.well-known/openid-configuration", "/authorize", "/jwks"} {
			p.get(path, "Host", host).is(t, host+path, http.StatusForbidden, "only")
		}
	}
	if p.uses != 0 {
		t.Error("a refused request counts as use")
	}
	for path, method := range map[string]string{
		"/.well-known/openid-configuration": "GET", "/.well-known/oauth-authorization-server": "GET", "/jwks": "GET", "/token": "POST", "/register": "POST", "/userinfo": "GET",
	} {
		a := p.do(p.browser, http.MethodOptions, path, "", "Origin", "https://inspector.example", "Access-Control-Request-Method", method)
		if a.StatusCode != http.StatusNoContent || a.Header.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(a.Header.Get("Access-Control-Allow-Methods"), method) ||
			a.Header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s: %d %v", path, a.StatusCode, a.Header)
		}
		if a = p.do(p.browser, method, path, "", "Origin", "https://inspector.example"); a.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: %d %v", path, a.StatusCode, a.Header)
		}
		p.do(p.browser, http.MethodDelete, path, "").is(t, "DELETE "+path, http.StatusMethodNotAllowed, "")
	}
	huge := strings.Repeat("x", 65<<10)
	p.do(p.browser, http.MethodPost, "/token", "a="+huge, "Content-Type", "application/x-www-form-urlencoded").is(t, "a huge form", 413, "64 KiB")
	p.do(p.browser, http.MethodPost, "/introspect", "a="+huge, "Content-Type", "application/x-www-form-urlencoded").is(t, "a huge form", 413, "64 KiB")
	p.do(p.browser, http.MethodPost, "/authorize/decision", "a="+huge, "Content-Type", "application/x-www-form-urlencoded").is(t, "a huge decision", 413, "64 KiB")
	p.do(p.browser, http.MethodPost, "/register", `{"client_name":"`+huge+`"}`, "Content-Type", "application/json").is(t, "a huge registration", 413, "64 KiB")
	p.get("/elsewhere").is(t, "another path", 404, "")
}

// A registration says what it registers, or what is wrong with it.
func TestRegistration(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	post := func(body string) answer {
		return p.do(p.browser, http.MethodPost, "/register", body, "Content-Type", "application/json")
	}
	post(`{"client_name":"A","redirect_uris":["`+callback+`"],"application_type":"native","grant_types":["authorization_code","urn:x"],"logo_uri":"http://a"}`).is(t, "all", 201,
		`"client_name":"A","redirect_uris":["`+callback+`"],"token_endpoint_auth_method":"client_secret_basic","grant_types":["authorization_code"],"response_types":["code"],"application_type":"native"`)
	for body, code := range map[string]string{
		`{`:                                    "invalid_client_metadata",
		`[]`:                                   "invalid_client_metadata",
		`null`:                                 "invalid_client_metadata",
		`{}`:                                   "invalid_redirect_uri",
		`{"redirect_uris":[]}`:                 "invalid_redirect_uri",
		`{"redirect_uris":"` + callback + `"}`: "invalid_client_metadata",
		`{"redirect_uris":["http://app.example/"]}`:                                             "invalid_redirect_uri",
		`{"redirect_uris":["javascript:alert(1)"]}`:                                             "invalid_redirect_uri",
		`{"redirect_uris":["data:text/html,x"]}`:                                                "invalid_redirect_uri",
		`{"redirect_uris":["https://a.example/#"]}`:                                             "invalid_redirect_uri",
		`{"redirect_uris":["https://a@b.example/"]}`:                                            "invalid_redirect_uri",
		`{"redirect_uris":["/callback"]}`:                                                       "invalid_redirect_uri",
		`{"redirect_uris":["https://a.example/\r\nX: y"]}`:                                      "invalid_redirect_uri",
		`{"redirect_uris":["https://a.example/` + strings.Repeat("x", 3000) + `"]}`:             "invalid_redirect_uri",
		`{"redirect_uris":[` + strings.Repeat(`"`+callback+`",`, 20) + `"` + callback + `"]}`:   "invalid_redirect_uri",
		`{"redirect_uris":["` + callback + `"],"token_endpoint_auth_method":"private_key_jwt"}`: "invalid_client_metadata",
		`{"redirect_uris":["` + callback + `"],"grant_types":["client_credentials"]}`:           "invalid_client_metadata",
		`{"redirect_uris":["` + callback + `"],"response_types":["token"]}`:                     "invalid_client_metadata",
		`{"redirect_uris":["` + callback + `"],"application_type":"x"}`:                         "invalid_client_metadata",
		`{"redirect_uris":["` + callback + `"],"client_name":"a\u0007"}`:                        "invalid_client_metadata",
		`{"redirect_uris":["` + callback + `"],"scope":"\""}`:                                   "invalid_client_metadata",
	} {
		post(body).is(t, fmt.Sprintf("%.100s", body), 400, `"error":"`+code+`"`)
	}
	p.do(p.browser, http.MethodPost, "/register", "{}", "Content-Type", "text/plain").is(t, "no JSON", 400, "invalid_client_metadata")
	made := p.register(`"client_id":"mine","redirect_uris":["` + callback + `"]`)
	if made.ID == "mine" {
		t.Error("a client chooses its id")
	}
}

// Of too many clients, those that do nothing are forgotten.
func TestManyClients(t *testing.T) {
	t.Parallel()
	p := start(t, issuer.Options{})
	idle, busy := p.public(), p.public()
	p.clock.Pass(time.Second)
	for i := range 999 {
		if i == 500 {
			p.page(asking(busy))
		}
		p.clock.Pass(time.Millisecond)
		p.public()
	}
	p.page(asking(busy))
	p.get("/authorize?"+asking(idle).Encode()).is(t, "the idle client", 400, "invalid_client")
}

// documents is a server of client metadata documents.
type documents struct {
	*httptest.Server

	asked atomic.Int32
}

func newDocuments(t *testing.T, secure bool) *documents {
	t.Helper()
	d := &documents{}
	mux := http.NewServeMux()
	serve := func(path, kind string, write func(w http.ResponseWriter, id string)) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			d.asked.Add(1)
			w.Header().Set("Content-Type", kind)
			write(w, d.URL+path)
		})
	}
	document := func(w http.ResponseWriter, id, more string) {
		_, _ = fmt.Fprintf(w, `{"client_id":%q,"client_name":"By document","redirect_uris":[%q],"grant_types":["authorization_code","refresh_token"]%s}`, id, callback, more)
	}
	serve("/good", "application/json", func(w http.ResponseWriter, id string) { document(w, id, "") })
	serve("/html", "text/html", func(w http.ResponseWriter, id string) { document(w, id, "") })
	serve("/other", "application/json", func(w http.ResponseWriter, id string) { document(w, id+"x", "") })
	serve("/secret", "application/json", func(w http.ResponseWriter, id string) {
		document(w, id, `,"token_endpoint_auth_method":"client_secret_post"`)
	})
	serve("/huge", "application/json", func(w http.ResponseWriter, id string) {
		document(w, id, `,"x":"`+strings.Repeat("x", 65<<10)+`"`)
	})
	serve("/broken", "application/json", func(w http.ResponseWriter, _ string) { _, _ = w.Write([]byte("private text")) })
	serve("/none", "application/json", func(w http.ResponseWriter, _ string) { w.WriteHeader(http.StatusNotFound) })
	serve("/away", "application/json", func(w http.ResponseWriter, _ string) {
		w.Header().Set("Location", d.URL+"/good")
		w.WriteHeader(http.StatusFound)
	})
	serve("/redirects", "application/json", func(w http.ResponseWriter, id string) {
		_, _ = fmt.Fprintf(w, `{"client_id":%q,"redirect_uris":["http://evil.example/"]}`, id)
	})
	d.Server = httptest.NewUnstartedServer(mux)
	if secure {
		d.StartTLS()
	} else {
		d.Start()
	}
	t.Cleanup(d.Close)
	return d
}

// A client's id may be the address of its metadata: with https, or on this machine.
func TestClientDocuments(t *testing.T) {
	t.Parallel()
	for name, secure := range map[string]bool{"http": false, "https": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDocuments(t, secure)
			o := issuer.Options{}
			if secure {
				transport, ok := d.Client().Transport.(*http.Transport)
				if !ok {
					t.Fatal("no transport")
				}
				o.RootCAs = transport.TLSClientConfig.RootCAs
			}
			p := start(t, o)
			id := d.URL + "/good"
			html, transaction := p.page(asking(id))
			if !strings.Contains(html, "By document") || !strings.Contains(html, id) {
				t.Errorf("the page: %s", html)
			}
			made := p.tokens(redeeming(id, p.returned(p.decide(transaction, "ada")).Get("code")))
			if _, claims := p.verify(made.Access); claims["client_id"] != id || made.Refresh == "" {
				t.Errorf("signed in: %v", claims)
			}
			if asked := d.asked.Load(); asked != 1 {
				t.Errorf("the document was read %d times in a minute", asked)
			}
			p.clock.Pass(2 * time.Minute)
			p.page(asking(id))
			if asked := d.asked.Load(); asked != 2 {
				t.Errorf("the document was read %d times in two minutes", asked)
			}
			p.refuses("with a secret", redeeming(id, "x", "client_secret", "x"), 401, "invalid_client")
			for path, text := range map[string]string{
				"/html": "not declared as JSON", "/other": "another client_id", "/secret": "must be none", "/huge": "more than 64 KiB",
				"/broken": "no client metadata document", "/none": "does not answer with 200", "/away": "does not answer with 200", "/redirects": "not encrypted",
			} {
				a := p.get("/authorize?" + asking(d.URL+path).Encode())
				a.is(t, path, 400, text)
				if strings.Contains(a.body, "private text") {
					t.Error("the page shows what is at the address")
				}
			}
		})
	}
}

// A client's id is no way to look around in a private network.
func TestClientDocumentsElsewhere(t *testing.T) {
	t.Parallel()
	d := newDocuments(t, false)
	port := d.URL[strings.LastIndex(d.URL, ":"):]
	p := start(t, issuer.Options{})
	for id, text := range map[string]string{
		"https://10.0.0.1/client":                     "no public address",
		"https://192.168.1.1/client":                  "no public address",
		"https://172.16.0.1/client":                   "no public address",
		"https://169.254.169.254/latest/meta-data":    "no public address",
		"https://100.64.0.1/client":                   "no public address",
		"https://0.0.0.0/client":                      "no public address",
		"https://127.0.0.2/client":                    "no public address",
		"https://[fd00::1]/client":                    "no public address",
		"https://[fe80::1]/client":                    "no public address",
		"https://[::ffff:127.0.0.1]/client":           "no public address",
		"https://[::ffff:10.0.0.1]/client":            "no public address",
		"https://[64:ff9b::a00:1]/client":             "no public address",
		"https://[::10.0.0.1]/client":                 "no public address",
		"https://[::127.0.0.1]/client":                "no public address",
		"http://10.0.0.1/client":                      "No client has this client_id",
		"http://example.com/client":                   "No client has this client_id",
		"http://127.0.0.1" + port + "/":               "No client has this client_id",
		"http://127.0.0.1" + port:                     "No client has this client_id",
		"http://user@127.0.0.1" + port + "/good":      "No client has this client_id",
		"http://127.0.0.1" + port + "/good#x":         "No client has this client_id",
		"http://127.0.0.1" + port + "/x/../good":      "No client has this client_id",
		"file:///etc/passwd":                          "No client has this client_id",
		"https://" + strings.Repeat("a", 3000) + "/x": "No client has this client_id",
	} {
		p.get("/authorize?"+asking(id).Encode()).is(t, fmt.Sprintf("%.80s", id), 400, text)
	}
	if asked := d.asked.Load(); asked != 0 {
		t.Errorf("this machine was asked %d times", asked)
	}
}

// A client waits at most five seconds for a slow document.
func TestSlowDocument(t *testing.T) {
	t.Parallel()
	ctx, release := context.WithCancel(t.Context())
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-ctx.Done() }))
	defer slow.Close()
	defer release()
	p := start(t, issuer.Options{})
	p.get("/authorize?"+asking(slow.URL+"/client").Encode()).is(t, "a slow document", 400, "can&#39;t be reached")
}

package auth_test

import (
	"context"
	"crypto/elliptic"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/auth"
)

// world is a provider, and a verifier that asks it over a network in memory.
type world struct {
	t        *testing.T
	network  *network
	provider *provider
	log      *logged
	verifier oriel.TokenVerifier
	stop     func() // the provider
}

// inWorld runs a test in which time goes when all wait for it. Change may be nil.
func inWorld(t *testing.T, change func(*auth.OIDC), test func(t *testing.T, w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, network: newNetwork(), provider: newProvider(jwk(&p256Key().PublicKey, map[string]any{"kid": "a"})), log: &logged{}}
		declared := auth.OIDC{Issuer: issuer, Audience: endpoint, Logger: w.log.logger()}
		if change != nil {
			change(&declared)
		}
		w.verifier = verifier(t, declared)
		w.network.attach(w.verifier)
		w.start()
		test(t, w)
		synctest.Wait()
	})
}

func (w *world) start() { w.stop = w.network.serve(w.t, "93.184.216.34:443", w.provider) }

// want checks a token, which takes as long as in took.
func (w *world) want(what, token, want string, took time.Duration) {
	w.t.Helper()
	began := time.Now()
	if got := verdict(w.t, w.verifier, token); got != want {
		w.t.Errorf("%s: %q, want %q; log:\n%s", what, got, want, w.log)
	}
	if waited := time.Since(began); waited != took {
		w.t.Errorf("%s takes %s, want %s", what, waited, took)
	}
}

const unavailable = "unavailable"

func named(kid string, changed map[string]any) string {
	return token(map[string]any{"kid": kid}, claims(changed))
}

func TestOIDC(t *testing.T) {
	t.Parallel()
	inWorld(t, nil, func(t *testing.T, w *world) {
		t.Helper()
		good := named("a", nil)
		w.want("a good token", good, "", 0)
		w.want("the same one", good, "", 0)
		w.want("another user's", named("a", map[string]any{"sub": "bob"}), "", 0)
		w.want("one for another audience", named("a", map[string]any{"aud": endpoint + "/"}), "token_invalid", 0)
		if asked := w.provider.asked; !slicesEqual(asked, "/.well-known/openid-configuration", "/keys") {
			t.Errorf("the provider was asked for %q", asked)
		}
		if log := w.log.String(); !strings.Contains(log, endpoint+`/\"`) || !strings.Contains(log, endpoint+`\"`) || strings.Contains(log, "eyJ") {
			t.Errorf("the log is %s", log)
		}
		if got := auth.Remembered(w.verifier); got != 2 {
			t.Errorf("%d tokens are remembered, want 2", got)
		}
		time.Sleep(time.Hour) // until the token ends
		w.want("within the leeway", good, "", 0)
		time.Sleep(30 * time.Second)
		w.want("expired", good, "token_expired", 0)
	})
}

// A provider's metadata may be in three places.
func TestDiscovery(t *testing.T) {
	t.Parallel()
	const here = "https://id.example.com/t/1"
	metadata := func(issuer string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			writeJSON(w, map[string]any{"issuer": issuer, "jwks_uri": "https://id.example.com/keys"})
		}
	}
	text := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) }
	}
	type pages map[string]http.HandlerFunc
	const openID, oauth = "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"
	for _, test := range []struct {
		name, issuer string
		pages        pages
		want, log    string
	}{
		{"OpenID Connect", here, pages{"/t/1" + openID: metadata(here)}, "", ""},
		{"OpenID Connect with a slash", here + "/", pages{"/t/1" + openID: metadata(here + "/")}, "", ""},
		{"OAuth", here, pages{oauth + "/t/1": metadata(here)}, "", ""},
		{"OpenID Connect, inserted", here, pages{openID + "/t/1": metadata(here)}, "", ""},
		{"OAuth without a path", issuer, pages{openID: status(404), oauth: metadata(issuer)}, "", ""},
		{"another's in the first place", here, pages{"/t/1" + openID: metadata(issuer), oauth + "/t/1": metadata(here)}, "", ""},
		{"a page in the first place", here, pages{"/t/1" + openID: text("<html>"), oauth + "/t/1": metadata(here)}, "", ""},
		{"none", here, nil, unavailable, "status 404"},
		{"at the root alone", here, pages{openID: metadata(here)}, unavailable, "status 404"},
		{"of the root", here, pages{"/t/1" + openID: metadata(issuer)}, unavailable, `that of the issuer \"https://id.example.com\", not of \"https://id.example.com/t/1\"`},
		{"with a slash", issuer, pages{openID: metadata(issuer + "/")}, unavailable, `copy the name as it is there`},
		{"without a slash", issuer + "/", pages{openID: metadata(issuer)}, unavailable, `copy the name as it is there`},
		{"in capitals", issuer, pages{openID: metadata(strings.ToUpper(issuer))}, unavailable, "not of"},
		{"without an issuer", issuer, pages{openID: text(`{"jwks_uri":"https://id.example.com/keys"}`)}, unavailable, "not of"},
		{"with two issuers", issuer, pages{openID: text(`{"issuer":"` + issuer + `","jwks_uri":"https://id.example.com/keys","issuer":"` + issuer + `"}`)}, unavailable, "twice"},
		{"Issuer", issuer, pages{openID: text(`{"Issuer":"` + issuer + `","jwks_uri":"https://id.example.com/keys"}`)}, unavailable, "not of"},
		{"without keys", issuer, pages{openID: text(`{"issuer":"` + issuer + `"}`)}, unavailable, "no jwks_uri"},
		{"500", issuer, pages{openID: status(500), oauth: metadata(issuer)}, unavailable, "status 500"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, func(o *auth.OIDC) { o.Issuer = test.issuer }, func(t *testing.T, w *world) {
				t.Helper()
				w.provider.set(func(p *provider) { p.metadata = nil; maps.Copy(p.pages, test.pages) })
				if test.pages[openID] == nil {
					w.provider.pages[openID] = status(404)
				}
				w.want("a token", named("a", map[string]any{"iss": test.issuer}), test.want, 0)
				if log := w.log.String(); !strings.Contains(log, test.log) {
					t.Errorf("the log does not say %q: %s", test.log, log)
				}
			})
		})
	}
}

// A provider that can't be trusted is not: nobody gets in, and nobody waits.
func TestBadProviders(t *testing.T) {
	t.Parallel()
	huge := func(w http.ResponseWriter, _ *http.Request) {
		for range 1 << 11 {
			_, _ = w.Write([]byte(strings.Repeat(" ", 1<<10)))
		}
	}
	breaks := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write([]byte(`{"keys":`))
	}
	headers := func(w http.ResponseWriter, _ *http.Request) {
		for i := range 100 {
			w.Header().Set(fmt.Sprint("X-", i), strings.Repeat("x", 1<<10))
		}
	}
	trickle := func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			_, _ = w.Write([]byte(" "))
			_ = http.NewResponseController(w).Flush()
			time.Sleep(time.Second)
		}
	}
	redirect := func(to string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }
	}
	var many []map[string]any
	for range 101 {
		many = append(many, jwk(&p256Key().PublicKey, nil))
	}
	const metadata, keys = "/.well-known/openid-configuration", "/keys"
	for _, test := range []struct {
		name, path string
		page       http.HandlerFunc
		took       time.Duration
		log        string
	}{
		{"slow metadata", metadata, slow, 5 * time.Second, "deadline exceeded"},
		{"slow keys", keys, slow, 5 * time.Second, "deadline exceeded"},
		{"a trickle of keys", keys, trickle, 5 * time.Second, ""},
		{"slow in both", metadata, func(w http.ResponseWriter, _ *http.Request) {
			time.Sleep(3 * time.Second)
			_, _ = w.Write([]byte(`{"issuer":"` + issuer + `","jwks_uri":"` + issuer + `/slow"}`))
		}, 5 * time.Second, ""},
		{"huge metadata", metadata, huge, 0, "more than 1 MiB"},
		{"huge keys", keys, huge, 0, "more than 1 MiB"},
		{"huge headers", keys, headers, 0, "header"},
		{"broken keys", keys, breaks, 0, "breaks off"},
		{"too many keys", keys, func(w http.ResponseWriter, _ *http.Request) {
			writeJSON(w, map[string]any{"keys": many})
		}, 0, "more than 100 keys"},
		{"no keys", keys, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{}`)) }, 0, "no keys"},
		{"a page", keys, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`<html>`)) }, 0, "not JSON"},
		{"a redirect of the metadata", metadata, redirect("https://id.example.com/other"), 0, "redirects are not followed"},
		{"a redirect of the metadata to this machine", metadata, redirect("http://127.0.0.1/.well-known/openid-configuration"), 0, "redirects are not followed"},
		{"a redirect of the metadata to a cloud's credentials", metadata, redirect("http://169.254.169.254/latest/meta-data"), 0, "redirects are not followed"},
		{"a redirect of the keys to a private address", keys, redirect("https://10.0.0.5/keys"), 0, "redirects are not followed"},
		{"a redirect of the keys", keys, redirect("https://evil.example/keys"), 0, "redirects are not followed"},
		{"a redirect to this machine", keys, redirect("http://127.0.0.1/keys"), 0, "redirects are not followed"},
		{"503", keys, status(503), 0, "status 503"},
		{"404", keys, status(404), 0, "status 404"},
		{"204", keys, status(204), 0, "status 204"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, nil, func(t *testing.T, w *world) {
				t.Helper()
				w.provider.set(func(p *provider) { p.pages[test.path] = test.page; p.pages["/slow"] = slow })
				w.want("a token", named("a", nil), unavailable, test.took)
				synctest.Wait()
				if log := w.log.String(); !strings.Contains(log, test.log) {
					t.Errorf("the log does not say %q: %s", test.log, log)
				}
				w.want("another token at once", named("a", map[string]any{"sub": "bob"}), unavailable, 0)
				asked := len(w.provider.asked)
				w.provider.set(func(p *provider) { clear(p.pages) })
				w.want("a token while it is not asked again", named("a", nil), unavailable, 0)
				if len(w.provider.asked) != asked {
					t.Errorf("the provider was asked for %q", w.provider.asked)
				}
				time.Sleep(5 * time.Second)
				w.want("a token when all is well", named("a", nil), "", 0)
			})
		})
	}
}

// What metadata names can't lead into the network of the app.
func TestPrivateAddresses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, issuer, issuerAt, keys string
		names                        map[string]string
		want                         string
	}{
		{"another public host", issuer, "93.184.216.34:443", "https://keys.example.com/keys", map[string]string{"keys.example.com": "93.184.216.35"}, ""},
		{"a private address", issuer, "93.184.216.34:443", "https://10.0.0.5/keys", nil, unavailable},
		{"loopback", issuer, "93.184.216.34:443", "https://127.0.0.1/keys", nil, unavailable},
		{"loopback over http", issuer, "93.184.216.34:443", "http://127.0.0.1/keys", nil, unavailable},
		{"localhost over http", issuer, "93.184.216.34:443", "http://localhost/keys", map[string]string{"localhost": "127.0.0.1"}, unavailable},
		{"::1", issuer, "93.184.216.34:443", "https://[::1]/keys", nil, unavailable},
		{"IPv4 in IPv6", issuer, "93.184.216.34:443", "https://[::ffff:10.0.0.5]/keys", nil, unavailable},
		{"NAT64", issuer, "93.184.216.34:443", "https://[64:ff9b::a00:5]/keys", nil, unavailable},
		{"a number", issuer, "93.184.216.34:443", "https://2130706433/keys", map[string]string{"2130706433": "127.0.0.1"}, unavailable},
		{"a name for a private address", issuer, "93.184.216.34:443", "https://keys.example.com/keys", map[string]string{"keys.example.com": "192.168.0.1"}, unavailable},
		{"a name for loopback", issuer, "93.184.216.34:443", "https://keys.example.com/keys", map[string]string{"keys.example.com": "127.0.0.1"}, unavailable},
		{"a cloud's credentials", issuer, "93.184.216.34:443", "https://169.254.169.254/keys", nil, unavailable},
		{"a name for a cloud's credentials", issuer, "93.184.216.34:443", "https://keys.example.com/keys", map[string]string{"keys.example.com": "169.254.169.254"}, unavailable},
		{"credentials in the URL", issuer, "93.184.216.34:443", "https://a:b@id.example.com/keys", nil, unavailable},
		{"http", issuer, "93.184.216.34:443", "http://id.example.com/keys", nil, unavailable},
		{"a file", issuer, "93.184.216.34:443", "file:///etc/passwd", nil, unavailable},

		{"private, of a private issuer", issuer, "10.0.0.5:443", "https://keys.example.com/keys", map[string]string{"id.example.com": "10.0.0.5", "keys.example.com": "10.0.0.6"}, ""},
		{"loopback, of a private issuer", issuer, "10.0.0.5:443", "https://keys.example.com/keys", map[string]string{"id.example.com": "10.0.0.5", "keys.example.com": "127.0.0.1"}, unavailable},
		{"on a private issuer's host", issuer, "10.0.0.5:443", "https://id.example.com/keys", map[string]string{"id.example.com": "10.0.0.5"}, ""},
		{"loopback, of an issuer on loopback", "http://127.0.0.1:8080", "127.0.0.1:8080", "http://127.0.0.1:8081/keys", nil, ""},
		{"a cloud's credentials, of an issuer on loopback", "http://127.0.0.1:8080", "127.0.0.1:8080", "https://169.254.169.254/keys", nil, unavailable},
		{"http elsewhere, of an issuer on loopback", "http://127.0.0.1:8080", "127.0.0.1:8080", "http://93.184.216.35/keys", nil, unavailable},
		{"localhost elsewhere, of an issuer on loopback", "http://127.0.0.1:8080", "127.0.0.1:8080", "http://localhost:8080/keys", map[string]string{"localhost": "93.184.216.35"}, unavailable},
		{"http, of an issuer that is on loopback", issuer, "127.0.0.1:443", "http://127.0.0.1/keys", map[string]string{"id.example.com": "127.0.0.1"}, unavailable},
		{"an issuer with a cloud's credentials", issuer, "169.254.169.254:443", "https://id.example.com/keys", map[string]string{"id.example.com": "169.254.169.254"}, unavailable},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, func(o *auth.OIDC) { o.Issuer = test.issuer }, func(t *testing.T, w *world) {
				t.Helper()
				w.provider.set(func(p *provider) { p.metadata = map[string]any{"issuer": test.issuer, "jwks_uri": test.keys} })
				maps.Copy(w.network.names, test.names)
				for _, address := range []string{
					"93.184.216.34:80", "93.184.216.35:443", "93.184.216.35:80", "93.184.216.35:8080", "10.0.0.5:443", "10.0.0.6:443", "127.0.0.1:443", "127.0.0.1:80",
					"127.0.0.1:8080", "127.0.0.1:8081", "[::1]:443", "192.168.0.1:443", "169.254.169.254:443", "[::ffff:10.0.0.5]:443", "[64:ff9b::a00:5]:443",
				} {
					w.network.serve(t, address, w.provider)
				}
				w.want("a token", named("a", map[string]any{"iss": test.issuer}), test.want, 0)
				if test.want != "" && w.provider.fetches() > 0 {
					t.Errorf("the keys were fetched from %q", w.network.dialled)
				}
			})
		})
	}
}

// A name that means something else when the keys are fetched again leads nowhere.
func TestRebinding(t *testing.T) {
	t.Parallel()
	inWorld(t, nil, func(t *testing.T, w *world) {
		t.Helper()
		w.provider.set(func(p *provider) { p.metadata["jwks_uri"] = "https://keys.example.com/keys" })
		w.network.names["keys.example.com"] = "93.184.216.35"
		w.network.serve(t, "93.184.216.35:443", w.provider)
		w.network.serve(t, "10.0.0.5:443", w.provider)
		w.want("a token", named("a", nil), "", 0)
		w.network.mu.Lock()
		w.network.names["keys.example.com"] = "10.0.0.5"
		w.network.mu.Unlock()
		time.Sleep(time.Minute)
		w.want("a token with a new key", named("b", nil), unavailable, 0)
		if n := w.provider.fetches(); n != 1 {
			t.Errorf("the keys were fetched %d times", n)
		}
	})
}

// Unknown keys are asked for at most once in 30 s, and by nobody twice.
func TestUnknownKeys(t *testing.T) {
	t.Parallel()
	inWorld(t, nil, func(t *testing.T, w *world) {
		t.Helper()
		w.want("a token with an unknown key", named("x", nil), "token_invalid", 0)
		for i := range 50 {
			w.want("another", named(fmt.Sprint("x", i), nil), "token_invalid", 0)
		}
		if n := w.provider.fetches(); n != 1 {
			t.Errorf("the keys were fetched %d times", n)
		}
		time.Sleep(30 * time.Second)
		w.provider.set(func(p *provider) {
			p.pages["/.well-known/openid-configuration"] = func(rw http.ResponseWriter, _ *http.Request) {
				time.Sleep(time.Second)
				writeJSON(rw, p.metadata)
			}
		})
		var all sync.WaitGroup
		for i := range 50 {
			all.Go(func() { w.want("many at a time", named(fmt.Sprint("y", i), nil), "token_invalid", time.Second) })
		}
		all.Wait()
		if n := w.provider.fetches(); n != 2 {
			t.Errorf("the keys were fetched %d times", n)
		}
		w.want("a token with a known key", named("a", nil), "", 0)
		w.want("one with the wrong signature", named("a", nil)[:100], "token_invalid", 0)
		w.want("one without a key's id", token(nil, claims(nil)), "", 0)

		time.Sleep(30 * time.Second)
		w.provider.set(func(p *provider) { p.pages["/keys"] = status(500) })
		w.want("an unknown key while the provider fails", named("z", nil), unavailable, time.Second)
		w.want("a known key while the provider fails", named("a", map[string]any{"sub": "bob"}), "", 0)
		eve := newEC(elliptic.P256())
		w.want("a known key that has not signed it", signed(jwt.SigningMethodES256, eve, map[string]any{"alg": "ES256", "kid": "a"}, claims(nil)), "token_invalid", 0)
	})
}

// Keys rotate: new ones are found at once, and what was signed with a dropped one is refused
// as soon as the provider's keys are known, also if it was accepted before.
func TestRotation(t *testing.T) {
	t.Parallel()
	inWorld(t, nil, func(t *testing.T, w *world) {
		t.Helper()
		next := newEC(elliptic.P256())
		first, second := jwk(&p256Key().PublicKey, map[string]any{"kid": "a"}), jwk(&next.PublicKey, map[string]any{"kid": "b"})
		old := named("a", map[string]any{"exp": time.Now().Add(24 * time.Hour).Unix()})
		renewed := signed(jwt.SigningMethodES256, next, map[string]any{"alg": "ES256", "kid": "b"}, claims(map[string]any{"exp": time.Now().Add(24 * time.Hour).Unix()}))
		w.want("the first key's", old, "", 0)
		time.Sleep(time.Minute)
		w.provider.publish(first, second)
		w.want("the new key's", renewed, "", 0)
		w.want("the old key's beside it", old, "", 0)
		if n := auth.Remembered(w.verifier); n != 2 {
			t.Errorf("%d tokens are remembered, want 2", n)
		}

		w.provider.publish(second)
		w.want("the dropped key's before it is noticed", old, "", 0)
		time.Sleep(10 * time.Minute)
		w.want("the dropped key's when the keys are fetched", old, "", 0) // which nobody waits for
		synctest.Wait()
		if n := auth.Remembered(w.verifier); n != 1 {
			t.Errorf("%d tokens are remembered, want 1", n)
		}
		w.want("the dropped key's", old, "token_invalid", 0)
		w.want("the new key's", renewed, "", 0)

		time.Sleep(10 * time.Minute)
		w.provider.publish(jwk(&p256Key().PublicKey, map[string]any{"kid": "b"})) // another key of that name
		w.want("while they are fetched", renewed, "", 0)
		synctest.Wait()
		w.want("the replaced key's", renewed, "token_invalid", 0)
		time.Sleep(10 * time.Minute)
		w.provider.publish()
		w.want("while they are fetched", named("b", nil), "", 0)
		synctest.Wait()
		w.want("when there are no keys", named("b", map[string]any{"sub": "bob"}), "token_invalid", 0)
	})
}

// After a quiet time, the first request waits for the keys: the provider may have dropped one.
func TestRotationInQuietTime(t *testing.T) {
	t.Parallel()
	inWorld(t, nil, func(t *testing.T, w *world) {
		t.Helper()
		const latency = time.Second
		w.provider.set(func(p *provider) {
			p.pages["/keys"] = func(rw http.ResponseWriter, _ *http.Request) {
				time.Sleep(latency)
				_ = json.NewEncoder(rw).Encode(p.keys)
			}
		})
		ada := named("a", map[string]any{"exp": time.Now().Add(72 * time.Hour).Unix()})
		bob := named("a", map[string]any{"exp": time.Now().Add(72 * time.Hour).Unix(), "sub": "bob"})
		w.want("the first request", ada, "", latency)
		time.Sleep(19 * time.Minute)
		w.want("within 20 minutes", ada, "", 0)
		time.Sleep(23 * time.Hour)
		w.want("a day later", ada, "", latency)
		time.Sleep(23 * time.Hour)
		w.provider.publish()
		ctx, leave := context.WithCancel(t.Context())
		leave()
		if user, err := w.verifier.VerifyToken(ctx, ada, endpoint); !errors.Is(err, context.Canceled) {
			t.Errorf("who does not wait gets %v, %v", user, err)
		}
		var all sync.WaitGroup
		all.Go(func() { w.want("a remembered token of the dropped key", ada, "token_invalid", latency) })
		all.Go(func() { w.want("a new token of the dropped key", bob, "token_invalid", latency) })
		all.Wait()
	})
}

// While the provider is down, its keys are good for 24 hours.
func TestProviderDown(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(w *world){
		"down":  func(w *world) { w.stop() },
		"slow":  func(w *world) { w.provider.pages["/.well-known/openid-configuration"] = slow },
		"503":   func(w *world) { w.provider.pages["/keys"] = status(503) },
		"lying": func(w *world) { w.provider.metadata["issuer"] = "https://id.example.org" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, nil, func(t *testing.T, w *world) {
				t.Helper()
				days := map[string]any{"exp": time.Now().Add(72 * time.Hour).Unix()}
				ada := named("a", days)
				w.want("Ada's first request", ada, "", 0)
				began := time.Now()
				w.provider.set(func(*provider) { fail(w) })
				w.provider.publish() // not that anybody could see it
				for range 60 {
					time.Sleep(time.Minute)
					w.want("Ada's next request", ada, "", 0)
				}
				w.want("Bob's first request", named("a", map[string]any{"sub": "bob"}), "", 0)
				took := time.Duration(0)
				if name == "slow" {
					time.Sleep(time.Minute) // no fetch is running
					synctest.Wait()
					took = 5 * time.Second
				}
				time.Sleep(5 * time.Second)
				w.want("a request with an unknown key", named("b", nil), unavailable, took)
				time.Sleep(time.Until(began.Add(24*time.Hour - 6*time.Second)))
				w.want("Ada's last request", ada, "", took) // it is the first one for hours
				time.Sleep(15 * time.Second)
				w.want("Ada's, a day later", ada, unavailable, took)
				if log := w.log.String(); !strings.Contains(log, "the provider's keys can't be fetched") || strings.Count(log, "\n") > 200 {
					t.Errorf("the log is %s", log)
				}
				w.stop()
				w.provider = newProvider(jwk(&p256Key().PublicKey, map[string]any{"kid": "a"}))
				w.start()
				time.Sleep(10 * time.Second)
				w.want("Ada's, when it is up again", ada, "", 0)
			})
		})
	}
}

// A client that goes away takes nobody's keys with it.
func TestCancelledRequest(t *testing.T) {
	t.Parallel()
	inWorld(t, nil, func(t *testing.T, w *world) {
		t.Helper()
		w.provider.set(func(p *provider) {
			p.pages["/keys"] = func(rw http.ResponseWriter, _ *http.Request) {
				time.Sleep(2 * time.Second)
				writeJSON(rw, p.keys)
			}
		})
		ctx, leave := context.WithTimeout(t.Context(), time.Second)
		defer leave()
		var all sync.WaitGroup
		all.Go(func() {
			if _, err := w.verifier.VerifyToken(ctx, named("a", nil), endpoint); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the one who leaves gets %v", err)
			}
		})
		synctest.Wait()
		all.Go(func() { w.want("who waits with them", named("a", nil), "", 2*time.Second) })
		all.Wait()
	})
}

// Two replicas that fetch the keys at the same time, while these rotate and the provider is slow, have each
// fetched them once, and agree about each token afterwards.
func TestReplicasFetchKeysAtOnce(t *testing.T) {
	t.Parallel()
	inWorld(t, nil, func(t *testing.T, w *world) {
		t.Helper()
		other := *w
		other.verifier = verifier(t, auth.OIDC{Issuer: issuer, Audience: endpoint, Logger: w.log.logger()})
		w.network.attach(other.verifier)
		replicas := []*world{w, &other}
		next := newEC(elliptic.P256())
		old := named("a", map[string]any{"exp": time.Now().Add(24 * time.Hour).Unix()})
		renewed := signed(jwt.SigningMethodES256, next, map[string]any{"alg": "ES256", "kid": "b"}, claims(map[string]any{"exp": time.Now().Add(24 * time.Hour).Unix()}))
		for _, replica := range replicas {
			replica.want("the first key's", old, "", 0)
		}
		time.Sleep(time.Minute)
		w.provider.publish(jwk(&next.PublicKey, map[string]any{"kid": "b"}))
		w.provider.set(func(p *provider) {
			p.pages["/keys"] = func(rw http.ResponseWriter, _ *http.Request) {
				time.Sleep(time.Second)
				writeJSON(rw, p.keys)
			}
		})
		before := w.provider.fetches()
		var all sync.WaitGroup
		for range 20 {
			for _, replica := range replicas {
				all.Go(func() { replica.want("the new key's", renewed, "", time.Second) })
			}
		}
		all.Wait()
		if n := w.provider.fetches() - before; n != len(replicas) {
			t.Errorf("the keys were fetched %d times", n)
		}
		for _, replica := range replicas {
			replica.want("the dropped key's", old, "token_invalid", 0)
			replica.want("the new key's again", renewed, "", 0)
		}
	})
}

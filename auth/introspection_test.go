package auth_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/auth"
)

// asked is a provider that is asked about tokens.
type asked struct {
	mu     sync.Mutex
	answer http.HandlerFunc
	n      int
	last   *http.Request
	token  string
}

func (a *asked) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/.well-known/") {
		writeJSON(w, map[string]any{"issuer": issuer, "introspection_endpoint": issuer + "/introspect"})
		return
	}
	_ = r.ParseForm()
	a.mu.Lock()
	a.n++
	a.last, a.token = r, r.PostForm.Get("token")
	answer := a.answer
	a.mu.Unlock()
	answer(w, r)
}

func says(value any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if text, isText := value.(string); isText {
			_, _ = w.Write([]byte(text))
			return
		}
		writeJSON(w, value)
	}
}

// active is a good answer, with some members changed; nil removes one.
func active(changed map[string]any) map[string]any {
	all := claims(map[string]any{"active": true, "client_id": "claude"})
	for name, value := range changed {
		all[name] = value
		if value == nil {
			delete(all, name)
		}
	}
	return all
}

func inIntrospection(t *testing.T, change func(*auth.Introspection), test func(t *testing.T, p *asked, n *network, v oriel.TokenVerifier)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		declared := auth.Introspection{Issuer: issuer, ClientID: "trips:app", ClientSecret: "s p+%", Audience: endpoint}
		if change != nil {
			change(&declared)
		}
		p, n, v := &asked{answer: says(active(nil))}, newNetwork(), verifier(t, declared)
		n.attach(v)
		n.serve(t, "93.184.216.34:443", p)
		test(t, p, n, v)
		time.Sleep(time.Minute) // idle connections end
		synctest.Wait()
	})
}

func TestIntrospection(t *testing.T) {
	t.Parallel()
	inIntrospection(t, nil, func(t *testing.T, p *asked, _ *network, v oriel.TokenVerifier) {
		t.Helper()
		user, err := v.VerifyToken(t.Context(), "opaque/+=", endpoint)
		if err != nil {
			t.Fatal(err)
		}
		if user.ID != "ada" || !cmp.Equal(user.Scopes, []string{"trips.read", "trips.write"}) || user.Claims["client_id"] != "claude" ||
			time.Until(user.Expires) != time.Hour+30*time.Second {
			t.Errorf("the user is %v", user)
		}
		id, secret, _ := p.last.BasicAuth()
		if id != "trips%3Aapp" || secret != "s+p%2B%25" || p.token != "opaque/+=" || p.last.URL.Path != "/introspect" || p.last.Method != http.MethodPost ||
			p.last.PostForm.Get("token_type_hint") != "access_token" || p.last.Header.Get("Accept") != "application/json" {
			t.Errorf("the request is %v", p.last)
		}

		// Answers are used for 30 s.
		p.answer = says(`{"active":false}`)
		for range 10 {
			time.Sleep(29 * time.Second / 10)
			if got := verdict(t, v, "opaque/+="); got != "" {
				t.Error(got)
			}
		}
		time.Sleep(time.Second)
		for range 3 { // refusals are not remembered
			if got := verdict(t, v, "opaque/+="); got != "token_invalid" {
				t.Errorf("revoked: %q", got)
			}
		}
		if p.n != 4 || auth.Remembered(v) != 1 { // what has ended is removed when there is need
			t.Errorf("asked %d times, %d remembered", p.n, auth.Remembered(v))
		}
	})
}

func TestIntrospectionAnswers(t *testing.T) {
	t.Parallel()
	inIntrospection(t, nil, func(t *testing.T, p *asked, _ *network, v oriel.TokenVerifier) {
		t.Helper()
		now := time.Now().Unix()
		for i, test := range []struct {
			name   string
			answer any
			want   string
		}{
			{"active", active(nil), ""},
			{"without an issuer", active(map[string]any{"iss": nil}), ""},
			{"without an end", active(map[string]any{"exp": nil}), ""},
			{"inactive", `{"active":false}`, "token_invalid"},
			{"inactive, with a user", active(map[string]any{"active": false}), "token_invalid"},
			{"active as text", active(map[string]any{"active": "true"}), unavailable},
			{"active as a number", active(map[string]any{"active": 1}), unavailable},
			{"no active", active(map[string]any{"active": nil}), unavailable},
			{"active twice", `{"active":false,"active":true}`, unavailable},
			{"Active", `{"Active":true,"sub":"ada","aud":"` + endpoint + `"}`, unavailable},
			{"a page", `<html>`, unavailable},
			{"a list", `[]`, unavailable},
			{"another audience", active(map[string]any{"aud": "https://other.example"}), "token_invalid"},
			{"no audience", active(map[string]any{"aud": nil}), "token_invalid"},
			{"audiences", active(map[string]any{"aud": []string{"a", endpoint}}), ""},
			{"another issuer", active(map[string]any{"iss": "https://id.example.org"}), "token_invalid"},
			{"no issuer's name", active(map[string]any{"iss": 1}), "token_invalid"},
			{"expired", active(map[string]any{"exp": now - 30}), "token_expired"},
			{"not yet", active(map[string]any{"nbf": now + 31}), "token_invalid"},
			{"no user", active(map[string]any{"sub": nil}), "token_invalid"},
			{"a name alone", active(map[string]any{"sub": nil, "username": "ada"}), "token_invalid"}, // it may be another user's sub
			{"bound", active(map[string]any{"cnf": map[string]any{"jkt": "x"}}), "token_invalid"},
		} {
			p.answer = says(test.answer)
			if got := verdict(t, v, fmt.Sprint("opaque-", i)); got != test.want {
				t.Errorf("%s: %q, want %q", test.name, got, test.want)
			}
		}
		for _, code := range []int{201, 204, 301, 307, 400, 401, 403, 404, 429, 500, 503} {
			p.answer = status(code)
			if got := verdict(t, v, fmt.Sprint("status-", code)); got != unavailable {
				t.Errorf("status %d: %q", code, got)
			}
		}
		before := p.n
		if got := verdict(t, v, strings.Repeat("x", 16<<10+1)); got != "token_invalid" || p.n != before {
			t.Errorf("a long token: %q, and the provider is asked %d times", got, p.n-before)
		}
		p.answer = slow
		began := time.Now()
		if got := verdict(t, v, "slow"); got != unavailable || time.Since(began) != 5*time.Second {
			t.Errorf("a slow provider: %q after %s", got, time.Since(began))
		}
	})
}

func TestIntrospectionUserClaim(t *testing.T) {
	t.Parallel()
	inIntrospection(t, func(i *auth.Introspection) { i.UserClaim = "username" }, func(t *testing.T, p *asked, _ *network, v oriel.TokenVerifier) {
		t.Helper()
		p.answer = says(active(map[string]any{"sub": nil, "username": "ada"}))
		if got := verdict(t, v, "opaque"); got != "" {
			t.Error(got)
		}
	})
}

// An answer is not used beyond the end of its token, however long answers are used.
func TestIntrospectionCacheFor(t *testing.T) {
	t.Parallel()
	inIntrospection(t, func(i *auth.Introspection) { i.CacheFor = time.Hour }, func(t *testing.T, p *asked, _ *network, v oriel.TokenVerifier) {
		t.Helper()
		p.answer = says(active(map[string]any{"exp": time.Now().Unix() + 10}))
		for _, n := range []int{1, 1} {
			if got := verdict(t, v, "opaque"); got != "" || p.n != n {
				t.Errorf("%q, asked %d times", got, p.n)
			}
			time.Sleep(5 * time.Second)
		}
		if got := verdict(t, v, "opaque"); got != "" || p.n != 2 { // within the leeway
			t.Errorf("after the end: %q, asked %d times", got, p.n)
		}
	})
	inIntrospection(t, func(i *auth.Introspection) { i.CacheFor = -1 }, func(t *testing.T, p *asked, _ *network, v oriel.TokenVerifier) {
		t.Helper()
		for n := range 3 {
			if got := verdict(t, v, "opaque"); got != "" || p.n != n+1 {
				t.Errorf("%q, asked %d times", got, p.n)
			}
		}
	})
}

// A named endpoint may be anywhere; one that metadata names may not.
func TestIntrospectionEndpoint(t *testing.T) {
	t.Parallel()
	inIntrospection(t, func(i *auth.Introspection) { i.Endpoint = "https://api.internal/introspect" }, func(t *testing.T, p *asked, n *network, v oriel.TokenVerifier) {
		t.Helper()
		n.names["api.internal"] = "10.0.0.5"
		n.serve(t, "10.0.0.5:443", p)
		if got := verdict(t, v, "opaque"); got != "" || p.n != 1 {
			t.Errorf("%q, asked %d times", got, p.n)
		}
	})
	inIntrospection(t, nil, func(t *testing.T, p *asked, n *network, v oriel.TokenVerifier) {
		t.Helper()
		metadata := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			writeJSON(w, map[string]any{"issuer": issuer, "introspection_endpoint": "https://api.internal/introspect"})
		})
		n.names["api.internal"] = "10.0.0.5"
		n.serve(t, "10.0.0.5:443", p)
		n.serve(t, "93.184.216.34:443", metadata)
		if got := verdict(t, v, "opaque"); got != unavailable || p.n != 0 {
			t.Errorf("%q, asked %d times", got, p.n)
		}
	})
}

// A redirect takes neither a token nor the app's secret anywhere, and an answer is bounded.
func TestIntrospectionLeadsNowhere(t *testing.T) {
	t.Parallel()
	inIntrospection(t, nil, func(t *testing.T, p *asked, n *network, v oriel.TokenVerifier) {
		t.Helper()
		elsewhere := &asked{answer: says(active(nil))}
		for i, to := range []string{"10.0.0.5", "127.0.0.1", "169.254.169.254", "93.184.216.35"} {
			n.serve(t, to+":443", elsewhere)
			for _, code := range []int{http.StatusFound, http.StatusTemporaryRedirect} {
				p.answer = func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "https://"+to+"/introspect", code) }
				if got := verdict(t, v, fmt.Sprint("opaque-", i, code)); got != unavailable || elsewhere.n != 0 {
					t.Errorf("%d to %s: %q, asked there %d times", code, to, got, elsewhere.n)
				}
			}
		}
		p.answer = func(w http.ResponseWriter, _ *http.Request) {
			_, _ = fmt.Fprintf(w, `{"active":true,"sub":"ada","aud":%q,"x":%q}`, endpoint, strings.Repeat("x", 1<<20))
		}
		if got := verdict(t, v, "huge"); got != unavailable {
			t.Errorf("a huge answer: %q", got)
		}
	})
}

// However many tokens are checked, the provider is asked about 32 at a time.
func TestIntrospectionAtATime(t *testing.T) {
	t.Parallel()
	inIntrospection(t, nil, func(t *testing.T, p *asked, _ *network, v oriel.TokenVerifier) {
		t.Helper()
		var now, most atomic.Int32
		p.answer = func(w http.ResponseWriter, r *http.Request) {
			most.Store(max(most.Load(), now.Add(1)))
			defer now.Add(-1)
			time.Sleep(2 * time.Second)
			says(active(nil))(w, r)
		}
		outcomes := make(chan string, 70)
		for i := range 70 {
			go func() { outcomes <- verdict(t, v, fmt.Sprint("opaque-", i)) }()
		}
		count := map[string]int{}
		for range 70 {
			count[<-outcomes]++
		}
		if most.Load() != 32 || count[""] != 64 || count[unavailable] != 6 {
			t.Errorf("%d at a time; %v", most.Load(), count)
		}
	})
}

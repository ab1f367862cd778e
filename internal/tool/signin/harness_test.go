package signin_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/issuer"
	"github.com/orielapps/oriel/internal/tool/issuer/issuertest"
	"github.com/orielapps/oriel/internal/tool/signin"
)

// longest is how long something may take that only has to happen.
const longest = time.Minute

func serve(t *testing.T, handler http.Handler) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

// server has the metadata of an app whose provider is an issuer. The challenge names it.
func server(t *testing.T, issuer string) (endpoint string, challenge signin.Challenge) {
	t.Helper()
	var base string
	base = serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusOK, map[string]any{
			"resource": base + "/mcp", "authorization_servers": []string{issuer}, "scopes_supported": []string{"trips.read", "trips.write"},
		})
	}))
	return base + "/mcp", signin.ParseChallenge([]string{`Bearer resource_metadata="` + base + `/.well-known/oauth-protected-resource/mcp", scope="trips.read"`})
}

func answerJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) //nolint:errchkjson // the tests' own values
}

func newSession(t *testing.T, endpoint string) *signin.Session {
	t.Helper()
	s := signin.New(signin.Options{Endpoint: endpoint, Timeout: longest})
	t.Cleanup(s.Close)
	return s
}

// startedAtIssuer is a session whose user is about to sign in at the test issuer, at the address start.
func startedAtIssuer(t *testing.T) (s *signin.Session, endpoint, start string) {
	t.Helper()
	endpoint, challenge := server(t, issuertest.Start(t, issuer.Options{}).URL())
	s = newSession(t, endpoint)
	s.Challenged("POST "+endpoint, http.StatusUnauthorized, challenge)
	start, err := s.Start(t.Context(), signin.Client{})
	if err != nil {
		t.Fatal(err)
	}
	return s, endpoint, start
}

// browser keeps cookies and follows no redirects by itself.
func browser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{
		Jar: jar, Timeout: longest, Transport: &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func send(t *testing.T, client *http.Client, method, address string, form url.Values) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Origin", request.URL.Scheme+"://"+request.URL.Host)
		request.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

func location(t *testing.T, response *http.Response) string {
	t.Helper()
	to, err := response.Location()
	if err != nil {
		t.Fatalf("it does not redirect: %s", response.Status)
	}
	return to.String()
}

var transactionField = regexp.MustCompile(`name="transaction" value="([^"]+)"`)

// signIn is ada, who signs in at the test issuer, and returns what the last page says.
func signIn(t *testing.T, start, decision string, scopes ...string) (status int, page string) {
	t.Helper()
	client := browser(t)
	response, _ := send(t, client, http.MethodGet, start, nil)
	at := location(t, response)
	_, html := send(t, client, http.MethodGet, at, nil)
	found := transactionField.FindStringSubmatch(html)
	if found == nil {
		t.Fatalf("the issuer shows no form: %.1000s", html)
	}
	origin, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	response, _ = send(t, client, http.MethodPost, origin.Scheme+"://"+origin.Host+"/authorize/decision",
		url.Values{"transaction": {found[1]}, "user": {"ada"}, "scope": scopes, "decision": {decision}})
	response, page = send(t, client, http.MethodGet, location(t, response), nil)
	return response.StatusCode, page
}

// settled waits until no sign-in is under way.
func settled(t *testing.T, s *signin.Session) signin.State {
	t.Helper()
	for end := time.Now().Add(longest); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if state := s.State(); state.Status != signin.Started {
			return state
		}
	}
	t.Fatal("the sign-in does not end")
	return signin.State{}
}

// failure starts a sign-in that fails before the user is asked.
func failure(t *testing.T, s *signin.Session, c signin.Client) signin.Step {
	t.Helper()
	address, err := s.Start(t.Context(), c)
	failed, ok := errors.AsType[*signin.Error](err)
	if !ok {
		t.Fatalf("it does not fail: %q, %v\n%s", address, err, list(s))
	}
	return failed.Step
}

func list(s *signin.Session) string {
	var lines []string
	for _, step := range s.State().Steps {
		lines = append(lines, fmt.Sprintf("%s | %s | %d | %s %s | %s", step.What, step.Request, step.Status, step.Verdict, step.Fault, step.Problem))
	}
	return strings.Join(lines, "\n")
}

// is fails unless a failure is the one that is expected.
func is(t *testing.T, what string, step signin.Step, by signin.Party, problem string) {
	t.Helper()
	if step.Verdict != signin.Failed || step.Fault != by || !strings.Contains(step.Problem, problem) || step.Fix == "" {
		t.Errorf("%s: %+v, want the fault of the %s and %q", what, step, by, problem)
	}
}

// provider is one whose answers a test changes. Its authorization endpoint sends the browser
// back at once.
type provider struct {
	url string
	// metadata, registered, back and token change what is answered; nil changes nothing.
	metadata   func(map[string]any)
	registered func(map[string]any)
	back       func(url.Values)
	token      func(w http.ResponseWriter, form url.Values) bool
	asked      atomic.Int32 // token requests
	last       atomic.Pointer[url.Values]
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	p := &provider{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/oauth-authorization-server", func(w http.ResponseWriter, _ *http.Request) {
		meta := map[string]any{
			"issuer": p.url, "authorization_endpoint": p.url + "/authorize", "token_endpoint": p.url + "/token", "registration_endpoint": p.url + "/register",
			"response_types_supported": []string{"code"}, "code_challenge_methods_supported": []string{"S256"},
			"authorization_response_iss_parameter_supported": true,
		}
		if p.metadata != nil {
			p.metadata(meta)
		}
		answerJSON(w, http.StatusOK, meta)
	})
	mux.HandleFunc("POST /register", func(w http.ResponseWriter, _ *http.Request) {
		made := map[string]any{"client_id": "made", "token_endpoint_auth_method": "none"}
		if p.registered != nil {
			p.registered(made)
		}
		answerJSON(w, http.StatusCreated, made)
	})
	mux.HandleFunc("GET /authorize", func(w http.ResponseWriter, r *http.Request) {
		asked := r.URL.Query()
		p.last.Store(&asked)
		back := url.Values{"code": {"the-secret-code"}, "state": {asked.Get("state")}, "iss": {p.url}}
		if p.back != nil {
			p.back(back)
		}
		http.Redirect(w, r, asked.Get("redirect_uri")+"?"+back.Encode(), http.StatusSeeOther) //nolint:gosec // it is what such endpoints do
	})
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, r *http.Request) {
		p.asked.Add(1)
		if r.ParseForm() != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if p.token == nil || !p.token(w, r.PostForm) {
			answerJSON(w, http.StatusOK, map[string]any{"access_token": "the-secret-token", "token_type": "Bearer", "refresh_token": "the-secret-refresh"})
		}
	})
	p.url = serve(t, mux)
	return p
}

// visit is a user who lets the provider send the browser back.
func visit(t *testing.T, start string) (status int, page string) {
	t.Helper()
	client := browser(t)
	for range 2 {
		response, _ := send(t, client, http.MethodGet, start, nil)
		start = location(t, response)
	}
	response, page := send(t, client, http.MethodGet, start, nil)
	return response.StatusCode, page
}

// visits starts a sign-in and lets the provider send the browser back, and returns what comes of it.
func visits(t *testing.T, s *signin.Session, c signin.Client) signin.State {
	t.Helper()
	address, err := s.Start(t.Context(), c)
	if err != nil {
		t.Fatalf("%v\n%s", err, list(s))
	}
	visit(t, address)
	return settled(t, s)
}

// signsIn is visits for a sign-in that has to succeed.
func signsIn(t *testing.T, s *signin.Session, c signin.Client) {
	t.Helper()
	state := visits(t, s, c)
	if last := state.Steps[len(state.Steps)-1]; state.Status != signin.SignedIn || last.Verdict != signin.Passed {
		t.Fatalf("nobody is signed in:\n%s", list(s))
	}
}

// noSecrets fails if a step has one.
func noSecrets(t *testing.T, s *signin.Session) {
	t.Helper()
	secrets := s.Secrets()
	if len(secrets) < 2 {
		t.Errorf("secrets: %d", len(secrets))
	}
	for _, one := range secrets {
		if len(one) < 6 || strings.Contains(list(s), one) {
			t.Errorf("a secret is in the steps: %q", one)
		}
	}
}

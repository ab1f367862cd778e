package workbench_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/auth"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/issuer"
	"github.com/orielapps/oriel/internal/tool/issuer/issuertest"
	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/ui"
)

// trips is an app whose tools need a sign-in at a test issuer. It notes the tokens that come.
type trips struct {
	endpoint string

	mu     sync.Mutex
	tokens []string
}

func startTrips(t *testing.T) *trips {
	t.Helper()
	provider := issuertest.Start(t, issuer.Options{})
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	made := &trips{endpoint: "http://" + listener.Addr().String() + "/mcp"}
	app := oriel.NewWith("trips", "1.0.0", oriel.Options{URL: made.endpoint, Auth: auth.OIDC{Issuer: provider.URL()}, Logger: slog.New(slog.DiscardHandler)})
	for name, declared := range map[string]struct{ scope, format string }{"list": {"trips.read", "%s has no trips"}, "save": {"trips.write", "saved for %s"}} {
		oriel.AddTool(app, oriel.Tool{Name: name, ReadOnly: true, Security: []ui.SecurityScheme{{Type: ui.OAuth2, Scopes: []string{declared.scope}}}},
			func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
				return oriel.Result[struct{}]{Text: fmt.Sprintf(declared.format, oriel.RequestFrom(ctx).User.ID)}, nil
			})
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", app.Handler())
	mux.Handle("/.well-known/oauth-protected-resource/mcp", app.ResourceMetadataHandler())
	noting := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, token, found := strings.Cut(r.Header.Get("Authorization"), " "); found {
			made.mu.Lock()
			made.tokens = append(made.tokens, token)
			made.mu.Unlock()
		}
		mux.ServeHTTP(w, r)
	})
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: noting, ReadHeaderTimeout: timeout}}
	server.Start()
	t.Cleanup(func() {
		app.Close()
		server.Close()
	})
	return made
}

// isIn reports whether a text has a token.
func (a *trips) isIn(text string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.ContainsFunc(a.tokens, func(token string) bool { return strings.Contains(text, token) })
}

func (a *trips) known() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(slices.Compact(slices.Sorted(slices.Values(a.tokens))))
}

// ask asks the workbench's API. An empty body reads the first events.
func ask(t *testing.T, address, path, body string) string {
	t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	request, err := http.NewRequestWithContext(t.Context(), method, "http://"+at.Host+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+at.Query().Get("token"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if path != "/api/events" {
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	// The stream has no end: what there is comes before the first ping.
	buffer := make([]byte, 4<<20)
	n, _ := io.ReadAtLeast(response.Body, buffer, 1)
	return string(buffer[:n])
}

var transactionField = regexp.MustCompile(`name="transaction" value="([^"]+)"`)

// grant is a user who signs in without a browser.
func grant(t *testing.T, start, user string, scopes ...string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar, Timeout: timeout}
	do := func(method, address string, form url.Values) string {
		request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		if form != nil {
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			request.Header.Set("Origin", request.URL.Scheme+"://"+request.URL.Host)
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
		return response.Request.URL.Scheme + "://" + response.Request.URL.Host + "\n" + string(body)
	}
	origin, page, _ := strings.Cut(do(http.MethodGet, start, nil), "\n")
	found := transactionField.FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("no form at %s: %s", start, page)
	}
	if page = do(http.MethodPost, origin+"/authorize/decision",
		url.Values{"transaction": {found[1]}, "user": {user}, "scope": scopes, "decision": {"allow"}}); !strings.Contains(page, "You are signed in") {
		t.Fatalf("the last page: %s", page)
	}
}

type signInState struct {
	Status  string       `json:"status"`
	Subject string       `json:"subject"`
	Address string       `json:"address"`
	Missing []string     `json:"missing"`
	Steps   []signInStep `json:"steps"`
}

type signInStep struct {
	What string `json:"what"`
}

// A user signs in by the workbench's API, in both lifecycles, grants more when a tool needs it,
// and signs out.
func TestSmokeSignInOfBothLifecycles(t *testing.T) {
	t.Parallel()
	for _, protocol := range []string{"2026-07-28", "2025-11-25"} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			app := startTrips(t)
			known, ok := hosts.Get("claude")
			if !ok {
				t.Fatal("no profile")
			}
			profile := *known
			profile.Protocols.Value = []string{protocol}
			address := workbenchtest.StartWith(t, workbench.Options{
				Servers: []mcpclient.Server{{ID: "trips", Endpoint: app.endpoint}}, Profiles: []*hosts.Profile{&profile}, Retry: time.Second,
			})
			state := func(path string) (got signInState) {
				t.Helper()
				if answer := ask(t, address, path, `{"server":"trips"}`); json.Unmarshal([]byte(answer), &got) != nil || app.isIn(answer) {
					t.Fatalf("%s answers %s", path, answer)
				}
				return got
			}
			call := func(tool string) string {
				t.Helper()
				answer := ask(t, address, "/api/call", `{"server":"trips","profile":"claude","tool":"`+tool+`","caller":"host"}`)
				if app.isIn(answer) {
					t.Errorf("a token is in %s", answer)
				}
				return answer
			}
			eventually(t, "the need of a sign-in", func() bool { return state("/api/signin").Status == "needed" })
			for _, step := range []struct{ tool, before, after, scope string }{
				{"list", "auth_required", "ada has no trips", "trips.read"}, {"save", "auth_required", "saved for ada", "trips.write"},
			} {
				if got := call(step.tool); !strings.Contains(got, step.before) {
					t.Errorf("%s before: %s", step.tool, got)
				}
				started := state("/api/signin/start")
				if started.Status != "started" || started.Address == "" {
					t.Fatalf("started: %+v", started)
				}
				grant(t, started.Address, "ada", step.scope)
				eventually(t, "a sign-in", func() bool { return state("/api/signin").Status == "signedIn" })
				eventually(t, "the answer of "+step.tool, func() bool { return strings.Contains(call(step.tool), step.after) })
			}
			end := state("/api/signin")
			if end.Subject != "ada" || len(end.Missing) != 0 || !slices.ContainsFunc(end.Steps, func(s signInStep) bool {
				return s.What == "The server asks for more scopes"
			}) {
				t.Errorf("in the end: %+v", end)
			}
			if app.known() < 2 || app.isIn(ask(t, address, "/api/events", "")) || app.isIn(ask(t, address, "/api/session", "")) {
				t.Errorf("%d tokens, or one is shown", app.known())
			}
			if out := state("/api/signin/out"); out.Status != "needed" || out.Subject != "" {
				t.Errorf("signed out: %+v", out)
			}
			if got := call("list"); !strings.Contains(got, "auth_required") {
				t.Errorf("after signing out: %s", got)
			}
		})
	}
}

// A person signs in on the page, at the provider's page in another window, runs a tool, and
// reads what has happened; a tool that needs more says so in each host's way.
func TestSmokeSignInOnThePage(t *testing.T) {
	t.Parallel()
	app := startTrips(t)
	address := workbenchtest.StartWith(t, workbench.Options{Servers: []mcpclient.Server{{ID: "trips", Endpoint: app.endpoint}}})
	page := openTall(t, address+"&profiles=claude,chatgpt")
	h := hand{t.Context(), page.Main()}
	browser := browsertest.Start(t)
	// The provider's page is in another window: the test's own.
	signIn := func(button string, unticked ...string) {
		t.Helper()
		steps(t,
			h.waits(`window.open = () => ({ location: { replace(at) { window.openedAt = at } }, close() {} })`), h.waits(`(window.openedAt = "") === ""`),
			h.click(button), h.waits(`window.openedAt !== ""`),
		)
		at, err := browsertest.Eval[string](t.Context(), page.Main(), "window.openedAt")
		if err != nil || strings.Contains(at, "state=") {
			t.Fatalf("opened %s, %v", at, err)
		}
		other := hand{t.Context(), browser.Open(t, at).Main()}
		steps(t, other.click(`input[value="ada"]`))
		for _, scope := range unticked {
			steps(t, other.click(`input[value="`+scope+`"]`))
		}
		steps(t, other.click(`button[value="allow"]`), other.sees("h1", "You are signed in"))
	}
	steps(t, h.sees(`[data-testid="signin"]`, "Needs a sign-in"), picture(t, page, "signin-needed"))
	signIn(`[data-testid="signin"] [data-testid="sign-in"]`, "trips.write")
	steps(t,
		h.sees(`[data-testid="signin"] b`, "ada"), h.sees(`[data-testid="server-status"]`, "Ready"),
	)
	to := func(tool string) {
		t.Helper()
		if err := page.Navigate(t.Context(), address+runIn(tool, "{}", "claude,chatgpt")); err != nil {
			t.Fatal(err)
		}
	}
	const claude, chatGPT = `oriel-card[data-host="claude"] `, `oriel-card[data-host="chatgpt"] `
	to("list")
	steps(t, h.sees(claude+".reply", "ada has no trips"), h.sees(chatGPT+".reply", "ada has no trips"))
	to("save")
	steps(t,
		h.sees(claude+`[data-testid="card-signin"]`, "The server asks for a sign-in"), h.sees(chatGPT+`[data-testid="card-signin"]`, "ChatGPT shows its sign-in here"),
		h.sees(`[data-testid="signin"]`, "Needs trips.write"), picture(t, page, "signin-more"),
	)
	signIn(chatGPT + `[data-testid="sign-in"]`)
	steps(t, h.waits(`!document.querySelector('[data-testid="signin"]').textContent.includes("Needs")`), h.sees(`[data-testid="server-status"]`, "Ready"))
	to("save")
	steps(t,
		h.sees(claude+".reply", "saved for ada"), h.sees(chatGPT+".reply", "saved for ada"),
		h.click(`[data-fold="signin"]`), h.sees(`[data-testid="signin-steps"]`, "Exchange the code for a token"),
		h.waits(`document.querySelectorAll('.signin-step[data-verdict="ok"]').length >= 8 && !document.querySelector('.signin-step[data-verdict="failed"]')`),
		picture(t, page, "signin-steps"),
		h.click(`[data-testid="signin-hosts"] > summary`), h.sees(`[data-testid="signin-hosts"]`, "Claude is known by its metadata document."),
		h.sees(`[data-testid="signin-hosts"]`, "https://claude.ai/api/mcp/auth_callback"),
		picture(t, page, "signin-hosts"),
	)
	html, err := browsertest.Eval[string](t.Context(), page.Main(), "document.documentElement.outerHTML")
	if err != nil || app.known() < 2 || app.isIn(html) {
		t.Errorf("%d tokens, or one is in the page; %v", app.known(), err)
	}
	steps(t, h.click(`[data-testid="sign-out"]`), h.sees(`[data-testid="signin"]`, "Needs a sign-in"))
	if violations := page.Violations(); len(violations) > 0 {
		t.Errorf("the page breaks its policy: %+v", violations)
	}
}

package sandbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/clocktest"
	"github.com/orielapps/oriel/internal/tool/sandbox"
	"github.com/orielapps/oriel/ui"
)

const document = "<!doctype html><html><head><title>View</title></head><body>hello</body></html>"

func newSandbox(t testing.TB) (*sandbox.Sandbox, *clocktest.Clock) {
	t.Helper()
	c := clocktest.New()
	s, err := sandbox.New(sandbox.Options{Page: pageOrigin, Port: 4747, Now: c.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, c
}

func place(t testing.TB, s *sandbox.Sandbox, v sandbox.View) sandbox.Placed {
	t.Helper()
	placed, err := s.Place(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return placed
}

func view(t testing.TB, id string) sandbox.View {
	t.Helper()
	return sandbox.View{Server: "almanac", Profile: profile(t, id), HTML: document}
}

// get asks the sandbox for an address, as a request to its host.
func get(s *sandbox.Sandbox, method, address string) *http.Response {
	request := httptest.NewRequestWithContext(context.Background(), method, address, nil)
	recorder := httptest.NewRecorder()
	s.ServeHTTP(recorder, request)
	return recorder.Result()
}

func read(t testing.TB, response *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func code(err error) string {
	if known, ok := errors.AsType[*ui.Error](err); ok {
		return known.Code
	}
	return ""
}

func TestPlace(t *testing.T) {
	t.Parallel()
	s, _ := newSandbox(t)
	for _, tt := range []struct{ profile, sandbox, origin string }{
		{"claude", "allow-scripts allow-same-origin allow-forms", ""},
		{"chatgpt", "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox", ""},
		{"mcp-ui", "allow-scripts", "null"},
	} {
		placed := place(t, s, view(t, tt.profile))
		if placed.Sandbox != tt.sandbox {
			t.Errorf("%s: sandbox %q, want %q", tt.profile, placed.Sandbox, tt.sandbox)
		}
		if tt.origin == "" {
			tt.origin = placed.Document[:strings.LastIndex(placed.Document, "/view/")]
		}
		if placed.DocumentOrigin != tt.origin {
			t.Errorf("%s: origin %q, want %q", tt.profile, placed.DocumentOrigin, tt.origin)
		}
		response := get(s, http.MethodGet, placed.Document)
		body := read(t, response)
		if response.StatusCode != http.StatusOK || !strings.Contains(body, "hello") {
			t.Fatalf("%s: %d %s", tt.profile, response.StatusCode, body)
		}
		if !strings.HasPrefix(body, "<!doctype html><html><head><script>") || !strings.Contains(body, `"proxy":"`+placed.ProxyOrigin+`"`) {
			t.Errorf("%s: the sandbox's script is not first: %.200s", tt.profile, body)
		}
		if strings.Contains(body, "openai/") {
			t.Errorf("%s: window.openai is installed without globals", tt.profile)
		}
		for name, want := range map[string]string{
			"Content-Security-Policy":      placed.Policy.Text + "; report-uri /report/" + placed.ID,
			"Content-Type":                 "text/html; charset=utf-8",
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cache-Control":                "no-store",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := response.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", tt.profile, name, got, want)
			}
		}
		if !strings.HasSuffix(placed.Policy.Text, "frame-ancestors "+placed.ProxyOrigin+" "+pageOrigin) {
			t.Errorf("%s: the view may be framed by others: %s", tt.profile, placed.Policy.Text)
		}
		if got, want := response.Header.Get("Origin-Agent-Cluster") == "?1", tt.origin != "null"; got != want {
			t.Errorf("%s: an origin-keyed agent cluster: %v, want %v", tt.profile, got, want)
		}
		policy := response.Header.Get("Permissions-Policy")
		for _, part := range []string{"camera=()", "microphone=()", "geolocation=()", "clipboard-write=()", "usb=()"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: Permissions-Policy %q lacks %s", tt.profile, policy, part)
			}
		}
	}
}

func TestProxyPage(t *testing.T) {
	t.Parallel()
	s, _ := newSandbox(t)
	v := view(t, "chatgpt")
	v.Metadata.Permissions.Microphone = true
	placed := place(t, s, v)
	response := get(s, http.MethodGet, placed.Proxy)
	body := read(t, response)
	if response.StatusCode != http.StatusOK || !strings.Contains(body, `data-page="`+pageOrigin+`"`) {
		t.Fatalf("%d %.200s", response.StatusCode, body)
	}
	policy := response.Header.Get("Content-Security-Policy")
	for _, part := range []string{
		"default-src 'none'; script-src 'sha256-", "; frame-src " + placed.DocumentOrigin + ";", "; frame-ancestors " + pageOrigin,
		"; base-uri 'none'; form-action 'none'",
	} {
		if !strings.Contains(policy, part) {
			t.Errorf("the proxy's policy %q lacks %q", policy, part)
		}
	}
	if got := response.Header.Get("Permissions-Policy"); !strings.Contains(got, `microphone=(self "`+placed.DocumentOrigin+`")`) {
		t.Errorf("the proxy can't hand the microphone on: %q", got)
	}
	if placed.Allow != "microphone" {
		t.Errorf("allow is %q", placed.Allow)
	}
}

// An origin is the same for the same server, profile and domain or
// conversation, whatever the content, and differs in all other cases.
func TestOrigins(t *testing.T) {
	t.Parallel()
	s, _ := newSandbox(t)
	base := view(t, "claude")
	base.Conversation = "one"
	origin := place(t, s, base).DocumentOrigin
	for _, tt := range []struct {
		name   string
		change func(*sandbox.View)
		same   bool
	}{
		{"other content", func(v *sandbox.View) { v.HTML += "more" }, true},
		{"other server", func(v *sandbox.View) { v.Server = "other" }, false},
		{"other profile", func(v *sandbox.View) { v.Profile = profile(t, "vscode") }, false},
		{"other conversation", func(v *sandbox.View) { v.Conversation = "two" }, false},
		{"a domain", func(v *sandbox.View) { v.Metadata.Domain = "d.example" }, false},
		{"a domain that looks like a conversation", func(v *sandbox.View) { v.Metadata.Domain = "one" }, false},
	} {
		changed := base
		tt.change(&changed)
		placed := place(t, s, changed)
		if got := placed.DocumentOrigin == origin; got != tt.same {
			t.Errorf("%s: same origin is %v, want %v", tt.name, got, tt.same)
		}
		if placed.DocumentOrigin == placed.ProxyOrigin || placed.DocumentOrigin == pageOrigin {
			t.Errorf("%s: the view shares an origin with ours", tt.name)
		}
	}
	// The parts of the key can't run into each other.
	a, b := base, base
	a.Server, a.Metadata.Domain = "ab", "c"
	b.Server, b.Metadata.Domain = "a", "bc"
	if place(t, s, a).DocumentOrigin == place(t, s, b).DocumentOrigin {
		t.Error("different servers share an origin")
	}
	other, _ := newSandbox(t)
	if place(t, other, base).DocumentOrigin == origin {
		t.Error("two starts have the same origins")
	}
}

func TestHostsAnswerOnlyTheirOwn(t *testing.T) {
	t.Parallel()
	s, _ := newSandbox(t)
	claude, chatgpt := place(t, s, view(t, "claude")), place(t, s, view(t, "chatgpt"))
	id := "/view/" + claude.ID
	unknown := "http://" + strings.Repeat("0", 32) + ".localhost:4747"
	for _, tt := range []struct {
		name, method, address string
		status                int
	}{
		{"own document", http.MethodGet, claude.Document, 200},
		{"own document, HEAD", http.MethodHead, claude.Document, 200},
		{"in capitals", http.MethodGet, strings.ToUpper(claude.DocumentOrigin[7:39]) + ".localhost:4747" + id, 200},
		{"another view's document", http.MethodGet, chatgpt.DocumentOrigin + id, 404},
		{"a document on the proxy's host", http.MethodGet, claude.ProxyOrigin + id, 404},
		{"the proxy page on a view's host", http.MethodGet, claude.DocumentOrigin + "/proxy?view=" + claude.ID, 404},
		{"the proxy page without a view", http.MethodGet, claude.ProxyOrigin + "/proxy", 404},
		{"the proxy page of an unknown view", http.MethodGet, claude.ProxyOrigin + "/proxy?view=00", 404},
		{"the API on a view's host", http.MethodGet, claude.DocumentOrigin + "/api/session", 404},
		{"the API on the proxy's host", http.MethodGet, claude.ProxyOrigin + "/api/session", 404},
		{"the page on a view's host", http.MethodGet, claude.DocumentOrigin + "/", 404},
		{"an unknown document", http.MethodGet, claude.DocumentOrigin + "/view/" + strings.Repeat("0", 32), 404},
		{"no document", http.MethodGet, claude.DocumentOrigin + "/view/", 404},
		{"below a document", http.MethodGet, claude.Document + "/x", 404},
		{"an unknown host", http.MethodGet, unknown + id, 404},
		{"another port", http.MethodGet, strings.Replace(claude.Document, ":4747", ":4748", 1), 404},
		{"no port", http.MethodGet, strings.Replace(claude.Document, ":4747", "", 1), 404},
		{"a name below a view's", http.MethodGet, strings.Replace(claude.Document, "http://", "http://x.", 1), 404},
		{"the workbench's host", http.MethodGet, pageOrigin + id, 404},
		{"a foreign host", http.MethodGet, "http://evil.example:4747" + id, 404},
		{"POST", http.MethodPost, claude.Document, 405},
		{"OPTIONS", http.MethodOptions, claude.Document, 405},
		{"POST to the proxy", http.MethodPost, claude.Proxy, 405},
	} {
		address := tt.address
		if !strings.HasPrefix(address, "http") {
			address = "http://" + address
		}
		response := get(s, tt.method, address)
		if response.StatusCode != tt.status {
			t.Errorf("%s: %s %s gave %d, want %d", tt.name, tt.method, address, response.StatusCode, tt.status)
		}
		if body := read(t, response); tt.status != 200 && strings.Contains(body, "hello") || tt.method == http.MethodHead && body != "" {
			t.Errorf("%s: answered with a body: %.80s", tt.name, body)
		}
		if got := response.Header.Get("Access-Control-Allow-Origin"); got != "" {
			t.Errorf("%s: other origins may read it: %q", tt.name, got)
		}
	}
}

func TestDocumentsEnd(t *testing.T) {
	t.Parallel()
	s, c := newSandbox(t)
	status := func(p sandbox.Placed) int { return get(s, http.MethodGet, p.Document).StatusCode }

	released := place(t, s, view(t, "claude"))
	s.Release(released.ID)
	s.Release(released.ID)
	s.Release("unknown")
	if got := status(released); got != http.StatusNotFound {
		t.Errorf("a released document gives %d", got)
	}

	old, used := place(t, s, view(t, "claude")), place(t, s, view(t, "claude"))
	c.Pass(50 * time.Minute)
	if got := status(used); got != http.StatusOK {
		t.Errorf("after 50 minutes: %d", got)
	}
	c.Pass(50 * time.Minute)
	if got := status(used); got != http.StatusOK {
		t.Errorf("50 minutes after its last use: %d", got)
	}
	for what, address := range map[string]string{
		"the document": old.Document, "its proxy page": old.Proxy,
	} {
		gone := get(s, http.MethodGet, address)
		if body := read(t, gone); gone.StatusCode != http.StatusGone || !strings.Contains(body, "has expired") || strings.Contains(body, "hello") ||
			gone.Header.Get("Content-Security-Policy") != "default-src 'none'; sandbox" {
			t.Errorf("100 minutes without a use: %s: %d %.200s", what, gone.StatusCode, body)
		}
		if body := read(t, get(s, http.MethodHead, address)); body != "" {
			t.Errorf("%s, HEAD: %.200s", what, body)
		}
	}
	// It says so only where the document was.
	for what, address := range map[string]string{
		"on the proxy's host":          old.ProxyOrigin + "/view/" + old.ID,
		"the proxy on the view's host": old.DocumentOrigin + "/proxy?view=" + old.ID,
	} {
		if got := get(s, http.MethodGet, address).StatusCode; got != http.StatusNotFound {
			t.Errorf("an expired document, %s: %d", what, got)
		}
	}

	first := place(t, s, view(t, "claude"))
	var last sandbox.Placed
	for range 130 {
		last = place(t, s, view(t, "claude"))
	}
	if status(first) != http.StatusGone || status(last) != http.StatusOK {
		t.Error("the oldest of too many documents is kept, or the newest isn't")
	}

	large := view(t, "claude")
	large.HTML += strings.Repeat("x", 15<<20)
	first = place(t, s, large)
	for range 13 {
		last = place(t, s, large)
	}
	if status(first) != http.StatusGone || status(last) != http.StatusOK {
		t.Error("the oldest of documents that are too large together is kept, or the newest isn't")
	}
}

func TestPlaceRefuses(t *testing.T) {
	t.Parallel()
	s, _ := newSandbox(t)
	for _, tt := range []struct {
		name, code string
		change     func(*sandbox.View)
	}{
		{"17 MiB", "view_too_large", func(v *sandbox.View) { v.HTML = strings.Repeat("x", 17<<20) }},
		{"a script address", "view_url_invalid", func(v *sandbox.View) { v.External = "javascript:alert(1)" }},
		{"a data address", "view_url_invalid", func(v *sandbox.View) { v.External = "data:text/html,x" }},
		{"a file", "view_url_invalid", func(v *sandbox.View) { v.External = "file:///etc/passwd" }},
		{"an unencrypted address", "view_url_invalid", func(v *sandbox.View) { v.External = "http://127.0.0.1:80/" }},
		{"an address with a password", "view_url_invalid", func(v *sandbox.View) { v.External = "https://a:b@example.com/" }},
		{"half an address", "view_url_invalid", func(v *sandbox.View) { v.External = "//example.com" }},
		{"globals that are a list", "globals_invalid", func(v *sandbox.View) { v.Globals = json.RawMessage("[]") }},
		{"globals that are no JSON", "globals_invalid", func(v *sandbox.View) { v.Globals = json.RawMessage("{") }},
	} {
		v := view(t, "chatgpt")
		tt.change(&v)
		if _, err := s.Place(t.Context(), v); code(err) != tt.code {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.code)
		}
	}
	v := view(t, "claude")
	v.HTML = strings.Repeat("x", sandbox.MaxDocument)
	if _, err := s.Place(t.Context(), v); err != nil {
		t.Errorf("16 MiB: %v", err)
	}
}

func TestExternalPage(t *testing.T) {
	t.Parallel()
	s, _ := newSandbox(t)
	v := view(t, "mcp-ui")
	v.HTML, v.External = "", "https://example.com/page?a=b#c"
	placed := place(t, s, v)
	if placed.Document != v.External || placed.DocumentOrigin != "https://example.com" || placed.Policy.Text != "" {
		t.Errorf("placed at %s, origin %s, policy %q", placed.Document, placed.DocumentOrigin, placed.Policy.Text)
	}
	if placed.Sandbox != "allow-scripts allow-same-origin" {
		t.Errorf("sandbox %q", placed.Sandbox)
	}
	if policy := get(s, http.MethodGet, placed.Proxy).Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-src https:;") {
		t.Errorf("the proxy can't frame it: %s", policy)
	}
}

func TestFlagsThatAreNeverGiven(t *testing.T) {
	t.Parallel()
	s, _ := newSandbox(t)
	p := plain()
	p.SandboxFlags = hosts.Fact[[]string]{Known: true, Value: []string{
		"allow-forms", "allow-top-navigation", "allow-top-navigation-by-user-activation", "allow-same-origin allow-scripts", `"><script>`,
	}}
	placed := place(t, s, sandbox.View{Server: "s", Profile: p, HTML: document})
	if placed.Sandbox != "allow-scripts allow-same-origin allow-forms" {
		t.Errorf("sandbox %q", placed.Sandbox)
	}
}

// What is baked into a script can't end it or the document's head.
func TestGlobalsStayInTheScript(t *testing.T) {
	t.Parallel()
	s, _ := newSandbox(t)
	v := view(t, "chatgpt")
	v.Globals = json.RawMessage(`{"toolOutput":"</script><script>alert(1)</script><!--\u2028\u2029","locale":"de"}`)
	body := read(t, get(s, http.MethodGet, place(t, s, v).Document))
	if n := strings.Count(body, "</script>"); n != 3 {
		t.Errorf("the document has %d ends of scripts, want the 3 of the sandbox's own: %s", n, body)
	}
	if strings.ContainsAny(body, "\u2028\u2029") || strings.Contains(body, "<!--") {
		t.Error("a separator or comment got into the script")
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]string{
		"":                        "page_origin_invalid",
		"127.0.0.1:4747":          "page_origin_invalid",
		"http://127.0.0.1:4747/":  "page_origin_invalid",
		"https://127.0.0.1:4747":  "page_origin_invalid",
		"http://a.localhost:4747": "page_origin_shared",
	} {
		if _, err := sandbox.New(sandbox.Options{Page: page, Port: 4747}); code(err) != want {
			t.Errorf("page %q: %v, want %s", page, err, want)
		}
	}
}

func fetch(t *testing.T, address, host string) (*http.Response, error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Host = host
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	return client.Do(request)
}

func TestOriginsByPort(t *testing.T) {
	t.Parallel()
	s, _ := newSandbox(t)
	v := view(t, "claude")
	v.Naming = sandbox.ByPort
	placed := place(t, s, v)
	host, port, err := net.SplitHostPort(strings.TrimPrefix(placed.DocumentOrigin, "http://"))
	if err != nil || !strings.HasPrefix(host, "127.") || port == "4747" {
		t.Fatalf("the view is on %s", placed.DocumentOrigin)
	}
	if placed.ProxyOrigin == placed.DocumentOrigin {
		t.Fatal("the proxy shares the view's port")
	}
	if again := place(t, s, v); again.DocumentOrigin != placed.DocumentOrigin {
		t.Errorf("the same view moved from %s to %s", placed.DocumentOrigin, again.DocumentOrigin)
	}
	for _, tt := range []struct {
		name, address, host string
		status              int
	}{
		{"document", placed.Document, "", 200},
		{"proxy", placed.Proxy, "", 200},
		{"document on the proxy's port", placed.ProxyOrigin + "/view/" + placed.ID, "", 404},
		{"the API", placed.DocumentOrigin + "/api/session", "", 404},
		{"a rebound name", placed.Document, "evil.example:" + port, 404},
		{"localhost", placed.Document, "localhost:" + port, 404},
		{"the workbench's host", placed.Document, "127.0.0.1:4747", 404},
	} {
		response, err := fetch(t, tt.address, tt.host)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != tt.status {
			t.Errorf("%s: %d, want %d", tt.name, response.StatusCode, tt.status)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if response, err := fetch(t, placed.Document, ""); err == nil {
		_ = response.Body.Close()
		t.Error("the port is still open after the sandbox was closed")
	}
	if _, err := s.Place(t.Context(), v); code(err) != "sandbox_closed" {
		t.Errorf("placing after the end: %v", err)
	}
}

func TestPortsAreBounded(t *testing.T) {
	t.Parallel()
	s, _ := newSandbox(t)
	v := view(t, "claude")
	v.Naming = sandbox.ByPort
	var placed []sandbox.Placed
	for i := range 47 { // and one for the proxy
		v.Conversation = strconv.Itoa(i)
		placed = append(placed, place(t, s, v))
	}
	v.Conversation = "one more"
	if _, err := s.Place(t.Context(), v); code(err) != "too_many_origins" {
		t.Errorf("a 48th view's port: %v", err)
	}
	s.Release(placed[3].ID)
	s.Release(placed[5].ID)
	last := place(t, s, v)
	seen := map[string]bool{last.DocumentOrigin: true}
	for i, p := range placed {
		response, err := fetch(t, p.Document, "")
		if i == 3 {
			if err == nil {
				_ = response.Body.Close()
				t.Error("the port that was idle for longest is still open")
			}
			continue
		}
		if err != nil {
			t.Fatalf("view %d: %v", i, err)
		}
		_ = response.Body.Close()
		if seen[p.DocumentOrigin] {
			t.Errorf("view %d shares an origin", i)
		}
		seen[p.DocumentOrigin] = true
	}
	if diff := cmp.Diff(47, len(seen)); diff != "" {
		t.Errorf("origins (-want +got):\n%s", diff)
	}
}

func TestReports(t *testing.T) {
	t.Parallel()
	var got []sandbox.Violation
	s, err := sandbox.New(sandbox.Options{Page: pageOrigin, Port: 4747, Violated: func(v sandbox.Violation) { got = append(got, v) }})
	if err != nil {
		t.Fatal(err)
	}
	placed := place(t, s, view(t, "claude"))
	send := func(address, body string) int {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(body))
		recorder := httptest.NewRecorder()
		s.ServeHTTP(recorder, request)
		return recorder.Code
	}
	own := placed.DocumentOrigin + "/report/" + placed.ID
	report := `{"csp-report":{"document-uri":"about","effective-directive":"img-src","blocked-uri":"` + strings.Repeat("x", 500) + `"}}`
	for _, tt := range []struct {
		name, address, body string
		status, reports     int
	}{
		{"a report", own, report, 204, 1},
		{"of the view's own document", own, `{"csp-report":{"document-uri":"` + placed.Document + `","effective-directive":"img-src"}}`, 204, 0},
		{"no JSON", own, `{`, 204, 0},
		{"a list", own, `[]`, 204, 0},
		{"nothing", own, ``, 204, 0},
		{"far too much", own, strings.Repeat(" ", 1<<20) + report, 413, 0},
		{"of an unknown view", placed.DocumentOrigin + "/report/0123", report, 404, 0},
		{"on the proxy's host", placed.ProxyOrigin + "/report/" + placed.ID, report, 404, 0},
		{"to the document", placed.Document, report, 405, 0},
	} {
		got = nil
		if status := send(tt.address, tt.body); status != tt.status || len(got) != tt.reports {
			t.Errorf("%s: %d and %d reports, want %d and %d", tt.name, status, len(got), tt.status, tt.reports)
		}
	}
	got = nil
	for range 300 {
		send(own, report)
	}
	if len(got) < 50 || len(got) > 100 {
		t.Errorf("%d of 300 reports of one view were passed on", len(got))
	}
	if blocked := got[0].Blocked; len(blocked) > 150 {
		t.Errorf("a long address was passed on whole: %s", blocked)
	}
}

package workbench_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/issuer"
	"github.com/orielapps/oriel/internal/tool/issuer/issuertest"
	"github.com/orielapps/oriel/test/browsertest"
)

// A person chooses who to be and what to grant at the test issuer, without scripts, and
// returns to the program that has asked.
func TestSmokeIssuerPage(t *testing.T) {
	t.Parallel()
	provider := issuertest.Start(t, issuer.Options{})
	// A program may send the browser on, to another origin.
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/callback" {
			w.Header().Set("Location", "http://localhost:"+r.Host[strings.LastIndex(r.Host, ":")+1:]+"/done?"+r.URL.RawQuery)
			w.WriteHeader(http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, "<!doctype html><p id=done>done")
	}))
	defer app.Close()
	address := provider.URL() + "/authorize?" + url.Values{
		"response_type": {"code"}, "client_id": {registerClient(t, provider.URL(), app.URL+"/callback")}, "redirect_uri": {app.URL + "/callback"},
		"code_challenge": {strings.Repeat("x", 43)}, "code_challenge_method": {"S256"}, "resource": {"http://127.0.0.1:8080/mcp"},
		"scope": {"openid profile trips.read trips.write"}, "state": {"s"},
	}.Encode()
	step := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	page := browsertest.Start(t).Open(t, address)
	for _, size := range []struct {
		name          string
		scheme        string
		width, height int64
	}{{"wide-light", "light", 1280, 900}, {"wide-dark", "dark", 1280, 900}, {"narrow-light", "light", 390, 844}, {"narrow-dark", "dark", 390, 844}} {
		step(page.Viewport(t.Context(), size.width, size.height, 1))
		step(page.Media(t.Context(), map[string]string{"prefers-color-scheme": size.scheme}))
		beyond, err := browsertest.Eval[bool](t.Context(), page.Main(), "document.documentElement.scrollWidth > innerWidth")
		step(err)
		if beyond {
			t.Errorf("%s: the page is wider than the window", size.name)
		}
		step(picture(t, page, "issuer-"+size.name)())
	}
	step(page.Main().Fill(t.Context(), `input[name="other"]`, "two words"))
	step(page.Main().Click(t.Context(), `button[value="allow"]`))
	step(page.Main().WaitForText(t.Context(), "#problem", "Choose a user, or type a name of letters, digits and . _ @ + | -, at most 64."))
	step(picture(t, page, "issuer-problem")())
	step(page.Main().Fill(t.Context(), `input[name="other"]`, ""))
	step(page.Main().Click(t.Context(), `input[value="grace"]`))
	step(page.Main().Click(t.Context(), `input[value="trips.write"]`))
	step(page.Main().Click(t.Context(), `button[value="allow"]`))
	step(page.Main().WaitForText(t.Context(), "#done", "done"))
	returned, err := browsertest.Eval[string](t.Context(), page.Main(), "location.href")
	step(err)
	if to, failed := url.Parse(returned); failed != nil || to.Query().Get("code") == "" || to.Query().Get("state") != "s" || to.Query().Get("iss") != provider.URL() {
		t.Errorf("it returns to %s", returned)
	}
	// The same program again, in this browser: grace is chosen.
	step(page.Navigate(t.Context(), address))
	step(page.Main().WaitFor(t.Context(), `document.querySelector('input[value="grace"]').checked`))
	step(page.Navigate(t.Context(), provider.URL()+"/authorize?client_id=x&redirect_uri=http://evil.example/"))
	step(page.Main().WaitForText(t.Context(), `[data-testid="code"]`, "invalid_client"))
	step(picture(t, page, "issuer-fault")())
	if violations := page.Violations(); len(violations) > 0 {
		t.Errorf("the page breaks its policy: %+v", violations)
	}
}

func registerClient(t *testing.T, issuer, redirect string) string {
	t.Helper()
	body, err := json.Marshal(map[string]any{"client_name": "MCP Inspector", "redirect_uris": []string{redirect}, "token_endpoint_auth_method": "none"})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, issuer+"/register", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var made struct {
		ID string `json:"client_id"`
	}
	if err := json.NewDecoder(response.Body).Decode(&made); err != nil || made.ID == "" {
		t.Fatalf("registering: %d %v", response.StatusCode, err)
	}
	return made.ID
}

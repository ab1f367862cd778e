package conformance_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/issuer"
	"github.com/orielapps/oriel/internal/tool/issuer/issuertest"
)

// forClients are the suite's scenarios about sign-in that test a client, which this repository
// exports none of. The server in each is the suite's own. Of servers, it has no scenario about
// sign-in: a new one makes TestAuthorizationScenarios fail.
var forClients = regexp.MustCompile(`^auth/`)

// authorizationServer are the scenarios that test the issuer of the tool.
var authorizationServer = []string{"authorization-server-metadata-endpoint", "authorization-code-grant"}

var listed = regexp.MustCompile(`(?m)^(\S+ ?\S*) scenarios \(|^  - (\S+) \[`)

// Every scenario about sign-in is for somebody who is known.
func TestAuthorizationScenarios(t *testing.T) {
	t.Parallel()
	said, err := suite(t, checkout(t), "list")
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	scenarios, of := map[string][]string{}, ""
	for _, found := range listed.FindAllStringSubmatch(said, -1) {
		if found[1] != "" {
			of = found[1]
			continue
		}
		scenarios[of] = append(scenarios[of], found[2])
	}
	if got := scenarios["Authorization server"]; !slices.Equal(got, authorizationServer) {
		t.Errorf("an authorization server has the scenarios %q", got)
	}
	aboutClients := 0
	for _, name := range scenarios["Client"] {
		if forClients.MatchString(name) {
			aboutClients++
		}
	}
	if aboutClients < 30 || len(scenarios["Server"]) < 50 {
		t.Errorf("the list has another form than this test knows:\n%s", said)
	}
	for _, name := range scenarios["Server"] {
		for _, word := range []string{"auth", "token", "scope", "sign-in", "signin", "protected-resource"} {
			if strings.Contains(name, word) {
				t.Errorf("a server is tested for %s, which nothing here runs", name)
			}
		}
	}
}

// The issuer of the tool is what the suite wants of an authorization server.
func TestIssuer(t *testing.T) {
	t.Parallel()
	made := issuertest.Start(t, issuer.Options{})
	_, port, _ := strings.Cut(programtest.FreeAddress(t), ":")
	redirect := "http://127.0.0.1:" + port + "/callback"
	client := register(t, made.URL(), redirect)
	folder := t.TempDir()
	said, err := authorize(t, "--url", made.URL(), "--client-id", client, "--resource", "https://trips.example.com/mcp", "--port", port, "--output-dir", folder)
	if err != nil {
		t.Errorf("the suite has ended with %v:\n%s", err, said)
	}
	results := resultsIn(t, folder)
	for _, scenario := range authorizationServer {
		if fault := judge(results[scenario]); fault != "" {
			t.Errorf("%s: %s", scenario, fault)
		}
	}
}

var authorizeURL = regexp.MustCompile(`(?m)^http://\S+/authorize\?\S+$`)

// authorize runs the suite against an authorization server, and goes as its user where it
// says.
func authorize(t *testing.T, args ...string) (said string, err error) {
	t.Helper()
	cmd := suiteCommand(t, checkout(t), append([]string{"authorization"}, args...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var complaints strings.Builder
	cmd.Stderr = &complaints
	if err = cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	lines := bufio.NewScanner(out)
	page, listens := "", false // in whichever order the suite comes to say so
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		all.WriteString(line + "\n")
		switch {
		case authorizeURL.MatchString(line):
			page = line
		case strings.HasPrefix(line, "Callback server started"):
			listens = true
		default:
			continue
		}
		if page != "" && listens && !allow(t, page) {
			_ = cmd.Process.Kill() // it would wait for minutes
		}
	}
	err = cmd.Wait()
	return all.String() + complaints.String(), err
}

var transaction = regexp.MustCompile(`name="transaction" value="([^"]+)"`)

// allow goes to the issuer's page, allows everything, and follows to the client.
func allow(t *testing.T, address string) (done bool) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	page, _ := answer(t, browser, address, nil)
	found := transaction.FindSubmatch(page)
	if found == nil {
		t.Errorf("no page: %s", page)
		return false
	}
	decision, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	decision.Path, decision.RawQuery = "/authorize/decision", ""
	_, done = answer(t, browser, decision.String(), url.Values{"transaction": {string(found[1])}, "user": {"grace"}, "decision": {"allow"}})
	return done
}

// answer returns the body of an answer to GET, or to POST of a form.
func answer(t *testing.T, browser *http.Client, address string, form url.Values) (body []byte, ok bool) {
	t.Helper()
	method := http.MethodGet
	if form != nil {
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := browser.Do(request)
	if err != nil {
		t.Error(err)
		return nil, false
	}
	defer func() { _ = response.Body.Close() }()
	body, err = io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("%s answers %d: %s %v", address, response.StatusCode, body, err)
		return nil, false
	}
	return body, true
}

// register registers a client without a secret.
func register(t *testing.T, issuer, redirect string) (id string) {
	t.Helper()
	response, err := http.Post(issuer+"/register", "application/json", strings.NewReader( //nolint:noctx // it is on this machine
		`{"client_name":"suite","redirect_uris":["`+redirect+`"],"token_endpoint_auth_method":"none"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var registered struct {
		ID string `json:"client_id"`
	}
	if err := json.NewDecoder(response.Body).Decode(&registered); err != nil || registered.ID == "" {
		t.Fatalf("no client: %d, %v", response.StatusCode, err)
	}
	return registered.ID
}

package providers_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	verifier "github.com/orielapps/oriel/auth"
	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// allVariable, set to 1, runs providers that come from no package registry.
const allVariable = "ORIEL_TEST_ALL"

// Debian's glewlwyd, a provider in C, whose administrator says which resources there are.
// Clients register themselves. Its users have a claim with their name beside sub, which is random.
// It comes from Debian, so only "make test-all" installs and runs it.
func TestGlewlwyd(t *testing.T) {
	t.Parallel()
	if os.Getenv(allVariable) != "1" {
		return
	}
	app, other := reserve(t), reserve(t)
	issuer := startGlewlwyd(t, app.endpoint, other.endpoint)
	for _, a := range []*trips{app, other} {
		a.serve(t, verifier.OIDC{Issuer: issuer, UserClaim: "username", Logger: a.log})
	}
	for _, version := range []string{initialized, stateless} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			s := story{app: app, other: other, version: version, userID: "ada", handler: registeredWithSecret, user: atGlewlwyd}
			s.tell(t)
		})
		t.Run(version+" in the workbench", func(t *testing.T) {
			t.Parallel()
			// It gives a client that it knows no more than before, unless the user looks for it.
			inWorkbench(t, app, version, atGlewlwyd(t), true)
		})
	}
}

// registeredWithSecret is a client that registers itself, and wants a secret.
func registeredWithSecret(t *testing.T, u *user) auth.OAuthHandler {
	t.Helper()
	return newHandler(t, u, auth.AuthorizationCodeHandlerConfig{
		DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
			ClientName: "go-sdk", RedirectURIs: []string{u.redirect}, GrantTypes: []string{"authorization_code", "refresh_token"},
			TokenEndpointAuthMethod: "client_secret_post",
		}},
		AcceptUnadvertisedIss: true, // glewlwyd sends it, and its metadata doesn't say so
	})
}

const (
	adminPassword = "password" // of the package's database
	adaPassword   = "lovelace"
)

// atGlewlwyd is Ada with her browser. Glewlwyd remembers her, and asks her about each client.
func atGlewlwyd(t *testing.T) *user {
	t.Helper()
	return newUser(t, func(ctx context.Context, page *browsertest.Frame, turn int) error {
		if turn == 1 {
			if err := logIn(ctx, page, "#username", "ada", adaPassword); err != nil {
				return err
			}
		}
		return consent(ctx, page)
	})
}

// consent checks each scope that a client asks for, grants them, and goes back.
func consent(ctx context.Context, page *browsertest.Frame) error {
	const scope = "[id^=grant-]"
	if err := page.WaitFor(ctx, `document.querySelector("`+scope+`")`); err != nil {
		return err
	}
	for {
		left, err := browsertest.Eval[int](ctx, page, `document.querySelectorAll("`+scope+`:not(:checked)").length`)
		if err != nil {
			return err
		}
		if left == 0 {
			break
		}
		if err := page.Click(ctx, scope+":not(:checked)"); err != nil {
			return err
		}
	}
	if err := page.Click(ctx, "button.btn-primary"); err != nil {
		return err
	}
	return page.Click(ctx, "button.btn-success")
}

// startGlewlwyd starts glewlwyd on this machine alone, with a database of its own, and returns
// the issuer that an administrator has set up.
func startGlewlwyd(t *testing.T, resources ...string) string {
	t.Helper()
	program, err := exec.LookPath("glewlwyd")
	if err != nil {
		t.Fatalf("glewlwyd is not installed; run \"make test-all\", which does it: %v", err)
	}
	database := filepath.Join(t.TempDir(), "glewlwyd.db")
	schema, err := os.Open("/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = schema.Close() }()
	create := exec.CommandContext(t.Context(), "sqlite3", database)
	create.Stdin = schema
	if said, failed := create.CombinedOutput(); failed != nil {
		t.Fatalf("making the database: %v\n%s", failed, said)
	}
	address := programtest.FreeAddress(t)
	host, port, _ := strings.Cut(address, ":")
	origin := "http://" + address
	const modules, shared = "/usr/lib/glewlwyd/", "/usr/share/glewlwyd/"
	// The package's pages have a link to settings that are not where it leads to.
	pages := filepath.Join(t.TempDir(), "webapp")
	settings, err := os.ReadFile(shared + "templates/config.json")
	if err != nil {
		t.Fatal(err)
	}
	if said, err := exec.CommandContext(t.Context(), "cp", "-rL", shared+"webapp", pages).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if err := os.RemoveAll(filepath.Join(pages, "config.json")); err != nil {
		t.Fatal(err)
	}
	programtest.Write(t, pages, "config.json", string(settings))
	environ := append(os.Environ(), "GLWD_PORT="+port, "GLWD_BIND_ADDRESS="+host, "GLWD_EXTERNAL_URL="+origin, "GLWD_API_PREFIX=api",
		"GLWD_LOGIN_URL=login.html", "GLWD_STATIC_FILES_PATH="+pages, "GLWD_STATIC_FILES_MIME_TYPES="+mimeTypes,
		"GLWD_ALLOW_ORIGIN=*", "GLWD_COOKIE_DOMAIN="+host, "GLWD_COOKIE_SECURE=0", "GLWD_SESSION_EXPIRATION=3600", "GLWD_SESSION_KEY=session",
		"GLWD_ADMIN_SCOPE=g_admin", "GLWD_PROFILE_SCOPE=g_profile", "GLWD_LOGIN_API_ENABLED=1", "GLWD_HASH_ALGORITHM=SHA512",
		"GLWD_USER_MODULE_PATH="+modules+"user", "GLWD_USER_MIDDLEWARE_MODULE_PATH="+modules+"user_middleware", "GLWD_CLIENT_MODULE_PATH="+modules+"client",
		"GLWD_AUTH_SCHEME_MODULE_PATH="+modules+"scheme", "GLWD_PLUGIN_MODULE_PATH="+modules+"plugin", "GLWD_USE_SECURE_CONNECTION=0",
		"GLWD_DATABASE_TYPE=sqlite3", "GLWD_DATABASE_SQLITE3_PATH="+database, "GLWD_LOG_MODE=console", "GLWD_LOG_LEVEL=INFO")
	programtest.StartWith(t, t.TempDir(), environ, program, "-e")
	a := newAdministrator(t, origin)
	for _, scope := range []string{"trips.read", "trips.write"} {
		a.post("/api/scope/", map[string]any{"name": scope, "display_name": scope, "password_required": true, "scheme": map[string]any{}})
	}
	a.post("/api/user/", map[string]any{
		"username": "ada", "password": adaPassword, "name": "Ada", "enabled": true, "scope": []string{"openid", "trips.read", "trips.write"},
	})
	a.post("/api/mod/plugin/", map[string]any{
		"module": "oidc", "name": "oidc", "display_name": "Sign-in", "enabled": true, "parameters": plugin(t, origin+"/api/oidc", resources),
	})
	return origin + "/api/oidc"
}

const mimeTypes = `[{"extension":".html","mime_type":"text/html","compress":0},{"extension":".css","mime_type":"text/css","compress":0},` +
	`{"extension":".js","mime_type":"application/javascript","compress":0},{"extension":".json","mime_type":"application/json","compress":0}]`

// plugin is what an administrator sets for the code flow with PKCE, and tokens that are JWTs for
// the resource that a client names.
func plugin(t *testing.T, issuer string, resources []string) map[string]any {
	t.Helper()
	const bits = 2048
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	inPEM := func(kind string, der []byte) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
	}
	return map[string]any{
		"iss": issuer, "oauth-as-iss-id": true, "jwt-type": "rsa", "jwt-key-size": "256", "jwks-show": true,
		"key": inPEM("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(key)), "cert": inPEM("PUBLIC KEY", public),
		"access-token-duration": 3600, "refresh-token-duration": 3600, "code-duration": 600, "refresh-token-rolling": true,
		"allow-non-oidc": true, "auth-type-code-enabled": true, "auth-type-refresh-enabled": true, "auth-type-token-enabled": false,
		"auth-type-id-token-enabled": false, "auth-type-none-enabled": false, "auth-type-password-enabled": false,
		"auth-type-client-enabled": false, "auth-type-device-enabled": false,
		"subject-type": "public", "allowed-scope": []string{"openid", "trips.read", "trips.write"},
		"additional-parameters": []map[string]string{{"user-parameter": "username", "token-parameter": "username"}},
		"pkce-allowed":          true, "pkce-required": true, "pkce-method-plain-allowed": false,
		"register-client-allowed": true, "register-client-auth-scope": []string{}, "register-client-credentials-scope": []string{},
		"register-resource-specify-allowed": true, "resource-allowed": true, "resource-scope-and-client-property": false,
		"resource-scope": map[string][]string{"trips.read": resources, "trips.write": resources},
	}
}

// administrator is signed in at glewlwyd's API.
type administrator struct {
	t      *testing.T
	origin string
	client *http.Client
}

func newAdministrator(t *testing.T, origin string) *administrator {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	a := &administrator{t, origin, &http.Client{Jar: jar}}
	a.waitForServer()
	a.post("/api/auth/", map[string]any{"username": "admin", "password": adminPassword})
	return a
}

// waitForServer waits until glewlwyd accepts requests, which is after it has said so.
func (a *administrator) waitForServer() {
	a.t.Helper()
	for until := time.Now().Add(time.Minute); ; {
		response, err := a.client.Get(a.origin + "/config.json") //nolint:noctx // it is on this machine
		if err == nil {
			_ = response.Body.Close()
			return
		}
		if time.Now().After(until) {
			a.t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func (a *administrator) post(path string, body any) {
	a.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		a.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(a.t.Context(), http.MethodPost, a.origin+path, bytes.NewReader(text))
	if err != nil {
		a.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := a.client.Do(request)
	if err != nil {
		a.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	said, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		a.t.Fatalf("%s answers %d: %s %v", path, response.StatusCode, said, err)
	}
}

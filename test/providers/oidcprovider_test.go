package providers_test

import (
	"context"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	verifier "github.com/orielapps/oriel/auth"
	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// npm's oidc-provider knows nothing of the app and its clients: they register themselves, or
// name a document, and tokens are for the resource that they name.
func TestOIDCProvider(t *testing.T) {
	t.Parallel()
	documents := clientDocuments(t)
	issuer := startOIDCProvider(t, documents, "ES256")
	app, other := reserve(t), reserve(t)
	for _, a := range []*trips{app, other} {
		a.serve(t, verifier.OIDC{Issuer: issuer, Logger: a.log})
	}
	for _, version := range []string{initialized, stateless} {
		for name, handler := range map[string]func(*testing.T, *user) auth.OAuthHandler{"registered": registered, "by document": documents.handler} {
			t.Run(version+" "+name, func(t *testing.T) {
				t.Parallel()
				s := story{app: app, other: other, version: version, userID: "ada", handler: handler, user: atOIDCProvider}
				s.tell(t)
			})
		}
		t.Run(version+" in the workbench", func(t *testing.T) {
			t.Parallel()
			inWorkbench(t, app, version, atOIDCProvider(t), false)
		})
	}
}

// Tokens that say nothing are asked about.
func TestOIDCProviderIntrospection(t *testing.T) {
	t.Parallel()
	issuer := startOIDCProvider(t, clientDocuments(t), "opaque")
	app, other := reserve(t), reserve(t)
	for _, a := range []*trips{app, other} {
		a.serve(t, verifier.Introspection{Issuer: issuer, ClientID: "trips", ClientSecret: "the app's", Logger: a.log})
	}
	for _, version := range []string{initialized, stateless} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			s := story{app: app, other: other, version: version, userID: "ada", handler: registered, user: atOIDCProvider}
			s.tell(t)
		})
	}
}

// registered is a client that registers itself.
func registered(t *testing.T, u *user) auth.OAuthHandler {
	t.Helper()
	return newHandler(t, u, auth.AuthorizationCodeHandlerConfig{
		DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
			ClientName: "go-sdk", RedirectURIs: []string{u.redirect}, GrantTypes: []string{"authorization_code", "refresh_token"},
		}},
	})
}

func newHandler(t *testing.T, u *user, config auth.AuthorizationCodeHandlerConfig) auth.OAuthHandler {
	t.Helper()
	config.RedirectURL, config.AuthorizationCodeFetcher = u.redirect, u.fetch
	config.ScopeFilter = u.wanted
	handler, err := auth.NewAuthorizationCodeHandler(&config)
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

// documents are those of clients whose id is the address of their metadata. A document's
// query is the address that the client is reached at.
type documents struct{ *httptest.Server }

func clientDocuments(t *testing.T) documents {
	t.Helper()
	var server *httptest.Server
	server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"client_id":%q,"client_name":"go-sdk","application_type":"native","redirect_uris":[%q],`+
			`"grant_types":["authorization_code","refresh_token"],"token_endpoint_auth_method":"none"}`, server.URL+r.URL.String(), r.URL.Query().Get("redirect"))
	}))
	t.Cleanup(server.Close)
	return documents{server}
}

func (d documents) handler(t *testing.T, u *user) auth.OAuthHandler {
	t.Helper()
	return newHandler(t, u, auth.AuthorizationCodeHandlerConfig{
		ClientIDMetadataDocumentConfig: &auth.ClientIDMetadataDocumentConfig{URL: d.URL + "/client?redirect=" + u.redirect},
		RequestRefreshToken:            true,
	})
}

// startOIDCProvider starts a provider that can read the documents, and returns its issuer.
func startOIDCProvider(t *testing.T, d documents, format string) string {
	t.Helper()
	root := checkout(t)
	node := filepath.Join(root, "node_modules", "node", "bin", "node")
	if runtime.GOOS == "windows" {
		node += ".exe"
	}
	for _, needed := range []string{node, filepath.Join(root, "node_modules", "oidc-provider", "package.json")} {
		if _, err := os.Stat(needed); err != nil {
			t.Fatalf("a package is not installed; run \"make test\", which does it, or \"npm ci\": %v", err)
		}
	}
	roots := filepath.Join(t.TempDir(), "roots.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: d.Certificate().Raw})
	if err := os.WriteFile(roots, text, 0o600); err != nil {
		t.Fatal(err)
	}
	environ := append(os.Environ(), "NODE_EXTRA_CA_CERTS="+roots)
	return programtest.StartWith(t, ".", environ, node, filepath.Join("testdata", "oidcprovider.mjs"), format).URL
}

// atOIDCProvider is Ada with her browser. The provider remembers who she is, and asks her to
// consent each time.
func atOIDCProvider(t *testing.T) *user {
	t.Helper()
	return newUser(t, func(ctx context.Context, page *browsertest.Frame, turn int) error {
		if turn == 1 {
			if err := logIn(ctx, page, "[name=login]", "ada", "any"); err != nil {
				return err
			}
			if err := page.WaitFor(ctx, `document.querySelector("[name=prompt]")?.value === "consent"`); err != nil {
				return err
			}
		}
		return page.Click(ctx, "[type=submit]")
	})
}

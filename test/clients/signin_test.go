package clients_test

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"github.com/orielapps/oriel"
	verifier "github.com/orielapps/oriel/auth"
	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/issuer"
	"github.com/orielapps/oriel/internal/tool/issuer/issuertest"
	"github.com/orielapps/oriel/test/clients/trial"
	"github.com/orielapps/oriel/ui"
)

const redirect = "http://127.0.0.1:9/callback" // nobody listens: the test's browser stops there

// The client of go-sdk signs its user in at the test issuer, and again when a tool needs more
// than the user has granted. It can't tell the issuer from a provider.
func TestSmokeGoSDKSignsIn(t *testing.T) {
	t.Parallel()
	documents := clientDocuments(t)
	roots := x509.NewCertPool()
	roots.AddCert(documents.Certificate())
	provider := issuertest.Start(t, issuer.Options{RootCAs: roots})
	endpoint := serveTrips(t, provider.URL())
	for _, version := range []string{trial.Modern, "2025-11-25"} {
		for name, config := range map[string]auth.AuthorizationCodeHandlerConfig{
			"registered": {DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
				ClientName: "go-sdk", RedirectURIs: []string{redirect}, GrantTypes: []string{"authorization_code", "refresh_token"},
			}}},
			"with a secret": {DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
				RedirectURIs: []string{redirect}, TokenEndpointAuthMethod: "client_secret_post",
			}}},
			"by document": {ClientIDMetadataDocumentConfig: &auth.ClientIDMetadataDocumentConfig{URL: documents.URL + "/client"}, RequestRefreshToken: true},
		} {
			t.Run(version+" "+name, func(t *testing.T) {
				t.Parallel()
				b := &userAgent{t: t, grants: [][]string{{"trips.read"}, {"trips.read", "trips.write"}}}
				config.RedirectURL, config.AuthorizationCodeFetcher = redirect, b.signIn
				handler, err := auth.NewAuthorizationCodeHandler(&config)
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithTimeout(t.Context(), trial.Patience)
				defer cancel()
				session, err := mcp.NewClient(&mcp.Implementation{Name: "go-sdk", Version: "1"}, nil).
					Connect(ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, OAuthHandler: handler}, &mcp.ClientSessionOptions{ProtocolVersion: version})
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = session.Close() }()
				for _, call := range [][2]string{{"list", "grace has no trips"}, {"save", "saved for grace"}} {
					result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: call[0]})
					if err != nil || len(result.Content) == 0 {
						t.Fatalf("%s: %v", call[0], err)
					}
					if text, ok := result.Content[0].(*mcp.TextContent); !ok || text.Text != call[1] {
						t.Errorf("%s answers %v", call[0], result.Content[0])
					}
				}
				if got := b.shown.Load(); got != 2 {
					t.Errorf("the user was asked %d times", got)
				}
			})
		}
	}
}

var guideProgram = regexp.MustCompile("(?ms)^```go main.go\n(.*?)^```")

// The program of the guide lets in who has signed in at the issuer that the environment names.
func TestSmokeGuideToSignIn(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile(filepath.Join(root, "docs", "auth.md"))
	if err != nil {
		t.Fatal(err)
	}
	program := guideProgram.FindSubmatch(guide)
	if program == nil {
		t.Fatal("docs/auth.md has no main.go")
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	if err = os.WriteFile(source, program[1], 0o600); err != nil {
		t.Fatal(err)
	}
	provider := issuertest.Start(t, issuer.Options{})
	app := programtest.StartWith(t, dir, append(os.Environ(), "ORIEL_ISSUER="+provider.URL()), programtest.Build(t, ".", source), "-http", "127.0.0.1:0")
	b := &userAgent{t: t, grants: [][]string{{"trips.write"}}}
	handler, err := auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{
		DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{RedirectURIs: []string{redirect}}},
		RedirectURL:                     redirect, AuthorizationCodeFetcher: b.signIn,
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), trial.Patience)
	defer cancel()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "go-sdk", Version: "1"}, nil).
		Connect(ctx, &mcp.StreamableClientTransport{Endpoint: app.URL, OAuthHandler: handler}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "save_plan", Arguments: map[string]any{"city": "Lisbon"}})
	if err != nil || len(result.Content) == 0 {
		t.Fatalf("the call: %+v, %v", result, err)
	}
	if text, ok := result.Content[0].(*mcp.TextContent); !ok || text.Text != "Saved Lisbon for grace." {
		t.Errorf("the tool answers %v", result.Content[0])
	}
}

// clientDocuments serves the metadata of a client whose id is its address.
func clientDocuments(t *testing.T) *httptest.Server {
	t.Helper()
	var server *httptest.Server
	server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"client_id":%q,"client_name":"go-sdk","redirect_uris":[%q]}`, server.URL+"/client", redirect)
	}))
	t.Cleanup(server.Close)
	return server
}

// serveTrips serves an app whose users sign in at an issuer.
func serveTrips(t *testing.T, issuer string) (endpoint string) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	endpoint = "http://" + listener.Addr().String() + "/mcp"
	app := oriel.NewWith("trips", "1.0.0", oriel.Options{URL: endpoint, Auth: verifier.OIDC{Issuer: issuer}})
	tool := func(name, scope, format string) {
		oriel.AddTool(app, oriel.Tool{Name: name, Security: []ui.SecurityScheme{{Type: ui.OAuth2, Scopes: []string{scope}}}},
			func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
				return oriel.Result[struct{}]{Text: fmt.Sprintf(format, oriel.RequestFrom(ctx).User.ID)}, nil
			})
	}
	tool("list", "trips.read", "%s has no trips")
	tool("save", "trips.write", "saved for %s")
	mux := http.NewServeMux()
	mux.Handle("/mcp", app.Handler())
	mux.Handle("/.well-known/oauth-protected-resource/mcp", app.ResourceMetadataHandler())
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: mux, ReadHeaderTimeout: trial.Patience}}
	server.Start()
	t.Cleanup(func() {
		app.Close()
		server.Close()
	})
	return endpoint
}

// userAgent is grace with her browser. Each time she is asked, she grants the next list.
type userAgent struct {
	t      *testing.T
	grants [][]string
	shown  atomic.Int32
}

var transactionField = regexp.MustCompile(`name="transaction" value="([^"]+)"`)

func (b *userAgent) signIn(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
	turn := int(b.shown.Add(1)) - 1
	if turn >= len(b.grants) {
		return nil, errors.New("the user is asked once more")
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, args.URL, http.NoBody)
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	page, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	found := transactionField.FindSubmatch(page)
	if err != nil || found == nil {
		return nil, fmt.Errorf("no page: %d %s %w", response.StatusCode, page, err)
	}
	form := url.Values{"transaction": {string(found[1])}, "user": {"grace"}, "scope": append(slices.Clone(b.grants[turn]), "offline_access"), "decision": {"allow"}}
	decision := request.URL.ResolveReference(&url.URL{Path: "/authorize/decision"}).String()
	if request, err = http.NewRequestWithContext(ctx, http.MethodPost, decision, strings.NewReader(form.Encode())); err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if response, err = client.Do(request); err != nil {
		return nil, err
	}
	_ = response.Body.Close()
	to, err := response.Location()
	if err != nil {
		return nil, err
	}
	return &auth.AuthorizationResult{Code: to.Query().Get("code"), State: to.Query().Get("state"), Iss: to.Query().Get("iss")}, nil
}

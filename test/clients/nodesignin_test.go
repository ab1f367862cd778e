package clients_test

import (
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/orielapps/oriel/internal/tool/issuer"
	"github.com/orielapps/oriel/internal/tool/issuer/issuertest"
	"github.com/orielapps/oriel/test/clients/trial"
)

// The official clients in TypeScript sign their users in, by registering themselves and by
// naming a document, and again when a tool needs more than the user has granted.
func TestTypeScriptSignsIn(t *testing.T) {
	t.Parallel()
	documents := clientDocuments(t)
	roots := x509.NewCertPool()
	roots.AddCert(documents.Certificate())
	provider := issuertest.Start(t, issuer.Options{RootCAs: roots})
	endpoint := serveTrips(t, provider.URL())
	for _, c := range []nodeClient{
		{"signin-v1.ts", "legacy", "2025-11-25"},
		{"signin-v2.ts", "legacy", "2025-11-25"},
		{"signin-v2.ts", "modern", trial.Modern},
		{"signin-v2.ts", "auto", trial.Modern},
	} {
		for name, document := range map[string][]string{"registered": nil, "by document": {documents.URL + "/client"}} {
			t.Run(c.script+" "+c.lifecycle+" "+name, func(t *testing.T) {
				t.Parallel()
				grace := &userAgent{t: t, grants: [][]string{{"trips.read"}, {"trips.read", "trips.write"}}}
				browser := httptest.NewServer(grace)
				t.Cleanup(browser.Close)
				runNode(t, c, append([]string{endpoint, browser.URL, redirect}, document...)...).Check(t, []trial.Step{
					{Name: "connect without", Seen: `"UnauthorizedError"`},
					{Name: "connect", Seen: strconv.Quote(c.protocol)},
					{Name: "list", Seen: `"grace has no trips"`},
					{Name: "save without", Seen: `"UnauthorizedError"`},
					{Name: "save", Seen: `"saved for grace"`},
					{Name: "close", Seen: "null"},
				})
				if got := grace.shown.Load(); got != 2 {
					t.Errorf("the user was asked %d times", got)
				}
			})
		}
	}
}

// ServeHTTP takes the user to the address that a script asks for, and answers with what
// the provider has sent back.
func (b *userAgent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	came, err := b.signIn(r.Context(), &auth.AuthorizationArgs{URL: r.FormValue("url")})
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	_, _ = w.Write([]byte(url.Values{"code": {came.Code}, "state": {came.State}, "iss": {came.Iss}}.Encode()))
}

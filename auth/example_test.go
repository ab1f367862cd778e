package auth_test

import (
	"context"
	"crypto"
	"crypto/ed25519"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/golang-jwt/jwt/v5"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/auth"
	"github.com/orielapps/oriel/ui"
)

// call sends a call of save_plan, and returns the status and the challenge of its answer.
func call(app *oriel.App, token string) string {
	r := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "https://trips.example.com/mcp", strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"save_plan"}}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	app.Handler().ServeHTTP(w, r)
	return strings.TrimSpace(fmt.Sprint(w.Code, " ", w.Header().Get("WWW-Authenticate")))
}

// addTrips adds a tool that needs a scope.
func addTrips(app *oriel.App) {
	security := []ui.SecurityScheme{{Type: ui.OAuth2, Scopes: []string{"trips.write"}}}
	oriel.AddTool(app, oriel.Tool{Name: "save_plan", Security: security}, func(ctx context.Context, _ struct{}) (oriel.Result[struct{}], error) {
		return oriel.Result[struct{}]{Text: "Saved for " + oriel.RequestFrom(ctx).User.ID + "."}, nil
	})
}

// The answer to a call without a token says where clients get one.
func ExampleOIDC() {
	app := oriel.NewWith("trips", "1.0.0", oriel.Options{
		URL:  "https://trips.example.com/mcp",
		Auth: auth.OIDC{Issuer: "https://id.example.com", Includes: map[string][]string{"trips.admin": {"trips.write"}}},
	})
	addTrips(app)
	fmt.Println(app.Err())
	fmt.Println(call(app, ""))

	w := httptest.NewRecorder()
	app.Routes().ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), http.MethodGet, "https://trips.example.com/.well-known/oauth-protected-resource/mcp", http.NoBody))
	fmt.Println(w.Body)
	// Output:
	// <nil>
	// 401 Bearer resource_metadata="https://trips.example.com/.well-known/oauth-protected-resource/mcp"
	// {"resource":"https://trips.example.com/mcp","authorization_servers":["https://id.example.com"],"scopes_supported":["trips.write"],"bearer_methods_supported":["header"],"resource_name":"trips"}
}

// Opaque tokens are checked by asking the provider.
func ExampleIntrospection() {
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("token") != "9f2c" {
			_, _ = fmt.Fprint(w, `{"active":false}`)
			return
		}
		_, _ = fmt.Fprint(w, `{"active":true,"aud":"https://trips.example.com/mcp","sub":"ada","scope":"trips.write"}`)
	}))
	defer provider.Close()
	app := oriel.NewWith("trips", "1.0.0", oriel.Options{
		URL: "https://trips.example.com/mcp",
		Auth: auth.Introspection{
			Issuer: "https://id.example.com", Endpoint: provider.URL + "/introspect", // empty: from the issuer's metadata
			ClientID: "trips", ClientSecret: "secret", // empty: from ORIEL_CLIENT_ID and ORIEL_CLIENT_SECRET
		},
	})
	addTrips(app)
	fmt.Println(call(app, "9f2c"))
	fmt.Println(call(app, "revoked"))
	// Output:
	// 200
	// 401 Bearer resource_metadata="https://trips.example.com/.well-known/oauth-protected-resource/mcp", error="invalid_token", error_description="The access token is not accepted. Sign in again."
}

// Keys of one's own need no network, so they suit tests and closed networks.
func ExampleKeys() {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		panic(err)
	}
	app := oriel.NewWith("trips", "1.0.0", oriel.Options{
		URL:  "https://trips.example.com/mcp",
		Auth: auth.Keys{Issuer: "https://id.example.com", Keys: []crypto.PublicKey{public}},
	})
	addTrips(app)
	issue := func(scope string) string {
		token, err := jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.MapClaims{
			"iss": "https://id.example.com", "aud": "https://trips.example.com/mcp", "sub": "ada", "exp": 4102444800, "scope": scope,
		}).SignedString(private)
		if err != nil {
			panic(err)
		}
		return token
	}
	fmt.Println(call(app, issue("trips.write")))
	fmt.Println(call(app, issue("trips.read")))
	// Output:
	// 200
	// 403 Bearer resource_metadata="https://trips.example.com/.well-known/oauth-protected-resource/mcp", error="insufficient_scope", error_description="The user has not granted what this needs: trips.write.", scope="trips.write"
}

// A function can check any token. It says that one is not accepted with an oriel.Error; all
// other errors mean that it can't be checked now.
func ExampleFunc() {
	sessions := map[string]oriel.User{"9f2c": {ID: "ada", Scopes: []string{"trips.write"}}}
	app := oriel.NewWith("trips", "1.0.0", oriel.Options{
		URL: "https://trips.example.com/mcp",
		Auth: auth.Func{
			Issuers: []string{"https://id.example.com"},
			Verify: func(_ context.Context, token, _ string) (oriel.User, error) {
				user, found := sessions[token]
				if !found {
					return oriel.User{}, &oriel.Error{Code: "token_invalid", Message: "The session has ended.", Fix: "Sign in again."}
				}
				return user, nil
			},
		},
	})
	addTrips(app)
	fmt.Println(call(app, "9f2c"))
	fmt.Println(call(app, "7a11"))
	// Output:
	// 200
	// 401 Bearer resource_metadata="https://trips.example.com/.well-known/oauth-protected-resource/mcp", error="invalid_token", error_description="The session has ended. Sign in again."
}

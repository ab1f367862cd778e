package auth_test

import (
	"context"
	"crypto"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/auth"
)

func codeOf(err error) string {
	e, ok := errors.AsType[*oriel.Error](err)
	switch {
	case err == nil:
		return ""
	case !ok:
		return "no code: " + err.Error()
	case e.Message == "" || e.Fix == "":
		return e.Code + " without a fix"
	}
	return e.Code
}

func TestFaultyDeclarations(t *testing.T) {
	for _, name := range []string{"ORIEL_ISSUER", "ORIEL_CLIENT_ID", "ORIEL_CLIENT_SECRET"} {
		t.Setenv(name, "")
	}
	keys := []crypto.PublicKey{&p256Key().PublicKey}
	verify := func(context.Context, string, string) (oriel.User, error) { return oriel.User{}, nil }
	for _, test := range []struct {
		name     string
		declared oriel.Auth
		want     string
	}{
		{"OIDC", auth.OIDC{Issuer: issuer}, ""},
		{"OIDC without an issuer", auth.OIDC{}, "issuer_missing"},
		{"Introspection without an issuer", auth.Introspection{ClientID: "a", ClientSecret: "b"}, "issuer_missing"},
		{"Keys without an issuer", auth.Keys{Keys: keys}, "issuer_missing"},
		{"OIDC without an issuer, with a fault", auth.OIDC{Leeway: -1}, "leeway_invalid"},
		{"OIDC without an issuer, with a negative cache", auth.OIDC{CacheEntries: -1}, "cache_entries_invalid"},
		{"OIDC without an issuer, with no scope", auth.OIDC{Includes: map[string][]string{"a": {"b c"}}}, "scope_invalid"},
		{"Introspection without anything, with a fault", auth.Introspection{Endpoint: "nonsense"}, "endpoint_invalid"},
		{"Introspection without credentials, with a fault", auth.Introspection{Issuer: issuer, Endpoint: "nonsense"}, "endpoint_invalid"},
		{"Introspection without anything", auth.Introspection{}, "client_missing"},
		{"Keys without an issuer, with a fault", auth.Keys{JWKS: []byte("nonsense")}, "key_invalid"},
		{"Keys without anything", auth.Keys{}, "keys_missing"},
		{"http", auth.OIDC{Issuer: "http://id.example.com"}, "issuer_invalid"},
		{"http on loopback", auth.OIDC{Issuer: "http://127.0.0.1:8080/tenant"}, ""},
		{"http on ::1", auth.OIDC{Issuer: "http://[::1]:8080"}, ""},
		{"http on localhost", auth.OIDC{Issuer: "http://localhost:8080"}, ""},
		{"http on what looks like localhost", auth.OIDC{Issuer: "http://localhost.example.com"}, "issuer_invalid"},
		{"credentials in the issuer", auth.OIDC{Issuer: "https://a:b@id.example.com"}, "issuer_invalid"},
		{"a query in the issuer", auth.OIDC{Issuer: issuer + "?a"}, "issuer_invalid"},
		{"a fragment in the issuer", auth.OIDC{Issuer: issuer + "#a"}, "issuer_invalid"},
		{"a name as issuer", auth.OIDC{Issuer: "accounts"}, "issuer_invalid"},
		{"a file as issuer", auth.OIDC{Issuer: "file:///etc/passwd"}, "issuer_invalid"},
		{"a long issuer", auth.OIDC{Issuer: issuer + strings.Repeat("/a", 2000)}, "issuer_invalid"},
		{"leeway of 5 minutes", auth.OIDC{Issuer: issuer, Leeway: 5 * time.Minute}, ""},
		{"leeway of more", auth.OIDC{Issuer: issuer, Leeway: 5*time.Minute + 1}, "leeway_invalid"},
		{"negative leeway", auth.OIDC{Issuer: issuer, Leeway: -1}, "leeway_invalid"},
		{"negative cache", auth.OIDC{Issuer: issuer, CacheEntries: -1}, "cache_entries_invalid"},
		{"no scope", auth.OIDC{Issuer: issuer, Includes: map[string][]string{"a": {"b c"}}}, "scope_invalid"},
		{"no scope that includes", auth.OIDC{Issuer: issuer, Includes: map[string][]string{"": {"b"}}}, "scope_invalid"},
		{"no credentials", auth.Introspection{Issuer: issuer, ClientID: "a"}, "client_missing"},
		{"no id", auth.Introspection{Issuer: issuer, ClientSecret: "a"}, "client_missing"},
		{"an endpoint", auth.Introspection{Issuer: issuer, ClientID: "a", ClientSecret: "b", Endpoint: "https://api.example.com/introspect?x=1"}, ""},
		{"an endpoint over http", auth.Introspection{Issuer: issuer, ClientID: "a", ClientSecret: "b", Endpoint: "http://api.example.com"}, "endpoint_invalid"},
		{"no function", auth.Func{}, "verify_missing"},
		{"a function", auth.Func{Verify: verify}, ""},
		{"a function with an issuer that is no URL", auth.Func{Verify: verify, Issuers: []string{"x"}}, "issuer_invalid"},
	} {
		_, err := test.declared.TokenVerifier()
		if got := codeOf(err); got != test.want {
			t.Errorf("%s: %q, want %q (%v)", test.name, got, test.want, err)
		}
		app := oriel.NewWith("trips", "1.0.0", oriel.Options{Auth: test.declared})
		// Without what the environment may say, the app only does not serve.
		if got := app.Err(); (got == nil) != (test.want == "" || test.want == "issuer_missing" || test.want == "client_missing") {
			t.Errorf("%s: the app says %v", test.name, got)
		}
	}
	t.Setenv("ORIEL_ISSUER", issuer)
	t.Setenv("ORIEL_CLIENT_ID", "a")
	t.Setenv("ORIEL_CLIENT_SECRET", "b")
	for _, declared := range []oriel.Auth{auth.OIDC{}, auth.Keys{Keys: keys}, auth.Introspection{}} {
		if v := verifier(t, declared); !slicesEqual(v.Issuers(), issuer) {
			t.Errorf("%T has the issuers %q", declared, v.Issuers())
		}
	}
}

func TestFunc(t *testing.T) {
	t.Parallel()
	v := verifier(t, auth.Func{
		Issuers: []string{issuer}, Audience: "https://a.example",
		Verify: func(_ context.Context, token, resource string) (oriel.User, error) {
			switch token {
			case "ada":
				return oriel.User{ID: "ada at " + resource}, nil
			case "later":
				return oriel.User{}, errors.New("the database is down")
			}
			return oriel.User{}, &oriel.Error{Code: "token_invalid", Message: "No."}
		},
	})
	if user, err := v.VerifyToken(t.Context(), "ada", endpoint); err != nil || user.ID != "ada at "+endpoint {
		t.Errorf("%v, %v", user, err)
	}
	if verdict(t, v, "x") != "token_invalid" || verdict(t, v, "later") != "unavailable" {
		t.Error("the errors of the function are not those of the verifier")
	}
	if !slicesEqual(v.Issuers(), issuer) || v.Audience() != "https://a.example" {
		t.Errorf("issuers %q, audience %q", v.Issuers(), v.Audience())
	}
}

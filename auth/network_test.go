package auth_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/orielapps/oriel/auth"
)

// The system's network is used as the one in memory is.
func TestOverTheNetwork(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		start func(*httptest.Server)
		want  string
		log   string
	}{
		"http on loopback":            {(*httptest.Server).Start, "", ""},
		"a certificate of nobody":     {(*httptest.Server).StartTLS, unavailable, "certificate"},
		"nothing at the address":      {func(s *httptest.Server) { s.Start(); s.Close() }, unavailable, "refused"},
		"a redirect to another place": {(*httptest.Server).Start, unavailable, "redirects are not followed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var server *httptest.Server
			redirects := strings.HasPrefix(name, "a redirect")
			server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch {
				case r.URL.Path == "/.well-known/openid-configuration" && !redirects:
					_ = json.NewEncoder(w).Encode(map[string]any{"issuer": server.URL, "jwks_uri": server.URL + "/keys"})
				case r.URL.Path == "/keys":
					_ = json.NewEncoder(w).Encode(map[string]any{"keys": []any{jwk(&p256Key().PublicKey, nil)}})
				case r.URL.Path == "/introspect":
					_ = json.NewEncoder(w).Encode(active(map[string]any{"iss": server.URL}))
				default:
					http.Redirect(w, r, server.URL+"/keys", http.StatusTemporaryRedirect)
				}
			}))
			server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
			test.start(server)
			defer server.Close()
			var lines logged
			v := verifier(t, auth.OIDC{Issuer: server.URL, Audience: endpoint, Logger: lines.logger()})
			if got := verdict(t, v, token(nil, claims(map[string]any{"iss": server.URL}))); got != test.want || !strings.Contains(lines.String(), test.log) {
				t.Errorf("%q, want %q; log: %s", got, test.want, &lines)
			}
			if redirects {
				return
			}
			v = verifier(t, auth.Introspection{Issuer: server.URL, Endpoint: server.URL + "/introspect", ClientID: "a", ClientSecret: "b", Audience: endpoint})
			if got := verdict(t, v, "opaque"); got != test.want {
				t.Errorf("introspection: %q, want %q", got, test.want)
			}
		})
	}
}

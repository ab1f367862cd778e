package signin

import (
	"testing"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// Some providers only register clients with a secret.
func TestRegistersAsTheProviderWants(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		methods []string
		want    string
	}{
		{nil, "none"},
		{[]string{"client_secret_basic", "none"}, "none"},
		{[]string{"client_secret_post", "client_secret_basic"}, "client_secret_basic"},
		{[]string{"private_key_jwt", "client_secret_post"}, "client_secret_post"},
		{[]string{"private_key_jwt"}, "none"},
	} {
		p := provider{AuthServerMeta: oauthex.AuthServerMeta{TokenEndpointAuthMethodsSupported: tt.methods}}
		if got := p.registrableMethod(); got != tt.want {
			t.Errorf("%q: %s", tt.methods, got)
		}
	}
}

package signin_test

import (
	"strings"
	"testing"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/internal/tool/signin"
)

// Which way a host takes follows from what the provider has.
func TestOutlookOfHosts(t *testing.T) {
	t.Parallel()
	const claude, chatGPT, cursor = "claude", "chatgpt", "cursor"
	for _, tt := range []struct {
		name           string
		metadata       func(map[string]any)
		host, how      string
		redirect, says string
	}{
		{"documents", func(m map[string]any) {
			m["client_id_metadata_document_supported"], m["token_endpoint_auth_methods_supported"] = true, []string{"none"}
		}, claude, hosts.RegistersByDocument, "https://claude.ai/api/mcp/auth_callback", ""},
		{"documents, but no public clients", func(m map[string]any) {
			m["client_id_metadata_document_supported"], m["token_endpoint_auth_methods_supported"] = true, []string{"client_secret_basic"}
		}, claude, hosts.RegistersDynamically, "https://claude.ai/api/mcp/auth_callback", "token_endpoint_auth_methods_supported lacks none."},
		{"only registration", func(map[string]any) {}, cursor, hosts.RegistersDynamically, "http://localhost:8787/callback", ""},
		{
			"nothing", func(m map[string]any) { delete(m, "registration_endpoint") },
			cursor, hosts.RegistersByHand, "http://localhost:8787/callback", "It has no registration_endpoint.",
		},
		{"an issuer in the answers", func(map[string]any) {}, chatGPT, hosts.RegistersDynamically, "https://chatgpt.com/connector_platform_oauth_redirect", "client_id_metadata_document_supported"},
		{
			"no issuer in the answers", func(m map[string]any) { delete(m, "authorization_response_iss_parameter_supported") },
			chatGPT, hosts.RegistersDynamically, "https://chatgpt.com/connector/oauth/{callbackId}", "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			host, ok := hosts.Get(tt.host)
			if !ok {
				t.Fatal("no profile")
			}
			p := newProvider(t)
			p.metadata = tt.metadata
			s := start(t, p)
			if _, found := s.Outlook(host.SignIn.Value); found {
				t.Error("a provider is known before there is one")
			}
			if _, err := s.Start(t.Context(), signin.Client{ID: "by hand"}); err != nil {
				t.Fatalf("%v\n%s", err, list(s))
			}
			got, found := s.Outlook(host.SignIn.Value)
			if !found || got.How != tt.how || len(got.Redirects) == 0 || got.Redirects[0] != tt.redirect || !strings.Contains(strings.Join(got.Reasons, " "), tt.says) {
				t.Errorf("got %+v", got)
			}
		})
	}
}

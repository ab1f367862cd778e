package signin

import (
	"slices"
	"strings"

	"github.com/orielapps/oriel/hosts"
)

// Outlook is how a host would become known to the provider.
type Outlook struct {
	// How is one of the ways of [hosts.SignIn].Registers; empty if none is possible.
	How string
	// Redirects are the addresses that the provider then has to accept.
	Redirects []string
	// Reasons say why the ways that the host tries before are not possible.
	Reasons []string
}

// Outlook says how a host would become known to the provider that was found last. It reports
// false before one is found.
func (s *Session) Outlook(h hosts.SignIn) (Outlook, bool) {
	s.mu.Lock()
	p := s.found
	s.mu.Unlock()
	if p == nil {
		return Outlook{}, false
	}
	outlook := Outlook{Redirects: redirects(h, p)}
	for _, way := range h.Registers {
		reason := p.hinders(way, h)
		if reason == "" {
			outlook.How = way
			return outlook, true
		}
		outlook.Reasons = append(outlook.Reasons, reason)
	}
	return outlook, true
}

// hinders says why the provider can't come to know a host in a way; empty if it can.
func (p *provider) hinders(way string, h hosts.SignIn) string {
	switch {
	case way == hosts.RegistersDynamically && p.register == nil:
		return "It has no registration_endpoint."
	case way != hosts.RegistersByDocument:
		return ""
	case !p.ClientIDMetadataDocumentSupported:
		return "Its client_id_metadata_document_supported is not true."
	}
	methods := p.TokenEndpointAuthMethodsSupported
	if slices.ContainsFunc(h.ClientAuth, func(method string) bool { return slices.Contains(methods, method) }) {
		return ""
	}
	return "Its token_endpoint_auth_methods_supported lacks " + strings.Join(h.ClientAuth, " and ") + "."
}

// redirects leaves out an address of ChatGPT that depends on whether the provider names itself
// in its answers.
func redirects(h hosts.SignIn, p *provider) []string {
	perServer := func(address string) bool { return strings.Contains(address, "{callbackId}") }
	if !slices.ContainsFunc(h.Redirects, perServer) {
		return slices.Clone(h.Redirects)
	}
	return slices.DeleteFunc(slices.Clone(h.Redirects), func(address string) bool {
		return perServer(address) == p.AuthorizationResponseIssParameterSupported
	})
}

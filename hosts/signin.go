package hosts

import "slices"

// The ways in which a host becomes known to an authorization server (MCP 2026-07-28,
// "Client registration approaches"), for [SignIn].
const (
	// RegistersByDocument means that the host's client ID is the address of its metadata
	// document (CIMD).
	RegistersByDocument = "document"
	// RegistersDynamically means that the host registers itself (RFC 7591, DCR).
	RegistersDynamically = "dynamic"
	// RegistersByHand means that somebody registers a client, and gives the host its ID.
	RegistersByHand = "byHand"
)

// The answers of a server upon which a host asks its user to sign in, for [SignIn].
const (
	AsksOn401 = "401"
	// AsksOn403 is for more scopes: a challenge with the error "insufficient_scope".
	AsksOn403 = "403"
	// AsksOnResult is a tool's result with _meta["mcp/www_authenticate"].
	AsksOnResult = "result"
)

// SignIn is how a host signs its users in at servers that want it.
type SignIn struct {
	// Registers are the ways in which the host becomes known, in the order in which it tries
	// them.
	Registers []string `json:"registers"`
	// Document is the address of its metadata document. "{callbackId}" stands for a part that
	// is other for each server. Empty if there is none, or if it is not known.
	Document string `json:"document,omitempty"`
	// ClientAuth is how a host with a document authenticates itself at the token endpoint,
	// such as "none"; what fits is chosen.
	ClientAuth []string `json:"clientAuth,omitempty"`
	// Redirects are the addresses to which its users return. On this machine the port may be
	// any if the address has none.
	Redirects []string `json:"redirects"`
	// AsksOn are the answers upon which it asks its user. Empty if that is not known.
	AsksOn []string `json:"asksOn,omitempty"`
}

func (s SignIn) isValid() bool {
	among := func(list []string, known ...string) bool {
		return !slices.ContainsFunc(list, func(one string) bool { return !slices.Contains(known, one) })
	}
	return len(s.Registers) > 0 && among(s.Registers, RegistersByDocument, RegistersDynamically, RegistersByHand) &&
		among(s.AsksOn, AsksOn401, AsksOn403, AsksOnResult) && !slices.Contains(s.Redirects, "")
}

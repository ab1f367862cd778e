package signin

import (
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// The errors of a challenge (RFC 6750, section 3.1): a token that is not good, and one that is,
// but not for this.
const (
	invalidToken      = "invalid_token"
	insufficientScope = "insufficient_scope"
)

// maxChallenge is the longest header that is read, and maxScopes how many scopes are asked for.
const (
	maxChallenge = 8 << 10
	maxScopes    = 100
)

// Challenge is what a server wants of its caller.
type Challenge struct {
	// Metadata is the address of the metadata of the server; empty if it names none.
	Metadata string
	Scopes   []string
	// Error is a code such as "insufficient_scope"; empty without a token.
	Error, Description string
	// Found is whether there is a Bearer challenge at all.
	Found bool
}

// ParseChallenge reads WWW-Authenticate headers, or the texts that stand for them in a result.
// Each is read alone: one that can't be read takes nothing from the others.
func ParseChallenge(values []string) (found Challenge) {
	for _, value := range values {
		if len(value) > maxChallenge {
			continue
		}
		challenges, err := oauthex.ParseWWWAuthenticate([]string{value})
		if err != nil {
			continue
		}
		for _, one := range challenges {
			if one.Scheme != "bearer" || found.Found {
				continue
			}
			found = Challenge{
				Metadata: one.Params["resource_metadata"], Scopes: scopesOf(one.Params["scope"]),
				Error: plain(one.Params["error"]), Description: plain(one.Params["error_description"]), Found: true,
			}
		}
	}
	return found
}

// IsStepUp reports whether the user is known and has to grant more.
func (c Challenge) IsStepUp() bool { return c.Error == insufficientScope }

// scopesOf returns the scopes of a list as OAuth writes it, without what can't be one.
func scopesOf(list string) []string { return validScopes(strings.Fields(list)) }

func validScopes(named []string) (scopes []string) {
	for _, one := range named {
		valid := one != "" && !strings.ContainsFunc(one, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' })
		if valid && len(scopes) < maxScopes && !slices.Contains(scopes, one) {
			scopes = append(scopes, one)
		}
	}
	return scopes
}

// challengeStep is the step of a refusal.
func challengeStep(request string, status int, c Challenge) Step {
	s := Step{
		What: "The server asks for a sign-in", Request: request, Status: status, Section: "MCP, Authorization; RFC 9728, section 5.1",
		Wants: "401 with WWW-Authenticate: Bearer, which names resource_metadata", Verdict: Passed,
	}
	if status == http.StatusForbidden {
		s.What, s.Wants = "The server asks for more scopes", "403 with WWW-Authenticate: Bearer error=\"insufficient_scope\", and all scopes that are needed"
		s.Section = "MCP, Authorization, \"Scope challenge handling\"; RFC 6750, section 3.1"
	}
	if status == http.StatusOK {
		s.What, s.Section = "The tool asks for a sign-in", "ChatGPT, \"Authentication\""
		s.Wants = "_meta[\"mcp/www_authenticate\"] in a result, with error and error_description"
	}
	switch {
	case !c.Found:
		s.Verdict, s.Problem = Absent, "There is no Bearer challenge, so the usual places are looked at."
		s.Fix = "Let the server send WWW-Authenticate: Bearer with resource_metadata."
	case len(c.Scopes) > 0:
		s.Problem = "It asks for " + strings.Join(c.Scopes, " ") + "."
	case c.Metadata == "":
		s.Verdict, s.Problem = Absent, "The challenge names no metadata, so the usual places are looked at."
	}
	if c.Description != "" {
		s.Problem = strings.TrimSpace(s.Problem + " It says: “" + strings.TrimRight(c.Description, ".") + "”.")
	}
	return s
}

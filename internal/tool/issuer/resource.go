package issuer

import (
	"net/url"
	"strings"

	"github.com/orielapps/oriel/internal/tool/addresses"
)

// resourceOf returns the resource that a request names (RFC 8707, section 2); empty if there is
// none. A token is for one app, so there can't be two.
func resourceOf(form url.Values) (string, *fault) {
	named := form["resource"]
	switch {
	case len(named) == 0:
		return "", nil
	case len(named) > 1:
		return "", newFault(invalidTarget, "The request names more than one resource.")
	}
	u, err := url.Parse(named[0])
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || strings.Contains(named[0], "#") ||
		len(named[0]) > maxAddress || strings.ContainsFunc(named[0], addresses.IsNoCharacter) {
		return "", newFault(invalidTarget, "The resource is not the URL of an app: it must be absolute, without a fragment and a user name.")
	}
	return named[0], nil
}

// repeated returns a parameter that occurs more than once, which OAuth forbids; "" if there is
// none. Resource has a rule of its own.
func repeated(form url.Values) string {
	for name, values := range form {
		if len(values) > 1 && name != "resource" {
			return name
		}
	}
	return ""
}

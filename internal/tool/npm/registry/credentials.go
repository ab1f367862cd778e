package registry

import (
	"encoding/base64"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// credentials identify a user to a registry.
type credentials struct {
	// authorization is the header's value.
	authorization string
	// certificate and key are files, for registries that require a client certificate.
	certificate, key string
	// missing is the name of a variable in the credential's setting that is not set.
	missing string
}

// credentialsFor returns the credentials for an address, or the zero value. A credential is valid for
// the addresses below the one in its key. A registry's credential is also valid for all other
// addresses on its host, unless another registry on that host has different ones.
func (c *Config) credentialsFor(address *url.URL) credentials {
	if address.Scheme != "https" && !c.usesPlainHTTP(address) {
		// Credentials for a registry with TLS must not be sent in plain text.
		return credentials{}
	}
	if found, ok := c.credentialsAt(address); ok {
		return found
	}
	var only credentials
	for _, registry := range c.registries() {
		parsed, err := url.Parse(registry)
		if err != nil || parsed.Host != address.Host || parsed.Scheme != address.Scheme {
			continue
		}
		found, ok := c.credentialsAt(parsed)
		switch {
		case !ok:
		case only != (credentials{}) && only != found:
			// Several registries on this host have different credentials: it is not clear which to send.
			return credentials{}
		default:
			only = found
		}
	}
	return only
}

// usesPlainHTTP reports whether a registry with this scheme and host is configured.
func (c *Config) usesPlainHTTP(address *url.URL) bool {
	for _, registry := range c.registries() {
		if parsed, err := url.Parse(registry); err == nil && parsed.Scheme == address.Scheme && parsed.Host == address.Host {
			return true
		}
	}
	return false
}

// registries returns all configured addresses.
func (c *Config) registries() []string {
	return slices.AppendSeq([]string{c.public}, maps.Values(c.scopes))
}

// credentialsAt looks for credentials of an address and of the paths above it, under keys such as
// "//host/some/path/:_authToken" and "//host/some/path:_authToken". Keys omit the scheme's default port.
func (c *Config) credentialsAt(address *url.URL) (credentials, bool) {
	host := "//" + strings.TrimSuffix(address.Host, map[string]string{"https": ":443", "http": ":80"}[address.Scheme])
	for key := host + address.EscapedPath(); len(key) >= len(host); {
		if found, ok := c.credentialsOf(key); ok {
			return found, true
		}
		if above, isFolder := strings.CutSuffix(key, "/"); isFolder {
			key = above
			continue
		}
		key = key[:strings.LastIndexByte(key, '/')+1]
	}
	return credentials{}, false
}

// credentialsOf returns the credentials with exactly this key.
func (c *Config) credentialsOf(key string) (credentials, bool) {
	token, from := c.setting(key + ":_authToken")
	found := credentials{}
	found.certificate, _ = c.setting(key + ":certfile")
	found.key, _ = c.setting(key + ":keyfile")
	if found.certificate == "" || found.key == "" {
		found.certificate, found.key = "", ""
	} else {
		found.certificate, found.key = c.path(found.certificate), c.path(found.key)
	}
	switch {
	case token != "":
		found.authorization = "Bearer " + token
		found.missing = c.unsetVariable(from.raw[key+":_authToken"])
	default:
		basic, from := c.setting(key + ":_auth")
		raw := from.raw[key+":_auth"]
		if basic == "" {
			user, _ := c.setting(key + ":username")
			encoded, from := c.setting(key + ":_password")
			if user != "" && encoded != "" {
				password, err := base64.StdEncoding.DecodeString(encoded)
				if err != nil {
					password, _ = base64.RawStdEncoding.DecodeString(encoded)
				}
				basic = base64.StdEncoding.EncodeToString([]byte(user + ":" + string(password)))
				raw = from.raw[key+":_password"]
			}
		}
		if basic != "" {
			found.authorization = "Basic " + basic
			found.missing = c.unsetVariable(raw)
		}
	}
	if found.missing != "" {
		// Otherwise the text "${TOKEN}" itself would be sent.
		found.authorization = ""
		return found, true
	}
	if strings.ContainsAny(found.authorization, "\r\n\x00") {
		found.authorization = ""
	}
	return found, found != (credentials{})
}

// unsetVariable returns the name of the first variable in a setting that is not set; empty if all are.
func (c *Config) unsetVariable(raw string) string {
	expanded := c.expand(raw)
	_, rest, found := strings.Cut(expanded, "${")
	if !found {
		return ""
	}
	name, _, closed := strings.Cut(rest, "}")
	if _, isSet := c.environ[name]; !closed || isSet || !strings.Contains(raw, "${"+name+"}") {
		return ""
	}
	return name
}

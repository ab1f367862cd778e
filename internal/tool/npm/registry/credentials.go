package registry

import (
	"encoding/base64"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// credentials are what a registry wants to see of whoever asks.
type credentials struct {
	// authorization is the header's value.
	authorization string
	// certificate and key are files, for registries that know clients by certificates.
	certificate, key string
	// missing names the variable that a credential is made of and that is not set.
	missing string
}

// credentialsFor returns what to send to an address; the zero value sends
// nothing. A credential is sent to the addresses below the one that it is
// written for, and to the rest of a registry's host if it is that registry's.
func (c *Config) credentialsFor(address *url.URL) credentials {
	if address.Scheme != "https" && !c.plain(address) {
		// What was meant for a registry with TLS must not be read on the way.
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
			// Registries of the same host with credentials of their own: none of them is meant.
			return credentials{}
		default:
			only = found
		}
	}
	return only
}

// plain reports whether a registry is configured to be reached without TLS.
func (c *Config) plain(address *url.URL) bool {
	for _, registry := range c.registries() {
		if parsed, err := url.Parse(registry); err == nil && parsed.Scheme == address.Scheme && parsed.Host == address.Host {
			return true
		}
	}
	return false
}

// registries are all configured addresses.
func (c *Config) registries() []string {
	return slices.AppendSeq([]string{c.public}, maps.Values(c.scopes))
}

// credentialsAt looks for credentials of an address and of those above it, as
// "//host/some/path/:_authToken" and "//host/some/path:_authToken". The usual
// port is not written.
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

// credentialsOf returns the credentials that are written for exactly one key.
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
		found.missing = c.unset(from.raw[key+":_authToken"])
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
			found.missing = c.unset(raw)
		}
	}
	if found.missing != "" {
		// Nobody means to send the text "${TOKEN}".
		found.authorization = ""
		return found, true
	}
	if strings.ContainsAny(found.authorization, "\r\n\x00") {
		found.authorization = ""
	}
	return found, found != (credentials{})
}

// unset returns the name of a variable in a setting that is not set.
func (c *Config) unset(raw string) string {
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

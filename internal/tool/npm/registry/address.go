package registry

import (
	"net/url"
	"strings"
)

// maxName is how long the name of a package may be.
const maxName = 214

// ValidName reports whether a text can be the name of a package, also of one
// from before names were in lower case: "react", "@scope/name". Such a name
// never leaves the folder that it is put into, and stands for itself in a URL.
func ValidName(name string) bool {
	if len(name) > maxName {
		return false
	}
	bare := name
	if scoped, isScoped := strings.CutPrefix(name, "@"); isScoped {
		scope, rest, found := strings.Cut(scoped, "/")
		if !found || !validPart(scope) {
			return false
		}
		bare = rest
	}
	return validPart(bare) && !strings.HasPrefix(bare, "-") && !strings.HasPrefix(bare, "_") &&
		!strings.EqualFold(bare, "node_modules") && !strings.EqualFold(bare, "favicon.ico")
}

// validPart reports whether a part of a name has only what encodeURIComponent
// leaves as it is, and is no "." or "..".
func validPart(part string) bool {
	if part == "" || part[0] == '.' {
		return false
	}
	for _, r := range part {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', strings.ContainsRune("-_.!~*'()", r):
		default:
			return false
		}
	}
	return true
}

// RegistryOf returns the registry that a package comes from, with a slash at the
// end: that of its scope, or the one for all.
func (c *Config) RegistryOf(name string) string {
	if scope, _, scoped := strings.Cut(name, "/"); scoped && strings.HasPrefix(name, "@") {
		if own := c.scopes[scope]; own != "" {
			return own
		}
	}
	if c.public == "" {
		return Public
	}
	return c.public
}

// TarballURL returns where a version of a package usually is:
// REGISTRY/@scope/name/-/name-1.2.3.tgz. Some registries have it elsewhere; then
// [Client.Tarball] tells.
func (c *Config) TarballURL(name, version string) string {
	parts := strings.Split(name, "/")
	base := parts[len(parts)-1]
	for i, part := range parts {
		// PathEscape leaves "@" as it is, which is how registries write a scope.
		parts[i] = url.PathEscape(part)
	}
	return c.RegistryOf(name) + strings.Join(parts, "/") + "/-/" + url.PathEscape(base+"-"+version+".tgz")
}

// Rewrite returns where to fetch what a lockfile, or a registry's own answer,
// says is at an address: addresses of the public registry stand for the
// configured one, unless "replace-registry-host" says otherwise. Anything else
// is returned as it is.
func (c *Config) Rewrite(resolved string) string {
	wanted, _ := c.setting("replace-registry-host")
	if wanted == "never" {
		return resolved
	}
	address, err := url.Parse(resolved)
	if err != nil || address.Host == "" || address.Scheme != "https" && address.Scheme != "http" {
		return resolved
	}
	registry, err := url.Parse(c.public)
	if err != nil {
		return resolved
	}
	host, prefix := wanted, ""
	if wanted == "" || wanted == "npmjs" {
		host = publicHost
	} else if whole, err := url.Parse(wanted); err == nil && whole.Host != "" {
		host, prefix = whole.Hostname(), strings.TrimRight(whole.Path, "/")
	}
	if wanted != "always" && !strings.EqualFold(host, address.Hostname()) || prefix != "" && !below(address.Path, prefix) {
		return resolved
	}
	base := strings.TrimRight(registry.Path, "/")
	switch {
	case prefix != "":
		setPath(address, base+address.Path[len(prefix):])
	case base != "" && !below(address.Path, base):
		setPath(address, base+address.Path)
	}
	address.Scheme, address.Host, address.User = registry.Scheme, registry.Host, registry.User
	return address.String()
}

// setPath changes the path of an address, whose escapes are written anew.
func setPath(address *url.URL, path string) { address.Path, address.RawPath = path, "" }

func below(name, prefix string) bool {
	return name == prefix || strings.HasPrefix(name, prefix+"/")
}

// nerf is how .npmrc names a registry: its address without the scheme.
func nerf(registry string) string {
	_, rest, _ := strings.Cut(registry, ":")
	if _, host, named := strings.Cut(rest, "@"); named {
		// A user's name and password are no part of it.
		return "//" + host
	}
	return rest
}

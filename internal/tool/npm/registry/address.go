package registry

import (
	"net/url"
	"strings"
)

// maxName is the longest name of a package, in bytes.
const maxName = 214

// ValidName reports whether a text can be the name of a package: "react", "@scope/name". Upper case is
// valid, because old packages have it. A valid name is safe as a path in a folder, and needs no
// escaping in a URL.
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

// validPart reports whether a part of a name has only characters that encodeURIComponent keeps, and
// does not begin with a dot.
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

// RegistryOf returns the address of the registry that has a package, ending in a slash: the one that is
// configured for the package's scope, or the default one.
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

// TarballURL returns the usual address of a version's tarball:
// REGISTRY/@scope/name/-/name-1.2.3.tgz. Some registries use other addresses: see
// [Client.Tarball].
func (c *Config) TarballURL(name, version string) string {
	parts := strings.Split(name, "/")
	base := parts[len(parts)-1]
	for i, part := range parts {
		// PathEscape keeps "@", as registries do.
		parts[i] = url.PathEscape(part)
	}
	return c.RegistryOf(name) + strings.Join(parts, "/") + "/-/" + url.PathEscape(base+"-"+version+".tgz")
}

// Rewrite returns the address from which to fetch a tarball, for an address in a lockfile or in a
// registry's response. It replaces the public registry by the configured one, or whatever the setting
// "replace-registry-host" says. Other addresses are returned unchanged.
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
	if wanted != "always" && !strings.EqualFold(host, address.Hostname()) || prefix != "" && !isBelow(address.Path, prefix) {
		return resolved
	}
	base := strings.TrimRight(registry.Path, "/")
	switch {
	case prefix != "":
		setPath(address, base+address.Path[len(prefix):])
	case base != "" && !isBelow(address.Path, base):
		setPath(address, base+address.Path)
	}
	address.Scheme, address.Host, address.User = registry.Scheme, registry.Host, registry.User
	return address.String()
}

// setPath changes the path of an address. Clearing RawPath lets net/url escape it again.
func setPath(address *url.URL, path string) { address.Path, address.RawPath = path, "" }

func isBelow(name, prefix string) bool {
	return name == prefix || strings.HasPrefix(name, prefix+"/")
}

// withoutScheme returns a registry's address as keys in .npmrc have it: "//registry.example/".
func withoutScheme(registry string) string {
	_, rest, _ := strings.Cut(registry, ":")
	if _, host, named := strings.Cut(rest, "@"); named {
		// without user name and password
		return "//" + host
	}
	return rest
}

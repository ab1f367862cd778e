package bundle

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
)

// isRemoteFile reports whether a package's style loads a file from another server, and notes
// that for a warning. It is not an error: the view's author can't fix it, and where the host
// forbids it, the view only has another font.
func (c *compiler) isRemoteFile(args api.OnResolveArgs) bool {
	if args.Kind != api.ResolveCSSURLToken || !resolver.IsRemote(args.Path) {
		return false
	}
	if !resolver.InPackage(args.Importer) && !c.onlyInPackages(args.Namespace+":"+args.Importer, args.Path) {
		return false
	}
	at, err := url.Parse(args.Path)
	if err != nil || at.Host == "" {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.remote == nil {
		c.remote = make(map[string]string)
	}
	c.remote["https://"+at.Host] = args.Importer
	return true
}

// onlyInPackages reports whether an address in a style sheet that Tailwind has compiled is from
// a package.
func (c *compiler) onlyInPackages(key, address string) bool {
	c.styling.mu.Lock()
	defer c.styling.mu.Unlock()
	one := c.styling.compiled[key]
	if one == nil || strings.Contains(one.original, address) {
		return false
	}
	for name, text := range one.texts {
		if !resolver.InPackage(name) && strings.Contains(text, address) {
			return false
		}
	}
	return true
}

// remoteWarnings warns of servers from which packages' styles load files.
func (c *compiler) remoteWarnings() Faults {
	c.mu.Lock()
	defer c.mu.Unlock()
	warnings := make(Faults, 0, len(c.remote))
	for _, origin := range slices.Sorted(maps.Keys(c.remote)) {
		warnings = append(warnings, &Fault{
			Code:    "remote_reference",
			File:    c.remote[origin],
			Message: fmt.Sprintf("A package's style loads files from %s, which a host forbids unless the view's CSP lists it.", origin),
			Fix:     "List it in the view's CSP, as a resource domain, or do without these files: the browser then uses another font.",
		})
	}
	return warnings
}

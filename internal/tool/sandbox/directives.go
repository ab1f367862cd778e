package sandbox

import (
	"slices"
	"strings"

	"github.com/orielapps/oriel/hosts"
)

// declaredWeb stands for the http and https origins that a view may connect to, to which a
// form can be sent.
const declaredWeb = "{webDomains}"

// directive is one of a policy. Its sources can be placeholders, as in [hosts.Sources].
type directive struct {
	name    string
	sources []string
	// otherwise are the sources if the placeholders stand for nothing; 'none' if empty.
	otherwise []string
}

// directives returns the policy of a host: its own where it is known, and otherwise that
// of MCP Apps 2026-01-26, which is another one for views without metadata.
func directives(hasMetadata bool, p *hosts.Profile) []directive {
	const self, inline, data = "'self'", "'unsafe-inline'", "data:"
	all := []directive{
		{name: "default-src"},
		{name: "script-src", sources: []string{self, inline, hosts.DeclaredResources}},
		{name: "style-src", sources: []string{self, inline, hosts.DeclaredResources}},
		{name: "img-src", sources: []string{self, data}},
		{name: "media-src", sources: []string{self, data}},
		{name: "connect-src"},
	}
	if hasMetadata {
		all = append(all[:3],
			directive{name: "connect-src", sources: []string{self, hosts.DeclaredConnect}},
			directive{name: "img-src", sources: []string{self, data, hosts.DeclaredResources}},
			directive{name: "font-src", sources: []string{self, hosts.DeclaredResources}},
			directive{name: "media-src", sources: []string{self, data, hosts.DeclaredResources}},
			directive{name: "frame-src", sources: []string{hosts.DeclaredFrames}},
		)
	}
	last := []directive{
		{name: "object-src"},
		{name: "base-uri", sources: []string{hosts.DeclaredBaseURIs}, otherwise: []string{self}},
		{name: "form-action", sources: []string{self, declaredWeb}},
	}
	named := func(list []directive, name string) int {
		return slices.IndexFunc(list, func(d directive) bool { return d.name == name })
	}
	for _, name := range hosts.Directives() {
		if fact := p.CSP[name]; fact.Known {
			known := directive{name: name, sources: fact.Value.Allowed}
			if i := named(all, name); i >= 0 {
				all[i] = known
			} else if i := named(last, name); i >= 0 {
				last[i] = known
			} else {
				all = append(all, known)
			}
		}
	}
	return append(all, last...)
}

// written is the directive in a policy, with what the placeholders stand for.
func (d directive) written(lists map[string][]string) string {
	var sources []string
	for _, source := range d.sources {
		stands, isPlaceholder := lists[source]
		if source == declaredWeb {
			stands, isPlaceholder = webSources(lists[hosts.DeclaredConnect]), true
		}
		if !isPlaceholder {
			stands = []string{source}
		}
		for _, one := range stands {
			if !slices.Contains(sources, one) {
				sources = append(sources, one)
			}
		}
	}
	if len(sources) == 0 {
		sources = d.otherwise
	}
	if len(sources) == 0 {
		sources = []string{"'none'"}
	}
	return d.name + " " + strings.Join(sources, " ")
}

// webSources returns the http and https sources.
func webSources(sources []string) []string {
	return slices.DeleteFunc(slices.Clone(sources), func(s string) bool { return !strings.HasPrefix(s, "http") })
}

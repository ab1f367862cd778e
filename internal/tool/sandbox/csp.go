package sandbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

const (
	// maxSources and maxSourceLength keep the header within the limits of browsers.
	maxSources      = 200
	maxSourceLength = 512
)

// Dropped is something that a view declares and doesn't get.
type Dropped = adapter.Dropped

// Policy is a view's Content-Security-Policy.
type Policy struct {
	// Text is the header's value.
	Text string
	// Granted are the declared sources in the policy.
	Granted ui.CSP
	// Dropped are the other declared sources.
	Dropped []Dropped
}

// ContentPolicy builds the policy of a view, as "Sandbox proxy" of MCP Apps
// 2026-01-26 requires. It includes the profile's additions, and excludes what the
// profile's host lacks.
//
// Declared is the view's own metadata, or nil; it is not trusted. Ancestors are the
// origins that may frame the view.
//
// Beyond the specification, object-src, base-uri and form-action are always
// set, because default-src does not cover the last two.
func ContentPolicy(declared *ui.CSP, p *hosts.Profile, ancestors []string) Policy {
	var policy Policy
	extra := p.CSPExtra.Value
	own := ui.CSP{}
	if declared != nil {
		own = ui.CSP{
			ConnectDomains:  policy.filter("csp.connectDomains", declared.ConnectDomains, connectList, false, p),
			ResourceDomains: policy.filter("csp.resourceDomains", declared.ResourceDomains, resourceList, false, p),
			FrameDomains:    policy.filter("csp.frameDomains", declared.FrameDomains, frameList, p.Lacks(hosts.Frames), p),
			BaseURIDomains:  policy.filter("csp.baseUriDomains", declared.BaseURIDomains, baseList, p.Lacks(hosts.BaseURI), p),
		}
	}
	policy.Granted = own
	resources := merge(own.ResourceDomains, extra.ResourceDomains)
	connect := merge(own.ConnectDomains, extra.ConnectDomains)
	frames := merge(own.FrameDomains, extra.FrameDomains)

	b := &policyBuilder{}
	if declared == nil {
		b.withoutMetadata(resources, connect, frames)
	} else {
		b.withMetadata(resources, connect, frames)
	}
	b.add("object-src", "'none'")
	if len(own.BaseURIDomains) > 0 {
		b.add("base-uri", "", own.BaseURIDomains...)
	} else {
		b.add("base-uri", "'self'")
	}
	b.add("form-action", "'self'", webSources(connect)...)
	b.add("frame-ancestors", "", ancestors...)
	policy.Text = b.String()
	return policy
}

// withoutMetadata writes the policy of a view without metadata. The sources are those that
// the host adds, usually none.
func (b *policyBuilder) withoutMetadata(resources, connect, frames []string) {
	b.add("default-src", "'none'")
	b.add("script-src", "'self' 'unsafe-inline'", resources...)
	b.add("style-src", "'self' 'unsafe-inline'", resources...)
	b.add("img-src", "'self' data:", resources...)
	b.add("media-src", "'self' data:", resources...)
	if len(resources) > 0 {
		b.add("font-src", "", resources...)
	}
	b.addOrNone("connect-src", connect)
	if len(frames) > 0 {
		b.add("frame-src", "", frames...)
	}
}

// withMetadata writes the policy of a view with metadata.
func (b *policyBuilder) withMetadata(resources, connect, frames []string) {
	b.add("default-src", "'none'")
	b.add("script-src", "'self' 'unsafe-inline'", resources...)
	b.add("style-src", "'self' 'unsafe-inline'", resources...)
	b.add("connect-src", "'self'", connect...)
	b.add("img-src", "'self' data:", resources...)
	b.add("font-src", "'self'", resources...)
	b.add("media-src", "'self' data:", resources...)
	b.addOrNone("frame-src", frames)
}

type policyBuilder struct{ directives []string }

func (b *policyBuilder) add(name, keywords string, sources ...string) {
	parts := []string{name}
	if keywords != "" {
		parts = append(parts, keywords)
	}
	b.directives = append(b.directives, strings.Join(append(parts, sources...), " "))
}

func (b *policyBuilder) addOrNone(name string, sources []string) {
	if len(sources) == 0 {
		b.add(name, "'none'")
		return
	}
	b.add(name, "", sources...)
}

func (b *policyBuilder) String() string { return strings.Join(b.directives, "; ") }

// The lists of a ui.CSP, for checking one source as part of one list.
func connectList(source string) ui.CSP  { return ui.CSP{ConnectDomains: []string{source}} }
func resourceList(source string) ui.CSP { return ui.CSP{ResourceDomains: []string{source}} }
func frameList(source string) ui.CSP    { return ui.CSP{FrameDomains: []string{source}} }
func baseList(source string) ui.CSP     { return ui.CSP{BaseURIDomains: []string{source}} }

// filter returns the sources that a policy may contain, and adds the others to Dropped.
func (policy *Policy) filter(field string, sources []string, list func(string) ui.CSP, lacking bool, p *hosts.Profile) []string {
	var good []string
	for _, source := range sources {
		reason := sourceFault(source, list)
		switch {
		case reason != "":
		case lacking:
			reason = p.Title + " does not support " + strings.TrimPrefix(field, "csp.") + "."
		case len(good) == maxSources:
			reason = fmt.Sprintf("There are more than %d sources.", maxSources)
		}
		if reason != "" {
			policy.Dropped = append(policy.Dropped, Dropped{Field: field, Value: shorten(source), Reason: reason})
			continue
		}
		if !slices.Contains(good, source) {
			good = append(good, source)
		}
	}
	return good
}

func sourceFault(source string, list func(string) ui.CSP) string {
	if len(source) > maxSourceLength {
		return fmt.Sprintf("It is longer than %d characters.", maxSourceLength)
	}
	csp := list(source)
	err := csp.Validate()
	if err == nil && ui.ValidSource(source) {
		return ""
	}
	if known, ok := errors.AsType[*ui.Error](err); ok {
		return known.Message
	}
	return "It is not an origin."
}

func merge(lists ...[]string) []string {
	var all []string
	for _, list := range lists {
		for _, source := range list {
			if !slices.Contains(all, source) {
				all = append(all, source)
			}
		}
	}
	return all
}

// webSources returns the http and https sources, to which a form can be sent.
func webSources(sources []string) []string {
	return slices.DeleteFunc(slices.Clone(sources), func(s string) bool { return !strings.HasPrefix(s, "http") })
}

// shorten cuts a foreign text for a message.
func shorten(text string) string {
	const most = 120
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "…"
}

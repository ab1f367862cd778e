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

// ContentPolicy builds the policy of a view. What is known of the profile's host is in
// [hosts.Profile.CSP]; for other directives it is what "Sandbox proxy" of MCP Apps
// 2026-01-26 requires. It excludes what the host lacks.
//
// Declared is the view's own metadata, or nil; it is not trusted. Ancestors are the
// origins that may frame the view.
//
// Beyond the specification, object-src, base-uri and form-action are always
// set, because default-src does not cover the last two.
func ContentPolicy(declared *ui.CSP, p *hosts.Profile, ancestors []string) Policy {
	var policy Policy
	if declared != nil {
		policy.Granted = ui.CSP{
			ConnectDomains:  policy.filter("csp.connectDomains", declared.ConnectDomains, connectList, false, p),
			ResourceDomains: policy.filter("csp.resourceDomains", declared.ResourceDomains, resourceList, false, p),
			FrameDomains:    policy.filter("csp.frameDomains", declared.FrameDomains, frameList, p.Lacks(hosts.Frames), p),
			BaseURIDomains:  policy.filter("csp.baseUriDomains", declared.BaseURIDomains, baseList, p.Lacks(hosts.BaseURI), p),
		}
	}
	lists := map[string][]string{
		hosts.DeclaredConnect: policy.Granted.ConnectDomains, hosts.DeclaredResources: policy.Granted.ResourceDomains,
		hosts.DeclaredFrames: policy.Granted.FrameDomains, hosts.DeclaredBaseURIs: policy.Granted.BaseURIDomains,
	}
	var text strings.Builder
	for _, d := range directives(declared != nil, p) {
		text.WriteString(d.written(lists) + "; ")
	}
	policy.Text = text.String() + strings.Join(append([]string{"frame-ancestors"}, ancestors...), " ")
	return policy
}

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

// shorten cuts a foreign text for a message.
func shorten(text string) string {
	const most = 120
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "…"
}

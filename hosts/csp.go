package hosts

import (
	"fmt"
	"slices"

	"github.com/orielapps/oriel/ui"
)

// The placeholders in [Sources], each for one list of a view's [ui.CSP].
const (
	DeclaredConnect   = "{connectDomains}"
	DeclaredResources = "{resourceDomains}"
	DeclaredFrames    = "{frameDomains}"
	DeclaredBaseURIs  = "{baseUriDomains}"
)

// Sources are the sources of one directive of the Content-Security-Policy of a host's views.
type Sources struct {
	// Allowed are keywords, schemes and origins that the host gives to every view, and
	// placeholders such as [DeclaredResources] for what a view declares. Empty means 'none'.
	Allowed []string `json:"allowed"`
	// NotMeasured are keywords and schemes of which it isn't known whether the host allows
	// them. Those in neither list are refused.
	NotMeasured []string `json:"notMeasured,omitempty"`
}

// Directives returns the directives that [Profile.CSP] can have, in a fixed order.
func Directives() []string {
	return []string{
		"default-src", "script-src", "style-src", "connect-src", "img-src", "font-src", "media-src",
		"worker-src", "frame-src", "object-src", "base-uri", "form-action",
	}
}

// keywords are the keywords and schemes that a host is known to give to views.
var keywords = []string{"'self'", "'unsafe-inline'", "'unsafe-eval'", "'wasm-unsafe-eval'", "data:", "blob:"}

// fault says what a directive of that name can't have; empty if it can be used.
func (s Sources) fault(name string) string {
	placeholders := []string{DeclaredConnect, DeclaredResources, DeclaredFrames, DeclaredBaseURIs}
	for _, source := range s.Allowed {
		if !slices.Contains(keywords, source) && !slices.Contains(placeholders, source) && !ui.ValidSource(source) {
			return fmt.Sprintf("%s can't have the source %.80q", name, source)
		}
	}
	for _, source := range s.NotMeasured {
		if !slices.Contains(keywords, source) || slices.Contains(s.Allowed, source) {
			return fmt.Sprintf("%s.notMeasured can't have the source %.80q", name, source)
		}
	}
	return ""
}

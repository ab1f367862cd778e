package adapter

import (
	"regexp"
	"strings"
	"sync"
)

// Strings in the code that bundlers add to a script to load files at run time. Minifiers
// keep them.
const (
	vitePreload     = "vite:preloadError"
	webpackChunks   = "webpackChunk"
	webpackFromRoot = `.p="/"`
	webpackAuto     = "Automatic publicPath is not supported"
)

// seeks returns what a script loads that can't be inside a document; empty if nothing.
func seeks(script string) string {
	switch {
	case strings.Contains(script, webpackAuto):
		return "loads files beside itself"
	case strings.Contains(script, webpackChunks) && strings.Contains(script, webpackFromRoot):
		return "loads other scripts"
	default:
		return ""
	}
}

// rerooted returns a script whose bundler code prefixes the names of the files that it
// loads with the address of a folder, instead of the root of a site.
func rerooted(script, base string) string {
	if strings.Contains(script, vitePreload) {
		script = fromRoot().ReplaceAllStringFunc(script, func(function string) string {
			part := fromRoot().FindStringSubmatch(function)
			if part[2] != part[5] {
				return function
			}
			return part[1] + part[3] + base + part[4] + part[5]
		})
	}
	if strings.Contains(script, webpackChunks) {
		script = strings.ReplaceAll(script, webpackFromRoot, `.p="`+base+`"`)
	}
	return script
}

// fromRoot matches a function that only prefixes its argument with "/": Vite's code
// makes addresses with it. The scripts themselves may have similar functions.
var fromRoot = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(function\\(([\\w$]+)\\)\\s*\\{\\s*return\\s*)([\"'`])/([\"'`]\\s*\\+\\s*)([\\w$]+)")
})

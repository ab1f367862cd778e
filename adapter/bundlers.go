package adapter

import (
	"regexp"
	"strings"
	"sync"
)

// What the code that bundlers add to a script does to find files at run time is known
// by words of it that no minifier changes.
const (
	vitePreload     = "vite:preloadError"
	webpackChunks   = "webpackChunk"
	webpackFromRoot = `.p="/"`
	webpackAuto     = "Automatic publicPath is not supported"
)

// seeks is what a script looks for that a document can't hold; empty where it looks for
// nothing.
func seeks(script string) string {
	switch {
	case strings.Contains(script, webpackAuto):
		return "looks for files beside itself"
	case strings.Contains(script, webpackChunks) && strings.Contains(script, webpackFromRoot):
		return "loads others"
	default:
		return ""
	}
}

// rerooted returns a script whose bundler's code puts the address of a folder before the
// names of what it loads, where it put the root of a site.
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

// fromRoot is a function that does nothing but to put "/" before what it is given: in
// Vite's code the one that makes addresses. Scripts have others that build such paths.
var fromRoot = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(function\\(([\\w$]+)\\)\\s*\\{\\s*return\\s*)([\"'`])/([\"'`]\\s*\\+\\s*)([\\w$]+)")
})

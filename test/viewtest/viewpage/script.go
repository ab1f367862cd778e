// Package viewpage is what the tests of views in a browser have in common: the
// libraries that they are drawn with, scripts bundled from the runtime's sources, and
// what a page may have said.
package viewpage

import (
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// Policy is that of a view which declares nothing (MCP Apps 2026-01-26, "Host
// Behavior").
const Policy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; media-src 'self' data:; connect-src 'none'"

// Script is a classic script to bundle.
type Script struct {
	// Entry is its file, from the module's root; Source is its text where it has none.
	Entry, Source string
	// JSX is the package whose automatic runtime elements are made by.
	JSX string
	// Alias says what imports mean, from the module's root. "@oriel/view" is known.
	Alias  map[string]string
	Define map[string]string
	// Plugins of one name do the same in each script.
	Plugins []api.Plugin
	Minify  bool
}

// scripts are those that were built already, by all that they are made of.
var scripts sync.Map

// Build bundles a script, once in a process. Libraries come in their builds that
// complain.
func (s Script) Build(t testing.TB) string {
	t.Helper()
	names := make([]string, len(s.Plugins))
	for i, plugin := range s.Plugins {
		names[i] = plugin.Name
	}
	bare := s
	bare.Plugins = nil
	once, _ := scripts.LoadOrStore(fmt.Sprintf("%+v %v", bare, names), sync.OnceValues(s.build))
	text, err := once.(func() (string, error))() //nolint:errcheck,forcetypeassert // nothing else is stored
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (s Script) build() (string, error) {
	alias := map[string]string{"@oriel/view": "./view/src/index.ts"}
	maps.Copy(alias, s.Alias)
	define := map[string]string{"process.env.NODE_ENV": `"development"`}
	maps.Copy(define, s.Define)
	options := api.BuildOptions{
		AbsWorkingDir: root(),
		Bundle:        true,
		Format:        api.FormatIIFE,
		Target:        api.ES2022,
		Platform:      api.PlatformBrowser,
		Charset:       api.CharsetASCII,
		TsconfigRaw:   "{}",
		Alias:         alias,
		Define:        define,
		Plugins:       s.Plugins,
		MinifySyntax:  s.Minify, MinifyWhitespace: s.Minify, MinifyIdentifiers: s.Minify,
	}
	if s.Entry != "" {
		options.EntryPoints = []string{s.Entry}
	} else {
		options.Stdin = &api.StdinOptions{Contents: s.Source, ResolveDir: root(), Loader: api.LoaderTS}
	}
	if s.JSX != "" {
		options.JSX, options.JSXImportSource = api.JSXAutomatic, s.JSX
	}
	result := api.Build(options)
	if len(result.Errors) > 0 {
		return "", fmt.Errorf("bundling %s: %s\n\"make test\" installs what it needs, or \"npm ci\"", s.Entry,
			strings.Join(api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage}), "\n"))
	}
	return string(result.OutputFiles[0].Contents), nil
}

// root is the module's folder.
func root() string {
	file := ""
	if _, here, _, ok := runtime.Caller(0); ok {
		file = here
	}
	return filepath.Join(filepath.Dir(file), "..", "..", "..")
}

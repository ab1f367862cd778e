package bundle

import (
	"slices"

	"github.com/evanw/esbuild/pkg/api"
)

// The purpose of a build, in NODE_ENV and the conditions of "exports".
const (
	production  = "production"
	development = "development"
)

// mode is how documents are built.
type mode struct {
	environment       string
	mapURL            string         // prefix of the addresses of source maps; empty for none
	sourceMaps        bool           // make source maps
	contexts          *contextCache  // the bundler's cache; nil for none
	prebuilt          *prebuiltCache // prebuilt packages; nil to bundle all packages
	flat              *flatRuntime   // provides the part of the runtime that begins with runtimeEntry
	runtimeEntry      string         // empty to bundle the runtime's files one by one
	compact           bool           // without white space
	recording         bool           // record imports
	withoutFrameworks bool           // leave out the runtime and the frameworks
}

func (m mode) development() bool { return m.environment == development }

// contextCache has the bundler's caches for a view, by use. It is for one build at a time.
type contextCache struct {
	compiler *compiler // of the build that runs
	contexts map[string]keptContext
}

type keptContext struct {
	api.BuildContext

	entries []api.EntryPoint
}

// run runs the bundler for a use, again or for the first time.
func (k *contextCache) run(c *compiler, use string, options api.BuildOptions) api.BuildResult {
	k.compiler = c
	at, ok := k.contexts[use]
	if !ok || !slices.Equal(at.entries, options.EntryPointsAdvanced) {
		if ok {
			at.Dispose()
			delete(k.contexts, use)
		}
		options.Plugins = []api.Plugin{plugin(func() *compiler { return k.compiler })}
		made, failed := api.Context(options)
		if failed != nil {
			return api.BuildResult{Errors: failed.Errors}
		}
		at = keptContext{BuildContext: made, entries: options.EntryPointsAdvanced}
		k.contexts[use] = at
	}
	defer func() { k.compiler = nil }() // to release its memory
	return at.Rebuild()
}

// dispose releases everything.
func (k *contextCache) dispose() {
	for use, at := range k.contexts {
		at.Dispose()
		delete(k.contexts, use)
	}
}

package bundle

import (
	"slices"

	"github.com/evanw/esbuild/pkg/api"
)

// What a document is built for, as NODE_ENV and the conditions of "exports" name
// it.
const (
	production  = "production"
	development = "development"
)

// mode is how documents are built.
type mode struct {
	environment string
	mapURL      string  // where source maps are served; empty for none
	mapping     bool    // they are made
	keeper      *keeper // the bundler of earlier builds; nil for a new one each time
	shelf       *shelf  // what is prebuilt; nil for bundling everything
	flat        *flat   // has the part of the runtime that begins with root
	root        string  // empty for the runtime's files one by one
	brief       bool    // without white space
	recording   bool    // imports are recorded
	measured    bool    // what takes room is measured
	ownOnly     bool    // the runtime and the framework are left out
}

func (m mode) development() bool { return m.environment == development }

// keeper is the bundler of a view, which remembers what it has parsed. It is for
// one build at a time.
type keeper struct {
	compiler *compiler // of the build that runs
	contexts map[string]keptBundle
}

type keptBundle struct {
	api.BuildContext

	entries []api.EntryPoint
}

// run runs the bundler of a use again, or for the first time.
func (k *keeper) run(c *compiler, use string, options api.BuildOptions) api.BuildResult {
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
		at = keptBundle{BuildContext: made, entries: options.EntryPointsAdvanced}
		k.contexts[use] = at
	}
	defer func() { k.compiler = nil }() // which knows much that the next build looks up anew
	return at.Rebuild()
}

// dispose lets go of everything.
func (k *keeper) dispose() {
	for use, at := range k.contexts {
		at.Dispose()
		delete(k.contexts, use)
	}
}

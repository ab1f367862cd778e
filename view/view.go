// Package view carries the view runtime, the TypeScript package @oriel/view,
// and puts scripts and data into a view's document.
//
// The runtime's sources are in src, its built copies in dist; both are embedded.
// This package knows no bundler, so that a server which imports it stays small.
package view

import (
	"embed"
	"io/fs"
)

//go:embed dist/inline.js
var inline string

//go:embed dist/mcpui.js
var mcpUIBridge string

//go:embed src/index.ts src/inline.ts src/values src/data src/hosts src/protocol src/page src/start src/calls src/state src/model
//go:embed src/chatgpt src/mcp src/preact src/react
var sources embed.FS

// Inline returns the runtime as a classic script that needs no bundler: it
// connects, and puts the whole API onto globalThis.oriel. Wrap it with [Script].
func Inline() string { return inline }

// MCPUIBridge returns the classic script that lets the runtime speak to a legacy
// MCP-UI host. It has to run before the runtime does; put it into a document
// with [InsertFirst] and [Script].
func MCPUIBridge() string { return mcpUIBridge }

// Sources returns the runtime's TypeScript sources, for a bundler: "index.ts" is
// what "@oriel/view" stands for, "react/index.ts" what "@oriel/view/react" does, and
// so on. Imports between them are relative and name the files in full; all others
// are of React or Preact, which a project brings along.
func Sources() fs.FS {
	sub, err := fs.Sub(sources, "src")
	if err != nil { // fs.Sub fails for an invalid path only
		return sources
	}
	return sub
}

//go:embed package.json assets.d.ts dist/esm dist/types
var npm embed.FS

// Package returns what the npm package @oriel/view holds: package.json, what else
// than scripts a view may import, and below dist a JavaScript module and a
// declaration for each source.
func Package() fs.FS { return npm }

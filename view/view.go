// Package view embeds the view runtime, the TypeScript package @oriel/view, and puts
// scripts and data into the documents of views.
//
// The runtime's sources are in src, the built scripts in dist. This package contains no
// bundler, so that servers stay small.
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

// Inline returns the runtime as a classic script that needs no bundler: it connects to the
// host, and puts the whole API onto globalThis.oriel. Wrap it with [Script].
func Inline() string { return inline }

// MCPUIBridge returns the classic script that lets the runtime speak to legacy MCP-UI
// hosts. It must run before the runtime; put it into a document with [InsertFirst] and
// [Script].
func MCPUIBridge() string { return mcpUIBridge }

// Sources returns the runtime's TypeScript sources, for a bundler: "@oriel/view" is
// "index.ts", "@oriel/view/react" is "react/index.ts", and so on. Imports between them are
// relative and complete file names; all others are of React or Preact, which the project
// provides.
func Sources() fs.FS {
	sub, err := fs.Sub(sources, "src")
	if err != nil { // impossible: fs.Sub only fails for an invalid path
		return sources
	}
	return sub
}

//go:embed package.json assets.d.ts dist/esm dist/types
var npm embed.FS

// Package returns the files of the npm package @oriel/view: package.json, the types of
// files other than scripts that a view can import, and below dist a JavaScript module and a
// declaration for each source.
func Package() fs.FS { return npm }

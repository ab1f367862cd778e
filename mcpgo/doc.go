// Package mcpgo puts an app, or a single view, on a server made with
// github.com/mark3labs/mcp-go that you already have. It is a module of its own, so
// that nobody else's program carries mcp-go.
//
// One line gives a tool of yours a view, in every host that shows views. The tool
// keeps its handler and its results:
//
//	err := mcpgo.AddView(s, "forecast", ui.HTML(page))
//
// [Attach] adds a whole app beside what the server has: tools, views, resources,
// prompts and completion. [New] makes a server that has nothing but the app; where
// nothing ties you to mcp-go, oriel's own App.Handler does more.
//
// # How it works
//
// What the app has is registered with the server under its own names, so that the
// server's middleware and filters apply to it as to everything else. Hooks of the
// server put the entries of the lists into the form of the host that asks, and declare
// the UI extension. Both are added after the server was made, which mcp-go does not
// guard: call the functions of this package before the server serves. Lists depend on
// the host; they are marked as private to whoever caches them.
//
// # Who asks
//
// A host is recognized by what its client says of itself. What clients of the older
// lifecycle said in initialize, mcp-go's HTTP server knows as long as it runs; with
// server.WithStateLess(true), and on another replica, it does not: they are taken for
// a host that nothing is known of, and get the metadata of all. Clients of MCP
// 2026-07-28 and stdio have no such gap.
//
// Values that middleware has put into the context of the HTTP request reach handlers,
// oriel.WithUser among them.
//
// # Limits of mcp-go
//
// An error that is not a tool's result has no code of its own: resources/read and
// prompts/get fail with -32603 and the text alone. Security schemes are in _meta of a
// tool and not beside it. What the server's completion provider gives for a name of
// the app is replaced; if it fails, so does the completion. Changes of a resource
// (oriel's App.ResourceUpdated) reach clients of the older lifecycle that have subscribed,
// where the server was made with that capability.
package mcpgo

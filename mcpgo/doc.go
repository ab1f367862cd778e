// Package mcpgo adds views, or a whole Oriel app, to a server made with
// github.com/mark3labs/mcp-go. It is a module of its own, so that other programs don't
// depend on mcp-go.
//
// [AddView] gives a tool of the server a view, in every host that shows views. The tool
// keeps its handler and its results:
//
//	err := mcpgo.AddView(s, "forecast", ui.HTML(page))
//
// [Attach] adds a whole app to a server: tools, views, resources, prompts and completion.
// [New] makes a server for an app alone; if you don't need mcp-go, oriel's App.Handler
// supports more.
//
// # How it works
//
// The app's entries are registered with the server under their own names, so the server's
// middleware and filters apply to them. Hooks of the server convert entries in lists for
// the host that asks, and declare the UI extension. mcp-go doesn't lock hooks and
// middleware, so call the functions of this package before the server serves. Lists depend
// on the host, so they are marked as private for caches.
//
// # Hosts and users
//
// The host is detected from what the client says about itself. mcp-go's HTTP server keeps
// what clients up to MCP 2025-11-25 said in initialize as long as it runs. With
// server.WithStateLess(true), and on another replica, they count as unknown, and get the
// metadata of all hosts. For clients of MCP 2026-07-28, and over stdio, the host is always
// known.
//
// Values in the context of the HTTP request reach handlers, including the user of
// oriel.WithUser.
//
// # Limits of mcp-go
//
// Errors of resources/read and prompts/get have the JSON-RPC code -32603 and a text, but no
// code of Oriel. Security schemes of a tool are only in its _meta. If the server has a
// completion provider, it runs for the app's completions too: its values are replaced, but
// if it fails, so does the completion. App.ResourceUpdated notifies clients up to MCP
// 2025-11-25 that have subscribed, if the server has that capability. Subscriptions beyond
// the limits of [hosts.Subscriptions] get the JSON-RPC code -32600 and a text with the code.
package mcpgo

// Package workbench is a host of our own, for developing: it shows a server's
// tools and views in the browser as Claude, ChatGPT and the others would, next
// to each other, and enforces what each of them lacks.
//
// It reaches a server by the URL of its MCP endpoint, or runs it as a program,
// whatever that server is made with. A server that exits or goes away is started
// or connected to again.
//
// The page and its API are on 127.0.0.1 and answer to nobody without the token
// of this start; the views and the proxy between them and the page are on
// origins of their own (package sandbox).
package workbench

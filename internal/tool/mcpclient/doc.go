// Package mcpclient speaks MCP to a server the way one host does: with that
// host's name, capabilities and protocol version.
//
// It hands results on as raw JSON. A workbench has to show what a server really
// sent, with every unknown field and every _meta key, so nothing goes through a
// typed result on its way. Package go-sdk carries the lifecycle (initialize or
// server/discover, pings, requests from the server) and the Streamable HTTP
// transport; requests of ours share its connection.
package mcpclient

// Package adapter turns host-neutral declarations into what one protocol
// expects: MCP Apps 2026-01-26, ChatGPT's Apps SDK, and legacy MCP-UI.
//
// An [Adapter] knows one protocol; a [Set] holds the adapters of an app and
// picks one by the host's profile. Only current names are written. The
// standard, MCP Apps, is written for every host that shows views; what only
// one host has is added to it.
//
// The other direction is for what others wrote, under all names that were ever
// in use: [ReadTool] and [ReadMetadata] read the metadata of a tool and of a view,
// and [ImportView] makes a view of a resource of legacy MCP-UI. They keep what
// they can, and what they leave out, hosts leave out too.
package adapter

// Package adapter converts host-neutral declarations into the wire forms of protocols:
// MCP Apps 2026-01-26, ChatGPT's Apps SDK, and legacy MCP-UI.
//
// An [Adapter] knows one protocol. A [Set] has the adapters of an app and picks one by the
// host's profile. All hosts that show views get the standard, MCP Apps; extensions of
// single hosts are added to it. Only current names are written.
//
// For the other direction, [ReadTool] and [ReadMetadata] read the metadata of tools and
// views under all names that were ever in use, and [ImportView] converts a resource of
// legacy MCP-UI into a view. They report the parts that they leave out.
package adapter

// Package sandbox isolates views. Each view gets its own origin, the policy that the
// profile's host would set, and a proxy page in between, as the sandbox section of MCP
// Apps 2026-01-26 requires of web hosts.
//
// Host names end in ".localhost", which browsers resolve to the loopback interface
// without DNS. For browsers that don't, each origin can have its own loopback port. A
// view's origin depends on the server, the profile and the conversation, but not on the
// view's content, so a view finds its stored data when it is shown again.
package sandbox

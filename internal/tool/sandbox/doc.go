// Package sandbox gives each view a place to run: an origin of its own, a
// policy as the host in question would set it, and a proxy page in between, as
// the sandbox section of MCP Apps 2026-01-26 asks of web hosts.
//
// Names end in ".localhost", which browsers resolve to the loopback interface
// without asking anybody; where one doesn't, each origin can have a loopback
// port instead. A view's origin depends on the server, the profile and the
// conversation, never on the view's content, so that what a view stores is still
// there when it is shown again.
package sandbox

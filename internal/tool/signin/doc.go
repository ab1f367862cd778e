// Package signin is the client's half of a sign-in at an MCP server (MCP, "Authorization", 2025-11-25 and 2026-07-28): from the refusal of a request to
// an access token that is kept fresh. It records each of its steps, with what the specification wants of it and whose fault it is if it fails. Tokens are
// in memory alone.
package signin

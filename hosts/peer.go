package hosts

import "context"

// Peer is the other end of one request: the client, and what it sent along. The
// zero value is a client of which nothing is known.
type Peer struct {
	Client Client
	// Meta is the request's _meta; in the older lifecycle also the locale that came
	// with initialize. Nil where there is none.
	Meta map[string]any
	// Progress sends a notification of how far the request has come
	// (notifications/progress). Nil where the client didn't ask for any.
	Progress func(ctx context.Context, p Progress) error
	// Raw is the request as whoever carries it has it, for what nothing else here
	// tells: over HTTP and stdio a *mcp.CallToolRequest or *mcp.ReadResourceRequest
	// of github.com/modelcontextprotocol/go-sdk. Its type is no promise.
	Raw any
}

// Progress is how far a request has come (MCP 2025-11-25, "Progress").
type Progress struct {
	// Done must grow from one notification to the next; Total is zero where it
	// isn't known. Both are in whatever unit the work has.
	Done, Total float64
	// Message says what is going on, for people.
	Message string
}

package devloop

import "testing"

func TestIsOpen(t *testing.T) {
	t.Parallel()
	f := &proxy{open: []string{"/api/mcp", "/oriel", "/.well-known", "/images/"}}
	for path, want := range map[string]bool{
		"/api/mcp": true, "/api/mcp/sse": true, "/oriel/assets/x.js": true, "/.well-known/oauth-protected-resource": true, "/images/a.png": true, "/images": true,
		"": false, "/": false, "/api": false, "/api/mcpx": false, "/imagesx": false, "/admin": false,
		"/api/mcp/../../admin": false, "/oriel/../admin": false, `/oriel/..\admin`: false, "//admin": false, "/api//mcp": true,
		"/oriel/dev": false, "/Oriel/Dev/x": false, "/oriel/./dev/x": false, "/oriel/developers": true,
	} {
		if got := f.isOpen(path); got != want {
			t.Errorf("%q: %t", path, got)
		}
	}
}

package serve

import (
	"encoding/base64"
	"net/http"
	"strings"
)

// nameHeader repeats what a request is about: a tool's name, or a URI.
const nameHeader = "Mcp-Name"

// decodeName writes the name out that a client has put into base64 because a
// header can't hold it as it is (MCP 2026-07-28, "Streamable HTTP", value
// encoding): go-sdk compares it with the body's as it finds it. What is no base64
// stays, and is refused.
func decodeName(header http.Header) {
	encoded, ok := strings.CutPrefix(header.Get(nameHeader), "=?base64?")
	if !ok {
		return
	}
	if encoded, ok = strings.CutSuffix(encoded, "?="); !ok {
		return
	}
	if name, err := base64.StdEncoding.DecodeString(encoded); err == nil {
		header.Set(nameHeader, string(name))
	}
}

package serve

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/orielapps/oriel/internal/jsonwalk"
)

// The headers of MCP.
const (
	versionHeader = "Mcp-Protocol-Version"
	sessionHeader = "Mcp-Session-Id"
	methodHeader  = "Mcp-Method"
	nameHeader    = "Mcp-Name"
	paramHeader   = "Mcp-Param-"
)

// repeatedHeader returns the name of an MCP header that occurs more than once, or "": a
// proxy may have routed by the other value.
func repeatedHeader(header http.Header) string {
	for _, name := range []string{versionHeader, sessionHeader, methodHeader, nameHeader} {
		if len(header[name]) > 1 {
			return name
		}
	}
	return ""
}

func headerRepeated(name string) *rpcError {
	return mismatch("header mismatch: " + name + " occurs more than once")
}

// checkHeaders compares the headers that repeat parts of a request with the request,
// because proxies route by them (MCP 2026-07-28, "Streamable HTTP", SEP-2243).
func (s *Server) checkHeaders(r *request) *rpcError {
	switch method := r.header.Get(methodHeader); {
	case method == "":
		return mismatch("missing required Mcp-Method header")
	case method != r.method:
		return mismatch("header mismatch: Mcp-Method is " + quoted(method) + ", the method " + quoted(r.method))
	}
	var member string
	switch r.method {
	case "tools/call", "prompts/get":
		member = "name"
	case "resources/read":
		member = "uri"
	default:
		return nil
	}
	name, failure := r.arguments.text(member)
	if failure != nil {
		return failure
	}
	header := r.header.Get(nameHeader)
	if header == "" {
		return mismatch("missing required Mcp-Name header")
	}
	switch decodeHeader(header) {
	case name:
	case "":
		return mismatch("missing required Mcp-Name header: it is empty")
	default:
		return mismatch("header mismatch: Mcp-Name differs from the " + member)
	}
	if r.method == "tools/call" {
		return s.checkHeaderParams(r, name)
	}
	return nil
}

func mismatch(text string) *rpcError {
	return coded(codeHeaderMismatch, "header_mismatch", text, "Send headers that agree with the message.")
}

// decodeHeader decodes a value that a client has encoded as base64 because headers can't
// contain it. Other values are returned unchanged.
func decodeHeader(value string) string {
	encoded, ok := strings.CutPrefix(value, "=?base64?")
	if !ok {
		return value
	}
	if encoded, ok = strings.CutSuffix(encoded, "?="); !ok {
		return value
	}
	text, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return value
	}
	return string(text)
}

// checkHeaderParams compares the arguments that clients have to repeat in headers.
func (s *Server) checkHeaderParams(r *request, tool string) *rpcError {
	for _, p := range s.app.HeaderParams(tool) {
		name := paramHeader + p.Header
		header, given := r.header.Get(name), r.header.Values(name) != nil
		if len(r.header.Values(name)) > 1 {
			return headerRepeated(name)
		}
		value, once := valueAt(r.arguments.get("arguments"), p.Path)
		switch there := value != nil && string(value) != "null"; {
		case !once:
			return mismatch("header mismatch: the argument of " + name + " occurs more than once")
		case !there && given:
			return mismatch("header mismatch: " + name + " has no argument")
		case there && !given:
			return mismatch("header mismatch: " + name + " is missing")
		case !there:
			continue
		}
		if !sameValue(decodeHeader(header), value) {
			return mismatch("header mismatch: " + name + " differs from the argument")
		}
	}
	return nil
}

// valueAt returns what is at a path in an object; once is false if a member occurs twice.
func valueAt(value json.RawMessage, path []string) (found json.RawMessage, once bool) {
	once = true
	for _, step := range path {
		if !jsonwalk.IsObject(value) {
			return nil, once
		}
		var inner json.RawMessage
		for name, v := range jsonwalk.Members(value) {
			if string(name) == step {
				once = once && inner == nil
				inner = v
			}
		}
		value = inner
	}
	return value, once
}

// sameValue reports whether a header has the value of an argument.
func sameValue(header string, value json.RawMessage) bool {
	if text, ok := jsonwalk.Text(value); ok {
		return header == text
	}
	if header == string(value) {
		return true // true, false, and integers in their usual form
	}
	// Otherwise, both have to be the same integer in JavaScript.
	const exact = 1 << 53
	a, errA := strconv.ParseFloat(header, 64)
	b, errB := strconv.ParseFloat(string(value), 64)
	return errA == nil && errB == nil && a == b && a == float64(int64(a)) && a > -exact && a < exact
}

// weight returns the q of a part of an Accept header, from 0 to 1; 0 means not accepted
// (RFC 9110, section 12.4.2).
func weight(parameters string) float64 {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(parameter, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(q >= 0 && q <= 1) {
			return 0
		}
		return q
	}
	return 1
}

// accepts reports which types of answers a client accepts: one message as JSON, or a
// stream of events. Without an Accept header, it accepts both.
func accepts(header http.Header) (message, events bool) {
	values := header["Accept"]
	if len(values) == 0 {
		return true, true
	}
	for _, value := range values {
		for part := range strings.SplitSeq(value, ",") {
			kind, parameters, more := strings.Cut(part, ";")
			if more && weight(parameters) == 0 {
				continue
			}
			switch strings.ToLower(strings.TrimSpace(kind)) {
			case "application/json", "application/*":
				message = true
			case "text/event-stream", "text/*":
				events = true
			case "*/*":
				message, events = true, true
			}
		}
	}
	return message, events
}

// preferredEncoding returns the encoding that a client prefers: "gzip", "zstd", or ""
// if it accepts neither (RFC 9110, section 12.5.3). If it prefers neither of both, it
// gets zstd, which is faster.
func preferredEncoding(header http.Header) string {
	best, bestWeight := "", 0.0
	for _, value := range header.Values("Accept-Encoding") {
		for part := range strings.SplitSeq(value, ",") {
			name, parameters, _ := strings.Cut(part, ";")
			name = strings.ToLower(strings.TrimSpace(name))
			if name != "zstd" && name != "gzip" {
				continue
			}
			if q := weight(parameters); q > bestWeight || q == bestWeight && q > 0 && name == "zstd" {
				best, bestWeight = name, q
			}
		}
	}
	return best
}

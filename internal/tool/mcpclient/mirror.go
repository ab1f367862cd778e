package mcpclient

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/net/http/httpguts"
)

const (
	methodHeader = "Mcp-Method"
	nameHeader   = "Mcp-Name"
	paramPrefix  = "Mcp-Param-"
	// maxSafeInteger is the largest integer that JSON carries everywhere.
	maxSafeInteger = 1<<53 - 1
	// A tool that declares more than these is not a tool that somebody wrote; what
	// is over them is not mirrored. maxMirrorTool is in bytes.
	maxMirrorDepth = 16
	maxMirrors     = 64
	maxMirrorTool  = mebibyte
)

// standardHeaders are the headers that protocol 2026-07-28 wants beside a
// message, so that gateways needn't read it.
func standardHeaders(method string, params json.RawMessage) map[string]string {
	header := map[string]string{methodHeader: method}
	var named struct {
		Name string `json:"name"`
		URI  string `json:"uri"`
	}
	switch method {
	case "tools/call", "prompts/get":
		if json.Unmarshal(params, &named) == nil {
			header[nameHeader] = headerValue(named.Name)
		}
	case "resources/read":
		if json.Unmarshal(params, &named) == nil {
			header[nameHeader] = headerValue(named.URI)
		}
	}
	return header
}

// mirrored is an argument that a tool wants repeated in a header.
type mirrored struct {
	path []string
	name string
}

// mirrors are the arguments that each tool wants repeated in headers: the
// x-mcp-header members of its input schema (SEP-2243).
type mirrors struct {
	mu     sync.Mutex
	byTool map[string][]mirrored
}

type mirrorSchema struct {
	Type       string                  `json:"type"`
	Header     json.RawMessage         `json:"x-mcp-header"`
	Properties map[string]mirrorSchema `json:"properties"`
}

// learn takes the entries of a tools/list.
func (m *mirrors) learn(tools []json.RawMessage) {
	byTool := map[string][]mirrored{}
	for _, entry := range tools {
		if len(entry) > maxMirrorTool || !bytes.Contains(entry, []byte("x-mcp-header")) {
			continue
		}
		var tool struct {
			Name   string       `json:"name"`
			Schema mirrorSchema `json:"inputSchema"`
		}
		if json.Unmarshal(entry, &tool) == nil {
			byTool[tool.Name] = tool.Schema.mirrored(nil, nil)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.byTool = byTool
}

// mirrored adds the arguments that are declared below a path to all.
func (s mirrorSchema) mirrored(above []string, all []mirrored) []mirrored {
	if len(above) == maxMirrorDepth {
		return all
	}
	for _, key := range slices.Sorted(maps.Keys(s.Properties)) {
		if len(all) == maxMirrors {
			return all
		}
		property := s.Properties[key]
		path := slices.Concat(above, []string{key})
		var name string
		if json.Unmarshal(property.Header, &name) == nil && httpguts.ValidHeaderFieldName(name) {
			switch property.Type {
			case "string", "integer", "boolean":
				all = append(all, mirrored{path: path, name: name})
			}
		}
		all = property.mirrored(path, all)
	}
	return all
}

// headers returns the headers of a call.
func (m *mirrors) headers(tool string, arguments json.RawMessage) map[string]string {
	m.mu.Lock()
	wanted := m.byTool[tool]
	m.mu.Unlock()
	header := map[string]string{}
	for _, one := range wanted {
		if value, ok := argumentForHeader(arguments, one.path); ok {
			header[paramPrefix+one.name] = headerValue(value)
		}
	}
	return header
}

// argumentForHeader returns the argument at a path as a header writes it, and
// whether there is one that a header can carry.
func argumentForHeader(raw json.RawMessage, path []string) (string, bool) {
	for _, key := range path {
		var object map[string]json.RawMessage
		if json.Unmarshal(raw, &object) != nil {
			return "", false
		}
		raw = object[key]
	}
	var value any
	if json.Unmarshal(raw, &value) != nil {
		return "", false
	}
	switch value := value.(type) {
	case string:
		return value, true
	case bool:
		return strconv.FormatBool(value), true
	case float64:
		whole := int64(value)
		return strconv.FormatInt(whole, 10), float64(whole) == value && whole <= maxSafeInteger && whole >= -maxSafeInteger
	default:
		return "", false
	}
}

// headerValue writes a value so that a header can carry it.
func headerValue(value string) string {
	const prefix, suffix = "=?base64?", "?="
	encoded := strings.HasPrefix(value, prefix) && strings.HasSuffix(value, suffix)
	plain := strings.TrimSpace(value) == value && !encoded
	for _, char := range []byte(value) {
		plain = plain && char >= ' ' && char <= '~'
	}
	if plain {
		return value
	}
	return prefix + base64.StdEncoding.EncodeToString([]byte(value)) + suffix
}

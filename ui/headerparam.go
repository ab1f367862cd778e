package ui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// HeaderParam is an argument that clients repeat in an HTTP header, so that proxies can
// route by it (SEP-2243, "x-mcp-header").
type HeaderParam struct {
	// Path are the names of the properties that lead to the argument.
	Path []string
	// Header is the part of the header's name after "Mcp-Param-".
	Header string
}

// headerKeyword marks such an argument in the input schema.
const headerKeyword = "x-mcp-header"

// HeaderParams returns the arguments that an input schema marks with "x-mcp-header", in
// no particular order. The error is an [*Error] with the code "header_param_invalid" for
// an argument that is not a string, integer or boolean, or whose header name is invalid
// or used twice.
func HeaderParams(inputSchema json.RawMessage) ([]HeaderParam, error) {
	if !bytes.Contains(inputSchema, []byte(headerKeyword)) {
		return nil, nil
	}
	var params []HeaderParam
	seen := map[string]bool{}
	err := headerParams(inputSchema, nil, func(p HeaderParam, kind string) error {
		lower := strings.ToLower(p.Header)
		switch {
		case kind != "string" && kind != "integer" && kind != "boolean":
			return headerFault(p.Path, "Only strings, integers and booleans fit into a header.")
		case p.Header == "" || strings.ContainsFunc(p.Header, func(r rune) bool { return !isTokenCharacter(r) }):
			return headerFault(p.Path, fmt.Sprintf("%q is not a valid header name.", p.Header))
		case seen[lower]:
			return headerFault(p.Path, fmt.Sprintf("The header %q is used twice.", p.Header))
		}
		seen[lower] = true
		params = append(params, p)
		return nil
	})
	return params, err
}

func headerParams(schema json.RawMessage, path []string, found func(p HeaderParam, kind string) error) error {
	const deepest = 64
	var object struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	_ = json.Unmarshal(schema, &object) // only objects have properties
	if len(path) > deepest {
		return nil
	}
	for name, property := range object.Properties {
		var p struct {
			Type   json.RawMessage `json:"type"`
			Header json.RawMessage `json:"x-mcp-header"`
		}
		here := append(slices.Clone(path), name)
		if json.Unmarshal(property, &p) == nil && p.Header != nil {
			var kind, header string
			_ = json.Unmarshal(p.Type, &kind)     // a list of types is refused
			_ = json.Unmarshal(p.Header, &header) // anything but a string is refused
			if err := found(HeaderParam{Path: here, Header: header}, kind); err != nil {
				return err
			}
		}
		if err := headerParams(property, here, found); err != nil {
			return err
		}
	}
	return nil
}

func headerFault(path []string, why string) error {
	return &Error{
		Code:    "header_param_invalid",
		Message: fmt.Sprintf("The argument %q can't be repeated in a header. %s", strings.Join(path, "."), why),
		Fix:     "Change its " + headerKeyword + ", or leave it out.",
	}
}

// isTokenCharacter reports whether a header's name can contain a character (RFC 9110,
// section 5.6.2).
func isTokenCharacter(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r != 0 && strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}

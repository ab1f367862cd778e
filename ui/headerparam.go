package ui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// HeaderParam is an argument that clients repeat in an HTTP header, so that what
// stands between can route by it (SEP-2243, "x-mcp-header").
type HeaderParam struct {
	// Path are the names of the members that lead to the argument.
	Path []string
	// Header is what follows "Mcp-Param-" in the header's name.
	Header string
}

// headerKeyword marks such an argument in an input schema.
const headerKeyword = "x-mcp-header"

// HeaderParams returns the arguments that an input schema marks so, in no
// particular order. One that is no text, integer or boolean, or whose header's name
// is none or taken, is an [*Error] with the code "header_param_invalid".
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
			return headerFault(p.Path, "Only texts, integers and booleans fit into a header.")
		case p.Header == "" || strings.ContainsFunc(p.Header, func(r rune) bool { return !isTokenCharacter(r) }):
			return headerFault(p.Path, fmt.Sprintf("%q can't name a header.", p.Header))
		case seen[lower]:
			return headerFault(p.Path, fmt.Sprintf("The header %q is taken.", p.Header))
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
	_ = json.Unmarshal(schema, &object) // of what is no object there are no properties
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
			_ = json.Unmarshal(p.Type, &kind)     // another type than one name is refused
			_ = json.Unmarshal(p.Header, &header) // likewise
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

// isTokenCharacter tells what a header's name consists of (RFC 9110, section
// 5.6.2).
func isTokenCharacter(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r != 0 && strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}

package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schema is a compiled JSON Schema whose root is an object.
type Schema struct {
	text    json.RawMessage
	root    *node                // of a Go type
	foreign *jsonschema.Resolved // of a schema from elsewhere
}

var errTrailing = errors.New("more than one JSON value")

// Parse compiles a JSON Schema from elsewhere. Its root must have the type
// "object"; references to other documents are refused.
func Parse(text json.RawMessage) (*Schema, error) {
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	if s.Type != typeObject {
		return nil, fmt.Errorf(`the schema's root: %w; give it "type": "object"`, ErrNotObject)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return nil, fmt.Errorf("compiling the schema: %w", err)
	}
	return &Schema{text: bytes.Clone(text), foreign: resolved}, nil
}

// JSON returns the schema as JSON Schema 2020-12.
func (s *Schema) JSON() json.RawMessage { return bytes.Clone(s.text) }

// Check returns nil if the JSON text fits, and [Faults] if it doesn't. Empty
// text counts as an empty object, the way a call without arguments is meant.
func (s *Schema) Check(data json.RawMessage) error {
	data = orEmpty(data)
	if s.root != nil {
		if faults := check(s.root, data); faults != nil {
			return faults
		}
		return nil
	}
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return Faults{{Message: "is not JSON: " + err.Error()}}
	}
	if err := s.foreign.Validate(value); err != nil {
		return Faults{{Message: err.Error()}}
	}
	return nil
}

// Decode checks the JSON text, fills in defaults and decodes it into a pointer
// to the type that the schema was derived from. It fails with [Faults].
func (s *Schema) Decode(data json.RawMessage, into any) error {
	data = orEmpty(data)
	if err := s.Check(data); err != nil {
		return err
	}
	if s.root != nil {
		var value any
		if err := unmarshalExact(data, &value); err != nil {
			return Faults{{Message: err.Error()}}
		}
		if complete(s.root, value) {
			filled, err := json.Marshal(value)
			if err != nil {
				return fmt.Errorf("filling in defaults: %w", err)
			}
			data = filled
		}
	}
	if err := json.Unmarshal(data, into); err != nil {
		if fault, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return Faults{{Path: fault.Field, Message: "does not fit " + fault.Type.String()}}
		}
		return Faults{{Message: err.Error()}}
	}
	return nil
}

// Encode writes a value of the type that the schema was derived from. Where
// encoding/json writes null for an empty slice or map, it writes [] or {},
// because the schema promises an array or an object.
func (s *Schema) Encode(value any) (json.RawMessage, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("encoding %T: %w", value, err)
	}
	if s.root == nil || !bytes.Contains(data, []byte("null")) {
		return data, nil
	}
	var v any
	if err := unmarshalExact(data, &v); err != nil {
		return nil, err
	}
	if v == nil {
		return json.RawMessage("{}"), nil
	}
	if !fillNulls(s.root, v) {
		return data, nil
	}
	data, err = json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encoding %T: %w", value, err)
	}
	return data, nil
}

func orEmpty(data json.RawMessage) json.RawMessage {
	if trimmed := bytes.TrimSpace(data); len(trimmed) == 0 || string(trimmed) == "null" {
		return json.RawMessage("{}")
	}
	return data
}

// complete fills in defaults and writes whole numbers without a fraction, which
// encoding/json wants for Go's integers. It reports whether it changed
// anything.
func complete(n *node, value any) bool {
	n = n.target()
	changed := false
	switch v := value.(type) {
	case map[string]any:
		for i := range n.properties {
			p := &n.properties[i]
			member, ok := v[p.name]
			if (!ok || member == nil) && p.fallback != nil {
				v[p.name] = p.fallback
				changed = true
				continue
			}
			if whole, ok := wholeNumber(p.node, member); ok {
				v[p.name] = whole
				changed = true
				continue
			}
			changed = complete(p.node, member) || changed
		}
		if n.values != nil {
			for name, member := range v {
				if whole, ok := wholeNumber(n.values, member); ok {
					v[name] = whole
					changed = true
					continue
				}
				changed = complete(n.values, member) || changed
			}
		}
	case []any:
		if n.items == nil {
			return false
		}
		for i, item := range v {
			if whole, ok := wholeNumber(n.items, item); ok {
				v[i] = whole
				changed = true
				continue
			}
			changed = complete(n.items, item) || changed
		}
	}
	return changed
}

func wholeNumber(n *node, value any) (json.Number, bool) {
	number, ok := value.(json.Number)
	if !ok || n.target().kind != typeInteger || !bytes.ContainsAny([]byte(number), ".eE") {
		return "", false
	}
	r, ok := new(big.Rat).SetString(string(number))
	if !ok || !r.IsInt() {
		return "", false
	}
	return json.Number(r.Num().String()), true
}

// fillNulls replaces null by [] or {} where the schema says array or object. It
// reports whether it changed anything.
func fillNulls(n *node, value any) bool {
	n = n.target()
	changed := false
	empty := func(inner *node, item any) (any, bool) {
		if item != nil {
			changed = fillNulls(inner, item) || changed
			return nil, false
		}
		switch inner.target().kind {
		case typeArray:
			changed = true
			return []any{}, true
		case typeObject:
			if inner.target().values != nil {
				changed = true
				return map[string]any{}, true
			}
		}
		return nil, false
	}
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			inner := n.values
			if p := n.property(name); p != nil {
				inner = p.node
			}
			if inner == nil {
				continue
			}
			if filled, ok := empty(inner, member); ok {
				v[name] = filled
			} else if member == nil {
				if p := n.property(name); p != nil && !p.required {
					delete(v, name)
					changed = true
				}
			}
		}
	case []any:
		if n.items == nil {
			return false
		}
		for i, item := range v {
			if filled, ok := empty(n.items, item); ok {
				v[i] = filled
			}
		}
	}
	return changed
}

package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

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
		if rewrite(s.root, value, complete) {
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
	if err = unmarshalExact(data, &v); err != nil {
		return nil, err
	}
	if v == nil {
		return json.RawMessage("{}"), nil
	}
	if !rewrite(s.root, v, withoutNull) {
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

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
	_, err := s.checked(data)
	return err
}

// Normal checks the JSON text and returns it with each member once: of those
// that stand twice, the one that was checked. It fails with [Faults].
func (s *Schema) Normal(data json.RawMessage) (json.RawMessage, error) {
	value, err := s.checked(data)
	if err != nil {
		return nil, err
	}
	return encode(value)
}

// checked returns the decoded value, with numbers as they were written.
func (s *Schema) checked(data json.RawMessage) (any, error) {
	data = orEmpty(data)
	var value any
	if err := unmarshalExact(data, &value); err != nil {
		return nil, Faults{{Message: "is not JSON: " + err.Error()}}
	}
	if s.root != nil {
		c := &checker{}
		c.value(s.root, value, "")
		if c.faults != nil {
			return nil, c.faults
		}
		return value, nil
	}
	var plain any // the other implementation wants numbers as float64
	if err := json.Unmarshal(data, &plain); err != nil {
		return nil, Faults{{Message: "is not JSON: " + err.Error()}}
	}
	if err := s.foreign.Validate(plain); err != nil {
		return nil, Faults{{Message: err.Error()}}
	}
	return value, nil
}

func encode(value any) (json.RawMessage, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("encoding %T: %w", value, err)
	}
	return data, nil
}

// Decode checks the JSON text, fills in defaults and decodes it into a pointer
// to the type that the schema was derived from. It fails with [Faults].
func (s *Schema) Decode(data json.RawMessage, into any) error {
	value, err := s.checked(data)
	if err != nil {
		return err
	}
	if s.root != nil {
		rewrite(s.root, value, complete)
	}
	// What was checked is what is decoded: encoding/json would merge members
	// that stand twice in the text.
	if data, err = encode(value); err != nil {
		return err
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
// encoding/json writes null for an empty slice, map or []byte, it writes what
// the schema promises. A value that doesn't fit the schema even so is an error
// that names it: hosts throw such results away.
func (s *Schema) Encode(value any) (json.RawMessage, error) {
	data, err := encode(value)
	if err != nil || s.root == nil {
		return data, err
	}
	var v any
	if err = unmarshalExact(data, &v); err != nil {
		return nil, err
	}
	if v == nil {
		v = map[string]any{} // a nil map or pointer
		data = json.RawMessage("{}")
	}
	if rewrite(s.root, v, withoutNull) {
		if data, err = encode(v); err != nil {
			return nil, err
		}
	}
	c := &checker{}
	c.value(s.root, v, "")
	if c.faults != nil {
		return nil, fmt.Errorf("%T does not fit its own schema: %s", value, c.faults.Error())
	}
	return data, nil
}

func orEmpty(data json.RawMessage) json.RawMessage {
	if trimmed := bytes.TrimSpace(data); len(trimmed) == 0 || string(trimmed) == "null" {
		return json.RawMessage("{}")
	}
	return data
}

package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schema is a compiled JSON Schema whose root is an object, but for one of
// [ForData]. It is safe for concurrent use. Get one from [For], [ForType] or
// [Parse].
type Schema struct {
	text    json.RawMessage
	root    *node                // of Go types, and of most schemas from elsewhere
	foreign *jsonschema.Resolved // of the other ones
}

// JSON returns the schema as JSON Schema 2020-12. Properties stand in the order
// of the fields, and equal types give equal bytes.
func (s *Schema) JSON() json.RawMessage { return bytes.Clone(s.text) }

// Check returns nil if the JSON text fits exactly, and [Faults] if it doesn't.
// Empty text and null count as an empty object, the way a call without
// arguments is meant. [Schema.Decode] and [Schema.Normal] are more forgiving.
func (s *Schema) Check(data json.RawMessage) error {
	tree, _, err := read(data)
	if err != nil {
		return err
	}
	return s.fits(tree)
}

// Normal returns arguments for a handler that reads JSON itself. Optional
// members that are null are left out, unless null fits; of members that stand
// twice, the last one is kept, which is the one that was checked. What doesn't
// fit then is [Faults].
func (s *Schema) Normal(data json.RawMessage) (json.RawMessage, error) {
	tree, changed, err := read(data)
	if err != nil {
		return nil, err
	}
	if s.root != nil {
		changed = rewrite(s.root, tree, lenient) || changed
	}
	if err := s.fits(tree); err != nil {
		return nil, err
	}
	if changed {
		return write(nil, tree), nil
	}
	return bytes.Clone(orEmpty(data)), nil
}

// Decode decodes arguments into a pointer to a zero value of the type that the
// schema was derived from. Before they are checked, missing members get their
// defaults; null counts as missing where it doesn't fit and the member is
// optional; whole numbers may have a fraction of zeros or an exponent (3.0,
// 1e3). Of members that stand twice the last one counts.
//
// It fails with [Faults], also for values that the type's own UnmarshalJSON or
// UnmarshalText refuses.
func (s *Schema) Decode(data json.RawMessage, into any) error {
	tree, changed, err := read(data)
	if err != nil {
		return err
	}
	if s.root != nil {
		changed = rewrite(s.root, tree, complete) || changed
	}
	if err := s.fits(tree); err != nil {
		return err
	}
	// What was checked is what is decoded: encoding/json would merge members
	// that stand twice in the text.
	data = orEmpty(data)
	if changed {
		data = write(nil, tree)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return s.refused(tree, err)
	}
	return nil
}

// refused names the value that could not be decoded although it fits.
func (s *Schema) refused(tree any, err error) Faults {
	if s.root != nil {
		c := &checker{}
		if c.refused(s.root, tree) {
			return c.faults
		}
	}
	if fault, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return Faults{{Path: fault.Field, Message: "does not fit " + fault.Type.String()}}
	}
	return Faults{{Message: cut(err.Error())}}
}

// refused looks for the value that its type's own decoder refuses.
func (c *checker) refused(n *node, tree any) bool {
	n = n.target()
	if n.decoder != nil {
		if err := json.Unmarshal(write(nil, tree), reflect.New(n.decoder).Interface()); err != nil {
			c.faultf("does not fit %s: %s", n.decoder, cut(err.Error()))
		}
		return c.faults != nil
	}
	switch v := tree.(type) {
	case *record:
		for _, m := range v.members {
			inner := n.others
			if p := n.property(m.name); p != nil {
				inner = p.node
			}
			if inner != nil {
				c.inside(step{m.name, -1}, func() { c.refused(inner, m.value) })
			}
		}
	case []any:
		for i, item := range v {
			if n.items != nil {
				c.inside(step{index: i}, func() { c.refused(n.items, item) })
			}
		}
	}
	return c.faults != nil
}

// Encode writes a value of the type that the schema was derived from. Where
// encoding/json writes null for an empty slice, map or []byte, it writes what
// the schema promises. Methods on a pointer (MarshalJSON of big.Int) are
// called also for values, and invalid UTF-8 is replaced by U+FFFD.
//
// A value that has no JSON form (NaN, infinity, a cycle) or doesn't fit its
// schema even so is an error that names the place: hosts throw such results
// away. The error is for the app's author and not [Faults].
func (s *Schema) Encode(value any) (json.RawMessage, error) {
	data, err := json.Marshal(addressable(value))
	if err != nil {
		return nil, noForm(value, err)
	}
	if s.root == nil {
		return data, nil
	}
	tree, changed, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("%T: %w", value, err)
	}
	if tree == nil { // a nil map, pointer or slice
		switch s.root.kind {
		case typeObject:
			tree, changed = &record{}, true
		case typeArray:
			tree, changed = []any{}, true
		}
	}
	if rewrite(s.root, tree, withoutNull) || changed {
		data = write(nil, tree)
	}
	if faults := check(s.root, tree); faults != nil {
		// Not wrapped: it isn't arguments that are at fault.
		return nil, fmt.Errorf("%T does not fit its own schema: %s", value, faults.Error())
	}
	return data, nil
}

// addressable returns a pointer to a copy, so that encoding/json finds methods
// on pointers.
func addressable(value any) any {
	v := reflect.ValueOf(value)
	if !v.IsValid() || v.Kind() == reflect.Pointer {
		return value
	}
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p.Interface()
}

// read parses arguments.
func read(data json.RawMessage) (tree any, twice bool, err error) {
	tree, twice, err = parse(orEmpty(data))
	if err != nil {
		return nil, false, Faults{{Message: "is not JSON: " + err.Error()}}
	}
	return tree, twice, nil
}

func (s *Schema) fits(tree any) error {
	if s.root != nil {
		if faults := check(s.root, tree); faults != nil {
			return faults
		}
		return nil
	}
	return fitsForeign(s.foreign, tree)
}

func orEmpty(data json.RawMessage) json.RawMessage {
	if trimmed := bytes.TrimSpace(data); len(trimmed) == 0 || string(trimmed) == typeNull {
		return json.RawMessage("{}")
	}
	return data
}

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
	asItIs  reflect.Type         // the Go type, if Encode needs no copy of its values
}

// JSON returns the schema as JSON Schema 2020-12. Properties stand in the order
// of the fields, and equal types give equal bytes. It is nil for a nil Schema.
func (s *Schema) JSON() json.RawMessage {
	if s == nil {
		return nil
	}
	return bytes.Clone(s.text)
}

// Check returns nil if the JSON text fits exactly, and [Faults] if it doesn't.
// Empty text and null count as an empty object, the way a call without
// arguments is meant. [Schema.Decode] and [Schema.Normal] are more forgiving.
func (s *Schema) Check(data json.RawMessage) error {
	_, _, err := s.prepared(data, nothing)
	return err
}

// Normal returns arguments for a handler that reads JSON itself. Optional
// members that are null are left out, unless null fits; of members that stand
// twice, the last one is kept, which is the one that was checked. What doesn't
// fit then is [Faults].
func (s *Schema) Normal(data json.RawMessage) (json.RawMessage, error) {
	text, changed, err := s.prepared(data, arguments)
	if err != nil || changed {
		return text, err
	}
	return bytes.Clone(text), nil
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
	// What was checked is what is decoded: encoding/json would merge members
	// that stand twice in the text.
	text, _, err := s.prepared(data, goArguments)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return s.refused(text, err)
	}
	return nil
}

// prepared reads, mends and checks what is meant for a handler. What needs no
// mending is returned as it is.
func (s *Schema) prepared(data []byte, mend mending) (text []byte, changed bool, err error) {
	text, changed, err = s.fit(orEmpty(data), mend)
	if _, misfit := errors.AsType[Faults](err); err != nil && !misfit {
		err = Faults{{Message: "is not JSON: " + err.Error()}}
	}
	return text, changed, err
}

// fit mends JSON text and checks it. It fails with [Faults], or because the text
// is none.
func (s *Schema) fit(data []byte, mend mending) (text []byte, changed bool, err error) {
	if s.root != nil {
		if text, changed, ok := inOnePass(s.root, data, mend); ok {
			return text, changed, nil
		}
	}
	return s.fitByTree(data, mend)
}

func (s *Schema) fitByTree(data []byte, mend mending) (text []byte, changed bool, err error) {
	tree, changed, err := parse(data)
	if err != nil {
		return nil, false, err
	}
	if s.root == nil {
		err = fitsForeign(s.foreign, tree)
	} else {
		changed = rewrite(s.root, tree, mend) || changed
		if faults := check(s.root, tree); faults != nil {
			err = faults
		}
	}
	if err != nil {
		return nil, false, err
	}
	if changed {
		data = write(nil, tree)
	}
	return data, changed, nil
}

// refused names the value that could not be decoded although it fits.
func (s *Schema) refused(text []byte, err error) Faults {
	if tree, _, unread := parse(text); s.root != nil && unread == nil {
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
	source := value
	if s.asItIs == nil || reflect.TypeOf(value) != s.asItIs {
		source = addressable(value)
	}
	data, err := json.Marshal(source)
	if err != nil {
		return nil, noForm(value, err)
	}
	if s.root == nil {
		return data, nil
	}
	if string(data) == typeNull { // a nil map, pointer or slice
		switch s.root.kind {
		case typeObject:
			data = []byte("{}")
		case typeArray:
			data = []byte("[]")
		}
	}
	text, _, err := s.fit(data, goResults)
	if faults, misfit := errors.AsType[Faults](err); misfit {
		// Not wrapped: it isn't arguments that are at fault.
		return nil, fmt.Errorf("%T does not fit its own schema: %s", value, faults.Error())
	}
	if err != nil {
		return nil, fmt.Errorf("%T: %w", value, err)
	}
	return text, nil
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

func orEmpty(data json.RawMessage) json.RawMessage {
	if trimmed := bytes.TrimSpace(data); len(trimmed) == 0 || string(trimmed) == typeNull {
		return json.RawMessage("{}")
	}
	return data
}

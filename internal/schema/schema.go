package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schema is a compiled JSON Schema. Its root is an object, except with [ForData]. It is safe
// for concurrent use. [For], [ForType], [ForData] and [Parse] make one.
type Schema struct {
	text    json.RawMessage
	root    *node                // for Go types, and most schemas from elsewhere
	foreign *jsonschema.Resolved // for all others
	ofType  bool                 // it describes a Go type
	asItIs  reflect.Type         // the Go type, if Encode need not copy its values
}

// JSON returns the schema as JSON Schema 2020-12. Properties are in the order of the fields,
// and the same type gives the same bytes. It is nil for a nil Schema.
func (s *Schema) JSON() json.RawMessage {
	if s == nil {
		return nil
	}
	return bytes.Clone(s.text)
}

// Check validates JSON text strictly, and returns nil or [Faults]. Empty text and null count
// as an empty object: a call without arguments. [Schema.Decode] and [Schema.Normal] are more
// lenient. None of the three accepts a repeated member: what has inspected the arguments
// before may have used another one.
func (s *Schema) Check(data json.RawMessage) error {
	_, _, err := s.prepared(data, Nothing)
	return err
}

// Normal returns arguments for a handler that decodes JSON itself. It removes optional
// members that are null, unless null fits. If the arguments don't fit, the error is [Faults].
func (s *Schema) Normal(data json.RawMessage) (json.RawMessage, error) {
	text, changed, err := s.prepared(data, Arguments)
	if err != nil || changed {
		return text, err
	}
	return bytes.Clone(text), nil
}

// Decode decodes arguments into a pointer to a zero value of the schema's type. Before
// validation, missing members get their defaults; null counts as missing if it doesn't fit
// and the member is optional; integers may have a fraction of zeros or an exponent (3.0,
// 1e3).
//
// The error is [Faults], also if the type's own UnmarshalJSON or UnmarshalText fails.
func (s *Schema) Decode(data json.RawMessage, into any) error {
	text, _, err := s.prepared(data, GoArguments)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return s.refused(text, err)
	}
	return nil
}

// prepared repairs and validates input for a handler. If nothing is repaired, it returns the
// text itself.
func (s *Schema) prepared(data []byte, repair Repairs) (text []byte, changed bool, err error) {
	text, changed, err = s.fit(orEmpty(data), repair)
	if _, misfit := errors.AsType[Faults](err); err != nil && !misfit {
		err = Faults{{Message: "is not JSON: " + err.Error()}}
	}
	return text, changed, err
}

// fit repairs and validates JSON text. The error is [Faults], or says why the text is not
// JSON.
func (s *Schema) fit(data []byte, repair Repairs) (text []byte, changed bool, err error) {
	if text, changed, ok := s.InOnePass(data, repair); ok {
		return text, changed, nil
	}
	return s.ByTree(data, repair)
}

// ByTree does what [Schema.InOnePass] does, with a tree, and for each text.
func (s *Schema) ByTree(data []byte, repair Repairs) (text []byte, changed bool, err error) {
	tree, twice, err := parse(data)
	switch {
	case err != nil:
		return nil, false, err
	case twice != "" && repair != GoResults:
		return nil, false, Faults{{Path: twice, Message: "is there twice; write it once"}}
	}
	changed = twice != "" // the last one is kept
	if s.root == nil {
		err = fitsForeign(s.foreign, tree)
	} else {
		changed = rewrite(s.root, tree, repair) || changed
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

// refused returns the fault for a value that fits, but could not be decoded.
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

// refused finds the value that its type's own decoder refuses.
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

// Encode encodes a value of the schema's type. It replaces null, which encoding/json writes
// for an empty slice, map or []byte, by what the schema promises. Methods on a pointer
// (MarshalJSON of big.Int) are called for values too, and invalid UTF-8 is replaced by
// U+FFFD.
//
// It fails for a value without a JSON form (NaN, infinity, a cycle), and for one that
// doesn't fit the schema: hosts would discard it. The error names the place. It is for the
// app's author, and not [Faults].
func (s *Schema) Encode(value any) (json.RawMessage, error) {
	source := value
	if s.asItIs == nil || reflect.TypeOf(value) != s.asItIs {
		source = addressable(value)
	}
	data, err := json.Marshal(source)
	if err != nil {
		return nil, unencodable(value, err)
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
	text, _, err := s.fit(data, GoResults)
	if faults, misfit := errors.AsType[Faults](err); misfit {
		// Not wrapped: it is not the arguments that are wrong.
		return nil, fmt.Errorf("%T does not fit its own schema: %s", value, faults.Error())
	}
	if err != nil {
		return nil, fmt.Errorf("%T: %w", value, err)
	}
	return text, nil
}

// addressable returns a pointer to a copy, so that encoding/json finds methods on pointers.
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

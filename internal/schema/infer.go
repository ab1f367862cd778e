package schema

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"time"
)

// For derives the schema of T, whose JSON form must be an object: a struct, a pointer to a
// struct, or a map. The documentation of oriel.AddTool lists types and tags.
//
// It fails, with the names of type and field, for a type without a JSON form, one that is
// not an object ([ErrNotObject]), and a tag that doesn't fit its field.
func For[T any]() (*Schema, error) { return ForType(reflect.TypeFor[T]()) }

// ForType is [For] for a reflect.Type.
func ForType(t reflect.Type) (*Schema, error) {
	s, err := ForData(t)
	if err != nil {
		return nil, err
	}
	if s.root.kind != typeObject {
		return nil, fmt.Errorf("%s: %w", t, ErrNotObject)
	}
	return s, nil
}

// ForData is [ForType] for data of any JSON type.
func ForData(t reflect.Type) (*Schema, error) {
	if t == nil {
		return nil, fmt.Errorf("nil: %w", ErrNotObject)
	}
	inf := &inference{building: map[reflect.Type]*node{}, done: map[reflect.Type]*node{}}
	root, err := inf.node(t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t, err)
	}
	for _, check := range inf.later {
		if err := check(); err != nil {
			return nil, fmt.Errorf("%s: %w", t, err)
		}
	}
	inf.share(root)
	s := &Schema{root: root.target(), ofType: true, text: document(root, inf.defs)}
	if !inf.onPointers {
		s.asItIs = t
	}
	return s, nil
}

// ErrNotObject means that a type's JSON form is not an object, which MCP requires for the
// input and the structured output of a tool.
var ErrNotObject = errors.New("its JSON form is not an object")

type inference struct {
	building map[reflect.Type]*node // types in progress
	done     map[reflect.Type]*node
	defs     []*node
	later    []func() error // validations that must wait until all types are done
	depth    int

	// onPointers reports that encoding/json may find methods only on pointers to parts
	// of a value.
	onPointers bool
}

// maxDepth ends types such as "type P *P".
const maxDepth = 100

func (inf *inference) node(t reflect.Type) (*node, error) {
	inf.depth++
	defer func() { inf.depth-- }()
	if inf.depth > maxDepth {
		return nil, fmt.Errorf("%s nests more than %d deep", t, maxDepth)
	}
	if t.Kind() == reflect.Pointer {
		return inf.node(t.Elem())
	}
	inf.onPointers = inf.onPointers || writesByPointer(t)
	n, ok := wellKnown(t)
	if !ok {
		var err error
		if n, err = inf.ofKind(t); err != nil {
			return nil, err
		}
	}
	if isScalar(n.kind) || n.kind == "" && n.ref == nil {
		if err := n.enumOf(t); err != nil {
			return nil, err
		}
	}
	return n, nil
}

func (inf *inference) ofKind(t reflect.Type) (*node, error) {
	switch t.Kind() {
	case reflect.Bool:
		return &node{kind: typeBoolean}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return integerNode(t), nil
	case reflect.Float32, reflect.Float64:
		return &node{kind: typeNumber, holds: holdsOf(t)}, nil
	case reflect.String:
		return &node{kind: typeString}, nil
	case reflect.Interface:
		if t.NumMethod() > 0 {
			return nil, fmt.Errorf("%s has no JSON form: it is unclear which type to decode into", t)
		}
		return &node{}, nil
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Struct:
		if isBytes(t) {
			return &node{kind: typeString, encoding: encodingBase64}, nil
		}
		return inf.composite(t)
	default:
		return nil, fmt.Errorf("%s has no JSON form", t)
	}
}

// integerNode has the limits of the type if they are small enough to help a model; those of
// 64 bits are validated, but not in the schema.
func integerNode(t reflect.Type) *node {
	n := &node{kind: typeInteger, holds: holdsOf(t)}
	if n.holds.lowest == zero {
		n.least = zero
	}
	const tellable = 32
	if t.Bits() <= tellable && t.Kind() != reflect.Int && t.Kind() != reflect.Uint && t.Kind() != reflect.Uintptr {
		n.least, n.most = n.holds.lowest, n.holds.most
	}
	return n
}

// wellKnown returns the schemas of types whose JSON form is not that of their kind.
func wellKnown(t reflect.Type) (*node, bool) {
	switch t {
	case reflect.TypeFor[time.Time]():
		return &node{kind: typeString, format: formatDateTime, custom: true}, true
	case reflect.TypeFor[time.Duration]():
		n := integerNode(t)
		n.duration, n.description = true, "Nanoseconds"
		return n, true
	case reflect.TypeFor[json.RawMessage]():
		return &node{}, true
	case reflect.TypeFor[json.Number]():
		return &node{kind: typeNumber}, true
	case reflect.TypeFor[big.Int]():
		return &node{kind: typeInteger, custom: true}, true
	}
	if t.Kind() == reflect.Interface {
		return nil, false
	}
	if implements[json.Marshaler](t) || implements[json.Unmarshaler](t) {
		return &node{custom: true, decoder: decoderOf[json.Unmarshaler](t)}, true
	}
	if implements[encoding.TextMarshaler](t) || implements[encoding.TextUnmarshaler](t) {
		return &node{kind: typeString, custom: true, decoder: decoderOf[encoding.TextUnmarshaler](t)}, true
	}
	return nil, false
}

// writesByPointer reports whether encoding/json may encode a value of the type differently
// if it is addressable. If a type has only decoding methods, its fields have not been
// inspected.
func writesByPointer(t reflect.Type) bool {
	byValue := t.Implements(reflect.TypeFor[json.Marshaler]()) || t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
	switch {
	case implements[json.Marshaler](t) && !t.Implements(reflect.TypeFor[json.Marshaler]()):
		return true
	case implements[encoding.TextMarshaler](t), implements[json.Unmarshaler](t), implements[encoding.TextUnmarshaler](t):
		return !byValue
	default:
		return false
	}
}

func decoderOf[I any](t reflect.Type) reflect.Type {
	if implements[I](t) {
		return t
	}
	return nil
}

func implements[I any](t reflect.Type) bool {
	i := reflect.TypeFor[I]()
	return t.Implements(i) || reflect.PointerTo(t).Implements(i)
}

// isBytes reports whether encoding/json encodes the type as base64.
func isBytes(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 &&
		!implements[json.Marshaler](t.Elem()) && !implements[encoding.TextMarshaler](t.Elem())
}

// composite returns the node of a type that can contain itself.
func (inf *inference) composite(t reflect.Type) (*node, error) {
	if n, ok := inf.building[t]; ok {
		inf.define(n, t)
		return &node{ref: n}, nil
	}
	if n, ok := inf.done[t]; ok {
		return n.use(), nil
	}
	n := &node{}
	if t.Kind() == reflect.Struct && t.Name() != "" {
		n.of = t
	}
	inf.building[t] = n
	defer delete(inf.building, t)
	var err error
	switch t.Kind() {
	case reflect.Struct:
		n.kind, n.closed = typeObject, true
		err = inf.fields(t, n)
	case reflect.Map:
		err = inf.dictionary(t, n)
	default:
		err = inf.list(t, n)
	}
	if err != nil && t.Name() != "" && inf.depth > 1 {
		err = fmt.Errorf("%s: %w", t, err)
	}
	if err != nil {
		return nil, err
	}
	inf.done[t] = n
	return n.use(), nil
}

// use returns a finished node for one more use. It is a copy, because the tags of one field
// must not affect another.
func (n *node) use() *node {
	if n.def != "" {
		return &node{ref: n}
	}
	clone := *n
	clone.same = n
	return &clone
}

func (inf *inference) list(t reflect.Type, n *node) error {
	items, err := inf.node(t.Elem())
	if err != nil {
		return err
	}
	n.kind, n.items = typeArray, items
	if t.Kind() == reflect.Array {
		length := t.Len()
		n.minItems, n.maxItems = &length, &length
	}
	return nil
}

func (inf *inference) dictionary(t reflect.Type, n *node) error {
	key := t.Key()
	switch {
	case key.Kind() == reflect.String, implements[encoding.TextMarshaler](key):
	case key.Kind() >= reflect.Int && key.Kind() <= reflect.Int64:
		n.keys = signedNames
	case key.Kind() >= reflect.Uint && key.Kind() <= reflect.Uintptr:
		n.keys = unsignedNames
	default:
		return fmt.Errorf("a map with keys of type %s has no JSON form", key)
	}
	if n.keys != nil {
		n.keyHolds = holdsOf(key)
	}
	values, err := inf.node(t.Elem())
	if err != nil {
		return err
	}
	n.kind, n.others = typeObject, values
	return nil
}

func isScalar(kind string) bool {
	return kind == typeBoolean || kind == typeInteger || kind == typeNumber || kind == typeString
}

package schema

import (
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// For derives the schema of T, whose JSON form must be an object: a struct, a
// pointer to one, or a map with string keys.
//
// Fields follow encoding/json: names and "-" come from the json tag, embedded
// structs are flattened. A field is required unless it is a pointer, has
// omitempty or omitzero, or has a default. Other members are refused.
//
//	tag                         becomes
//	doc:"City to look up"       description
//	example:"Lisbon"            examples
//	default:"Lisbon"            default, filled in when the member is missing
//	enum:"km,miles"             enum
//	min:"0" max:"9"             minimum, maximum of numbers
//	minlen:"1" maxlen:"80"      minLength, maxLength of strings, in characters
//	pattern:"^[A-Z]{2}$"        pattern, in Go's RE2 syntax
//	format:"date"               format
//
// []byte is a base64 string, json.RawMessage and interfaces allow any value,
// time.Time is a date-time string. Pointers and slices are not "or null".
//
// A type that has no JSON form, an output that is not an object, and a tag
// that doesn't fit its field are errors that name the field.
func For[T any]() (*Schema, error) { return forType(reflect.TypeFor[T]()) }

func forType(t reflect.Type) (*Schema, error) {
	inf := &inference{building: map[reflect.Type]*node{}, done: map[reflect.Type]*node{}}
	root, err := inf.node(t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t, err)
	}
	if root.target().kind != typeObject {
		return nil, fmt.Errorf("%s: %w", t, ErrNotObject)
	}
	s := &Schema{root: root.target()}
	o := root.target().body()
	if len(inf.defs) > 0 {
		defs := &object{}
		for _, def := range inf.defs {
			defs.add(def.def, def.body())
		}
		o.add("$defs", defs)
	}
	s.text, err = o.MarshalJSON()
	return s, err
}

// ErrNotObject says that a type's JSON form is not an object. MCP wants objects
// for the input and the structured output of a tool.
var ErrNotObject = errors.New("its JSON form is not an object")

type inference struct {
	building map[reflect.Type]*node // structs that are being looked at
	done     map[reflect.Type]*node
	defs     []*node // structs that contain themselves
	depth    int
}

// maxDepth ends types such as "type L []L" that contain themselves without a
// struct between.
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
	if n, ok := wellKnown(t); ok {
		return n, nil
	}
	switch t.Kind() {
	case reflect.Bool:
		return &node{kind: typeBoolean}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return &node{kind: typeInteger}, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return &node{kind: typeInteger, minimum: new(float64)}, nil
	case reflect.Float32, reflect.Float64:
		return &node{kind: typeNumber}, nil
	case reflect.String:
		return &node{kind: typeString}, nil
	case reflect.Interface:
		if t.NumMethod() > 0 {
			return nil, fmt.Errorf("%s has no JSON form: nothing says which type to make", t)
		}
		return &node{}, nil
	case reflect.Slice, reflect.Array:
		return inf.list(t)
	case reflect.Map:
		return inf.dictionary(t)
	case reflect.Struct:
		return inf.structure(t)
	default:
		return nil, fmt.Errorf("%s has no JSON form", t)
	}
}

// wellKnown returns the schemas of types whose JSON form is not that of their
// kind.
func wellKnown(t reflect.Type) (*node, bool) {
	switch t {
	case reflect.TypeFor[time.Time]():
		return &node{kind: typeString, format: "date-time"}, true
	case reflect.TypeFor[json.RawMessage]():
		return &node{}, true
	case reflect.TypeFor[json.Number]():
		return &node{kind: typeNumber}, true
	}
	if t.Kind() == reflect.Interface {
		return nil, false
	}
	if implements[json.Marshaler](t) || implements[json.Unmarshaler](t) {
		return &node{}, true
	}
	if implements[encoding.TextMarshaler](t) || implements[encoding.TextUnmarshaler](t) {
		return &node{kind: typeString}, true
	}
	return nil, false
}

func implements[I any](t reflect.Type) bool {
	i := reflect.TypeFor[I]()
	return t.Implements(i) || reflect.PointerTo(t).Implements(i)
}

func (inf *inference) list(t reflect.Type) (*node, error) {
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 {
		return &node{kind: typeString, encoding: encodingBase64}, nil
	}
	items, err := inf.node(t.Elem())
	if err != nil {
		return nil, err
	}
	n := &node{kind: typeArray, items: items}
	if t.Kind() == reflect.Array {
		n.length = t.Len()
	}
	return n, nil
}

func (inf *inference) dictionary(t reflect.Type) (*node, error) {
	switch t.Key().Kind() {
	case reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
	default:
		if !implements[encoding.TextMarshaler](t.Key()) {
			return nil, fmt.Errorf("a map with keys of type %s has no JSON form", t.Key())
		}
	}
	values, err := inf.node(t.Elem())
	if err != nil {
		return nil, err
	}
	return &node{kind: typeObject, values: values}, nil
}

func (inf *inference) structure(t reflect.Type) (*node, error) {
	if n, ok := inf.building[t]; ok {
		if n.def == "" {
			n.def = inf.defName(t)
			inf.defs = append(inf.defs, n)
		}
		return &node{ref: n}, nil
	}
	if n, ok := inf.done[t]; ok {
		if n.def != "" {
			return &node{ref: n}, nil
		}
		clone := *n
		return &clone, nil
	}
	n := &node{kind: typeObject}
	inf.building[t] = n
	defer delete(inf.building, t)
	if err := inf.fields(t, n, nil); err != nil {
		return nil, err
	}
	finished := *n // tags of the first field of this type must not reach the next
	inf.done[t] = &finished
	if n.def != "" {
		inf.done[t] = n
	}
	if n.def != "" {
		return &node{ref: n}, nil
	}
	return n, nil
}

func (inf *inference) defName(t reflect.Type) string {
	name := t.Name()
	if i := strings.IndexByte(name, '['); i >= 0 {
		name = name[:i]
	}
	unique := name
	for i := 2; ; i++ {
		taken := false
		for _, def := range inf.defs {
			taken = taken || def.def == unique
		}
		if !taken {
			return unique
		}
		unique = name + strconv.Itoa(i)
	}
}

// fields adds the JSON members of a struct, those of embedded structs after its
// own, unless an own member hides them. The structs around it are the outer
// ones: a struct that embeds itself adds nothing, as in encoding/json.
func (inf *inference) fields(t reflect.Type, n *node, outer []reflect.Type) error {
	outer = append(slices.Clip(outer), t)
	var embedded []reflect.StructField
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Tag.Get("json") == "-" {
			continue
		}
		if f.Anonymous && name == "" && indirect(f.Type).Kind() == reflect.Struct {
			embedded = append(embedded, f)
			continue
		}
		if !f.IsExported() {
			continue
		}
		p, err := inf.property(f, cmp.Or(name, f.Name), options)
		if err != nil {
			return fmt.Errorf("field %s: %w", f.Name, err)
		}
		if n.property(p.name) != nil {
			return fmt.Errorf("field %s: there are two fields named %q, and encoding/json drops both", f.Name, p.name)
		}
		n.properties = append(n.properties, p)
	}
	return inf.promote(embedded, n, outer)
}

// promote adds the members of embedded structs that no own member hides.
func (inf *inference) promote(embedded []reflect.StructField, n *node, outer []reflect.Type) error {
	own := len(n.properties)
	for _, f := range embedded {
		e := indirect(f.Type)
		if slices.Contains(outer, e) {
			continue
		}
		pointer := f.Type.Kind() == reflect.Pointer
		if pointer && !f.IsExported() {
			return fmt.Errorf("embedded %s: encoding/json can't set a pointer to an unexported struct; embed the struct itself", e.Name())
		}
		inner := &node{}
		if err := inf.fields(e, inner, outer); err != nil {
			return fmt.Errorf("embedded %s: %w", e.Name(), err)
		}
		for _, p := range inner.properties {
			if slices.ContainsFunc(n.properties[:own], func(o property) bool { return o.name == p.name }) {
				continue
			}
			if n.property(p.name) != nil {
				return fmt.Errorf("embedded %s: two embedded structs have %q, and encoding/json drops both", e.Name(), p.name)
			}
			p.required = p.required && !pointer
			n.properties = append(n.properties, p)
		}
	}
	return nil
}

func (inf *inference) property(f reflect.StructField, name, options string) (property, error) {
	inner, err := inf.node(f.Type)
	if err != nil {
		return property{}, err
	}
	if strings.ContainsFunc(name, invalidInName) {
		return property{}, fmt.Errorf("encoding/json ignores the name %q in a tag", name)
	}
	if strings.Contains(","+options+",", ",string,") && isScalar(inner.kind) {
		inner = &node{kind: typeString}
	}
	optional := f.Type.Kind() == reflect.Pointer ||
		strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
	if err := inner.applyTags(f.Tag); err != nil {
		return property{}, err
	}
	return property{name: name, required: !optional && inner.fallback == nil, node: inner}, nil
}

// invalidInName follows encoding/json, which takes letters, digits and most
// ASCII punctuation.
func invalidInName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r)
}

func isScalar(kind string) bool {
	return kind == typeBoolean || kind == typeInteger || kind == typeNumber || kind == typeString
}

func indirect(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

func (n *node) property(name string) *property {
	for i := range n.properties {
		if n.properties[i].name == name {
			return &n.properties[i]
		}
	}
	return nil
}

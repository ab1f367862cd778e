package schema

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// candidate is a field that may become a member, according to encoding/json.
type candidate struct {
	field    reflect.StructField
	name     string
	options  []string
	tagged   bool  // the name comes from a tag
	index    []int // the path through embedded structs
	optional bool  // the path contains a pointer
}

// fields adds the members of a struct, in the order of its fields.
func (inf *inference) fields(t reflect.Type, n *node) error {
	all, err := candidates(t)
	if err != nil {
		return err
	}
	members, err := visible(all)
	if err != nil {
		return err
	}
	for _, m := range members {
		p, err := inf.property(&m)
		if err != nil {
			return fmt.Errorf("field %s: %w", m.field.Name, err)
		}
		n.properties = append(n.properties, p)
	}
	n.indexed()
	return nil
}

// embedding is a struct, or an embedded struct, to search for fields.
type embedding struct {
	of       reflect.Type
	index    []int
	optional bool
	times    int // how often it is embedded at this depth
}

// candidates finds the fields of a struct and, level by level, of its embedded structs. It
// ignores structs that embed themselves.
func candidates(t reflect.Type) ([]candidate, error) {
	var all []candidate
	visited := map[reflect.Type]bool{}
	for level := []embedding{{of: t, times: 1}}; len(level) > 0; {
		var next []embedding
		for _, e := range level {
			if visited[e.of] {
				continue
			}
			visited[e.of] = true
			found, inner, err := e.look(visited)
			if err != nil && len(e.index) > 0 {
				err = fmt.Errorf("embedded %s: %w", e.of.Name(), err)
			}
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
			for _, i := range inner {
				if at := slices.IndexFunc(next, func(o embedding) bool { return o.of == i.of }); at >= 0 {
					next[at].times++
					continue
				}
				next = append(next, i)
			}
		}
		level = next
	}
	return all, nil
}

// look finds the members and embedded structs of a struct.
func (e *embedding) look(visited map[reflect.Type]bool) (found []candidate, inner []embedding, err error) {
	for i := range e.of.NumField() {
		c, embedded, err := e.field(i)
		if err != nil {
			return nil, nil, err
		}
		switch {
		case embedded != nil && visited[embedded.of]: // it embeds itself
		case embedded != nil:
			if f := e.of.Field(i); f.Type.Kind() == reflect.Pointer && !f.IsExported() {
				return nil, nil, fmt.Errorf("embedded %s: encoding/json can't set a pointer to an unexported struct; embed the struct itself", f.Name)
			}
			inner = append(inner, *embedded)
		case c != nil:
			for range e.times { // if embedded twice, its members hide each other
				found = append(found, *c)
			}
		}
	}
	return found, inner, nil
}

// field returns a field as a member, as an embedded struct, or as neither.
func (e *embedding) field(i int) (*candidate, *embedding, error) {
	f := e.of.Field(i)
	tags, err := tagsOf(f)
	if err != nil {
		return nil, nil, fmt.Errorf("field %s: %w", f.Name, err)
	}
	target := f.Type
	if target.Kind() == reflect.Pointer && target.Name() == "" {
		target = target.Elem()
	}
	if tags["json"] == "-" || (!f.IsExported() && (!f.Anonymous || target.Kind() != reflect.Struct)) {
		return nil, nil, nil
	}
	name, options, err := memberName(f, tags["json"])
	if err != nil {
		return nil, nil, fmt.Errorf("field %s: %w", f.Name, err)
	}
	index := append(slices.Clone(e.index), i)
	if f.Anonymous && name == "" && target.Kind() == reflect.Struct {
		return nil, &embedding{of: target, index: index, optional: e.optional || f.Type.Kind() == reflect.Pointer, times: 1}, nil
	}
	c := candidate{field: f, name: name, options: options, tagged: name != "", index: index, optional: e.optional}
	if c.name == "" {
		c.name = f.Name
	}
	return &c, nil, nil
}

// memberName parses a json tag.
func memberName(f reflect.StructField, tag string) (name string, options []string, err error) {
	name, rest, _ := strings.Cut(tag, ",")
	if strings.ContainsFunc(name, invalidInName) {
		return "", nil, fmt.Errorf("encoding/json ignores the name %q in a tag", name)
	}
	if f.Anonymous && !f.IsExported() && name != "" {
		return "", nil, fmt.Errorf("encoding/json leaves it out because %s is not exported, but the tag gives it the name %q", f.Type, name)
	}
	known := []string{"omitempty", "omitzero", "string"}
	for option := range strings.SplitSeq(rest, ",") {
		if near := Nearest(option, known); near != "" && near != option {
			return "", nil, fmt.Errorf("the option %q in its json tag is unknown; did you mean %q?", option, near)
		}
		options = append(options, option)
	}
	return name, options, nil
}

// invalidInName is the rule of encoding/json, which accepts letters, digits and most ASCII
// punctuation.
func invalidInName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r)
}

// visible selects one candidate per name: the least deeply embedded one, and among those the
// one with a tag. It fails if encoding/json would silently drop all of them.
func visible(all []candidate) ([]candidate, error) {
	byName := map[string][]candidate{}
	for _, c := range all {
		byName[c.name] = append(byName[c.name], c)
	}
	var members []candidate
	for _, c := range all {
		same := byName[c.name]
		if same == nil {
			continue // the name is done
		}
		delete(byName, c.name)
		slices.SortStableFunc(same, func(a, b candidate) int {
			switch {
			case len(a.index) != len(b.index):
				return len(a.index) - len(b.index)
			case a.tagged != b.tagged && a.tagged:
				return -1
			case a.tagged != b.tagged:
				return 1
			default:
				return 0
			}
		})
		if len(same) > 1 && len(same[1].index) == 1 {
			return nil, fmt.Errorf("field %s: there are two fields named %q, and encoding/json drops one or both", same[1].field.Name, c.name)
		}
		if len(same) > 1 && len(same[0].index) == len(same[1].index) && same[0].tagged == same[1].tagged {
			return nil, fmt.Errorf("two embedded structs have %q, and encoding/json drops both; rename one, or give it a tag", c.name)
		}
		members = append(members, same[0])
	}
	slices.SortFunc(members, func(a, b candidate) int { return slices.Compare(a.index, b.index) })
	return members, nil
}

func (inf *inference) property(c *candidate) (property, error) {
	n, err := inf.node(c.field.Type)
	if err != nil {
		return property{}, err
	}
	if slices.Contains(c.options, "string") && !pointsTwice(c.field.Type) {
		if err = n.inString(); err != nil {
			return property{}, err
		}
	}
	tags, err := tagsOf(c.field)
	if err != nil {
		return property{}, err
	}
	r := &reader{inf: inf, tags: tags, field: c.field.Name}
	if err := r.apply(n); err != nil {
		return property{}, err
	}
	optional := c.optional || c.field.Type.Kind() == reflect.Pointer || n.fallback != nil ||
		slices.Contains(c.options, "omitempty") || slices.Contains(c.options, "omitzero")
	p := property{name: c.name, required: !optional, node: n}
	if n.fallback != nil {
		p.filling = quote(c.name) + ":" + string(n.fallback)
	}
	return p, nil
}

var errStringTwice = errors.New("with the option string, encoding/json writes quotes inside of the quotes of this string; leave the option out")

// pointsTwice reports whether a type is a pointer to a pointer, for which encoding/json
// ignores the option string.
func pointsTwice(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer && t.Name() == "" && t.Elem().Kind() == reflect.Pointer
}

// inString converts the node for `json:",string"`, which encoding/json applies to scalars
// without methods, and to single pointers to them.
func (n *node) inString() error {
	if !isScalar(n.kind) || n.custom || n.encoding != "" {
		return nil
	}
	if n.kind == typeString {
		return errStringTwice
	}
	quoted := node{kind: typeString, description: n.description}
	switch {
	case n.kind == typeBoolean:
		quoted.enum = []any{"true", "false"}
	case n.kind == typeNumber:
		quoted.pattern, quoted.quotes = numbers, n.holds
	case n.kind == typeInteger && n.holds.lowest == zero:
		quoted.pattern, quoted.quotes = unsignedIntegers, n.holds
	case n.kind == typeInteger:
		quoted.pattern, quoted.quotes = integers, n.holds
	}
	if n.enum != nil {
		quoted.enum = nil
	}
	for _, value := range n.enum {
		quoted.enum = append(quoted.enum, string(write(nil, value)))
	}
	*n = quoted
	return nil
}

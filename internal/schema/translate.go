package schema

import (
	"encoding/json"
	"slices"
	"strings"
)

// translate converts a schema from elsewhere into a node, if it has only keywords that nodes
// support. The schema must have been surveyed.
func translate(root *record) (*node, bool) {
	t := &translator{survey: &surveyor{root: root}, done: map[*record]*node{}}
	n := t.schema(root)
	return n, !t.failed
}

type translator struct {
	survey *surveyor
	done   map[*record]*node
	failed bool
}

// nodeKeywords are the keywords that method keyword supports.
var nodeKeywords = []string{
	"type", "enum", "const", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "minLength", "maxLength", "minItems",
	"maxItems", "minProperties", "maxProperties", "pattern", "items", "properties", "additionalProperties", "required",
}

// foreignKeywords restrict values, but nodes don't support them. Unknown keywords restrict
// nothing.
var foreignKeywords = []string{
	"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependentRequired", "dependencies",
	"prefixItems", "additionalItems", "contains", "minContains", "maxContains", "uniqueItems", "unevaluatedItems",
	"unevaluatedProperties", "patternProperties", "propertyNames", "multipleOf", "$dynamicRef", "$recursiveRef", "$ref",
}

// fail records that jsonschema-go must validate the schema.
func (t *translator) fail() *node {
	t.failed = true
	return &node{}
}

func (t *translator) schema(tree any) *node {
	if allowed, ok := tree.(bool); ok {
		return &node{never: !allowed}
	}
	r, ok := tree.(*record)
	if !ok || t.failed {
		return t.fail()
	}
	if n, ok := t.done[r]; ok {
		return &node{ref: n}
	}
	n := &node{}
	t.done[r] = n
	n.description, _ = r.get("description").(string)
	if ref := r.get("$ref"); ref != any(absent{}) {
		return t.reference(r, n, ref)
	}
	for _, m := range r.members {
		if !t.keyword(n, m.name, m.value) {
			return t.fail()
		}
	}
	if required, ok := r.get("required").([]any); ok && !n.require(required) {
		return t.fail()
	}
	n.indexed()
	return n
}

// reference translates a reference without other keywords.
func (t *translator) reference(r *record, n *node, ref any) *node {
	for _, m := range r.members {
		if m.name != "$ref" && (slices.Contains(nodeKeywords, m.name) || slices.Contains(foreignKeywords, m.name)) {
			return t.fail()
		}
	}
	text, ok := ref.(string)
	if !ok || (text != "#" && !strings.HasPrefix(text, "#/")) {
		return t.fail()
	}
	target, err := t.survey.find(text)
	if err != nil {
		return t.fail()
	}
	n.ref = t.schema(target).target()
	return n
}

// keyword applies a keyword, and reports whether nodes support it.
func (t *translator) keyword(n *node, name string, value any) bool {
	switch name {
	case "type":
		return n.setType(value)
	case "enum":
		values, _ := value.([]any)
		n.narrow(values)
	case "const":
		n.narrow([]any{value})
	case "minimum", "exclusiveMinimum":
		return setLimit(&n.least, value, true, name != "minimum")
	case "maximum", "exclusiveMaximum":
		return setLimit(&n.most, value, false, name != "maximum")
	case "minLength":
		return setCount(&n.minLength, value)
	case "maxLength":
		return setCount(&n.maxLength, value)
	case "minItems":
		return setCount(&n.minItems, value)
	case "maxItems":
		return setCount(&n.maxItems, value)
	case "minProperties":
		return setCount(&n.minMembers, value)
	case "maxProperties":
		return setCount(&n.maxMembers, value)
	case "pattern":
		text, ok := value.(string)
		if !ok {
			return false
		}
		pattern, err := compilePattern(text)
		n.pattern = pattern
		return err == nil
	case "items":
		n.items = t.schema(value)
	case "properties":
		return t.properties(n, value)
	case "additionalProperties":
		if allowed, ok := value.(bool); ok {
			n.closed = !allowed
			return true
		}
		n.others = t.schema(value)
	case "required":
		return true // applied after the properties
	default:
		return !slices.Contains(foreignKeywords, name)
	}
	return true
}

// narrow allows only these values, as far as they were allowed before.
func (n *node) narrow(values []any) {
	if n.enum != nil {
		values = slices.DeleteFunc(slices.Clone(values), func(v any) bool {
			return !slices.ContainsFunc(n.enum, func(e any) bool { return sameTree(e, v) })
		})
	}
	n.enum = values
	n.never = n.never || len(values) == 0
}

func (n *node) setType(value any) bool {
	kinds, ok := value.([]any)
	if !ok {
		kinds = []any{value}
	}
	for _, k := range kinds {
		kind, ok := k.(string)
		switch {
		case !ok:
			return false
		case kind == typeNull && len(kinds) > 1:
			n.nullable = true
		case n.kind != "" || !isKnownType(kind):
			return false // one of several types
		default:
			n.kind = kind
		}
	}
	return n.kind != ""
}

func isKnownType(kind string) bool {
	return isScalar(kind) || kind == typeObject || kind == typeArray || kind == typeNull
}

func setLimit(into **limit, value any, atLeast, exclusive bool) bool {
	number, ok := value.(json.Number)
	if !ok {
		return false
	}
	end := newLimit(string(number))
	end.exclusive = exclusive
	// Of two limits, the stricter one counts.
	if *into == nil || (atLeast && !(*into).below(end.value)) || (!atLeast && !(*into).above(end.value)) {
		*into = end
	}
	return true
}

func setCount(into **int, value any) bool {
	number, ok := value.(json.Number)
	if !ok {
		return false
	}
	const largest = 1 << 30
	d := newDecimal(string(number))
	if !d.isInteger() || d.negative || d.compare(newDecimal("1e9")) > 0 {
		return false
	}
	count := 0
	text, _ := d.integer()
	for _, digit := range text {
		count = min(largest, 10*count+int(digit-'0'))
	}
	*into = &count
	return true
}

func (t *translator) properties(n *node, value any) bool {
	properties, ok := value.(*record)
	if !ok {
		return false
	}
	for _, m := range properties.members {
		n.properties = append(n.properties, property{name: m.name, node: t.schema(m.value)})
	}
	return true
}

// require marks properties as required, and adds those without a schema.
func (n *node) require(names []any) bool {
	at := make(map[string]int, len(n.properties)+len(names)) // both may be many
	for i := range n.properties {
		at[n.properties[i].name] = i
	}
	for _, value := range names {
		name, ok := value.(string)
		if !ok {
			return false
		}
		if i, known := at[name]; known {
			n.properties[i].required = true
			continue
		}
		at[name] = len(n.properties)
		inner := &node{never: n.closed}
		if n.others != nil {
			inner = n.others
		}
		n.properties = append(n.properties, property{name: name, required: true, node: inner})
	}
	return true
}

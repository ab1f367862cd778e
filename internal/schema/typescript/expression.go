package typescript

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
)

const (
	unknownType = "unknown"
	neverType   = "never"
	openObject  = "{ [key: string]: unknown }"
)

// typer writes the type expressions of one document. All keywords of a schema apply at once,
// so the type of any keyword is correct for the values, if maybe too wide.
type typer struct {
	names  map[string]string // of the targets of references
	defs   []typeDef
	opaque bool // references can't be resolved
	depth  int
}

type typeDef struct {
	name   string
	schema any
}

func newTyper(root any) *typer {
	t := &typer{names: map[string]string{}}
	for _, inner := range membersOf(root, "") {
		t.opaque = t.opaque || hasID(inner.value)
	}
	return t
}

// hasID reports whether a schema inside has an "$id", which changes the base of its
// references.
func hasID(tree any) bool {
	switch v := tree.(type) {
	case *object:
		if _, ok := v.get("$id").(string); ok {
			return true
		}
		return slices.ContainsFunc(v.members, func(m member) bool { return hasID(m.value) })
	case []any:
		return slices.ContainsFunc(v, hasID)
	default:
		return false
	}
}

// membersOf returns the members of a tree, or of one of its members.
func membersOf(tree any, name string) []member {
	r, ok := tree.(*object)
	if !ok {
		return nil
	}
	if name == "" {
		return r.members
	}
	return membersOf(r.get(name), "")
}

// top returns the type of a schema that gets a name.
func (t *typer) top(schema any) string { return t.expression(schema, "") }

// expression returns the type of a schema; indent is that of its line.
func (t *typer) expression(schema any, indent string) string {
	const deepest = 60
	t.depth++
	defer func() { t.depth-- }()
	r, ok := schema.(*object)
	if schema == false {
		return neverType
	}
	if !ok || t.depth > deepest {
		return unknownType
	}
	if ref := r.get("$ref"); ref != any(absent{}) {
		text, _ := ref.(string)
		if name, ok := t.names[text]; ok && !t.opaque {
			return name
		}
		return unknownType
	}
	if fixed := r.get("const"); fixed != any(absent{}) {
		return literal(fixed)
	}
	if values, ok := r.get("enum").([]any); ok {
		return union(mapped(values, literal))
	}
	if r.get("type") != any(absent{}) {
		return t.typed(r, indent)
	}
	return t.combined(r, indent)
}

// typed returns the type for the keyword "type".
func (t *typer) typed(r *object, indent string) string {
	kinds, ok := r.get("type").([]any)
	if !ok {
		kinds = []any{r.get("type")}
	}
	types := mapped(kinds, func(kind any) string {
		switch kind {
		case "object":
			return t.object(r, indent)
		case "array":
			return t.array(r, indent)
		case "string", "boolean", "number", "null":
			text, _ := kind.(string)
			return text
		case "integer":
			return "number"
		default:
			return unknownType
		}
	})
	own := union(types)
	// A bare "object" or "array" is wider than alternatives beside it.
	if own == openObject || own == "unknown[]" {
		if combined := t.combined(r, indent); combined != unknownType {
			return combined
		}
	}
	return own
}

// combined returns the type of alternatives, or unknown.
func (t *typer) combined(r *object, indent string) string {
	for _, name := range []string{"anyOf", "oneOf"} {
		if schemas, ok := r.get(name).([]any); ok && len(schemas) > 0 {
			return union(mapped(schemas, func(s any) string { return t.expression(s, indent) }))
		}
	}
	schemas, ok := r.get("allOf").([]any)
	if !ok {
		return unknownType
	}
	var parts []string
	seen := make(map[string]bool, len(schemas))
	for _, schema := range schemas {
		if part := t.expression(schema, indent); part != unknownType && !seen[part] {
			seen[part] = true
			parts = append(parts, part)
		}
	}
	switch len(parts) {
	case 0:
		return unknownType
	case 1:
		return parts[0]
	default:
		return strings.Join(mapped(parts, parenthesised), " & ")
	}
}

func (t *typer) object(r *object, indent string) string {
	properties := slices.Clip(membersOf(r, "properties"))
	known := make(map[string]bool, len(properties))
	for _, p := range properties {
		known[p.name] = true
	}
	names, _ := r.get("required").([]any)
	required := make(map[string]bool, len(names))
	for _, value := range names {
		name, ok := value.(string)
		if !ok {
			continue
		}
		if required[name] = true; !known[name] {
			known[name] = true
			properties = append(properties, member{name, true})
		}
	}
	others := t.others(r, indent)
	if len(properties) == 0 {
		if others == "" {
			return "Record<string, never>"
		}
		return "{ [key: string]: " + others + " }"
	}
	inner := indent + "  "
	var out strings.Builder
	out.WriteString("{\n")
	for _, p := range properties {
		out.WriteString(docComment(p.value, inner) + inner)
		if s, ok := p.value.(*object); ok && s.get("readOnly") == any(true) {
			out.WriteString("readonly ")
		}
		out.WriteString(propertyName(p.name))
		if !required[p.name] {
			out.WriteString("?")
		}
		out.WriteString(": " + t.expression(p.value, inner) + ";\n")
	}
	if others != "" { // unknown, because an index signature applies to all properties
		out.WriteString(inner + "[key: string]: unknown;\n")
	}
	out.WriteString(indent + "}")
	return out.String()
}

// others returns the type of members that are not properties; empty if there are none.
func (t *typer) others(r *object, indent string) string {
	patterns := len(membersOf(r, "patternProperties")) > 0
	switch additional := r.get("additionalProperties").(type) {
	case bool:
		if !additional && !patterns {
			return ""
		}
	case *object:
		if !patterns {
			return t.expression(additional, indent)
		}
	}
	return unknownType
}

// longestTuple is the maximum length of a tuple.
const longestTuple = 16

func (t *typer) array(r *object, indent string) string {
	first, isTuple := r.get("prefixItems").([]any)
	rest, hasRest := r.get("items"), true
	if old, ok := rest.([]any); ok { // in drafts before 2020-12
		first, isTuple, rest = old, true, r.get("additionalItems")
	}
	if rest == any(false) {
		hasRest = false
	}
	if rest == any(absent{}) {
		rest = true
	}
	least, most := countOf(r.get("minItems"), 0), countOf(r.get("maxItems"), math.MaxInt)
	item := unknownType
	if hasRest {
		item = t.expression(rest, indent)
	}
	if !isTuple && least == most && least <= longestTuple && hasRest {
		return "[" + strings.Join(slices.Repeat([]string{item}, least), ", ") + "]"
	}
	if !isTuple && !hasRest {
		return "[]"
	}
	if !isTuple || len(first) > longestTuple {
		if isTuple {
			item = unknownType
		}
		return parenthesised(item) + "[]"
	}
	var items []string
	for i, schema := range first {
		if i >= most {
			hasRest = false
			break
		}
		text := t.expression(schema, indent)
		if i >= least {
			text = parenthesised(text) + "?"
		}
		items = append(items, text)
	}
	if hasRest && most > len(first) {
		items = append(items, "..."+parenthesised(item)+"[]")
	}
	return "[" + strings.Join(items, ", ") + "]"
}

func countOf(value any, otherwise int) int {
	number, ok := value.(json.Number)
	if !ok {
		return otherwise
	}
	count, err := number.Float64() // 2.0 is a valid count
	if err != nil || count != math.Trunc(count) || math.Abs(count) > math.MaxInt32 {
		return otherwise
	}
	return int(count)
}

// literal returns the type of a single value.
func literal(value any) string {
	switch v := value.(type) {
	case string:
		return write(v)
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			return "number"
		}
		return strconv.FormatFloat(f, 'g', -1, 64)
	case *object:
		return openObject
	case []any:
		return "unknown[]"
	default:
		return "null"
	}
}

// union joins types. It removes never, and with unknown it is unknown.
func union(types []string) string {
	var parts []string
	seen := make(map[string]bool, len(types))
	for _, part := range types {
		if part == unknownType {
			return unknownType
		}
		if part != neverType && !seen[part] {
			seen[part] = true
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return neverType
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return strings.Join(mapped(parts, func(p string) string {
		if strings.Contains(p, " & ") {
			return "(" + p + ")"
		}
		return p
	}), " | ")
}

// parenthesised makes a type safe before "[]" and beside "&".
func parenthesised(expression string) string {
	if strings.ContainsAny(expression, "|&") {
		return "(" + expression + ")"
	}
	return expression
}

func mapped[T any](values []T, f func(T) string) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = f(v)
	}
	return texts
}

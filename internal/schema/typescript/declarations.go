package typescript

import (
	"encoding/json"
	"maps"
	"strconv"
	"strings"
	"unicode"
)

// Declare writes a JSON Schema as exported TypeScript types: one with the name, and one for
// each type below $defs. A nil schema is unknown.
func Declare(name string, schema json.RawMessage) string {
	d := &Declarations{}
	d.Add(name, schema)
	return d.String()
}

// Declarations collects the TypeScript types of one file. The zero value is empty. It is not
// safe for concurrent use.
type Declarations struct {
	text  strings.Builder
	taken map[string]int // how often each name was requested

	shared map[string]string // the names of shared definitions, by place
	once   map[string]string // the places of those that have the name of a schema that refers to them
}

// Add declares the types of a schema, and returns the name of the first: "ListItems" for
// "list-items", with a number if that is taken. A nil schema is unknown.
func (d *Declarations) Add(name string, schema json.RawMessage) string {
	root, ok := read(schema)
	if !ok {
		root = true
	}
	if place, is := d.once[typeName(name)]; is && refersTo(root, place) {
		return d.shared[place]
	}
	name = d.claim(typeName(name))
	t := newTyper(root)
	maps.Copy(t.names, d.shared)
	t.names["#"] = name
	bare := withoutDefs(root)
	for _, keyword := range []string{"$defs", "definitions"} {
		for _, def := range membersOf(root, keyword) {
			place := "#/" + keyword + "/" + pointerEscapes.Replace(def.name)
			if bare == write(def.value) { // a type that contains itself
				t.names[place] = name
				continue
			}
			t.names[place] = d.claimBeside(typeName(def.name), name)
			t.defs = append(t.defs, typeDef{t.names[place], def.value})
		}
	}
	for _, def := range append([]typeDef{{name, root}}, t.defs...) {
		d.declare(t, def)
	}
	return name
}

// declare writes a type.
func (d *Declarations) declare(t *typer, def typeDef) {
	if d.text.Len() > 0 {
		d.text.WriteString("\n")
	}
	comment := docComment(def.schema, "")
	d.text.WriteString(comment + "export type " + def.name + " = " + t.top(def.schema) + ";\n")
}

// refersTo reports whether a schema is a reference to a place.
func refersTo(schema any, place string) bool {
	r, ok := schema.(*object)
	return ok && r.get("$ref") == any(place)
}

// pointerEscapes are those of JSON Pointer (RFC 6901, section 3).
var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// withoutDefs writes a schema without its "$defs".
func withoutDefs(root any) string {
	bare := &object{}
	for _, m := range membersOf(root, "") {
		if m.name != "$defs" {
			bare.members = append(bare.members, m)
		}
	}
	return write(bare)
}

// String returns the text of the file so far.
func (d *Declarations) String() string { return d.text.String() }

// claim reserves a name for a type.
func (d *Declarations) claim(name string) string {
	if d.taken == nil {
		d.taken = map[string]int{}
	}
	unique := name
	for d.taken[unique] > 0 {
		d.taken[name]++
		unique = name + strconv.Itoa(d.taken[name])
	}
	d.taken[unique]++
	return unique
}

// claimBeside reserves "Node", or else "TreeOutputNode", or else that with a number.
func (d *Declarations) claimBeside(name, root string) string {
	if d.taken[name] > 0 {
		name = root + name
	}
	return d.claim(name)
}

// typeName converts any name into the name of a TypeScript type: "list-items" into
// "ListItems". Names of TypeScript's or the browser's own types, and names that begin with a
// digit, get the prefix T.
func typeName(name string) string {
	const longest = 100
	var out strings.Builder
	upper := true
	for _, r := range name {
		if r >= unicode.MaxASCII || (!unicode.IsLetter(r) && !unicode.IsDigit(r)) {
			upper = true
			continue
		}
		if upper {
			r = unicode.ToUpper(r)
		}
		upper = false
		if out.WriteRune(r); out.Len() >= longest {
			break
		}
	}
	text := out.String()
	if text == "" || unicode.IsDigit(rune(text[0])) || builtinTypes[text] {
		text = "T" + text
	}
	return text
}

// builtinTypes are names of types that a file should not hide.
var builtinTypes = map[string]bool{
	"Array": true, "Boolean": true, "Date": true, "Error": true, "Function": true, "Map": true, "Number": true, "Object": true,
	"Promise": true, "Record": true, "Set": true, "String": true, "Symbol": true, "ToolName": true, "Tools": true, "TypedCallTool": true,
}

// propertyName returns a member's name, quoted if necessary.
func propertyName(name string) string {
	for i, r := range name {
		letter := r == '_' || r == '$' || (r < unicode.MaxASCII && unicode.IsLetter(r))
		if !letter && (i == 0 || r >= unicode.MaxASCII || !unicode.IsDigit(r)) {
			return write(name)
		}
	}
	if name == "" {
		return write(name)
	}
	return name
}

// comment formats text as a doc comment; empty without text.
func comment(parts []string, indent string) string {
	var lines []string
	for _, part := range parts {
		part = strings.ReplaceAll(part, "*/", "*\\/")
		part = strings.Map(func(r rune) rune {
			if r != '\n' && (unicode.IsControl(r) || r == '\u2028' || r == '\u2029') {
				return ' '
			}
			return r
		}, part)
		for line := range strings.SplitSeq(strings.TrimSpace(part), "\n") {
			if line = strings.TrimSpace(line); line != "" {
				lines = append(lines, line)
			}
		}
	}
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return indent + "/** " + lines[0] + " */\n"
	default:
		return indent + "/**\n" + indent + " * " + strings.Join(lines, "\n"+indent+" * ") + "\n" + indent + " */\n"
	}
}

// docComment returns the doc comment of a schema.
func docComment(schema any, indent string) string {
	r, ok := schema.(*object)
	if !ok {
		return ""
	}
	var parts []string
	for _, name := range []string{"title", "description"} {
		if text, ok := r.get(name).(string); ok {
			parts = append(parts, text)
		}
	}
	if format, ok := r.get("format").(string); ok {
		parts = append(parts, "@format "+format)
	}
	if encoding, ok := r.get("contentEncoding").(string); ok {
		parts = append(parts, "@encoding "+encoding)
	}
	if fallback := r.get("default"); fallback != any(absent{}) {
		parts = append(parts, "@default "+cut(write(fallback)))
	}
	if examples, ok := r.get("examples").([]any); ok && len(examples) > 0 {
		parts = append(parts, "@example "+cut(write(examples[0])))
	}
	if r.get("deprecated") == any(true) {
		parts = append(parts, "@deprecated")
	}
	return comment(parts, indent)
}

// cut shortens a foreign text.
func cut(text string) string {
	const longest = 80
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}

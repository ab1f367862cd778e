package schema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// choices turns fuzz bytes into decisions. When they run out, it goes on by
// chance, the same for the same bytes.
type choices struct {
	data []byte
	more *rand.Rand
}

func chosen(data []byte) *choices {
	h := fnv.New64a()
	_, _ = h.Write(data)
	return &choices{data: data, more: rand.New(rand.NewPCG(h.Sum64(), 1))} //nolint:gosec // the same every time, on purpose
}

func (c *choices) upTo(n int) int {
	if len(c.data) == 0 {
		return c.more.IntN(n)
	}
	b := c.data[0]
	c.data = c.data[1:]
	return int(b) % n
}

func pick[T any](c *choices, from ...T) T { return from[c.upTo(len(from))] }

type unit string

func (unit) Enum() []unit { return []unit{"km", "miles", "a, b"} }

type level int

func (level) Enum() []level { return []level{1, 2, 3} }

// goType makes a Go type that has a JSON form.
func (c *choices) goType(depth int) reflect.Type {
	scalars := []reflect.Type{
		reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[bool](), reflect.TypeFor[float64](), reflect.TypeFor[int8](),
		reflect.TypeFor[uint8](), reflect.TypeFor[uint64](), reflect.TypeFor[int32](), reflect.TypeFor[float32](), reflect.TypeFor[[]byte](),
		reflect.TypeFor[any](), reflect.TypeFor[json.RawMessage](), reflect.TypeFor[time.Time](), reflect.TypeFor[time.Duration](),
		reflect.TypeFor[unit](), reflect.TypeFor[level](), reflect.TypeFor[tree](), reflect.TypeFor[endless](),
	}
	n := c.upTo(len(scalars) + 8)
	if n < len(scalars) || depth <= 0 {
		return scalars[n%len(scalars)]
	}
	switch n - len(scalars) {
	case 0:
		return reflect.SliceOf(c.goType(depth - 1))
	case 1:
		return reflect.ArrayOf(c.upTo(4), c.goType(depth-1))
	case 2:
		return reflect.MapOf(reflect.TypeFor[string](), c.goType(depth-1))
	case 3:
		return reflect.MapOf(reflect.TypeFor[int](), c.goType(depth-1))
	case 4:
		return reflect.MapOf(reflect.TypeFor[uint8](), c.goType(depth-1))
	case 5:
		return reflect.PointerTo(c.goType(depth - 1))
	default:
		return c.structType(depth)
	}
}

// structType makes a struct whose fields have tags that fit, mostly.
func (c *choices) structType(depth int) reflect.Type {
	fields := make([]reflect.StructField, c.upTo(5))
	for i := range fields {
		t := c.goType(depth - 1)
		tag := fmt.Sprintf(`json:"%s%d%s"`, pick(c, "f", "é", "a b", "x-", "$"), i, pick(c, "", "", ",omitzero", ",string"))
		tag += c.tags(t)
		fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: t, Tag: reflect.StructTag(tag)}
	}
	return reflect.StructOf(fields)
}

func (c *choices) tags(t reflect.Type) string {
	if c.upTo(2) == 0 {
		return ""
	}
	for t.Kind() == reflect.Pointer || (t.Kind() == reflect.Slice && t.Name() == "" && t != reflect.TypeFor[[]byte]()) {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.String:
		return pick(c, ` minlen:"1"`, ` maxlen:"2"`, ` enum:"a,b,é"`, ` pattern:"^[a-c]+$"`, ` format:"date"`, ` format:"ipv4"`, ` format:"uuid"`,
			` default:"a"`, ` doc:"a \"doc\" <b>" title:"T" deprecated:"true"`)
	case reflect.Int, reflect.Int8, reflect.Int32, reflect.Uint8, reflect.Uint64, reflect.Int64:
		return pick(c, ` min:"1"`, ` max:"100"`, ` above:"1" below:"9"`, ` enum:"1,2,9"`, ` default:"5"`, ` example:"7"`)
	case reflect.Float64, reflect.Float32:
		return pick(c, ` min:"0.1"`, ` above:"-1e2" max:"1.5"`, ` enum:"1.5,2e1"`)
	case reflect.Map, reflect.Array:
		return pick(c, ` minlen:"1"`, ` maxlen:"1"`)
	default:
		return ""
	}
}

var strange = []string{
	`null`, `true`, `false`, `0`, `-1`, `1`, `1.0`, `1.5`, `1e2`, `-0.0`, `2e1`, `100`, `101`, `127`, `128`, `255`, `256`, `9007199254740993`,
	`9223372036854775807`, `9223372036854775808`, `18446744073709551615`, `18446744073709551616`, `1e39`, `0.1`, `0.10`, `1e-300`, `""`, `"a"`,
	`"b"`, `"é"`, `"abc"`, `"1"`, `"-0"`, `"1.5"`, `"9223372036854775808"`, `"true"`, `"km"`, `"a, b"`, `"AAAA"`, `"AA=="`, `"A"`, `"2026-01-26"`,
	`"2026-02-30"`, `"2026-01-26T09:30:00Z"`, `"2026-01-26T09:30:00.5+01:00"`, `"2026-01-26 09:30"`, `"192.0.2.1"`, `"1.2.3"`,
	`"9b2ec5a2-0f2f-4b6e-8d0f-6c2a3f3f1c11"`, `[]`, `[1]`, `["a"]`, `[[],[[]]]`, `{}`, `{"a":1}`, `{"1":1}`, `{"-1":"a"}`, `{"name":"x","children":[]}`,
}

// value makes JSON for a schema; mostly it fits.
func (c *choices) value(s any, defs map[string]any, depth int) string {
	schemaOf, ok := s.(map[string]any)
	if !ok || c.upTo(12) == 11 || depth <= 0 {
		return pick(c, strange...)
	}
	if ref, ok := schemaOf["$ref"].(string); ok {
		return c.value(defs[ref[strings.LastIndexByte(ref, '/')+1:]], defs, depth-1)
	}
	if enum, ok := schemaOf["enum"].([]any); ok && len(enum) > 0 {
		data, err := json.Marshal(pick(c, enum...))
		if err != nil {
			return `"enum"`
		}
		return string(data)
	}
	kind := schemaOf["type"]
	if kinds, ok := kind.([]any); ok && len(kinds) > 0 {
		kind = pick(c, kinds...)
	}
	switch kind {
	case "object":
		return c.object(schemaOf, defs, depth)
	case "array":
		least := 0
		if n, ok := schemaOf["minItems"].(json.Number); ok {
			least, _ = strconv.Atoi(n.String())
		}
		items := make([]string, min(8, least+c.upTo(3)))
		for i := range items {
			items[i] = c.value(schemaOf["items"], defs, depth-1)
		}
		return "[" + strings.Join(items, ",") + "]"
	case "string":
		return pick(c, slices.DeleteFunc(slices.Clone(strange), func(s string) bool { return s[0] != '"' })...)
	case "integer", "number":
		return pick(c, slices.DeleteFunc(slices.Clone(strange), func(s string) bool { return !strings.ContainsAny(s[:1], "-0123456789") })...)
	case "boolean":
		return pick(c, "true", "false")
	default:
		return pick(c, strange...)
	}
}

func (c *choices) object(s, defs map[string]any, depth int) string {
	properties, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	var members []string
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		likely := 2
		if slices.Contains(required, any(name)) {
			likely = 20
		}
		if c.upTo(likely) != 1 {
			members = append(members, strconv.Quote(name)+":"+c.value(properties[name], defs, depth-1))
		}
	}
	for range c.upTo(3) {
		if c.upTo(4) != 0 && len(properties) > 0 {
			continue
		}
		name := pick(c, "a", "f0", "1", "-5", "007", "300", "zz", "é1", "")
		if _, twice := properties[name]; !twice && !slices.ContainsFunc(members, func(m string) bool { return strings.HasPrefix(m, strconv.Quote(name)+":") }) {
			members = append(members, strconv.Quote(name)+":"+c.value(s["additionalProperties"], defs, depth-1))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// jsonSchema makes a schema of the keywords that most people use.
func (c *choices) jsonSchema(depth int) map[string]any {
	s := map[string]any{}
	kinds := []any{"object", "array", "string", "integer", "number", "boolean", "null"}
	switch c.upTo(5) {
	case 0:
	case 1:
		s["type"] = []any{pick(c, kinds[:6]...), "null"}
	default:
		s["type"] = pick(c, kinds...)
	}
	for range c.upTo(4) {
		switch c.upTo(16) {
		case 0:
			s["enum"] = []any{json.RawMessage(pick(c, strange...)), json.RawMessage(pick(c, strange...))}
		case 1:
			s["const"] = json.RawMessage(pick(c, strange...))
		case 2:
			s[pick(c, "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")] = json.RawMessage(pick(c, "0", "1.5", "100", "9007199254740992", "1e2"))
		case 3:
			s[pick(c, "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")] = json.RawMessage(pick(c, "0", "1", "2", "1.0"))
		case 4:
			s["pattern"] = pick(c, "^[a-c]+$", "a", "^$")
		case 5, 6, 7, 8:
			properties := map[string]any{}
			for range c.upTo(3) {
				properties[pick(c, "a", "f0", "1")] = c.inner(depth)
			}
			s["properties"] = properties
		case 9:
			s["required"] = []any{pick(c, "a", "f0", "zz")}
		case 10, 11:
			s["additionalProperties"] = c.inner(depth)
		case 12, 13:
			s["items"] = c.inner(depth)
		case 14:
			s[pick(c, "description", "x-order", "format", "default")] = "a"
		case 15:
			// Alone: with siblings it goes to google/jsonschema-go, which compares as float64.
			return map[string]any{"$ref": pick(c, "#", "#/$defs/d")}
		}
	}
	return s
}

func (c *choices) inner(depth int) any {
	if depth <= 0 || c.upTo(8) == 7 {
		return pick(c, true, true, false)
	}
	return c.jsonSchema(depth - 1)
}

func decoded(text []byte) map[string]any {
	var s map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if d.Decode(&s) != nil {
		return nil
	}
	return s
}

// instance makes JSON for a schema's document.
func (c *choices) instance(text []byte) json.RawMessage {
	s := decoded(text)
	defs, _ := s["$defs"].(map[string]any)
	value := c.value(s, defs, 5)
	if value == "null" { // which means no arguments
		value = "[]"
	}
	return json.RawMessage(value)
}

// quoted writes a JSON string, which is one of Go and JavaScript as well.
func quoted(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		return `""`
	}
	return string(data)
}

func quotedAll(texts []string) string {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = quoted(text)
	}
	return "[" + strings.Join(all, ",") + "]"
}

// installed returns the path of something in node_modules, which a worktree
// shares with the checkout that it belongs to.
func installed(t *testing.T, parts ...string) string {
	t.Helper()
	root := filepath.Join("..", "..")
	pointer, err := os.ReadFile(filepath.Join(root, ".git"))
	if dir, ok := strings.CutPrefix(strings.TrimSpace(string(pointer)), "gitdir: "); err == nil && ok {
		root = filepath.Join(dir, "..", "..", "..")
	}
	path, err := filepath.Abs(filepath.Join(append([]string{root, "node_modules"}, parts...)...))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf(`this test runs what npm installs; "make setup" does that: %v`, err)
	}
	return path
}

package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// ourTags are the tags that the documentation of oriel.AddTool lists.
var ourTags = []string{
	"doc", "title", "default", "example", "enum", "min", "max", "above", "below", "minlen", "maxlen", "pattern", "format", "deprecated",
}

// otherNames are the names of such tags in other libraries.
var otherNames = map[string]string{
	"description": "doc", "desc": "doc", "examples": "example", "minimum": "min", "maximum": "max", "exclusiveMinimum": "above",
	"exclusiveMaximum": "below", "minLength": "minlen", "maxLength": "maxlen", "minItems": "minlen", "maxItems": "maxlen",
}

var (
	errTagSyntax = errors.New(`its tags are not written key:"value" with one space between them`)
	errTagTwice  = errors.New("has the tag twice")
)

// tagsOf parses a field's tags more strictly than package reflect, which ignores malformed
// ones, and refuses likely typos.
func tagsOf(f reflect.StructField) (map[string]string, error) {
	tags := map[string]string{}
	for rest := strings.Trim(string(f.Tag), " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		name, after, ok := strings.Cut(rest, ":")
		if !ok || name == "" || strings.ContainsAny(name, " \"\t\n") {
			return nil, fmt.Errorf("%w: %s", errTagSyntax, f.Tag)
		}
		literal, err := strconv.QuotedPrefix(after)
		if err != nil || literal[0] != '"' {
			return nil, fmt.Errorf("%w: %s", errTagSyntax, f.Tag)
		}
		value, err := strconv.Unquote(literal)
		if err != nil {
			return nil, fmt.Errorf("%w: %s", errTagSyntax, f.Tag)
		}
		if _, twice := tags[name]; twice {
			return nil, fmt.Errorf("%w %s", errTagTwice, name)
		}
		tags[name] = value
		rest = after[len(literal):]
		if rest != "" && rest[0] != ' ' {
			return nil, fmt.Errorf("%w: %s", errTagSyntax, f.Tag)
		}
	}
	return tags, slips(f, tags)
}

// slips returns an error for tags with another name or on a field without effect.
func slips(f reflect.StructField, tags map[string]string) error {
	ours := ""
	for name := range tags {
		if slices.Contains(ourTags, name) {
			ours = name
			continue
		}
		meant, ok := otherNames[name]
		if !ok {
			meant = slip(name)
		}
		if _, both := tags[meant]; meant != "" && !both {
			return fmt.Errorf("the tag %s must be named %s", name, meant)
		}
	}
	if name := tags["json"]; ours == "" && name != "" && name != "-" {
		ours = "json"
	}
	if ours != "" && !f.Anonymous && !f.IsExported() {
		first, size := utf8.DecodeRuneInString(f.Name)
		return fmt.Errorf("encoding/json leaves it out because it is not exported, but it has the tag %s; "+
			"write its name with a capital letter, %s, or remove the tag", ours, string(unicode.ToUpper(first))+f.Name[size:])
	}
	return nil
}

// slip returns the tag from which a name differs in one letter or in case.
func slip(name string) string {
	const shortest = 4 // shorter names are often those of other libraries
	for _, ours := range ourTags {
		if strings.EqualFold(name, ours) || (len(name) >= shortest && editDistance(name, ours) == 1) {
			return ours
		}
	}
	return ""
}

// reader applies the tags of a field to its node.
type reader struct {
	inf   *inference
	tags  map[string]string
	field string
}

// apply applies all tags. Defaults and examples must fit all others; they are validated
// when all types are done.
func (r *reader) apply(n *node) error {
	n.title = r.tags["title"]
	if doc, ok := r.tags["doc"]; ok {
		if n.description != "" { // the unit of a duration
			doc += " (" + strings.ToLower(n.description) + ")"
		}
		n.description = doc
	}
	if text, ok := r.tags["deprecated"]; ok {
		value, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf(`the tag deprecated:%q must be "true" or "false"`, text)
		}
		n.deprecated = value
	}
	inner := innermost(n)
	for _, read := range []func() error{
		func() error { return r.format(inner) },
		func() error { return r.limits(inner) },
		func() error { return r.lengths(n) },
		func() error { return r.pattern(inner) },
		func() error { return r.enum(inner) },
	} {
		if err := read(); err != nil {
			return err
		}
	}
	return r.values(n)
}

// innermost returns the node to which tags for a single value apply: on a list or map, its
// items. Items are copied.
func innermost(n *node) *node {
	for {
		switch {
		case n.ref != nil:
			return n
		case n.kind == typeArray && n.items != nil:
			clone := *n.items
			n.items = &clone
			n = &clone
		case n.kind == typeObject && n.others != nil:
			clone := *n.others
			n.others = &clone
			n = &clone
		default:
			return n
		}
	}
}

func (r *reader) format(n *node) error {
	name, ok := r.tags["format"]
	if !ok {
		return nil
	}
	if n.kind != typeString || n.format != "" || n.encoding != "" || n.custom {
		return fmt.Errorf(`the tag format:%q is only for strings without a format of their own`, name)
	}
	known := slices.Clone(otherFormats)
	for f := range formats {
		known = append(known, f)
	}
	slices.Sort(known)
	if near := Nearest(name, known); near != "" && near != name {
		return fmt.Errorf("the tag format:%q is not a format of JSON Schema; did you mean %q?", name, near)
	}
	n.format = name
	return nil
}

func (r *reader) limits(n *node) error {
	for _, end := range []struct {
		tag       string
		into      **limit
		exclusive bool
	}{{"min", &n.least, false}, {"above", &n.least, true}, {"max", &n.most, false}, {"below", &n.most, true}} {
		text, ok := r.tags[end.tag]
		if !ok {
			continue
		}
		number, err := n.numberOf(text)
		if err != nil || (n.kind != typeInteger && n.kind != typeNumber) {
			return fmt.Errorf("the tag %s:%q must be a number, on a field that is a number", end.tag, text)
		}
		if misfit := n.holds.misfit(number); misfit != "" {
			return fmt.Errorf("the tag %s:%q is not a number that %s can hold: it %s", end.tag, text, n.holds.name, misfit)
		}
		*end.into = newLimit(number)
		(*end.into).exclusive = end.exclusive
	}
	for _, pair := range [][2]string{{"min", "above"}, {"max", "below"}} {
		_, inclusive := r.tags[pair[0]]
		if _, exclusive := r.tags[pair[1]]; inclusive && exclusive {
			return fmt.Errorf("the tags %s and %s exclude each other", pair[0], pair[1])
		}
	}
	if n.least != nil && n.most != nil {
		c := n.least.value.compare(n.most.value)
		if c > 0 || (c == 0 && (n.least.exclusive || n.most.exclusive)) {
			return fmt.Errorf("the tags leave nothing between %s and %s", n.least.text, n.most.text)
		}
	}
	return nil
}

// numberOf parses a JSON number or, for a duration, also "1m30s".
func (n *node) numberOf(text string) (string, error) {
	if n.duration {
		if d, err := time.ParseDuration(text); err == nil {
			return strconv.FormatInt(int64(d), 10), nil
		}
	}
	tree, _, err := parse([]byte(text))
	if _, ok := tree.(json.Number); !ok {
		return "", fmt.Errorf("%q is not a number: %w", text, errors.Join(err))
	}
	return strings.TrimSpace(text), nil
}

func (r *reader) lengths(n *node) error {
	sized := n.ref == nil && !n.closed && n.encoding == "" && (n.kind == typeString || n.kind == typeArray || n.kind == typeObject)
	for _, tag := range []string{"minlen", "maxlen"} {
		text, ok := r.tags[tag]
		if !ok {
			continue
		}
		value, err := strconv.Atoi(text)
		if err != nil || value < 0 || !sized {
			return fmt.Errorf("the tag %s:%q must be an integer from 0, on a field that is a string, list or map", tag, text)
		}
		into := map[string]**int{
			"minlen" + typeString: &n.minLength, "maxlen" + typeString: &n.maxLength,
			"minlen" + typeArray: &n.minItems, "maxlen" + typeArray: &n.maxItems,
			"minlen" + typeObject: &n.minMembers, "maxlen" + typeObject: &n.maxMembers,
		}[tag+n.kind]
		if *into != nil {
			return fmt.Errorf("the tag %s:%q is not for arrays, whose length is fixed", tag, text)
		}
		*into = &value
	}
	for _, pair := range [][2]*int{{n.minLength, n.maxLength}, {n.minItems, n.maxItems}, {n.minMembers, n.maxMembers}} {
		if pair[0] != nil && pair[1] != nil && *pair[0] > *pair[1] {
			return fmt.Errorf("the tags minlen:%q and maxlen:%q leave nothing between them", r.tags["minlen"], r.tags["maxlen"])
		}
	}
	return nil
}

func (r *reader) pattern(n *node) error {
	text, ok := r.tags["pattern"]
	if !ok {
		return nil
	}
	if n.kind != typeString || n.encoding != "" || n.pattern != nil || (n.custom && n.format != "") {
		return fmt.Errorf("the tag pattern:%q is only for strings", text)
	}
	pattern, err := compilePattern(text)
	if err != nil {
		return fmt.Errorf("the tag pattern:%q: %w", text, err)
	}
	if err := portable(text); err != nil {
		return fmt.Errorf("the tag pattern:%q: %w", text, err)
	}
	n.pattern = pattern
	return nil
}

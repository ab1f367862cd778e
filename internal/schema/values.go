package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// enum parses enum:"a,b" or, for values with commas, enum:"[\"a, b\"]".
func (r *reader) enum(n *node) error {
	list, ok := r.tags["enum"]
	if !ok {
		return nil
	}
	if n.quotes != nil || (n.kind == typeString && n.encoding != "") {
		return fmt.Errorf("the tag enum:%q is not for []byte, nor for numbers with the option string", list)
	}
	if !isScalar(n.kind) || n.ref != nil {
		return fmt.Errorf("the tag enum:%q is only for strings, numbers and booleans", list)
	}
	values, err := n.enumValues(list)
	if err != nil {
		return err
	}
	for i, value := range values {
		if faults := check(n, value); faults != nil {
			return fmt.Errorf("the tag enum:%q: %s does not fit its field: %s", list, write(nil, value), faults[0].Message)
		}
		for _, earlier := range values[:i] {
			if sameTree(earlier, value) {
				return fmt.Errorf("the tag enum:%q has %s twice", list, write(nil, value))
			}
		}
	}
	n.enum = values
	return nil
}

func (n *node) enumValues(list string) ([]any, error) {
	if strings.HasPrefix(list, "[") {
		tree, _, err := parse([]byte(list))
		if values, ok := tree.([]any); ok && err == nil && len(values) > 0 {
			return values, nil
		}
		return nil, fmt.Errorf("the tag enum:%q begins like a JSON list, but is not one", list)
	}
	var values []any
	for text := range strings.SplitSeq(list, ",") {
		value, err := n.literal(strings.TrimSpace(text))
		if err != nil {
			return nil, fmt.Errorf("the tag enum:%q: %w", list, err)
		}
		values = append(values, value)
	}
	return values, nil
}

var errNotKind = errors.New("this is not")

// literal converts the text of a tag into a tree: itself for strings, parsed as JSON for all
// other types.
func (n *node) literal(text string) (any, error) {
	switch {
	case n.target().kind == typeString:
		return text, nil
	case n.duration:
		number, err := n.numberOf(text)
		return json.Number(number), err
	}
	tree, twice, err := parse([]byte(text))
	if err != nil && isScalar(n.target().kind) {
		return nil, fmt.Errorf("%w %s: %q", errNotKind, article(n.target().kind), text)
	}
	if err != nil {
		return nil, fmt.Errorf("%q is not JSON: %w", text, err)
	}
	if twice != "" {
		return nil, fmt.Errorf("%q has a member twice", text)
	}
	return tree, nil
}

// values applies default and example.
func (r *reader) values(n *node) error {
	for _, t := range []struct {
		tag  string
		into *json.RawMessage
	}{{"default", &n.fallback}, {"example", &n.example}} {
		text, ok := r.tags[t.tag]
		if !ok {
			continue
		}
		tree, err := n.literal(text)
		if err != nil {
			return fmt.Errorf("the tag %s:%q does not fit its field: %w", t.tag, text, err)
		}
		*t.into = write(nil, tree)
		r.inf.later = append(r.inf.later, func() error {
			c := &checker{}
			if c.value(n, tree); c.faults != nil || (n.decoder != nil && c.refused(n, tree)) {
				return fmt.Errorf("field %s: the tag %s:%q does not fit its field: %s", r.field, t.tag, text, c.faults.Error())
			}
			return nil
		})
	}
	return nil
}

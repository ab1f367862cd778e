package schema

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// applyTags reads the tags that [For] lists. The order matters: a default and
// an example have to fit what the other tags demand.
func (n *node) applyTags(tag reflect.StructTag) error {
	n.description = tag.Get("doc")
	if format, ok := tag.Lookup("format"); ok {
		if n.kind != typeString || n.format != "" {
			return fmt.Errorf(`the tag format:%q is for strings that have no format of their own`, format)
		}
		n.format = format
	}
	for _, limit := range []struct {
		tag  string
		into **float64
	}{{"min", &n.minimum}, {"max", &n.maximum}} {
		text, ok := tag.Lookup(limit.tag)
		if !ok {
			continue
		}
		value, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(value) || math.IsInf(value, 0) || (n.kind != typeInteger && n.kind != typeNumber) {
			return fmt.Errorf("the tag %s:%q wants a number, on a field that is a number", limit.tag, text)
		}
		*limit.into = &value
	}
	for _, limit := range []struct {
		tag  string
		into **int
	}{{"minlen", &n.minLength}, {"maxlen", &n.maxLength}} {
		text, ok := tag.Lookup(limit.tag)
		if !ok {
			continue
		}
		value, err := strconv.Atoi(text)
		if err != nil || value < 0 || n.kind != typeString {
			return fmt.Errorf("the tag %s:%q wants a whole number, on a field that is a string", limit.tag, text)
		}
		*limit.into = &value
	}
	if n.minimum != nil && n.maximum != nil && *n.minimum > *n.maximum {
		return fmt.Errorf("the tags min:%q and max:%q leave nothing between them", tag.Get("min"), tag.Get("max"))
	}
	if n.minLength != nil && n.maxLength != nil && *n.minLength > *n.maxLength {
		return fmt.Errorf("the tags minlen:%q and maxlen:%q leave nothing between them", tag.Get("minlen"), tag.Get("maxlen"))
	}
	if err := n.applyPattern(tag); err != nil {
		return err
	}
	return n.applyValues(tag)
}

func (n *node) applyPattern(tag reflect.StructTag) error {
	text, ok := tag.Lookup("pattern")
	if !ok {
		return nil
	}
	if n.kind != typeString {
		return fmt.Errorf("the tag pattern:%q is for strings", text)
	}
	pattern, err := regexp.Compile(text)
	if err != nil {
		return fmt.Errorf("the tag pattern:%q: %w", text, err)
	}
	n.pattern = pattern
	return nil
}

func (n *node) applyValues(tag reflect.StructTag) error {
	if list, ok := tag.Lookup("enum"); ok {
		if !isScalar(n.kind) {
			return fmt.Errorf("the tag enum:%q is for strings, numbers and booleans", list)
		}
		var values []any
		for text := range strings.SplitSeq(list, ",") {
			value, err := n.literal("enum", strings.TrimSpace(text))
			if err != nil {
				return err
			}
			var v any
			if err := unmarshalExact(value, &v); err != nil {
				return err
			}
			values = append(values, v)
		}
		n.enum = values
	}
	for _, t := range []struct {
		tag  string
		into *json.RawMessage
	}{{"default", &n.fallback}, {"example", &n.example}} {
		text, ok := tag.Lookup(t.tag)
		if !ok {
			continue
		}
		value, err := n.literal(t.tag, text)
		if err != nil {
			return err
		}
		*t.into = value
	}
	return nil
}

// literal turns a tag's text into a JSON value that fits the node: as it is for
// strings, parsed as JSON for everything else.
func (n *node) literal(tag, text string) (json.RawMessage, error) {
	value := json.RawMessage(text)
	if n.kind == typeString {
		quoted, err := json.Marshal(text)
		if err != nil {
			return nil, fmt.Errorf("the tag %s:%q: %w", tag, text, err)
		}
		value = quoted
	}
	if faults := check(n, value); faults != nil {
		return nil, fmt.Errorf("the tag %s:%q does not fit its field: %s", tag, text, faults[0].Message)
	}
	return value, nil
}

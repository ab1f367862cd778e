package auth

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// maxDepth is how deep JSON from outside may be nested.
const maxDepth = 16

// object is a decoded JSON object.
type object struct {
	values map[string]any
	sizes  map[string]int64 // of each value's JSON, in bytes
}

var errNotUTF8 = errors.New("it is not UTF-8")

// readObject decodes a JSON object. Readers disagree on which of two members with the same
// name counts, and encoding/json replaces what is not UTF-8, so both are refused, at all depths.
func readObject(text []byte) (object, error) {
	o := object{map[string]any{}, map[string]int64{}}
	if !utf8.Valid(text) {
		return o, errNotUTF8
	}
	if !json.Valid(text) {
		return o, errors.New("it is not JSON")
	}
	r := jsonReader{json.NewDecoder(bytes.NewReader(text))}
	first, err := r.Token()
	if err != nil {
		return o, err //nolint:wrapcheck // the caller says what it was
	}
	if first != json.Delim('{') {
		return o, errors.New("it is not an object")
	}
	return o, r.members(1, func(name string, value any, size int64) { o.values[name], o.sizes[name] = value, size })
}

// jsonReader reads JSON that is known to be valid.
type jsonReader struct{ *json.Decoder }

func (r jsonReader) value(depth int) (any, error) {
	token, err := r.Token()
	if err != nil {
		return nil, err //nolint:wrapcheck // the caller says what it was
	}
	if depth > maxDepth {
		return nil, errors.New("it is nested too deeply")
	}
	switch token {
	case json.Delim('{'):
		values := map[string]any{}
		return values, r.members(depth+1, func(name string, value any, _ int64) { values[name] = value })
	case json.Delim('['):
		values := []any{}
		for r.More() {
			value, bad := r.value(depth + 1)
			if bad != nil {
				return nil, bad
			}
			values = append(values, value)
		}
		_, err = r.Token()
		return values, err //nolint:wrapcheck // the caller says what it was
	}
	return token, nil
}

// members reads the rest of an object.
func (r jsonReader) members(depth int, add func(name string, value any, size int64)) error {
	seen := map[string]bool{}
	for r.More() {
		token, err := r.Token()
		if err != nil {
			return err //nolint:wrapcheck // the caller says what it was
		}
		name, _ := token.(string)
		if seen[name] {
			return fmt.Errorf("the member %.64q is there twice", name)
		}
		seen[name] = true
		before := r.InputOffset()
		value, err := r.value(depth)
		if err != nil {
			return err
		}
		add(name, value, r.InputOffset()-before)
	}
	_, err := r.Token()
	return err //nolint:wrapcheck // the caller says what it was
}

// text returns a member that is a string; empty if it is missing or something else.
func (o object) text(name string) string {
	text, _ := o.values[name].(string)
	return text
}

func (o object) has(name string) bool {
	_, is := o.values[name]
	return is
}

package resolver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// value is a JSON value whose members keep their order, which matters in "exports".
type value struct {
	kind    valueKind
	text    string // of a string
	truth   bool   // of a boolean
	members []member
	list    []*value
}

type member struct {
	key   string
	value *value
}

type valueKind uint8

const (
	nullValue valueKind = iota
	boolValue
	textValue
	numberValue
	listValue
	objectValue
)

// maxDepth is how deep a package.json may be nested. Real ones stay below ten.
const maxDepth = 64

var errTooDeep = fmt.Errorf("it is nested deeper than %d levels", maxDepth)

func parseJSON(data []byte) (*value, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	whole, err := nextValue(decoder, 0)
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows its end")
	}
	return whole, nil
}

func nextValue(decoder *json.Decoder, depth int) (*value, error) {
	if depth > maxDepth {
		return nil, errTooDeep
	}
	token, err := decoder.Token()
	if err != nil {
		return nil, err //nolint:wrapcheck // the caller names the file
	}
	switch token := token.(type) {
	case bool:
		return &value{kind: boolValue, truth: token}, nil
	case string:
		return &value{kind: textValue, text: token}, nil
	case json.Number:
		return &value{kind: numberValue}, nil
	case json.Delim:
		if token == '[' {
			return nextList(decoder, depth)
		}
		return nextObject(decoder, depth)
	default:
		return &value{}, nil
	}
}

func nextList(decoder *json.Decoder, depth int) (*value, error) {
	whole := &value{kind: listValue}
	for decoder.More() {
		one, err := nextValue(decoder, depth+1)
		if err != nil {
			return nil, err
		}
		whole.list = append(whole.list, one)
	}
	_, err := decoder.Token()
	return whole, err //nolint:wrapcheck // the caller names the file
}

func nextObject(decoder *json.Decoder, depth int) (*value, error) {
	whole := &value{kind: objectValue}
	places := make(map[string]int)
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, err //nolint:wrapcheck // the caller names the file
		}
		key, _ := token.(string) // the decoder accepts only strings as keys
		one, err := nextValue(decoder, depth+1)
		if err != nil {
			return nil, err
		}
		if place, ok := places[key]; ok {
			whole.members[place].value = one // as in JavaScript, at the place of the first
			continue
		}
		places[key] = len(whole.members)
		whole.members = append(whole.members, member{key, one})
	}
	_, err := decoder.Token()
	return whole, err //nolint:wrapcheck // the caller names the file
}

// member returns a member of an object; nil where there is none.
func (v *value) member(key string) *value {
	if v == nil || v.kind != objectValue {
		return nil
	}
	for _, one := range v.members {
		if one.key == key {
			return one.value
		}
	}
	return nil
}

// textOf returns a member that is a string, or "".
func (v *value) textOf(key string) string {
	if one := v.member(key); one != nil && one.kind == textValue {
		return one.text
	}
	return ""
}

// keys returns the names of the members of an object's member.
func (v *value) keys(key string) map[string]bool {
	one := v.member(key)
	if one == nil || one.kind != objectValue {
		return nil
	}
	names := make(map[string]bool, len(one.members))
	for _, member := range one.members {
		names[member.key] = true
	}
	return names
}

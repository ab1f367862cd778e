package jsonwalk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Object has the members of a JSON object. Names are unique.
type Object []Member

// TwiceError is the error of an object with a repeated member.
type TwiceError struct{ Name string }

func (e *TwiceError) Error() string { return fmt.Sprintf("the member %q is there twice", e.Name) }

// ErrTooMany is the error of an object with too many members.
var ErrTooMany = errors.New("the object has too many members")

// usual is the initial capacity for members.
const usual = 4

// few is up to how many members names are compared one by one.
const few = 16

// ReadObject appends the members of an object, at most the given number. The text must be
// valid JSON. The error is a [*TwiceError] or [ErrTooMany].
func ReadObject(object Object, text []byte, most int) (Object, error) {
	var seen map[string]bool
	if object == nil && IsObject(text) {
		object = make(Object, 0, usual)
	}
	w := into(text, '{')
	for name, value, more := w.member(); more; name, value, more = w.member() {
		if len(object) == most {
			return object, ErrTooMany
		}
		if seen == nil && object.has(name) || seen[string(name)] {
			return object, &TwiceError{Name: string(name)}
		}
		object = append(object, Member{name, value})
		if seen == nil && len(object) > few {
			seen = make(map[string]bool, 2*few)
			for _, m := range object {
				seen[string(m.Name)] = true
			}
		} else if seen != nil {
			seen[string(name)] = true
		}
	}
	return object, nil
}

func (o Object) has(name []byte) bool {
	for i := range o {
		if bytes.Equal(o[i].Name, name) {
			return true
		}
	}
	return false
}

// Get returns the value of a member; nil if there is no such member.
func (o Object) Get(name string) json.RawMessage {
	for i := range o {
		if string(o[i].Name) == name {
			return o[i].Value
		}
	}
	return nil
}

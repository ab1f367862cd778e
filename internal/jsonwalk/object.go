package jsonwalk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Object is the members of an object, each of which stands in it once.
type Object []Member

// TwiceError says that a member stands in an object twice.
type TwiceError struct{ Name string }

func (e *TwiceError) Error() string { return fmt.Sprintf("the member %q stands twice", e.Name) }

// ErrTooMany says that an object has more members than it may.
var ErrTooMany = errors.New("the object has too many members")

// usual is how many members there is room for at once.
const usual = 4

// few is how many members are compared with each other one by one.
const few = 16

// ReadObject appends the members of an object, of which there may be so many. The text
// has to be JSON in UTF-8. The error is a [*TwiceError] or [ErrTooMany].
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

// Get returns the value of a member, nil where there is none.
func (o Object) Get(name string) json.RawMessage {
	for i := range o {
		if string(o[i].Name) == name {
			return o[i].Value
		}
	}
	return nil
}

package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// enumOf reads the values of a type with a method "Enum() []T", which is called once, on the
// zero value.
func (n *node) enumOf(t reflect.Type) error {
	method, ok := enumMethod(t)
	if !ok {
		return nil
	}
	values, err := called(method)
	if err != nil {
		return fmt.Errorf("the method Enum of %s: %w", t, err)
	}
	if values.Len() == 0 {
		return fmt.Errorf("the method Enum of %s returns no values", t)
	}
	kind := ""
	for i := range values.Len() {
		data, err := json.Marshal(addressable(values.Index(i).Interface()))
		if err != nil {
			return fmt.Errorf("the method Enum of %s: %w", t, err)
		}
		tree, _, err := parse(data)
		if err != nil {
			return fmt.Errorf("the method Enum of %s: %w", t, err)
		}
		got := typeOf(tree)
		if !isScalar(got) || (kind != "" && got != kind) {
			return fmt.Errorf("the method Enum of %s: its values must all be strings, numbers or booleans, and one is %s", t, cut(string(data)))
		}
		kind = got
		n.enum = append(n.enum, tree)
	}
	if n.kind == "" {
		n.kind = kind
	}
	return nil
}

func enumMethod(t reflect.Type) (reflect.Value, bool) {
	if t.Kind() == reflect.Interface {
		return reflect.Value{}, false
	}
	method := reflect.New(t).MethodByName("Enum")
	if !method.IsValid() {
		return reflect.Value{}, false
	}
	f := method.Type()
	fits := f.NumIn() == 0 && f.NumOut() == 1 && f.Out(0).Kind() == reflect.Slice && f.Out(0).Elem() == t
	return method, fits
}

// called calls a method of the user, and converts a panic into an error.
func called(method reflect.Value) (result reflect.Value, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("it panics: %v", reason)
		}
	}()
	return method.Call(nil)[0], nil
}

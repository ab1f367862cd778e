package attachtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// ErrTwice is the error of an object with a member that stands in it twice.
var ErrTwice = errors.New("a member stands twice")

// Value reads a JSON text strictly: in each of its objects, each member stands once.
// Numbers are [json.Number].
func Value(text []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return valueFrom(decoder)
}

func valueFrom(decoder *json.Decoder) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	switch token {
	case json.Delim('['):
		return listFrom(decoder)
	case json.Delim('{'):
		return objectFrom(decoder)
	default:
		return token, nil
	}
}

func listFrom(decoder *json.Decoder) (any, error) {
	list := []any{}
	for decoder.More() {
		item, err := valueFrom(decoder)
		if err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	if _, err := decoder.Token(); err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	return list, nil
}

func objectFrom(decoder *json.Decoder) (any, error) {
	object := map[string]any{}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, fmt.Errorf("reading: %w", err)
		}
		text, _ := name.(string)
		if _, twice := object[text]; twice {
			return nil, fmt.Errorf("%w: %s", ErrTwice, text)
		}
		if object[text], err = valueFrom(decoder); err != nil {
			return nil, err
		}
	}
	if _, err := decoder.Token(); err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	return object, nil
}

package hosts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// Kind says where a fact comes from.
type Kind string

// The kinds, from the most to the least reliable.
const (
	// Documented facts are in the documentation of the host or the protocol.
	Documented Kind = "documented"
	// Advertised facts were sent by the host itself, in a handshake.
	Advertised Kind = "advertised"
	// Observed facts were measured against the running host.
	Observed Kind = "observed"
	// Defined facts are conventions of Oriel, for profiles that don't stand for a single
	// product.
	Defined Kind = "defined"
)

// Fact is a fact about a host, with its source. The zero value is unknown.
type Fact[T any] struct {
	Value T
	// Known reports whether the value is known. If not, Value is meaningless.
	Known bool
	// Source is a document, a probe or a page where people can look it up.
	Source string
	// Date is the date of the source, as YYYY-MM-DD.
	Date string
	Kind Kind
}

// UnmarshalJSON decodes {"value", "source", "date", "kind"}. All four are required, other
// members are refused.
func (f *Fact[T]) UnmarshalJSON(data []byte) error {
	// Kept short, because it is compiled once for each T.
	var value T
	file, err := readFact(data, &value)
	if err == nil {
		*f = Fact[T]{value, true, file.Source, file.Date, file.Kind}
	}
	return err
}

type factFile struct {
	Value  json.RawMessage `json:"value"`
	Source string          `json:"source"`
	Date   string          `json:"date"`
	Kind   Kind            `json:"kind"`
}

// readFact decodes a fact, and its value into value.
func readFact(data []byte, value any) (*factFile, error) {
	var file factFile
	if err := unmarshalStrict(data, &file); err != nil {
		return nil, err
	}
	if len(file.Value) == 0 || string(file.Value) == "null" {
		return nil, fmt.Errorf("fact without a value: %.80s", data)
	}
	if err := unmarshalStrict(file.Value, value); err != nil {
		return nil, err
	}
	if file.Source == "" {
		return nil, fmt.Errorf("fact without a source: %.80s", data)
	}
	if _, err := time.Parse(time.DateOnly, file.Date); err != nil {
		return nil, fmt.Errorf("fact with the date %q, want YYYY-MM-DD: %.80s", file.Date, data)
	}
	switch file.Kind {
	case Documented, Advertised, Observed, Defined:
	default:
		return nil, fmt.Errorf("fact of the unknown kind %q: %.80s", file.Kind, data)
	}
	return &file, nil
}

func unmarshalStrict(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err //nolint:wrapcheck // Parse wraps it
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more data after the object")
	}
	return nil
}

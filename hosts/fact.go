package hosts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// Kind says how a fact was learned.
type Kind string

// The kinds, from the firmest to the loosest.
const (
	// Documented facts stand in the host's or the protocol's own documents.
	Documented Kind = "documented"
	// Advertised facts were sent by the host itself, in a handshake.
	Advertised Kind = "advertised"
	// Observed facts were measured against the running host.
	Observed Kind = "observed"
	// Defined facts are conventions of Oriel for profiles that stand for no
	// single product.
	Defined Kind = "defined"
)

// Fact is one thing known of a host, and how it is known. The zero value is
// unknown.
type Fact[T any] struct {
	Value T
	// Known is false where nobody has found out; Value is then meaningless.
	Known bool
	// Source names a document, a probe or a page, for a person to look up.
	Source string
	// Date is when the source said so, as YYYY-MM-DD.
	Date string
	Kind Kind
}

// UnmarshalJSON reads {"value", "source", "date", "kind"}; all four are
// required and unknown members are refused.
func (f *Fact[T]) UnmarshalJSON(data []byte) error {
	// Every program that uses Oriel compiles this anew, once for each T.
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

// readFact reads a fact, with its value into what value points to.
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
		return err //nolint:wrapcheck // Parse says what it was
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more after its end")
	}
	return nil
}

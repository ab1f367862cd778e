package schema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	second "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/orielapps/oriel/internal/schema"
)

const draft = "https://json-schema.org/draft/2020-12/schema"

// meta validates schemas.
func meta(t testing.TB) *second.Schema {
	t.Helper()
	s, err := second.NewCompiler().Compile(draft)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// opinion is another implementation's reading of a schema, with formats and
// encodings checked or told only.
func opinion(t testing.TB, text json.RawMessage, assert bool) *second.Schema {
	t.Helper()
	document, err := second.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	compiler := second.NewCompiler()
	compiler.DefaultDraft(second.Draft2020)
	if assert {
		compiler.AssertFormat()
		compiler.AssertContent()
	}
	if err = compiler.AddResource("test.json", document); err != nil {
		t.Fatal(err)
	}
	s, err := compiler.Compile("test.json")
	if err != nil {
		t.Fatalf("another implementation can't read %s: %v", text, err)
	}
	return s
}

func fitsSecond(t testing.TB, s *second.Schema, value json.RawMessage) error {
	t.Helper()
	instance, err := second.UnmarshalJSON(bytes.NewReader(value))
	if err != nil {
		t.Fatalf("%s: %v", value, err)
	}
	return s.Validate(instance)
}

// beyondGo reports whether all faults are about numbers that the schema allows
// and the Go type doesn't hold. That is the one deliberate difference.
func beyondGo(err error) bool {
	faults, ok := errors.AsType[schema.Faults](err)
	for _, fault := range faults {
		if !strings.Contains(fault.Message, "must be between ") && !strings.Contains(fault.Message, "is too large for a float") {
			return false
		}
	}
	return ok
}

// FuzzGoTypes makes a Go type and a value from the input, and compares our
// verdict with that of another implementation of JSON Schema.
func FuzzGoTypes(f *testing.F) {
	for _, seed := range []string{
		"", "\x04\x00\x00\x00\x01", "\x03\x12\x00\x01\x02\x03\x04", "\x02\x18\x02\x10\x01\x01\x05\x09\x01", strings.Repeat("\x13\x05\x01", 40),
		"\x04\x0a\x01\x00\x01\x0e\x01\x01\x01\x02\x0c\x00\x00\x00\x00\x15\x04\x01", "\x01\x14\x00\x00\x01\x01\x01\x01\x01\x01\x01\x01",
		"0A'|s",
	} {
		f.Add([]byte(seed))
	}
	metaschema := meta(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		c := chosen(data)
		goType := c.structType(3)
		s, err := schema.ForType(goType)
		if err != nil {
			return // a tag that does not fit, such as enum:"1,2,9" with min:"1" below:"9"
		}
		if err = fitsSecond(t, metaschema, s.JSON()); err != nil {
			t.Fatalf("%s is no schema: %v", s.JSON(), err)
		}
		asserting, telling := opinion(t, s.JSON(), true), opinion(t, s.JSON(), false)
		parsed, err := schema.Parse(s.JSON())
		if err != nil {
			t.Fatalf("%s: %v", s.JSON(), err)
		}
		for range 8 {
			value := c.instance(s.JSON())
			agree(t, s, goType, value)
			agree(t, parsed, nil, value)
			ours, theirs := s.Check(value), fitsSecond(t, asserting, value)
			if (ours == nil) != (theirs == nil) && (theirs != nil || !beyondGo(ours)) {
				t.Fatalf("schema %s\nvalue %s\nours: %v\ntheirs: %v", s.JSON(), value, ours, theirs)
			}
			ours2, theirs2 := parsed.Check(value), fitsSecond(t, telling, value)
			if (ours2 == nil) != (theirs2 == nil) {
				t.Fatalf("schema %s\nvalue %s\nparsed: %v\ntheirs: %v", s.JSON(), value, ours2, theirs2)
			}
			if ours == nil {
				roundTrip(t, s, goType, value)
			}
		}
	})
}

// roundTrip demands that what fits can be decoded, written, and fits again.
func roundTrip(t *testing.T, s *schema.Schema, goType reflect.Type, value json.RawMessage) {
	t.Helper()
	into := reflect.New(goType)
	if err := s.Decode(value, into.Interface()); err != nil {
		t.Fatalf("%s fits %s and does not decode into %s: %v", value, s.JSON(), goType, err)
	}
	written, err := s.Encode(into.Elem().Interface())
	if err != nil {
		t.Fatalf("%s decodes to %+v, which can't be written by %s: %v", value, into.Elem(), s.JSON(), err)
	}
	if err := s.Check(written); err != nil {
		t.Fatalf("%s is written and does not fit %s: %v", written, s.JSON(), err)
	}
}

// FuzzJSONSchemas is the same for schemas from elsewhere.
func FuzzJSONSchemas(f *testing.F) {
	for _, seed := range []string{"", "\x02\x00\x03\x05\x02\x00\x02\x02", strings.Repeat("\x02\x03\x07\x01", 40), strings.Repeat("\x09\x0f\x04\x02\x05", 30)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := chosen(data)
		document := c.jsonSchema(3)
		delete(document, "$ref")
		document["type"] = "object"
		document["$defs"] = map[string]any{"d": c.jsonSchema(2)}
		text, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		s, err := schema.Parse(text)
		if err != nil {
			if strings.Contains(err.Error(), "refers to itself") {
				return
			}
			t.Fatalf("%s: %v", text, err)
		}
		theirs := opinion(t, text, false)
		for range 8 {
			value := c.instance(text)
			agree(t, s, nil, value)
			if ours, other := s.Check(value), fitsSecond(t, theirs, value); (ours == nil) != (other == nil) {
				t.Fatalf("schema %s\nvalue %s\nours: %v\ntheirs: %v", text, value, ours, other)
			}
		}
	})
}

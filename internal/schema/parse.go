package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
)

const (
	// MaxSchemaBytes is how long a schema for [Parse] may be.
	MaxSchemaBytes = 1 << 20
	// MaxSchemaDepth is how deep its objects and lists may be nested.
	MaxSchemaDepth = 100
)

// Parse compiles a JSON Schema from elsewhere, of 2020-12 or draft 7. Its root
// must have the type "object". A schema of the usual keywords is checked the
// way one of a Go type is; one with others ("anyOf", "if", "patternProperties" …)
// by github.com/google/jsonschema-go, which stops at the first fault, tells it
// less well, and compares numbers as float64. Format is not checked, as the
// standard has it.
//
// What can't be checked, or would cost too much to check, is an error: more
// than [MaxSchemaBytes] or [MaxSchemaDepth], references to other documents,
// references that lead back to themselves, and regular expressions that Go's
// RE2 doesn't have (look-around, back-references).
func Parse(text json.RawMessage) (*Schema, error) {
	if len(text) > MaxSchemaBytes {
		return nil, fmt.Errorf("the schema has %d bytes; %d are allowed", len(text), MaxSchemaBytes)
	}
	tree, twice, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("the schema is not JSON: %w", err)
	}
	if twice {
		return nil, errTwice
	}
	root, ok := tree.(*record)
	if !ok || root.get("type") != any(typeObject) {
		return nil, fmt.Errorf(`the schema's root: %w; give it "type": "object"`, ErrNotObject)
	}
	if err = survey(root); err != nil {
		return nil, err
	}
	if n, ok := translate(root); ok {
		return &Schema{text: bytes.Clone(text), root: n}, nil
	}
	resolved, err := resolve(text)
	if err != nil {
		return nil, fmt.Errorf("compiling the schema: %w", err)
	}
	return &Schema{text: bytes.Clone(text), foreign: resolved}, nil
}

var (
	errTwice = errors.New("the schema has a member twice; readers would not agree on which one counts")
	errDraft = errors.New(`its "$schema" is neither 2020-12 nor draft 7`)
)

func resolve(text json.RawMessage) (resolved *jsonschema.Resolved, err error) {
	defer func() { // its assertions
		if reason := recover(); reason != nil {
			err = fmt.Errorf("it is not understood: %v", reason)
		}
	}()
	var s jsonschema.Schema
	if err = json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("reading it: %w", err)
	}
	resolved, err = s.Resolve(nil)
	if err != nil {
		return nil, fmt.Errorf("resolving it: %w", err)
	}
	return resolved, nil
}

// maxForeignDepth bounds values for a checker whose messages grow with each
// level.
const maxForeignDepth = 500

func fitsForeign(s *jsonschema.Resolved, tree any) (err error) {
	if depth(tree, maxForeignDepth) > maxForeignDepth {
		return Faults{{Message: fmt.Sprintf("nests more than %d deep", maxForeignDepth)}}
	}
	value, err := plain(tree)
	if err != nil {
		return Faults{{Message: err.Error()}}
	}
	defer func() { // its assertions
		if reason := recover(); reason != nil {
			err = Faults{{Message: "can't be checked: " + cut(fmt.Sprint(reason))}}
		}
	}()
	if err := s.Validate(value); err != nil {
		return Faults{{Message: foreignMessage(err)}}
	}
	return nil
}

// foreignMessage shortens a message that quotes whole values.
func foreignMessage(err error) string {
	const longest = 600
	text := err.Error()
	if len(text) <= longest {
		return text
	}
	return text[:longest/2] + "…" + text[len(text)-longest/2:]
}

// depth counts the levels of a tree, as far as the limit and one more.
func depth(tree any, limit int) int {
	deepest := 0
	if limit < 0 {
		return 1
	}
	switch v := tree.(type) {
	case *record:
		for _, m := range v.members {
			deepest = max(deepest, depth(m.value, limit-1))
		}
	case []any:
		for _, item := range v {
			deepest = max(deepest, depth(item, limit-1))
		}
	default:
		return 0
	}
	return deepest + 1
}

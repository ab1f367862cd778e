package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
)

const (
	// MaxSchemaBytes is the maximum size of a schema for [Parse].
	MaxSchemaBytes = 1 << 20
	// MaxSchemaDepth is the maximum nesting of its objects and lists.
	MaxSchemaDepth = 100
)

// Parse compiles a JSON Schema of 2020-12 or draft 7 from elsewhere. Its root must have the
// type "object". Schemas of the usual keywords are validated like those of Go types. Others
// ("anyOf", "if", "patternProperties" …) are validated by github.com/google/jsonschema-go,
// which reports only the first fault, less clearly, and compares numbers as float64. As the
// standard allows, format is not validated.
//
// It fails for schemas that can't be validated, or only at great cost: more than
// [MaxSchemaBytes] or [MaxSchemaDepth], references to other documents, references that are
// cycles, and regular expressions that RE2 doesn't support (look-around, back-references).
func Parse(text json.RawMessage) (*Schema, error) {
	if len(text) > MaxSchemaBytes {
		return nil, fmt.Errorf("the schema has %d bytes; the limit is %d", len(text), MaxSchemaBytes)
	}
	tree, twice, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("the schema is not JSON: %w", err)
	}
	if twice != "" {
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
	errTwice = errors.New("the schema has a member twice, and readers differ in which one they use")
	errDraft = errors.New(`its "$schema" is neither 2020-12 nor draft 7`)
)

func resolve(text json.RawMessage) (resolved *jsonschema.Resolved, err error) {
	defer func() { // jsonschema-go may panic
		if reason := recover(); reason != nil {
			err = fmt.Errorf("jsonschema-go can't resolve it: %v", reason)
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

// maxForeignDepth limits values for jsonschema-go, whose messages grow with each level.
const maxForeignDepth = 500

func fitsForeign(s *jsonschema.Resolved, tree any) (err error) {
	if depth(tree, maxForeignDepth) > maxForeignDepth {
		return Faults{{Message: fmt.Sprintf("nests more than %d deep", maxForeignDepth)}}
	}
	value, err := plain(tree)
	if err != nil {
		return Faults{{Message: err.Error()}}
	}
	defer func() { // jsonschema-go may panic
		if reason := recover(); reason != nil {
			err = Faults{{Message: "can't be checked: " + cut(fmt.Sprint(reason))}}
		}
	}()
	if err := s.Validate(value); err != nil {
		return Faults{{Message: foreignMessage(err)}}
	}
	return nil
}

// foreignMessage shortens a message of jsonschema-go, which quotes whole values.
func foreignMessage(err error) string {
	const longest = 600
	text := err.Error()
	if len(text) <= longest {
		return text
	}
	return text[:longest/2] + "…" + text[len(text)-longest/2:]
}

// depth returns the depth of a tree, at most limit+1.
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

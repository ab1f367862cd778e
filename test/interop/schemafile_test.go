package interop_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// loadSchemas reads ext-apps' own schemas.
func loadSchemas(t *testing.T) map[string]*jsonschema.Resolved {
	t.Helper()
	raw, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Definitions map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	out := map[string]*jsonschema.Resolved{}
	for name, definition := range file.Definitions {
		mended, err := json.Marshal(mend(definition))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var schema jsonschema.Schema
		if err = json.Unmarshal(mended, &schema); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		// Each definition stands for itself, references included.
		resolved, err := schema.Resolve(nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[name] = resolved
	}
	return out
}

// mend repairs what the schema file can't mean: containerDimensions is to fit
// both of two schemas, one for each axis, of which each forbids the members of
// the other, so that no two axes would ever do. What both leave over stays
// forbidden.
func mend(part any) any {
	switch part := part.(type) {
	case []any:
		for i := range part {
			part[i] = mend(part[i])
		}
	case map[string]any:
		for key := range part {
			part[key] = mend(part[key])
		}
		if both, ok := part["allOf"]; ok {
			allowMore(both)
			part["unevaluatedProperties"] = false
		}
	}
	return part
}

func allowMore(part any) {
	switch part := part.(type) {
	case []any:
		for i := range part {
			allowMore(part[i])
		}
	case map[string]any:
		delete(part, "additionalProperties")
		allowMore(part["anyOf"])
	}
}

// styleVariables are the names that the schema knows, in order.
func styleVariables() ([]string, error) {
	raw, err := os.ReadFile(schemaFile)
	if err != nil {
		return nil, fmt.Errorf("reading the schemas: %w", err)
	}
	var file struct {
		Definitions struct {
			Key struct {
				AnyOf []struct {
					Const string `json:"const"`
				} `json:"anyOf"`
			} `json:"McpUiStyleVariableKey"`
		} `json:"$defs"`
	}
	if err = json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("reading the schemas: %w", err)
	}
	var names []string
	for _, one := range file.Definitions.Key.AnyOf {
		names = append(names, one.Const)
	}
	slices.Sort(names)
	return names, nil
}

package oriel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/orielapps/oriel/internal/schema"
)

// field is a member of a flat object, as its schema describes it.
type field struct {
	Type        string   `json:"type"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Enum        []string `json:"enum"`
	Items       *struct {
		Type string   `json:"type"`
		Enum []string `json:"enum"`
	} `json:"items"`

	name     string
	required bool
	raw      json.RawMessage
}

// fieldsOf returns the properties of an object schema, in their order.
func fieldsOf(s *schema.Schema) ([]field, error) {
	var object struct {
		Properties json.RawMessage `json:"properties"`
		Required   []string        `json:"required"`
	}
	if err := json.Unmarshal(s.JSON(), &object); err != nil {
		return nil, fmt.Errorf("the schema: %w", err)
	}
	if len(object.Properties) == 0 {
		return nil, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(object.Properties))
	if _, err := decoder.Token(); err != nil {
		return nil, fmt.Errorf("the schema: %w", err)
	}
	var fields []field
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, fmt.Errorf("the schema: %w", err)
		}
		var f field
		if err := decoder.Decode(&f.raw); err != nil {
			return nil, fmt.Errorf("the schema: %w", err)
		}
		// An enum of other types is no choice in a form.
		_ = json.Unmarshal(f.raw, &f)
		f.name, _ = name.(string)
		f.required = slices.Contains(object.Required, f.name)
		fields = append(fields, f)
	}
	return fields, nil
}

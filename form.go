package oriel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/orielapps/oriel/internal/schema"
)

// formKeywords are the keywords that a form can have, by the type of the field (MCP
// 2025-11-25, PrimitiveSchemaDefinition). All others still validate the answer.
var formKeywords = map[string][]string{
	"string":  {"type", "title", "description", "default", "minLength", "maxLength", "format", "enum"},
	"number":  {"type", "title", "description", "default", "minimum", "maximum"},
	"integer": {"type", "title", "description", "default", "minimum", "maximum"},
	"boolean": {"type", "title", "description", "default"},
	"array":   {"type", "title", "description", "default", "minItems", "maxItems", "items"},
}

// formFormats are the formats that a form can have.
var formFormats = map[string]bool{"email": true, "uri": true, "date": true, "date-time": true}

// flat returns a schema as a form, or an error for a field that a form can't have.
func flat(s *schema.Schema, t reflect.Type) (json.RawMessage, error) {
	fields, err := fieldsOf(s)
	if err != nil {
		return nil, err
	}
	var properties bytes.Buffer
	required := []string{}
	for i, f := range fields {
		if _, known := formKeywords[f.Type]; !known || f.Type == "array" && (f.Items == nil || f.Items.Type != "string" || len(f.Items.Enum) == 0) {
			return nil, fmt.Errorf("a form can't ask for the field %q of %s: use strings, numbers, booleans and lists with an enum tag", f.name, t)
		}
		name, nameErr := json.Marshal(f.name)
		kept, keptErr := formField(f)
		if fault := errors.Join(nameErr, keptErr); fault != nil {
			return nil, fmt.Errorf("the field %q: %w", f.name, fault)
		}
		if i > 0 {
			properties.WriteByte(',')
		}
		properties.Write(name)
		properties.WriteByte(':')
		properties.Write(kept)
		if f.required {
			required = append(required, f.name)
		}
	}
	object := map[string]any{"type": "object", "properties": json.RawMessage("{" + properties.String() + "}")}
	if len(required) > 0 {
		object["required"] = required
	}
	requested, err := json.Marshal(object)
	if err != nil {
		return nil, fmt.Errorf("the form of %s: %w", t, err)
	}
	return requested, nil
}

// formField reduces the schema of a field to what a form can have.
func formField(f field) (json.RawMessage, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(f.raw, &all); err != nil {
		return nil, fmt.Errorf("its schema: %w", err)
	}
	kept := map[string]json.RawMessage{}
	for _, keyword := range formKeywords[f.Type] {
		if value, there := all[keyword]; there {
			kept[keyword] = value
		}
	}
	var format string
	if json.Unmarshal(kept["format"], &format) == nil && !formFormats[format] {
		delete(kept, "format")
	}
	return json.Marshal(kept) //nolint:wrapcheck // the caller does
}

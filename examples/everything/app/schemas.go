package app

import (
	"context"
	"encoding/json"

	"github.com/orielapps/oriel"
)

// schemas declares tools whose schema is written by hand, or comes from elsewhere.
// What AddTool derives from a Go type is enough for nearly everything; Handle takes
// any JSON Schema and hands the arguments over as JSON, checked.
func schemas(app *oriel.App) {
	oriel.AddRawTool(app, oriel.Tool{
		Name: "json_schema_2020_12_tool", Description: "Tool with JSON Schema 2020-12 features", ReadOnly: true,
		InputSchema: json.RawMessage(contactSchema),
	}, repeat)
	oriel.AddRawTool(app, oriel.Tool{
		Name: "test_x_mcp_header", Description: "Takes an argument that clients repeat in the header Mcp-Param-Region", ReadOnly: true,
		InputSchema: json.RawMessage(regionSchema),
	}, repeat)
}

const contactSchema = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {
    "address": {
      "$anchor": "addressDef",
      "type": "object",
      "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
    }
  },
  "properties": {
    "name": {"type": "string"},
    "address": {"$ref": "#/$defs/address"},
    "contactMethod": {"type": "string", "enum": ["phone", "email"]},
    "phone": {"type": "string"},
    "email": {"type": "string"}
  },
  "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
  "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
  "then": {"required": ["phone"]},
  "else": {"required": ["email"]},
  "additionalProperties": false
}`

const regionSchema = `{
  "type": "object",
  "properties": {
    "region": {"type": "string", "description": "Where to look", "x-mcp-header": "Region"}
  }
}`

func repeat(_ context.Context, arguments json.RawMessage) (oriel.Result[json.RawMessage], error) {
	return oriel.Result[json.RawMessage]{Text: "The arguments are " + string(arguments)}, nil
}

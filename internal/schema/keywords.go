package schema

import (
	"encoding/json"
	"fmt"
	"slices"
)

// keywords are the required values of keywords. Hosts refuse all tools of an app if one
// schema is malformed.
var keywords = map[string]string{
	"$id": wantString, "$schema": wantString, "$ref": wantString, "$anchor": wantString, "$dynamicRef": wantString,
	"$dynamicAnchor": wantString, "$comment": wantString, "title": wantString, "description": wantString, "pattern": wantString,
	"format": wantString, "contentEncoding": wantString, "contentMediaType": wantString,
	"deprecated": wantBoolean, "readOnly": wantBoolean, "writeOnly": wantBoolean, "uniqueItems": wantBoolean,
	"minimum": wantNumber, "maximum": wantNumber, "exclusiveMinimum": wantNumber, "exclusiveMaximum": wantNumber,
	"multipleOf": wantPositive,
	"minLength":  wantCount, "maxLength": wantCount, "minItems": wantCount, "maxItems": wantCount, "minProperties": wantCount,
	"maxProperties": wantCount, "minContains": wantCount, "maxContains": wantCount,
	"required": wantNames, "type": wantType, "enum": wantList, "examples": wantList,
	"allOf": wantSchemas, "anyOf": wantSchemas, "oneOf": wantSchemas, "prefixItems": wantSchemas,
	"not": wantSchema, "if": wantSchema, "then": wantSchema, "else": wantSchema, "contains": wantSchema, "additionalItems": wantSchema,
	"additionalProperties": wantSchema, "propertyNames": wantSchema, "unevaluatedItems": wantSchema,
	"unevaluatedProperties": wantSchema, "contentSchema": wantSchema,
	"properties": wantSchemaMap, "patternProperties": wantSchemaMap, "dependentSchemas": wantSchemaMap, "$defs": wantSchemaMap,
	"definitions": wantSchemaMap,
}

const (
	wantString    = "a string"
	wantBoolean   = "true or false"
	wantNumber    = "a number"
	wantPositive  = "a number above 0"
	wantCount     = "a whole number from 0"
	wantNames     = "a list of names, each once"
	wantType      = "a type, or a list of types"
	wantList      = "a list"
	wantSchema    = "a schema"
	wantSchemas   = "a list of schemas"
	wantSchemaMap = "an object of schemas"
)

// wellFormed returns an error if a keyword has an invalid value.
func wellFormed(r *record) error {
	for _, m := range r.members {
		want, ok := keywords[m.name]
		if ok && !isWanted(want, m.value) {
			return fmt.Errorf("the keyword %s must be %s, not %s", quote(m.name), want, cut(string(write(nil, m.value))))
		}
		if list, isList := m.value.([]any); m.name == "items" && !isSchema(m.value) && (!isList || !isWanted(wantSchemas, list)) {
			return fmt.Errorf("the keyword \"items\" must be a schema, not %s", cut(string(write(nil, m.value))))
		}
	}
	return nil
}

func isSchema(value any) bool {
	switch value.(type) {
	case *record, bool:
		return true
	default:
		return false
	}
}

func isWanted(want string, value any) bool {
	switch want {
	case wantString:
		_, ok := value.(string)
		return ok
	case wantBoolean:
		_, ok := value.(bool)
		return ok
	case wantNumber, wantPositive, wantCount:
		number, ok := value.(json.Number)
		d := newDecimal(string(number))
		return ok && (want != wantPositive || d.sign() > 0) && (want != wantCount || (d.isInteger() && d.sign() >= 0))
	case wantType:
		kind, ok := value.(string)
		return ok && isKnownType(kind) || isListOf(value, true, func(item any) bool {
			kind, ok := item.(string)
			return ok && isKnownType(kind)
		})
	case wantNames:
		list, _ := value.([]any)
		return len(list) == 0 && list != nil || isListOf(value, true, func(item any) bool {
			_, ok := item.(string)
			return ok
		})
	case wantList:
		_, ok := value.([]any)
		return ok
	case wantSchemas:
		return isListOf(value, false, isSchema)
	case wantSchemaMap:
		r, ok := value.(*record)
		return ok && !slices.ContainsFunc(r.members, func(m member) bool { return !isSchema(m.value) })
	default:
		return isSchema(value)
	}
}

// isListOf reports whether a value is a non-empty list of fitting items, without repetitions
// if once is true.
func isListOf(value any, once bool, fits func(any) bool) bool {
	items, ok := value.([]any)
	if !ok || len(items) == 0 {
		return false
	}
	seen := map[any]bool{}
	for _, item := range items {
		if !fits(item) || (once && seen[item]) {
			return false
		}
		if once {
			seen[item] = true
		}
	}
	return true
}

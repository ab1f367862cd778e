package main

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/orielapps/oriel/hosts"
)

// literal writes a profile as Go, without its type. Its fields, and the entries of
// its maps, stand on lines of their own; go/format does the rest.
func literal(p *hosts.Profile) string { return body(reflect.ValueOf(p).Elem(), "\n") }

// expression writes a value as Go.
func expression(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Struct, reflect.Slice, reflect.Map:
		return typeName(v.Type()) + body(v, "")
	case reflect.String:
		return strconv.Quote(v.String())
	default:
		return fmt.Sprint(v)
	}
}

// body is a composite literal without its type. What can be left out is.
func body(v reflect.Value, lineEnd string) string {
	var parts []string
	switch v.Kind() { //nolint:exhaustive // the kinds that have one
	case reflect.Struct:
		for field, value := range v.Fields() {
			if !value.IsZero() {
				parts = append(parts, field.Name+": "+expression(value))
			}
		}
	case reflect.Slice:
		for _, value := range v.Seq2() {
			parts = append(parts, expression(value))
		}
	case reflect.Map:
		lineEnd = "\n"
		for key, value := range v.Seq2() {
			parts = append(parts, expression(key)+": "+body(value, ""))
		}
		slices.Sort(parts)
	}
	if lineEnd == "" {
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "{" + lineEnd + strings.Join(parts, ","+lineEnd) + "," + lineEnd + "}"
}

// typeName is how package hosts calls a type.
func typeName(t reflect.Type) string {
	const module = "github.com/orielapps/oriel/"
	return strings.NewReplacer(module+"hosts.", "", module, "", "hosts.", "").Replace(t.String())
}

package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
)

// unencodable adds to an error of encoding/json the place of the part that it can't encode.
func unencodable(value any, err error) error {
	if _, ok := errors.AsType[*json.UnsupportedValueError](err); ok {
		const most = 1 << 20 // parts of the value
		s := &search{left: most, above: map[visit]bool{}}
		if s.value(reflect.ValueOf(value), "") {
			return fmt.Errorf("%T%s %s: %w", value, s.place, s.what, err)
		}
	}
	return fmt.Errorf("encoding %T: %w", value, err)
}

// search finds a number without a JSON form, or a cycle. It gives up on very large values.
type search struct {
	left        int
	above       map[visit]bool // pointers, maps and slices around the value
	place, what string
}

type visit struct {
	at uintptr
	of reflect.Type // needed, because a struct and its first field have the same address
}

func (s *search) found(place, what string) bool {
	const longest = 200
	if len(place) > longest {
		place = place[:longest] + "…"
	}
	s.place, s.what = place, what
	return true
}

func (s *search) value(v reflect.Value, place string) bool {
	if s.left--; s.left < 0 {
		return false
	}
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return s.found(place, "is "+strconv.FormatFloat(f, 'g', -1, v.Type().Bits()))
		}
	case reflect.Interface:
		return !v.IsNil() && s.value(v.Elem(), place)
	case reflect.Pointer, reflect.Map, reflect.Slice:
		if v.IsNil() {
			return false
		}
		if v.Kind() == reflect.Slice && v.Len() == 0 {
			return false
		}
		at := visit{v.Pointer(), v.Type()}
		if s.above[at] {
			return s.found(place, "contains itself")
		}
		s.above[at] = true
		defer delete(s.above, at)
		if v.Kind() == reflect.Pointer {
			return s.value(v.Elem(), place)
		}
		return s.parts(v, place)
	case reflect.Array, reflect.Struct:
		return s.parts(v, place)
	default:
	}
	return false
}

func (s *search) parts(v reflect.Value, place string) bool {
	switch v.Kind() {
	case reflect.Map:
		for entries := v.MapRange(); entries.Next(); {
			if s.value(entries.Value(), fmt.Sprintf("%s[%q]", place, cut(fmt.Sprint(entries.Key())))) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if s.value(v.Field(i), place+"."+v.Type().Field(i).Name) {
				return true
			}
		}
	default:
		for i := range v.Len() {
			if s.value(v.Index(i), place+"["+strconv.Itoa(i)+"]") {
				return true
			}
		}
	}
	return false
}

package schema

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Keywords that contain schemas. Those of "same" apply to the same value as the schema
// itself, so that following them doesn't lead to a smaller value.
var (
	sameSchema  = []string{"not", "if", "then", "else"}
	sameSchemas = []string{"allOf", "anyOf", "oneOf"}
	sameMap     = []string{"dependentSchemas", "dependencies"}
	partSchema  = []string{
		"items", "additionalItems", "contains", "additionalProperties", "propertyNames", "unevaluatedItems",
		"unevaluatedProperties", "contentSchema",
	}
	partSchemas = []string{"prefixItems", "items"}
	partMap     = []string{"properties", "patternProperties", "$defs", "definitions"}
)

var (
	errDeep      = fmt.Errorf("the schema nests more than %d deep", MaxSchemaDepth)
	errRemote    = errors.New(`only references inside the document are followed: "#", "#/$defs/name" or "#anchor"`)
	errDangling  = errors.New("it refers to nothing")
	errLoop      = errors.New("it refers to itself without going into the value")
	errExpensive = errors.New("checking it would take too many steps; it refers to the same schemas too often")
)

// surveyor validates a schema before its references are followed.
type surveyor struct {
	root    *record
	all     []*record // the schemas of the document
	seen    map[*record]bool
	anchors map[string]*record
	dynamic []*record // possible targets of dynamic references
	costs   map[*record]int
	active  map[*record]bool
}

// survey refuses schemas that can't be validated against, or only at great cost.
func survey(root *record) error {
	if depth(root, MaxSchemaDepth) > MaxSchemaDepth {
		return errDeep
	}
	s := &surveyor{
		root: root, seen: map[*record]bool{}, anchors: map[string]*record{}, costs: map[*record]int{}, active: map[*record]bool{},
	}
	if draft, ok := root.get("$schema").(string); ok && !slices.Contains([]string{
		"https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema",
	}, strings.TrimSuffix(draft, "#")) {
		return fmt.Errorf("%w: %s", errDraft, cut(draft))
	}
	s.collect(root)
	for next := 0; next < len(s.all); { // look appends to it
		r := s.all[next]
		next++
		if err := s.look(r); err != nil {
			return err
		}
	}
	for _, r := range s.all {
		if _, err := s.cost(r); err != nil {
			return err
		}
	}
	return nil
}

// collect adds all schemas of the document.
func (s *surveyor) collect(tree any) {
	r, ok := tree.(*record)
	if !ok || s.seen[r] {
		return
	}
	s.seen[r] = true
	s.all = append(s.all, r)
	for _, name := range []string{"$anchor", "$dynamicAnchor"} {
		if anchor, ok := r.get(name).(string); ok {
			s.anchors[anchor] = r
			if name == "$dynamicAnchor" {
				s.dynamic = append(s.dynamic, r)
			}
		}
	}
	for _, inner := range append(held(r, sameSchema, sameSchemas, sameMap), held(r, partSchema, partSchemas, partMap)...) {
		s.collect(inner)
	}
}

// held returns the schemas in the keywords of a schema.
func held(r *record, single, lists, maps []string) []any {
	var schemas []any
	for _, name := range single {
		if inner, ok := r.get(name).(*record); ok {
			schemas = append(schemas, inner)
		}
	}
	for _, name := range lists {
		if items, ok := r.get(name).([]any); ok {
			schemas = append(schemas, items...)
		}
	}
	for _, name := range maps {
		if inner, ok := r.get(name).(*record); ok {
			for _, m := range inner.members {
				schemas = append(schemas, m.value)
			}
		}
	}
	return schemas
}

// look returns an error if a schema is invalid.
func (s *surveyor) look(r *record) error {
	if err := wellFormed(r); err != nil {
		return err
	}
	if id, ok := r.get("$id").(string); ok && r != s.root {
		return fmt.Errorf(`the "$id" %s below the root: %w`, quote(cut(id)), errRemote)
	}
	for _, name := range []string{"$ref", "$dynamicRef"} {
		if ref, ok := r.get(name).(string); ok {
			target, err := s.find(ref)
			if err != nil {
				return fmt.Errorf("the reference %s: %w", quote(cut(ref)), err)
			}
			s.collect(target)
		}
	}
	if pattern, ok := r.get("pattern").(string); ok {
		if err := compiles(pattern); err != nil {
			return err
		}
	}
	if patterns, ok := r.get("patternProperties").(*record); ok {
		for _, m := range patterns.members {
			if err := compiles(m.name); err != nil {
				return err
			}
		}
	}
	return nil
}

func compiles(pattern string) error {
	if _, err := regexp.Compile(pattern); err != nil {
		return fmt.Errorf("the pattern %s can't be checked in Go, whose regular expressions have no look-around, "+
			"back-references or \\u: %w", quote(cut(pattern)), err)
	}
	return nil
}

// find returns the schema to which a reference leads.
func (s *surveyor) find(ref string) (any, error) {
	fragment, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil, errRemote
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return nil, errDangling
	}
	if fragment != "" && fragment[0] != '/' {
		if target, ok := s.anchors[fragment]; ok {
			return target, nil
		}
		return nil, errDangling
	}
	var at any = s.root
	for part := range strings.SplitSeq(strings.TrimPrefix(fragment, "/"), "/") {
		if fragment == "" {
			break
		}
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		switch v := at.(type) {
		case *record:
			at = v.get(part)
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(v) {
				return nil, errDangling
			}
			at = v[i]
		default:
			return nil, errDangling
		}
	}
	if _, ok := at.(bool); ok {
		return at, nil
	}
	if _, ok := at.(*record); !ok {
		return nil, errDangling
	}
	return at, nil
}

// maxCost is the maximum number of schemas for one value.
const maxCost = 10_000

// cost counts the schemas for one value, including all branches.
func (s *surveyor) cost(r *record) (int, error) {
	if cost, ok := s.costs[r]; ok {
		return cost, nil
	}
	if s.active[r] {
		return 0, errLoop
	}
	s.active[r] = true
	defer delete(s.active, r)
	next := held(r, sameSchema, sameSchemas, sameMap)
	for _, name := range []string{"$ref", "$dynamicRef"} {
		ref, ok := r.get(name).(string)
		if !ok {
			continue
		}
		target, err := s.find(ref)
		if err != nil {
			return 0, err
		}
		next = append(next, target)
		if name == "$dynamicRef" {
			for _, other := range s.dynamic {
				if other != target {
					next = append(next, other)
				}
			}
		}
	}
	cost := 1
	for _, inner := range next {
		schema, ok := inner.(*record)
		if !ok {
			continue
		}
		c, err := s.cost(schema)
		if err != nil {
			return 0, err
		}
		if cost += c; cost > maxCost {
			return 0, errExpensive
		}
	}
	s.costs[r] = cost
	return cost, nil
}

package schema

import (
	"encoding/json"
	"reflect"
	"strconv"
)

// Named writes schemas of Go types, each with references to its named structs: "#/$defs/Place".
// The object defs has their schemas by these names, which are unique: a struct has the same name
// in all schemas. It is nil if there are none. A schema that is not of a Go type is written as
// [Schema.JSON] does, and a nil Schema is nil.
func Named(schemas ...*Schema) (texts []json.RawMessage, defs json.RawMessage) {
	given := &givenNames{byType: map[reflect.Type]string{}, taken: map[string]bool{}}
	for _, s := range schemas {
		if s == nil || !s.ofType {
			texts = append(texts, s.JSON())
			continue
		}
		texts = append(texts, s.root.json(given.name))
	}
	w := &writer{}
	for done := 0; done < len(given.nodes); { // writing one may add others
		n := given.nodes[done]
		w.raw(given.byType[n.of], n.body(given.name).bytes())
		done++
	}
	if len(given.nodes) == 0 {
		return texts, nil
	}
	return texts, w.bytes()
}

// givenNames are the names of types, in the order in which they were needed.
type givenNames struct {
	byType map[reflect.Type]string
	taken  map[string]bool
	nodes  []*node
}

// name is a [namer].
func (g *givenNames) name(n *node) string {
	if n.of == nil {
		return ""
	}
	if n.same != nil {
		n = n.same // without what a field says
	}
	if name, ok := g.byType[n.of]; ok {
		return name
	}
	name := defName(n.of)
	unique := name
	for i := 2; g.taken[unique]; i++ {
		unique = name + strconv.Itoa(i)
	}
	g.byType[n.of], g.taken[unique] = unique, true
	g.nodes = append(g.nodes, n)
	return unique
}

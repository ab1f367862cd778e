package hosts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/orielapps/oriel/internal/jsonwalk"
	"github.com/orielapps/oriel/ui"
)

// Meta is the _meta of a request (MCP 2025-11-25, "_meta"): whatever the client sends
// along, of which nothing is to be relied on. Members are decoded when they are asked
// for. The zero value has none.
type Meta struct {
	object jsonwalk.Object
	values map[string]any // they win over the object's
}

// maxMetaMembers is how many members a _meta may have: far more than MCP has, and few
// enough to cost little.
const maxMetaMembers = 1000

// mostLevels is how deep a _meta and capabilities may be.
const mostLevels = 1000

// ReadMeta reads a JSON object, which is kept and must not be changed. What is no such
// object, or deeper than 1,000 levels, is an [*ui.Error] with the code "meta_invalid",
// and so are members that stand twice, because what stands between may have looked at
// the other one, and more than 1,000.
func ReadMeta(object json.RawMessage) (Meta, error) {
	object = bytes.TrimSpace(object)
	if !jsonwalk.IsObject(object) || jsonwalk.Check(object, mostLevels) != jsonwalk.None {
		return Meta{}, metaInvalid("The _meta is not a JSON object.", "Send an object, or none.")
	}
	members, err := jsonwalk.ReadObject(nil, object, maxMetaMembers)
	if twice, ok := errors.AsType[*jsonwalk.TwiceError](err); ok {
		return Meta{}, metaInvalid(fmt.Sprintf("The _meta have %.100q twice.", twice.Name), "Send it once.")
	}
	if err != nil {
		return Meta{}, metaInvalid("The _meta have too many members.", "Send fewer.")
	}
	return Meta{object: members}, nil
}

func metaInvalid(message, fix string) error {
	return &ui.Error{Code: "meta_invalid", Message: message, Fix: fix}
}

// MetaOf is a _meta of decoded values, for carriers that have it so. The map is kept
// and must not be changed.
func MetaOf(values map[string]any) Meta { return Meta{values: values} }

// IsZero reports whether there are no members.
func (m Meta) IsZero() bool { return len(m.object) == 0 && len(m.values) == 0 }

// Value returns a member, decoded as encoding/json does into an any; nil where there is
// none.
func (m Meta) Value(name string) any {
	if value, ok := m.values[name]; ok {
		return value
	}
	raw := m.object.Get(name)
	if raw == nil {
		return nil
	}
	var value any
	if json.Unmarshal(raw, &value) != nil {
		return nil
	}
	return value
}

// Text returns a member that is a text; empty where there is none.
func (m Meta) Text(name string) string {
	if m.values != nil {
		if value, ok := m.values[name]; ok {
			text, _ := value.(string)
			return text
		}
	}
	text, _ := jsonwalk.Text(m.object.Get(name))
	return text
}

// Raw returns a member as JSON; nil where there is none.
func (m Meta) Raw(name string) json.RawMessage {
	value, ok := m.values[name]
	if !ok {
		return m.object.Get(name)
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	return raw
}

// With returns a Meta that has a member, instead of the one of that name if there is
// one.
func (m Meta) With(name string, value any) Meta {
	values := make(map[string]any, len(m.values)+1)
	maps.Copy(values, m.values)
	values[name] = value
	return Meta{object: m.object, values: values}
}

// Values returns all members, decoded, in a map of its own.
func (m Meta) Values() map[string]any {
	all := make(map[string]any, len(m.object)+len(m.values))
	for i := range m.object {
		name := string(m.object[i].Name)
		all[name] = m.Value(name)
	}
	maps.Copy(all, m.values)
	return all
}

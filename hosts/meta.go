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

// Meta is the _meta of a request (MCP 2025-11-25, "_meta"). Clients can send anything in
// it. Members are decoded on access. The zero value is empty.
type Meta struct {
	object jsonwalk.Object
	values map[string]any // they override the object's
}

// maxMetaMembers is the maximum number of members of a _meta: far more than MCP defines.
const maxMetaMembers = 1000

// mostLevels is the maximum nesting of _meta and capabilities.
const mostLevels = 1000

// ReadMeta decodes a JSON object, which must not be changed afterwards. The error is an
// [*ui.Error] with the code "meta_invalid" for anything that is not an object, for more
// than 1,000 levels or members, and for a repeated member: a proxy may have checked the
// other one.
func ReadMeta(object json.RawMessage) (Meta, error) {
	object = bytes.TrimSpace(object)
	if !jsonwalk.IsObject(object) || jsonwalk.Check(object, mostLevels) != jsonwalk.None {
		return Meta{}, metaInvalid("The _meta is not a JSON object.", "Send an object, or none.")
	}
	members, err := jsonwalk.ReadObject(nil, object, maxMetaMembers)
	if twice, ok := errors.AsType[*jsonwalk.TwiceError](err); ok {
		return Meta{}, metaInvalid(fmt.Sprintf("The _meta has the member %.100q twice.", twice.Name), "Send it once.")
	}
	if err != nil {
		return Meta{}, metaInvalid("The _meta has too many members.", fmt.Sprintf("Send at most %d.", maxMetaMembers))
	}
	return Meta{object: members}, nil
}

func metaInvalid(message, fix string) error {
	return &ui.Error{Code: "meta_invalid", Message: message, Fix: fix}
}

// MetaOf returns a Meta of decoded values. The map must not be changed afterwards.
func MetaOf(values map[string]any) Meta { return Meta{values: values} }

// IsZero reports whether the Meta is empty.
func (m Meta) IsZero() bool { return len(m.object) == 0 && len(m.values) == 0 }

// Value returns a member, decoded as encoding/json does into an any; nil if there is no
// such member.
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

// Text returns a member that is a string; otherwise "".
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

// Raw returns a member as JSON; nil if there is no such member.
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

// With returns a copy with a member added or replaced.
func (m Meta) With(name string, value any) Meta {
	values := make(map[string]any, len(m.values)+1)
	maps.Copy(values, m.values)
	values[name] = value
	return Meta{object: m.object, values: values}
}

// Values returns all members, decoded, in a new map.
func (m Meta) Values() map[string]any {
	all := make(map[string]any, len(m.object)+len(m.values))
	for i := range m.object {
		name := string(m.object[i].Name)
		all[name] = m.Value(name)
	}
	maps.Copy(all, m.values)
	return all
}

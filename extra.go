package oriel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// frozen returns a copy of an Extra whose values are JSON, so that values that
// don't marshal are found at the declaration. Objects stay maps, because adapters
// merge them with their own.
func frozen(extra map[string]any) (map[string]any, error) { return frozenAt(0, extra) }

// maxExtraDepth ends the walk of an Extra that contains itself.
const maxExtraDepth = 100

var errExtraDeep = fmt.Errorf("it has more than %d levels, or contains itself", maxExtraDepth)

func frozenAt(depth int, extra map[string]any) (map[string]any, error) {
	if depth > maxExtraDepth {
		return nil, errExtraDeep
	}
	if extra == nil {
		return nil, nil //nolint:nilnil // no Extra is fine
	}
	result := make(map[string]any, len(extra))
	for key, value := range extra {
		object, isObject := value.(map[string]any)
		if !isObject {
			data, err := json.Marshal(value)
			if err != nil {
				return nil, fmt.Errorf("%q: %w", key, err)
			}
			if object, isObject = objectOf(data); !isObject {
				if depth == 0 && key == standardKey {
					return nil, errExtraStandard
				}
				result[key] = json.RawMessage(data)
				continue
			}
		}
		inner, err := frozenAt(depth+1, object)
		if err != nil {
			return nil, err
		}
		result[key] = inner
	}
	return result, nil
}

// standardKey is the member of _meta in which MCP Apps describes tools and views. An
// Extra can add to it, not replace it.
const standardKey = "ui"

var errExtraStandard = errors.New(`"ui" is not an object, so it would replace what MCP Apps says of the view`)

// objectOf decodes a JSON object. Numbers stay json.Number.
func objectOf(data []byte) (object map[string]any, ok bool) {
	if len(data) == 0 || data[0] != '{' {
		return nil, false
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if decoder.Decode(&object) != nil {
		return nil, false
	}
	return object, true
}

package oriel

import (
	"encoding/json"
	"fmt"
)

// frozen returns a copy of an Extra whose values are JSON already, so that what
// doesn't marshal is found where it is given. Objects stay objects: they are
// merged with what an adapter writes.
func frozen(extra map[string]any) (map[string]any, error) { return frozenAt(0, extra) }

// maxExtraDepth ends an Extra that contains itself.
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
		if object, ok := value.(map[string]any); ok {
			inner, err := frozenAt(depth+1, object)
			if err != nil {
				return nil, err
			}
			result[key] = inner
			continue
		}
		data, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", key, err)
		}
		result[key] = json.RawMessage(data)
	}
	return result, nil
}

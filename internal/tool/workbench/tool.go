package workbench

import (
	"encoding/json"
	"slices"
)

// tool is what the workbench reads of an entry in tools/list.
type tool struct {
	name string
	meta map[string]json.RawMessage
	ui   map[string]json.RawMessage
}

func readTool(raw json.RawMessage) (tool, bool) {
	var entry struct {
		Name string          `json:"name"`
		Meta json.RawMessage `json:"_meta"`
	}
	if err := json.Unmarshal(raw, &entry); err != nil || entry.Name == "" {
		return tool{}, false
	}
	meta := members(entry.Meta)
	return tool{name: entry.Name, meta: meta, ui: members(meta["ui"])}, true
}

// forViews reports whether a view may call the tool. The default is yes; of the
// older keys only a plain "no" counts (MCP Apps 2026-01-26, "Visibility").
func (t tool) forViews() bool {
	var audience []string
	if raw := t.ui["visibility"]; len(raw) > 0 && json.Unmarshal(raw, &audience) == nil && audience != nil {
		return slices.Contains(audience, "app")
	}
	return string(t.meta["openai/widgetAccessible"]) != "false"
}

// members returns nil for what isn't an object.
func members(raw json.RawMessage) map[string]json.RawMessage {
	var m map[string]json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &m) != nil {
		return nil
	}
	return m
}

// text returns the empty string for what isn't one.
func text(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

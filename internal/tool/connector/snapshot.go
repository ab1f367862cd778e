package connector

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Snapshot is the part of a server's lists that assistants store.
type Snapshot struct {
	// entries has the members of each entry, by its name: "the tool forecast".
	entries map[string]map[string]string
	// views has the addresses of views, by address without the hash of the build.
	views map[string]string
}

// identity has the members that identify an entry of a list.
var identity = map[string]string{"tool": "name", "prompt": "name", "resource": "uri"}

// Take makes a snapshot of the entries of tools/list, resources/list and prompts/list. Entries
// that are not objects are ignored.
func Take(tools, resources, prompts []json.RawMessage) Snapshot {
	s := Snapshot{entries: map[string]map[string]string{}, views: map[string]string{}}
	s.add("tool", tools)
	s.add("resource", resources)
	s.add("prompt", prompts)
	return s
}

func (s Snapshot) add(kind string, entries []json.RawMessage) {
	for _, raw := range entries {
		var members map[string]any
		if json.Unmarshal(raw, &members) != nil {
			continue
		}
		name, ok := members[identity[kind]].(string)
		if !ok {
			continue
		}
		if stem := viewStem(name); stem != "" && kind == "resource" {
			s.views[stem] = name
			name = stem
			members["uri"] = stem
		}
		parts := map[string]string{}
		for part, value := range members {
			parts[part] = text(settled(value))
		}
		s.entries["the "+kind+" "+shortened(name)] = parts
	}
}

// viewStem returns the address of a view of Oriel's form, ui://APP/NAME/HASH,
// without its hash; empty for any other.
func viewStem(uri string) string {
	rest, ok := strings.CutPrefix(uri, "ui://")
	parts := strings.Split(rest, "/")
	if !ok || len(parts) != 3 {
		return ""
	}
	return "ui://" + parts[0] + "/" + parts[1]
}

// settled returns a value in which the addresses of views are without their hashes.
func settled(value any) any {
	switch v := value.(type) {
	case string:
		if stem := viewStem(v); stem != "" {
			return stem
		}
	case map[string]any:
		for name, member := range v {
			v[name] = settled(member)
		}
	case []any:
		for i, member := range v {
			v[i] = settled(member)
		}
	}
	return value
}

func text(value any) string {
	data, err := json.Marshal(value) // members of objects are sorted
	if err != nil {
		return ""
	}
	return string(data)
}

func shortened(name string) string {
	const most = 80
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return name
}

// Change is the difference between two snapshots.
type Change struct {
	// Metadata has the differences of the lists: "new: the tool forecast", "the tool forecast:
	// description, inputSchema".
	Metadata []string
	// Views are the names of views of which only the documents differ.
	Views []string
}

// None reports whether nothing has changed.
func (c Change) None() bool { return len(c.Metadata) == 0 && len(c.Views) == 0 }

// Since returns the changes since an older snapshot.
func (s Snapshot) Since(before Snapshot) Change {
	var c Change
	for _, name := range slices.Sorted(maps.Keys(s.entries)) {
		old, known := before.entries[name]
		if !known {
			c.Metadata = append(c.Metadata, "new: "+name)
			continue
		}
		if parts := differing(old, s.entries[name]); len(parts) > 0 {
			c.Metadata = append(c.Metadata, fmt.Sprintf("%s: %s", name, strings.Join(parts, ", ")))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before.entries)) {
		if _, still := s.entries[name]; !still {
			c.Metadata = append(c.Metadata, "gone: "+name)
		}
	}
	for _, stem := range slices.Sorted(maps.Keys(s.views)) {
		if old, known := before.views[stem]; known && old != s.views[stem] {
			c.Views = append(c.Views, stem[strings.LastIndex(stem, "/")+1:])
		}
	}
	return c
}

// differing returns the names of the members in which two objects differ.
func differing(a, b map[string]string) []string {
	var names []string
	for name, value := range b {
		if old, known := a[name]; !known || old != value {
			names = append(names, name)
		}
	}
	for name := range a {
		if _, still := b[name]; !still {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

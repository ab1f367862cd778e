package resolve

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"strings"

	"github.com/orielapps/oriel/internal/tool/npm/registry"
	"github.com/orielapps/oriel/ui"
)

// lockVersion is the form that lockfiles are written in.
const lockVersion = 3

const lockFix = "Take what git has of it, or delete it and run this again."

// readTree makes the tree that a lockfile describes. folder returns the
// package.json of a folder of the project.
func readTree(name string, data []byte, root *manifest, folder func(dir string) (*manifest, error)) (*tree, error) {
	t := &tree{root: newNode("", root, true)}
	t.folders = []*node{t.root}
	if len(data) == 0 {
		return t, nil
	}
	var lock struct {
		Version  int                        `json:"lockfileVersion"`
		Packages map[string]json.RawMessage `json:"packages"`
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		return nil, malformed(name, data, lockFix)
	}
	if lock.Packages == nil {
		return nil, &ui.Error{
			Code:    "lockfile_version",
			Message: fmt.Sprintf("%s is of version %d, which does not say where packages lie.", name, lock.Version),
			Fix:     "Run \"npm install\" of npm 7 or later once, which rewrites it, or delete it.",
		}
	}
	at := map[string]*node{"": t.root}
	members := make(map[string]map[string]json.RawMessage, len(lock.Packages))
	delete(lock.Packages, "")
	for _, location := range sortedKeys(lock.Packages) {
		members[location] = object(lock.Packages[location])
		if members[location] == nil || !safeLocation(location) {
			return nil, &ui.Error{
				Code:    "lockfile_invalid",
				Message: fmt.Sprintf("%s has an entry %q that is none of a package in this project.", name, location),
				Fix:     lockFix,
			}
		}
		if _, _, below := splitLocation(location); below {
			continue
		}
		m, err := folder(location)
		if err != nil {
			return nil, err
		}
		if m == nil {
			// The folder is gone, and what leads there with it.
			continue
		}
		n := newNode(path.Base(location), m, true)
		n.folder = location
		at[location] = n
		t.folders = append(t.folders, n)
	}
	for location, n := range at {
		for dir := location; dir != "" && n.above == nil; {
			dir = strings.TrimSuffix(path.Dir(dir), ".")
			n.above = at[dir]
		}
	}
	hang(at, members)
	return t, nil
}

// hang puts what lies in node_modules into the tree, whose other nodes are known
// by their locations.
func hang(at map[string]*node, members map[string]map[string]json.RawMessage) {
	// A location comes after those that it lies in, so parents are there already.
	for _, location := range sortedByDepth(members) {
		parentLocation, base, below := splitLocation(location)
		parent := at[parentLocation]
		if !below || parent == nil || parent.target != nil {
			continue
		}
		entry := members[location]
		if string(entry["link"]) == "true" {
			if target := at[path.Clean(text(entry["resolved"]))]; target != nil {
				n := newNode(base, target.manifest, false)
				n.edges, n.target, n.kept = nil, target, entry
				n.put(parent)
			}
			continue
		}
		if entry["name"] == nil {
			entry["name"], _ = json.Marshal(base) //nolint:errchkjson // a string always can be
		}
		n := newNode(base, readManifest(entry), false)
		n.kept = entry
		n.put(parent)
		at[location] = n
	}
}

// safeLocation reports whether a location is a folder of the project, and one
// that packages can lie in.
func safeLocation(location string) bool {
	if location != path.Clean(location) || path.IsAbs(location) || strings.HasPrefix(location, "..") || strings.ContainsAny(location, "\\:\x00") {
		return false
	}
	for {
		parent, name, below := splitLocation(location)
		if !below {
			return true
		}
		if !registry.ValidName(name) {
			return false
		}
		location = parent
	}
}

// sortedByDepth returns locations, those that others lie in first.
func sortedByDepth(members map[string]map[string]json.RawMessage) []string {
	byDepth := make(map[int][]string)
	deepest := 0
	for _, location := range sortedKeys(members) {
		depth := strings.Count("/"+location, "/node_modules/")
		byDepth[depth] = append(byDepth[depth], location)
		deepest = max(deepest, depth)
	}
	var all []string
	for depth := range deepest + 1 {
		all = append(all, byDepth[depth]...)
	}
	return all
}

// described are the members that a lockfile has of a package.
var described = []string{
	"version", "dependencies", "peerDependencies", "peerDependenciesMeta", "optionalDependencies", "bundleDependencies", "acceptDependencies",
	"funding", "engines", "os", "cpu", "libc", "deprecated", "workspaces",
}

// described returns what a lockfile has of a member; nil for nothing.
func (m *manifest) described(key string) any {
	named := key != "bundleDependencies" && strings.HasSuffix(strings.ToLower(key), "dependencies")
	switch value := plain(m.members[key]).(type) {
	case map[string]any:
		maps.DeleteFunc(value, func(name string, wanted any) bool {
			_, isText := wanted.(string)
			_, isOptional := m.optional[name]
			return named && !isText || key == dependencies && isOptional
		})
		if len(value) > 0 {
			return value
		}
	case []any:
		if len(value) > 0 && !named {
			return value
		}
	case string:
		if key == "funding" && value != "" {
			return map[string]any{"url": value}
		} else if value != "" {
			return value
		}
	}
	return nil
}

// describe returns what a lockfile says of a package.
func describe(m *manifest) map[string]any {
	entry := make(map[string]any)
	for _, key := range described {
		if value := m.described(key); value != nil {
			entry[key] = value
		}
	}
	if license := m.license(); license != "" {
		entry["license"] = license
	}
	if commands := m.commands(); len(commands) > 0 {
		list := make(map[string]any)
		for name, target := range commands {
			list[name] = target
		}
		entry["bin"] = list
	}
	if m.installScript() {
		entry["hasInstallScript"] = true
	}
	return entry
}

// lockfile returns the lockfile of a tree. dir is the name of the project's
// folder, which stands for its name where it has none.
func (t *tree) lockfile(dir string, s style) []byte {
	t.markFlags()
	packages := make(map[string]any)
	t.all(func(n *node) { packages[n.location()] = t.entry(n) })
	lock := map[string]any{
		"name":            dir,
		"lockfileVersion": lockVersion,
		"requires":        true,
		"packages":        packages,
	}
	if t.root.manifest.name != "" {
		lock["name"] = t.root.manifest.name
	}
	if t.root.version != "" {
		lock["version"] = t.root.version
	}
	return lockJSON(lock, s)
}

// entry is what a lockfile says of a node.
func (t *tree) entry(n *node) map[string]any {
	if n.target != nil {
		return map[string]any{"resolved": n.target.folder, "link": true}
	}
	var entry map[string]any
	switch {
	case n.isTop():
		entry = describe(n.manifest)
		if n.manifest.name != "" && (n == t.root || n.manifest.name != path.Base(n.folder)) {
			entry["name"] = n.manifest.name
		}
		if development := plain(n.members["devDependencies"]); len(n.development) > 0 {
			entry["devDependencies"] = development
		}
	case n.kept != nil:
		entry = make(map[string]any)
		for key, raw := range n.kept {
			entry[key] = plain(raw)
		}
		delete(entry, "name")
	default:
		entry = describe(n.manifest)
		entry["integrity"] = n.integrity
		if t.byTag(n) {
			// npm takes a tag for satisfied where an address says that a registry was
			// asked. The public one's stands for whichever is configured.
			entry["resolved"] = new(registry.Config).TarballURL(n.manifest.name, n.version)
		}
	}
	if !n.isTop() && n.manifest.name != n.name {
		entry["name"] = n.manifest.name
	}
	for flag, set := range map[string]bool{
		"extraneous":  n.extraneous,
		"peer":        n.peer && !n.extraneous,
		"dev":         n.dev && !n.extraneous,
		"optional":    n.optional && !n.extraneous,
		"devOptional": n.devOptional && !n.dev && !n.optional && !n.extraneous,
	} {
		delete(entry, flag)
		if set && n != t.root {
			entry[flag] = true
		}
	}
	return entry
}

// byTag reports whether a dependency names the version of a node by a tag.
func (t *tree) byTag(n *node) bool {
	for _, e := range t.incoming(n) {
		if e.spec.kind == tagSpec {
			return true
		}
	}
	return false
}
